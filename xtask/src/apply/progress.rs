//! What the server tells of the index builds under way.

use bson::{Bson, Document, doc};

use crate::connect::{Progress, Server};

/// How far the builds of a collection's indexes are; none where the server says nothing, or the
/// user may not ask (the action `inprog`).
///
/// The build itself runs beside the command that asked for it, as an operation of the server's own
/// with the same `createIndexes` in its description (manual, "$currentOp", `progress`).
pub(super) async fn of(server: &Server, collection: &str) -> Option<Progress> {
    let matching = doc! {
        "command.createIndexes": collection,
        "progress.total": { "$gt": 0 },
        "$or": [{ "command.$db": server.name() }, { "ns": in_database(server.name()) }],
    };
    let pipeline = vec![
        doc! { "$currentOp": { "allUsers": true, "idleConnections": false } },
        doc! { "$match": matching },
    ];
    let command = doc! { "aggregate": 1, "pipeline": pipeline, "cursor": {} };
    let found = server.glimpse(command).await?;
    least(found.iter().filter_map(progress))
}

fn in_database(name: &str) -> Bson {
    let mut pattern = String::from("^");
    for part in name.chars() {
        if !part.is_alphanumeric() {
            pattern.push('\\');
        }
        pattern.push(part);
    }
    pattern.push_str("\\.");
    doc! { "$regex": pattern }.into()
}

/// `{msg: "Index Build: scanning collection …: 6/10 60%", progress: {done: 6, total: 10}}`.
fn progress(operation: &Document) -> Option<Progress> {
    let counts = operation.get_document("progress").ok()?;
    let count = |name| match counts.get(name)? {
        Bson::Int32(count) => u64::try_from(*count).ok(),
        Bson::Int64(count) => u64::try_from(*count).ok(),
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count"
        )]
        Bson::Double(count) => Some(*count as u64),
        _ => None,
    };
    let message = operation.get_str("msg").unwrap_or_default();
    Some(Progress {
        phase: phase(message),
        done: count("done")?,
        total: count("total")?,
    })
}

/// "Index Build: scanning collection Index Build: scanning collection: 6/10 60%" says the same
/// twice.
fn phase(message: &str) -> String {
    let parts = message
        .split("Index Build")
        .map(|part| part.trim_matches([':', ' ']));
    let said = parts.map(|part| part.split(':').next().unwrap_or(part).trim());
    let mut said = said.filter(|part| !part.is_empty());
    said.next().unwrap_or("building").to_owned()
}

/// On a sharded cluster the slowest shard's tells how far it is.
fn least(all: impl Iterator<Item = Progress>) -> Option<Progress> {
    all.min_by(|left, right| {
        // A fraction compared without dividing.
        (u128::from(left.done) * u128::from(right.total))
            .cmp(&(u128::from(right.done) * u128::from(left.total)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As MongoDB 7.0 shows it, shortened.
    fn recorded(done: i64, total: i64) -> Document {
        doc! {
            "type": "op", "desc": "IndexBuildsCoordinatorMongod-0", "ns": "app.tasks",
            "command": { "createIndexes": "tasks" },
            "msg": "Index Build: scanning collection Index Build: scanning collection: 6/10 60%",
            "progress": { "done": done, "total": total },
        }
    }

    #[test]
    fn the_phase_and_the_counts_are_read() {
        let read = progress(&recorded(6, 10)).expect("progress");
        assert_eq!(read.phase, "scanning collection");
        assert_eq!((read.done, read.total), (6, 10));
        assert_eq!(progress(&doc! { "msg": "x" }), None);
    }

    #[test]
    fn the_slowest_shard_counts() {
        let all = [recorded(9, 10), recorded(1, 4), recorded(1, 2)];
        let slowest = least(all.iter().filter_map(progress)).expect("progress");
        assert_eq!((slowest.done, slowest.total), (1, 4));
    }

    #[test]
    fn a_database_name_is_matched_as_it_is() {
        assert_eq!(in_database("a+b"), doc! { "$regex": "^a\\+b\\." }.into());
    }
}
