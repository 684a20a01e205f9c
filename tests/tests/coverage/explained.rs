//! What the server says of a query.

use bson::{Bson, Document, doc};
use mongodb::Database;

use crate::drawn::{DrawnQuery, Sample};

/// A plan, as far as it matters.
#[derive(Debug, Default)]
pub(crate) struct Explained {
    /// Whether the index can be used at all.
    pub(crate) uses_the_index: bool,
    /// Whether the result is sorted in memory.
    pub(crate) sorts: bool,
    /// How many documents were looked at.
    pub(crate) examined: i64,
    /// How many of those were found.
    pub(crate) returned: i64,
    /// The bounds of each scan, by path.
    bounds: Vec<Document>,
}

impl Explained {
    /// Whether a scan has no bound for one of the paths.
    pub(crate) fn unbounded(&self, paths: &[String]) -> bool {
        let is_bounded = |bounds: &Document, path: &String| {
            let intervals = bounds.get_array(path).map_or("", |all| match &all[..] {
                [Bson::String(one)] => one,
                _ => "several",
            });
            !intervals.is_empty() && !intervals.contains("MinKey, MaxKey")
        };
        let missing = |bounds: &Document| paths.iter().any(|path| !is_bounded(bounds, path));
        self.bounds.iter().any(missing)
    }
}

/// Explains the query.
pub(crate) async fn find(database: &Database, query: &DrawnQuery) -> Explained {
    let find = doc! {
        "find": Sample::COLLECTION, "filter": query.document(), "sort": query.order(),
    };
    let command = doc! { "explain": find, "verbosity": "executionStats" };
    let reply = database.run_command(command).await.expect("an explanation");
    let planned = reply.get_document("queryPlanner").expect("a plan");
    let plan = planned.get_document("winningPlan").expect("a plan");
    let stats = reply.get_document("executionStats").expect("statistics");
    let mut explained = Explained {
        examined: count(stats, "totalDocsExamined"),
        returned: count(stats, "nReturned"),
        ..Explained::default()
    };
    walk(plan, &mut explained);
    explained
}

fn count(stats: &Document, name: &str) -> i64 {
    match stats.get(name) {
        Some(Bson::Int32(count)) => (*count).into(),
        Some(Bson::Int64(count)) => *count,
        other => panic!("`{name}` is {other:?}"),
    }
}

fn walk(stage: &Document, explained: &mut Explained) {
    match stage.get_str("stage") {
        Ok("SORT") => explained.sorts = true,
        Ok("IXSCAN") => {
            explained.uses_the_index = true;
            let bounds = stage.get_document("indexBounds").expect("bounds");
            explained.bounds.push(bounds.clone());
        }
        _ => {}
    }
    if let Ok(input) = stage.get_document("inputStage") {
        walk(input, explained);
    }
    for input in stage.get_array("inputStages").into_iter().flatten() {
        if let Some(input) = input.as_document() {
            walk(input, explained);
        }
    }
}
