//! Whether what was done is what was intended.

use bson::{Bson, Document};

use crate::error::{Error, Result};
use crate::live::LiveCollection;
use crate::normal::{Canonical, NormalIndex, NormalOptions};
use crate::plan::{Action, Change};

/// What is there after `change`, where that isn't what it was to bring about.
pub(super) fn difference(change: &Change, now: Option<&LiveCollection>) -> Option<String> {
    let name = &change.collection;
    let Some(now) = now else {
        let is_gone = change.action == Action::DropCollection;
        return (!is_gone).then(|| format!("`{name}` does not exist"));
    };
    let options = NormalOptions::live(&now.options);
    match change.action {
        Action::CreateCollection => differs(change, name, &options.document()),
        Action::SetValidator => differs(change, name, options.validation.document()),
        Action::ModifyCollection => differs(change, name, &part(change, options.others.document())),
        Action::CreateIndex | Action::ModifyIndex | Action::ReplaceIndex | Action::HideIndex => {
            index(change, now)
        }
        Action::DropIndex => {
            let dropped = change.index.as_deref();
            let mut left = now.indexes.iter().filter_map(|it| it.get_str("name").ok());
            left.find(|left| Some(*left) == dropped)
                .map(|left| format!("the index `{left}` of `{name}` is still there"))
        }
        Action::DropCollection => Some(format!("`{name}` is still there")),
        // Only the cluster's own configuration tells.
        Action::ShardCollection => None,
    }
}

fn differs(change: &Change, what: &str, found: &Document) -> Option<String> {
    let intended = Canonical::new(change.after.as_ref()?);
    let found = Canonical::new(found);
    (intended != found).then(|| {
        let json = |it: &Canonical| Bson::from(it.document().clone()).into_relaxed_extjson();
        format!("`{what}` is {} and not {}", json(&found), json(&intended))
    })
}

/// The options that the change is about.
fn part(change: &Change, options: &Document) -> Document {
    let documents = [change.before.as_ref(), change.after.as_ref()];
    let is_meant = |name: &str| documents.iter().flatten().any(|it| it.contains_key(name));
    let meant = options.iter().filter(|(name, _)| is_meant(name));
    meant
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn index(change: &Change, now: &LiveCollection) -> Option<String> {
    let name = change.after.as_ref()?.get_str("name").ok()?;
    let mut listed = now.indexes.iter();
    match listed.find(|spec| spec.get_str("name").ok() == Some(name)) {
        Some(spec) => differs(change, name, &NormalIndex::live(spec).document()),
        None => Some(format!("`{}` has no index `{name}`", change.collection)),
    }
}

/// Makes sure that no shard refused what `mongos` passed on: it answers for each shard by itself
/// (MONGODB.md F9).
///
/// # Errors
///
/// [`Error::Shards`] with each shard's words; the other shards have the change.
pub(super) fn refusals(command: &Document, reply: &Document) -> Result<()> {
    let Ok(raw) = reply.get_document("raw") else {
        return Ok(());
    };
    let refused: Vec<String> = raw.iter().filter_map(refusal).collect();
    if refused.is_empty() {
        return Ok(());
    }
    Err(Error::Shards {
        command: command.keys().next().cloned().unwrap_or_default(),
        shards: refused.join("; "),
    })
}

fn refusal((shard, answer): (&String, &Bson)) -> Option<String> {
    let answer = answer.as_document()?;
    let is_done = match answer.get("ok") {
        Some(Bson::Double(ok)) => *ok > 0.0,
        Some(Bson::Int32(ok)) => *ok > 0,
        Some(Bson::Int64(ok)) => *ok > 0,
        _ => true,
    };
    let words = answer.get_str("errmsg").unwrap_or("no reason given");
    (!is_done).then(|| format!("`{shard}`: {words}"))
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    /// As `mongos` of 8.0 answers `createIndexes`.
    #[test]
    fn a_shard_that_refuses_is_named() {
        let done = doc! { "numIndexesBefore": 1, "numIndexesAfter": 2, "commitQuorum": "votingMembers", "ok": 1.0 };
        let refused = doc! { "ok": 0.0, "errmsg": "E11000 duplicate key error", "code": 11000, "codeName": "DuplicateKey" };
        let command = doc! { "createIndexes": "tasks" };
        let both = doc! { "raw": { "shard0/a:1": done.clone(), "shard1/b:1": refused }, "ok": 1.0 };
        let error = refusals(&command, &both).expect_err("one refused");
        let said = error.to_string();
        assert!(
            said.contains("`shard1/b:1`: E11000") && !said.contains("shard0"),
            "{said}"
        );
        let fine = doc! { "raw": { "shard0/a:1": done }, "ok": 1.0 };
        assert!(refusals(&command, &fine).is_ok());
        assert!(refusals(&command, &doc! { "ok": 1.0 }).is_ok());
    }
}
