//! Of four maps and sets the one that nothing is said of, by two rules.

use std::collections::{BTreeMap, HashMap, HashSet};

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "prefs", global = "an example")]
struct Prefs {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[field(values(max_items = 20))]
    recent: HashMap<Kind, Vec<String>>,
    may: HashSet<Kind>,
    #[serde(flatten)]
    #[field(max_properties = 50, keys(pattern = "^[a-z]+$"))]
    rest: HashMap<String, (i64, String)>,
    log: BTreeMap<String, i64>,
}

#[derive(Serialize, Embedded)]
enum Kind {
    File,
    Folder,
}

fn main() {}
