//! What a database went through before it is brought to another declaration.

use std::fmt;

use bson::{Bson, DateTime, Document, doc};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

use schema_xtask::normal::Collations;

use crate::plan_support::drawn::{collections, index, indexes as beside_each_other};

/// One thing that people, or programs of theirs, did to a database.
#[derive(Debug, Clone)]
pub(crate) enum Deed {
    /// An index built by hand, under a name of its own.
    BuiltIndex(Index, Document),
    /// An index rebuilt by hand with other options, under its old name.
    RebuiltIndex(Index, Index, Document),
    /// An index dropped by hand.
    DroppedIndex(Index, Index),
    /// An index hidden or shown by hand.
    HidIndex(Index, Index, bool),
    /// `prepareUnique` left behind by a conversion that was never finished.
    PreparedIndex(Index, Index),
    /// The validator taken away, or loosened to this level and action.
    LoosenedValidator(Index, Option<(&'static str, &'static str)>),
    /// A collection that nobody declared, with an index and documents.
    AddedCollection(u8),
    /// Documents.
    WroteDocuments(Index, Vec<Document>),
}

/// A history: what was declared and applied first, what was done by hand, what is declared now.
#[derive(Clone)]
pub(crate) struct Life {
    /// What was applied first.
    pub(crate) before: DeclaredDatabase,
    /// What was done then.
    pub(crate) deeds: Vec<Deed>,
    /// What is declared now.
    pub(crate) after: DeclaredDatabase,
}

impl fmt::Debug for Life {
    /// A line for each collection, index and deed, as Extended JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, database) in [("before", &self.before), ("after", &self.after)] {
            for collection in &database.collections {
                writeln!(
                    f,
                    "\n{what}: {} {}",
                    collection.name,
                    json(&collection.options)
                )?;
                for index in &collection.indexes {
                    writeln!(f, "    {}", json(index))?;
                }
            }
        }
        self.deeds
            .iter()
            .try_for_each(|deed| writeln!(f, "deed: {deed:?}"))
    }
}

/// In one line.
pub(crate) fn json(document: &Document) -> String {
    Bson::from(document.clone())
        .into_relaxed_extjson()
        .to_string()
}

/// Any history. What the development server has no kind for is left out: text and hashed indexes;
/// and what it gets wrong.
pub(crate) fn lives() -> impl Strategy<Value = Life> {
    let declared = || collections().prop_map(without_missing_kinds);
    let deeds = prop::collection::vec(deed(), 0..8);
    (declared(), deeds, declared()).prop_map(|(before, deeds, after)| Life {
        before,
        deeds,
        after,
    })
}

fn deed() -> impl Strategy<Value = Deed> {
    let at = any::<Index>;
    let spec = || index().prop_filter("the server lacks the kind", has_kind);
    let state = select(vec![
        None,
        Some(("strict", "warn")),
        Some(("moderate", "error")),
        Some(("off", "error")),
    ]);
    prop_oneof![
        2 => (at(), spec()).prop_map(|(one, spec)| Deed::BuiltIndex(one, spec)),
        2 => (at(), at(), spec()).prop_map(|(one, two, spec)| Deed::RebuiltIndex(one, two, spec)),
        1 => (at(), at()).prop_map(|(one, two)| Deed::DroppedIndex(one, two)),
        1 => (at(), at(), any::<bool>()).prop_map(|(one, two, on)| Deed::HidIndex(one, two, on)),
        1 => (at(), at()).prop_map(|(one, two)| Deed::PreparedIndex(one, two)),
        1 => (at(), state).prop_map(|(one, state)| Deed::LoosenedValidator(one, state)),
        1 => (0..3_u8).prop_map(Deed::AddedCollection),
        3 => (at(), prop::collection::vec(document(), 1..6))
            .prop_map(|(one, documents)| Deed::WroteDocuments(one, documents)),
    ]
}

/// A document that may or may not be valid, with few values, so that keys repeat.
fn document() -> impl Strategy<Value = Document> {
    let far = DateTime::from_millis(4_102_444_800_000);
    let value = prop_oneof![
        4 => (-1_i32..3).prop_map(Bson::from),
        1 => Just(Bson::Null),
        1 => select(vec!["x", "X", "y"]).prop_map(Bson::from),
        1 => prop::collection::vec(0_i32..3, 0..3).prop_map(Bson::from),
        1 => Just(Bson::DateTime(far)),
        1 => Just(Bson::DateTime(DateTime::from_millis(0))),
    ];
    let fields = prop::collection::vec(prop::option::weighted(0.7, value), 4);
    fields.prop_map(|values| {
        let mut document = Document::new();
        for (path, value) in ["a", "b", "c", "e"].into_iter().zip(values) {
            let Some(value) = value else { continue };
            let value = if path == "c" {
                doc! { "d": value }.into()
            } else {
                value
            };
            document.insert(path, value);
        }
        document
    })
}

fn without_missing_kinds(mut database: DeclaredDatabase) -> DeclaredDatabase {
    for DeclaredCollection {
        options, indexes, ..
    } in &mut database.collections
    {
        let there = indexes.drain(..).filter(has_kind).map(with_true_conversion);
        let collations = Collations::of_declared(options);
        *indexes = beside_each_other(&collations, there.collect());
    }
    database
}

/// When the development server makes a partial index unique, it also looks at the documents that the
/// index leaves out.
fn with_true_conversion(mut spec: Document) -> Document {
    if spec.contains_key("partialFilterExpression") {
        spec.remove("unique");
    }
    spec
}

fn has_kind(spec: &Document) -> bool {
    let key = spec.get_document("key").expect("an index has a key");
    let kind = |value: &Bson| value.as_str().map(str::to_owned);
    !key.values()
        .filter_map(kind)
        .any(|kind| kind == "text" || kind == "hashed")
}
