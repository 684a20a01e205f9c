//! Declared and live states in few words, and a server small enough to be pure.

// Each test file uses its own part.
#![allow(dead_code)]

pub(crate) mod drawn;

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::live::{LiveCollection, LiveDatabase, LiveKind};
use schema_xtask::normal::NormalIndex;
use schema_xtask::plan::{self, Action, Change, DECLARATION, HIDDEN_SINCE, Plan, Scope, Status};

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

/// Executes what is planned, as the server would, and records it.
pub(crate) fn execute(live: &mut LiveDatabase, declared: &DeclaredDatabase, plan: &Plan) {
    let mut planned = plan.changes.iter();
    while let Some(change) = planned.find(|change| change.status == Status::Planned) {
        for command in change.preparation.iter().chain([&change.command]) {
            run(live, command);
            record(live, declared, change, command);
        }
    }
}

/// The one command that the server gets.
pub(crate) fn run(live: &mut LiveDatabase, command: &Document) {
    let (name, target) = command.iter().next().expect("a command");
    let target = target.as_str().expect("a command names its collection");
    match name.as_str() {
        "create" => create(live, target, command),
        "createIndexes" => create_index(find(live, target), command),
        "collMod" if command.contains_key("index") => modify_index(find(live, target), command),
        "collMod" => set_options(find(live, target), command),
        "dropIndexes" => drop_index(
            find(live, target),
            command.get_str("index").expect("a name"),
        ),
        "drop" => live
            .collections
            .retain(|collection| collection.name != target),
        other => panic!("`{other}` is not planned yet"),
    }
}

/// What an apply notes of its own commands.
fn record(
    live: &mut LiveDatabase,
    declared: &DeclaredDatabase,
    change: &Change,
    command: &Document,
) {
    let key = |index: &str| (change.collection.clone(), index.to_owned());
    if let Ok(specs) = command.get_array("indexes") {
        let names = specs
            .iter()
            .filter_map(|spec| spec.as_document()?.get_str("name").ok());
        live.owned.indexes.extend(names.map(key));
    }
    if command.contains_key("dropIndexes") {
        let dropped = key(command.get_str("index").expect("a name"));
        live.owned.indexes.remove(&dropped);
        live.owned.states.remove(&(dropped.0, Some(dropped.1)));
    }
    if change.action == Action::HideIndex {
        let mut collections = declared.collections.iter();
        let collection = collections.find(|it| it.name == change.collection);
        let declaration = plan::declaration(collection.expect("declared"));
        let state = doc! { HIDDEN_SINCE: live.now, DECLARATION: declaration };
        let index = (change.collection.clone(), change.index.clone());
        live.owned.states.insert(index, state);
    }
}

fn drop_index(collection: &mut LiveCollection, name: &str) {
    let before = collection.indexes.len();
    let is_it = |spec: &Document| spec.get_str("name").ok() == Some(name);
    collection.indexes.retain(|spec| !is_it(spec));
    assert_eq!(collection.indexes.len(), before - 1, "27 IndexNotFound");
}

fn modify_index(collection: &mut LiveCollection, command: &Document) {
    let wanted = command.get_document("index").expect("an index");
    let name = wanted.get_str("name").expect("a name");
    let mut specs = collection.indexes.iter_mut();
    let spec = specs
        .find(|spec| spec.get_str("name").ok() == Some(name))
        .expect("27 IndexNotFound");
    let settings: Vec<_> = wanted.iter().skip(1).collect();
    let alone = ["prepareUnique", "unique"]
        .iter()
        .any(|it| wanted.contains_key(*it));
    assert!(
        !settings.is_empty() && (!alone || settings.len() == 1),
        "72 InvalidOptions"
    );
    if wanted.contains_key("unique") {
        assert_eq!(
            spec.get_bool("prepareUnique").ok(),
            Some(true),
            "72 InvalidOptions"
        );
    }
    if command.contains_key("dryRun") {
        return;
    }
    for (name, value) in settings {
        assert!(
            ["hidden", "prepareUnique", "unique", "expireAfterSeconds"].contains(&name.as_str()),
            "40415"
        );
        spec.remove(name);
        if value.as_bool() != Some(false) {
            spec.insert(name, value.clone());
        }
        if name == "unique" {
            spec.remove("prepareUnique");
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
        let name = match name.as_str() {
            "cappedSize" => "size",
            "cappedMax" => "max",
            other => other,
        };
        collection.options.remove(name);
        if value.as_str() != Some("off") {
            collection.options.insert(name, value.clone());
        }
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
