//! Collections that are dropped because the command line names them.

use schema_core::declared::DeclaredDatabase;

use super::{Action, Change, Class, Scope, Status, command, notes, pattern};
use crate::bookkeeping;
use crate::error::{Error, Result};
use crate::live::{LiveCollection, LiveDatabase};

/// Makes sure that each collection which the scope drops may be dropped.
///
/// # Errors
///
/// [`Error::Usage`] for one that is declared, does not exist, belongs to another schema or to the
/// server, or is managed elsewhere.
pub fn refuse_drops(declared: &DeclaredDatabase, live: &LiveDatabase, scope: &Scope) -> Result<()> {
    let mut names = scope.drop_collections.iter();
    match names.find_map(|name| objection(declared, live, name)) {
        Some(why) => Err(Error::Usage(why)),
        None => Ok(()),
    }
}

fn objection(declared: &DeclaredDatabase, live: &LiveDatabase, name: &str) -> Option<String> {
    let elsewhere = live.owned.elsewhere.get(&(name.to_owned(), None));
    let says = |what: String| Some(format!("`{name}` in `--drop-collection` {what}"));
    if bookkeeping::is_own(name) || name.starts_with("system.") {
        return says("is the server's or this tool's own; it is never dropped".to_owned());
    }
    if let Some(found) = declared.collections.iter().find(|it| it.name == name) {
        let type_name = &found.type_name;
        return says(format!(
            "is declared by {type_name}; take it out of the database's list first"
        ));
    }
    if pattern::matches_any(&declared.external, name) {
        return says("is managed elsewhere (`external`); let its owner drop it".to_owned());
    }
    if let Some(schema) = elsewhere {
        return says(format!(
            "belongs to the schema `{schema}`; drop it from there"
        ));
    }
    if live.collections.iter().any(|it| it.name == name) {
        return None;
    }
    says(format!("does not exist{}", suggestion(live, name)))
}

/// The existing name that was probably meant.
fn suggestion(live: &LiveDatabase, name: &str) -> String {
    let close = |it: &&LiveCollection| strsim::jaro_winkler(&it.name, name) > 0.8;
    let candidates = live.collections.iter().filter(close);
    let best = candidates.max_by(|left, right| {
        let likeness = |it: &LiveCollection| strsim::jaro_winkler(&it.name, name);
        likeness(left).total_cmp(&likeness(right))
    });
    best.map(|it| format!("; did you mean `{}`?", it.name))
        .unwrap_or_default()
}

/// The drop of a collection that is live and not declared.
pub(super) fn drop(live: &LiveCollection) -> Change {
    Change {
        collection: live.name.clone(),
        index: None,
        action: Action::DropCollection,
        class: Class::Destructive,
        reason: "not declared, and named by `--drop-collection`".to_owned(),
        notes: vec![notes::DROPS_DOCUMENTS.to_owned()],
        before: Some(live.options.clone()),
        after: None,
        command: command::drop_collection(&live.name),
        preparation: Vec::new(),
        status: Status::Planned,
        error: None,
    }
}
