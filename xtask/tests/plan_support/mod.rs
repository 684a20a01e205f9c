//! Declared and live states in few words, and a server small enough to be pure.

// Each test file uses its own part.
#![allow(dead_code)]

pub(crate) mod drawn;

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::live::{LiveCollection, LiveDatabase, LiveKind};
use schema_xtask::normal::NormalIndex;
use schema_xtask::plan::{self, Change, Plan, Scope, Status};

pub(crate) fn declared(
    name: &str,
    options: Document,
    indexes: Vec<Document>,
) -> DeclaredCollection {
    DeclaredCollection {
        name: name.into(),
        type_name: "Task".into(),
        schema_version: None,
        options,
        indexes,
        ..DeclaredCollection::default()
    }
}

pub(crate) fn database(collections: Vec<DeclaredCollection>) -> DeclaredDatabase {
    DeclaredDatabase {
        name: "tracker".into(),
        collections,
        ..DeclaredDatabase::default()
    }
}

/// A live collection with documents; `_id_` is added.
pub(crate) fn live(name: &str, options: Document, indexes: Vec<Document>) -> LiveCollection {
    let id = doc! { "v": 2, "key": { "_id": 1 }, "name": "_id_" };
    let indexes = std::iter::once(id).chain(indexes).collect();
    LiveCollection {
        name: name.into(),
        kind: LiveKind::Collection,
        options,
        indexes,
        has_documents: true,
        ..LiveCollection::default()
    }
}

pub(crate) fn server(collections: Vec<LiveCollection>) -> LiveDatabase {
    LiveDatabase {
        collections,
        ..LiveDatabase::default()
    }
}

pub(crate) fn make(declared: &DeclaredDatabase, live: &LiveDatabase) -> Plan {
    plan::make(declared, live, "tracker", &Scope::default())
}

pub(crate) fn ids(plan: &Plan) -> Vec<String> {
    plan.changes.iter().map(Change::id).collect()
}

/// Executes what is planned, as the server would.
pub(crate) fn execute(live: &mut LiveDatabase, plan: &Plan) {
    for change in plan
        .changes
        .iter()
        .filter(|change| change.status == Status::Planned)
    {
        let (command, target) = change
            .command
            .iter()
            .next()
            .expect("a planned change has a command");
        let target = target.as_str().expect("a command names its collection");
        match command.as_str() {
            "create" => create(live, target, &change.command),
            "createIndexes" => create_index(find(live, target), &change.command),
            "collMod" => set_options(find(live, target), &change.command),
            other => panic!("`{other}` is not planned yet"),
        }
    }
}

fn find<'a>(live: &'a mut LiveDatabase, name: &str) -> &'a mut LiveCollection {
    live.collections
        .iter_mut()
        .find(|collection| collection.name == name)
        .expect("26 NamespaceNotFound")
}

fn create(database: &mut LiveDatabase, name: &str, command: &Document) {
    assert!(
        database
            .collections
            .iter()
            .all(|collection| collection.name != name),
        "48 NamespaceExists"
    );
    let mut options = command.clone();
    options.remove("create");
    if let Some(collation) = collation_as_listed(options.get("collation")) {
        options.insert("collation", collation);
    }
    let collection = LiveCollection {
        has_documents: false,
        ..live(name, options, vec![])
    };
    database.collections.push(collection);
}

fn create_index(collection: &mut LiveCollection, command: &Document) {
    for spec in command
        .get_array("indexes")
        .expect("indexes")
        .iter()
        .filter_map(Bson::as_document)
    {
        let spec = as_listed(spec, collection.options.get("collation"));
        let new = NormalIndex::live(&spec);
        for old in collection.indexes.iter().map(NormalIndex::live) {
            assert_ne!(old.name, new.name, "86 IndexKeySpecsConflict");
            assert_ne!(old.signature, new.signature, "85 IndexOptionsConflict");
            assert!(!(old.is_text() && new.is_text()), "67 CannotCreateIndex");
        }
        collection.indexes.push(spec);
    }
}

fn set_options(collection: &mut LiveCollection, command: &Document) {
    for (name, value) in command.iter().skip(1) {
        collection.options.insert(name, value.clone());
    }
}

/// A specification as the server lists it once it is built.
pub(crate) fn as_listed(spec: &Document, default: Option<&Bson>) -> Document {
    let mut listed = doc! { "v": 2 };
    listed.extend(spec.clone());
    let text = spec
        .get_document("key")
        .expect("a key")
        .values()
        .any(|value| value.as_str() == Some("text"));
    if text {
        expand_text(&mut listed);
    }
    match collation_as_listed(spec.get("collation").or(default.filter(|_| !text))) {
        Some(collation) => listed.insert("collation", collation),
        None => listed.remove("collation"),
    };
    listed
}

fn expand_text(listed: &mut Document) {
    let (mut key, mut weights) = (Document::new(), std::collections::BTreeMap::new());
    for (path, value) in listed.get_document("key").expect("a key") {
        if value.as_str() == Some("text") {
            key.extend(doc! { "_fts": "text", "_ftsx": 1 });
            weights.insert(path.clone(), Bson::Int32(1));
        } else {
            key.insert(path, value.clone());
        }
    }
    if let Ok(stated) = listed.get_document("weights") {
        weights.extend(stated.clone());
    }
    listed.insert("key", key);
    listed.insert("weights", weights.into_iter().collect::<Document>());
    for (name, default) in [
        ("default_language", "english"),
        ("language_override", "language"),
    ] {
        listed.entry(name).or_insert(default.into());
    }
    listed.insert("textIndexVersion", 3);
}

fn collation_as_listed(stated: Option<&Bson>) -> Option<Document> {
    let stated = stated?.as_document()?;
    let mut collation = doc! {
        "locale": "", "caseLevel": false, "caseFirst": "off", "strength": 3, "numericOrdering": false,
        "alternate": "non-ignorable", "maxVariable": "punct", "normalization": false, "backwards": false,
        "version": "57.1",
    };
    collation.extend(stated.clone());
    (stated.get_str("locale").ok() != Some("simple")).then_some(collation)
}
