//! Reads a reply of explain, in whichever shape the server gives it. Source: Explain Results.

use bson::{Bson, Document};

/// What a reply of explain says.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The plans: one, or one for each shard.
    pub plans: Vec<Plan>,
    /// How many shards were asked, on a sharded cluster.
    pub reach: Option<Reach>,
    /// What was counted, over all shards.
    pub counts: Option<Counts>,
    /// Whether a list was too long to be scanned in the order of the sort.
    pub gave_up_merging: bool,
}

/// One plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// The shard that runs it, on a sharded cluster.
    pub shard: Option<String>,
    /// Its stages, from the last to the first.
    pub stages: Vec<Stage>,
}

/// One stage of a plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Stage {
    /// Its name, such as `IXSCAN`.
    pub name: String,
    /// The index that it scans.
    pub index: Option<String>,
    /// That index's key pattern.
    pub key: Option<Document>,
}

/// How many shards a query goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// One.
    Targeted,
    /// So many.
    Scattered(usize),
}

/// What the server counted while it ran a query.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Documents returned.
    pub returned: i64,
    /// Keys of indexes examined.
    pub keys: i64,
    /// Documents examined.
    pub documents: i64,
}

/// Where the stages that a stage reads from stand: of the classic engine (`inputStage`,
/// `inputStages`), of the slot-based one beneath `queryPlan`, and of its joins.
const INNER: [&str; 8] = [
    "inputStage",
    "inputStages",
    "queryPlan",
    "outerStage",
    "innerStage",
    "thenStage",
    "elseStage",
    "children",
];

/// The stages of express plans and of a look-up by `_id`, which name no index as others do.
const BY_ID: [&str; 3] = ["IDHACK", "CLUSTERED_IXSCAN", "EXPRESS_CLUSTERED_IXSCAN"];

/// Reads a reply of explain: of `find`, `count` or `aggregate`, with or without shards.
pub fn read(reply: &Document) -> Reading {
    let mut reading = Reading::default();
    if let Ok(shards) = reply.get_document("shards") {
        for (name, of_shard) in shards {
            if let Some(of_shard) = of_shard.as_document() {
                part(&mut reading, Some(name), of_shard);
            }
        }
        reading.reach = Some(reach(shards.len()));
    } else {
        part(&mut reading, None, reply);
    }
    reading
}

/// A reply of one server: of a query, or of an aggregation whose first stage holds one.
fn part(reading: &mut Reading, shard: Option<&str>, reply: &Document) {
    let Ok(stages) = reply.get_array("stages") else {
        return query(reading, shard, reply, &[]);
    };
    let stages: Vec<&Document> = stages.iter().filter_map(Bson::as_document).collect();
    let after: Vec<Stage> = stages
        .iter()
        .rev()
        .filter_map(|stage| stage.keys().next())
        .filter(|name| *name != "$cursor" && *name != "$geoNearCursor")
        .map(|name| named(name))
        .collect();
    for stage in stages {
        for cursor in ["$cursor", "$geoNearCursor"] {
            if let Ok(cursor) = stage.get_document(cursor) {
                query(reading, shard, cursor, &after);
            }
        }
    }
}

fn named(name: &str) -> Stage {
    Stage {
        name: name.to_owned(),
        ..Stage::default()
    }
}

fn query(reading: &mut Reading, shard: Option<&str>, reply: &Document, after: &[Stage]) {
    let planner = reply.get_document("queryPlanner").ok();
    let winning = planner.and_then(|planner| planner.get_document("winningPlan").ok());
    let Some(winning) = winning else {
        return;
    };
    if let Ok(shards) = winning.get_array("shards") {
        reading.reach = Some(match winning.get_str("stage") {
            Ok("SINGLE_SHARD") => Reach::Targeted,
            _ => reach(shards.len()),
        });
        for of_shard in shards.iter().filter_map(Bson::as_document) {
            let name = of_shard.get_str("shardName").ok();
            if let Ok(plan) = of_shard.get_document("winningPlan") {
                reading.plans.push(plan_of(name, plan, after));
                reading.gave_up_merging |= gave_up(of_shard);
            }
        }
    } else {
        reading.plans.push(plan_of(shard, winning, after));
        reading.gave_up_merging |= planner.is_some_and(gave_up);
    }
    if let Ok(stats) = reply.get_document("executionStats") {
        count(reading, stats);
    }
}

fn reach(shards: usize) -> Reach {
    if shards == 1 {
        Reach::Targeted
    } else {
        Reach::Scattered(shards)
    }
}

fn gave_up(planner: &Document) -> bool {
    planner
        .get_bool("maxScansToExplodeReached")
        .unwrap_or(false)
}

fn plan_of(shard: Option<&str>, winning: &Document, after: &[Stage]) -> Plan {
    let mut stages = after.to_vec();
    walk(winning, &mut stages);
    Plan {
        shard: shard.map(str::to_owned),
        stages,
    }
}

fn walk(node: &Document, stages: &mut Vec<Stage>) {
    if let Ok(name) = node.get_str("stage") {
        stages.push(stage(name, node));
    }
    for key in INNER {
        match node.get(key) {
            Some(Bson::Document(inner)) => walk(inner, stages),
            Some(Bson::Array(inner)) => {
                for inner in inner.iter().filter_map(Bson::as_document) {
                    walk(inner, stages);
                }
            }
            _ => {}
        }
    }
}

fn stage(name: &str, node: &Document) -> Stage {
    let index = node.get_str("indexName").ok().map(str::to_owned);
    let by_id = BY_ID.contains(&name).then(|| "_id_".to_owned());
    Stage {
        name: name.to_owned(),
        // A clustered index may have a name of its own, which no listing of others has.
        index: by_id.or(index),
        key: node.get_document("keyPattern").ok().cloned(),
    }
}

fn count(reading: &mut Reading, stats: &Document) {
    let of = |key: &str| match stats.get(key) {
        Some(Bson::Int32(count)) => i64::from(*count),
        Some(Bson::Int64(count)) => *count,
        Some(Bson::Double(count)) => *count as i64,
        _ => 0,
    };
    let counts = reading.counts.get_or_insert_default();
    counts.returned += of("nReturned");
    counts.keys += of("totalKeysExamined");
    counts.documents += of("totalDocsExamined");
}

impl Reading {
    /// The indexes that are used, each once.
    pub fn indexes(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let stages = self.plans.iter().flat_map(|plan| &plan.stages);
        for name in stages.filter_map(|stage| stage.index.as_ref()) {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }

    /// The names of the stages, of each shard after the other.
    pub fn stages(&self) -> Vec<String> {
        let stages = self.plans.iter().flat_map(|plan| &plan.stages);
        stages.map(|stage| stage.name.clone()).collect()
    }
}

impl Plan {
    /// Whether it has a stage of one of these names.
    pub fn has(&self, names: &[&str]) -> bool {
        self.stages
            .iter()
            .any(|stage| names.contains(&stage.name.as_str()))
    }
}
