//! What holds of every plan, from any declared and any live state.

mod plan_support;

use std::collections::BTreeSet;

use bson::{Bson, Document, doc};
use plan_support::{as_listed, database, declared, execute, ids, make, server};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};
use schema_xtask::live::{LiveCollection, LiveDatabase};
use schema_xtask::normal::{Canonical, Collations, NormalIndex, NormalOptions};
use schema_xtask::plan::{Action, Change, Class, Status};

const NAMES: [&str; 4] = ["tasks", "users", "projects", "comments"];
const PATHS: [&str; 4] = ["a", "b", "c.d", "e"];

fn key() -> impl Strategy<Value = Document> {
    let directed = (
        subsequence(PATHS.to_vec(), 1..=3).prop_shuffle(),
        prop::collection::vec(select(vec![1, -1]), 3),
    );
    let directed = directed.prop_map(|(paths, directions)| {
        paths
            .into_iter()
            .zip(directions)
            .map(|(path, direction)| (path.to_owned(), Bson::Int32(direction)))
            .collect()
    });
    prop_oneof![
        8 => directed,
        1 => Just(doc! { "p": "2dsphere", "a": 1 }),
        1 => Just(doc! { "p": "hashed" }),
        1 => Just(doc! { "$**": 1 }),
        2 => subsequence(PATHS.to_vec(), 1..=2).prop_map(|paths| {
            paths.into_iter().map(|path| (path.to_owned(), Bson::from("text"))).collect()
        }),
    ]
}

fn filter() -> impl Strategy<Value = Document> {
    let leaf = (
        select(PATHS.to_vec()),
        -2_i32..3,
        select(vec!["$eq", "$gt", "$lte"]),
        any::<bool>(),
    );
    let leaf = leaf.prop_map(|(path, value, operator, bare)| {
        if bare {
            doc! { path: value }
        } else {
            doc! { path: { operator: value } }
        }
    });
    leaf.prop_recursive(3, 12, 3, |inner| {
        let children = prop::collection::vec(inner, 1..4);
        (select(vec!["$and", "$or"]), children)
            .prop_map(|(operator, children)| doc! { operator: children })
    })
}

fn collation() -> impl Strategy<Value = Document> {
    let locale = select(vec!["en", "de", "fr", "simple"]);
    (locale, prop::option::of(1..=3_i32)).prop_map(|(locale, strength)| match (locale, strength) {
        ("simple", _) | (_, None) => doc! { "locale": locale },
        (locale, Some(strength)) => doc! { "locale": locale, "strength": strength },
    })
}

prop_compose! {
    fn options_of_index()(
        flags in prop::collection::vec(any::<bool>(), 3),
        ttl in prop::option::of(select(vec![0, 60, 3600])),
        filter in prop::option::of(filter()),
        collation in prop::option::of(collation()),
    ) -> Document {
        let mut options = Document::new();
        for (name, on) in ["unique", "hidden", "sparse"].into_iter().zip(flags) {
            if on && !(name == "sparse" && filter.is_some()) {
                options.insert(name, true);
            }
        }
        if let Some(seconds) = ttl { options.insert("expireAfterSeconds", seconds); }
        if let Some(filter) = filter { options.insert("partialFilterExpression", filter); }
        if let Some(collation) = collation { options.insert("collation", collation); }
        options
    }
}

/// A specification that the server takes: options stay away from keys that refuse them.
fn index() -> impl Strategy<Value = Document> {
    (key(), options_of_index(), 0..6_u8).prop_map(|(key, mut options, number)| {
        let special = key.keys().any(|path| path == "$**")
            || key.values().any(|value| value.as_str().is_some());
        if special || key.len() > 1 {
            options.remove("expireAfterSeconds");
        }
        if special {
            options.remove("unique");
            options.remove("sparse");
            options.remove("collation");
        }
        let mut spec = doc! { "key": key, "name": format!("index_{number}") };
        spec.extend(options);
        spec
    })
}

/// Specifications that the compiler would let stand beside each other in one collection.
fn indexes(collations: &Collations, drawn: Vec<Document>) -> Vec<Document> {
    let (mut names, mut signatures, mut text) = (BTreeSet::new(), BTreeSet::new(), false);
    let mut kept = Vec::new();
    for spec in drawn {
        let normal = NormalIndex::declared(&spec, collations);
        let second_text = normal.is_text() && text;
        if second_text
            || names.contains(&normal.name)
            || !signatures.insert(normal.signature.text().to_owned())
        {
            continue;
        }
        text |= normal.is_text();
        names.insert(normal.name);
        kept.push(spec);
    }
    kept
}

fn options_of_collection() -> impl Strategy<Value = Document> {
    let schema = subsequence(PATHS.to_vec(), 1..=4).prop_shuffle();
    (
        prop::option::of(schema),
        select(vec!["strict", "moderate"]),
        any::<bool>(),
        prop::option::of(collation()),
    )
        .prop_map(|(required, level, stated, collation)| {
            let mut options = Document::new();
            if let Some(required) = required {
                let properties: Document = required
                    .iter()
                    .map(|name| {
                        (
                            (*name).to_owned(),
                            doc! { "bsonType": ["int"], "minimum": 1 }.into(),
                        )
                    })
                    .collect();
                options.insert(
                    "validator",
                    doc! { "$jsonSchema": { "required": required, "properties": properties } },
                );
            }
            if stated {
                options.insert("validationLevel", level);
            }
            if let Some(collation) = collation {
                options.insert("collation", collation);
            }
            options
        })
}

fn collection(name: &'static str) -> impl Strategy<Value = DeclaredCollection> {
    (
        options_of_collection(),
        prop::collection::vec(index(), 0..6),
    )
        .prop_map(move |(options, drawn)| {
            let kept = indexes(&Collations::of_declared(&options), drawn);
            declared(name, options, kept)
        })
}

fn collections() -> impl Strategy<Value = DeclaredDatabase> {
    subsequence(NAMES.to_vec(), 0..=NAMES.len())
        .prop_flat_map(|names| names.into_iter().map(collection).collect::<Vec<_>>())
        .prop_map(database)
}

/// A declared collection as a server has it that was brought to it.
fn realised(collection: &DeclaredCollection, has_documents: bool) -> LiveCollection {
    let mut state = LiveDatabase::default();
    let wanted = database(vec![collection.clone()]);
    let plan = make(&wanted, &state);
    execute(&mut state, &wanted, &plan);
    LiveCollection {
        has_documents,
        ..state.collections.remove(0)
    }
}

prop_compose! {
    /// A live state that came from some other declaration, partly this tool's own.
    fn any_live()(
        before in collections(),
        filled in prop::collection::vec(any::<bool>(), NAMES.len()),
        own in any::<u64>(),
    ) -> LiveDatabase {
        let mut state = server(before.collections.iter().zip(filled).map(|(collection, filled)| realised(collection, filled)).collect());
        let names = state.collections.iter().flat_map(|collection| {
            collection.indexes.iter().map(|spec| (collection.name.clone(), spec.get_str("name").unwrap().to_owned()))
        });
        let owned = names.enumerate().filter(|(number, (_, name))| name != "_id_" && own >> (number % 64) & 1 == 1);
        state.owned.indexes = owned.map(|(_, pair)| pair).collect();
        state
    }
}

/// The document with its numbers in other types, as drivers and servers of other times wrote them.
fn retyped(value: &Bson, noise: &mut u64) -> Bson {
    *noise = noise.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    match value {
        Bson::Int32(number) if noise.is_multiple_of(3) => Bson::Int64((*number).into()),
        Bson::Int32(number) if *noise % 3 == 1 => Bson::Double((*number).into()),
        Bson::Document(document) => document
            .iter()
            .map(|(name, value)| (name.clone(), retyped(value, noise)))
            .collect::<Document>()
            .into(),
        Bson::Array(values) => values
            .iter()
            .map(|value| retyped(value, noise))
            .collect::<Vec<_>>()
            .into(),
        other => other.clone(),
    }
}

/// A listed specification with what changes nothing: other number types and falsy options.
fn noisy(spec: &Document, noise: &mut u64) -> Document {
    let Bson::Document(mut spec) = retyped(&spec.clone().into(), noise) else {
        unreachable!()
    };
    for (bit, (name, value)) in [
        ("ns", Bson::from("tracker.x")),
        ("background", true.into()),
        ("dropDups", true.into()),
    ]
    .into_iter()
    .enumerate()
    {
        if *noise >> (bit + 8) & 1 == 1 {
            spec.insert(name, value);
        }
    }
    for (bit, name) in ["unique", "sparse", "hidden", "prepareUnique"]
        .into_iter()
        .enumerate()
    {
        if *noise >> (bit + 16) & 1 == 1 && !spec.contains_key(name) {
            spec.insert(
                name,
                if *noise >> 30 & 1 == 1 {
                    Bson::Boolean(false)
                } else {
                    Bson::Int32(0)
                },
            );
        }
    }
    spec
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn normalising_twice_is_normalising_once(spec in index(), options in options_of_collection()) {
        let collations = Collations::of_declared(&options);
        for once in [NormalIndex::declared(&spec, &collations), NormalIndex::live(&as_listed(&spec, None))] {
            prop_assert_eq!(&NormalIndex::live(&once.document()), &once);
        }
        let once = NormalOptions::declared(&options, &collations);
        prop_assert_eq!(NormalOptions::live(&once.document()), once);
    }

    #[test]
    fn number_types_are_no_difference(filter in filter(), mut noise in any::<u64>()) {
        let other = retyped(&filter.clone().into(), &mut noise);
        prop_assert_eq!(Canonical::new(&filter), Canonical::new(other.as_document().unwrap()));
    }

    #[test]
    fn what_the_server_adds_is_no_change(wanted in collections(), mut noise in any::<u64>(), filled in any::<bool>()) {
        let mut state = server(wanted.collections.iter().map(|collection| realised(collection, filled)).collect());
        for collection in &mut state.collections {
            let Bson::Document(options) = retyped(&collection.options.clone().into(), &mut noise) else { unreachable!() };
            collection.options = options;
            collection.indexes = collection.indexes.iter().map(|spec| noisy(spec, &mut noise)).collect();
            let turns = noise as usize % collection.indexes.len();
            collection.indexes.rotate_left(turns);
        }
        state.collections.reverse();
        let plan = make(&wanted, &state);
        prop_assert_eq!(ids(&plan), Vec::<String>::new());
        prop_assert!(plan.in_sync() && plan.unmanaged.is_empty());
    }

    #[test]
    fn over_nothing_everything_is_created(wanted in collections()) {
        let plan = make(&wanted, &LiveDatabase::default());
        let mut expected = Vec::new();
        for collection in &wanted.collections {
            let name = &collection.name;
            expected.push(format!("{name}/create_collection/{name}"));
            expected.extend(collection.indexes.iter().map(|spec| format!("{name}/create_index/{}", spec.get_str("name").unwrap())));
        }
        prop_assert_eq!(ids(&plan), expected);
        prop_assert!(plan.changes.iter().all(|change| change.class == Class::Safe && change.status == Status::Planned));
    }

    #[test]
    fn after_what_is_executed_only_what_was_held_back_remains(wanted in collections(), mut state in any_live()) {
        let plan = make(&wanted, &state);
        execute(&mut state, &wanted, &plan);
        let held: Vec<String> = plan.changes.iter().filter(|change| change.status != Status::Planned).map(Change::id).collect();
        prop_assert_eq!(ids(&make(&wanted, &state)), held);
    }

    #[test]
    fn nothing_foreign_is_touched_unless_it_is_declared(wanted in collections(), state in any_live()) {
        let plan = make(&wanted, &state);
        for change in &plan.changes {
            prop_assert!(change.action != Action::DropCollection);
            if [Action::DropIndex, Action::HideIndex].contains(&change.action) {
                let index = (change.collection.clone(), change.index.clone().unwrap());
                prop_assert!(state.owned.indexes.contains(&index));
            }
        }
        for left in &plan.unmanaged {
            let own = left.index.clone().is_some_and(|index| state.owned.indexes.contains(&(left.collection.clone(), index)));
            prop_assert!(!own);
        }
    }

    #[test]
    fn ids_are_unique_and_the_listings_order_is_no_matter(wanted in collections(), mut state in any_live()) {
        let plan = make(&wanted, &state);
        let unique: BTreeSet<String> = ids(&plan).into_iter().collect();
        prop_assert_eq!(unique.len(), plan.changes.len());
        state.collections.reverse();
        for collection in &mut state.collections {
            collection.indexes.reverse();
        }
        prop_assert_eq!(make(&wanted, &state), plan);
    }
}

#[test]
fn the_drawn_states_reach_every_action_of_this_slice() {
    let mut seen = BTreeSet::new();
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for _ in 0..200 {
        let wanted = collections().new_tree(&mut runner).unwrap().current();
        let state = any_live().new_tree(&mut runner).unwrap().current();
        seen.extend(
            make(&wanted, &state)
                .changes
                .iter()
                .map(|change| change.action.to_string()),
        );
    }
    let expected = [
        "create_collection",
        "create_index",
        "drop_index",
        "hide_index",
        "modify_collection",
        "modify_index",
        "replace_index",
        "set_validator",
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
}
