//! What holds of every plan, from any declared and any live state.

mod plan_support;

use std::collections::BTreeSet;

use bson::{Bson, Document};
use plan_support::drawn::{NAMES, collections, filter, index, options_of_collection};
use plan_support::{as_listed, database, execute, ids, make, server};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use schema_core::declared::DeclaredCollection;
use schema_core::verify::{self, Listed};
use schema_xtask::live::{LiveCollection, LiveDatabase};
use schema_xtask::normal::{Canonical, Collations, NormalIndex, NormalOptions};
use schema_xtask::plan::{Action, Change, Class, Status};

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

/// The same collection as verification reads it.
fn listed(collection: &LiveCollection) -> Listed {
    Listed {
        name: collection.name.clone(),
        kind: "collection".into(),
        options: collection.options.clone(),
        indexes: collection.indexes.clone(),
        building: collection.building.clone(),
        sharded: None,
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

    /// CASES 1, 3, 4, 5 and 7.
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

    /// CASES 7 and 16: from any start, and no step meets a conflict.
    #[test]
    fn after_what_is_executed_only_what_was_held_back_remains(wanted in collections(), mut state in any_live()) {
        let plan = make(&wanted, &state);
        execute(&mut state, &wanted, &plan);
        let held: Vec<String> = plan.changes.iter().filter(|change| change.status != Status::Planned).map(Change::id).collect();
        prop_assert_eq!(ids(&make(&wanted, &state)), held);
    }

    /// CASES 13.
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

    /// An application's start tells the same as a plan, but for what is no longer declared.
    #[test]
    fn verifying_finds_the_collections_that_a_plan_would_bring_to_their_declaration(wanted in collections(), mut state in any_live(), builds in any::<u8>()) {
        for (bit, collection) in state.collections.iter_mut().enumerate() {
            if builds >> (bit % 8) & 1 == 1 && collection.indexes.len() > 1 {
                collection.building.extend(collection.indexes.pop());
            }
        }
        let retires = [Action::HideIndex, Action::DropIndex, Action::DropCollection];
        let plan = make(&wanted, &state);
        let changes = plan.changes.iter().filter(|change| !retires.contains(&change.action));
        let planned: BTreeSet<String> = changes.map(|change| change.collection.clone()).collect();
        let listed: Vec<Listed> = state.collections.iter().map(listed).collect();
        let found: BTreeSet<String> = verify::differences(&wanted, &listed).into_iter().map(|it| it.collection).collect();
        prop_assert_eq!(found, planned);
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
