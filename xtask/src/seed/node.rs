//! What may be stored at one place of a document, as generation needs it.

use bson::{Bson, Document};

use super::names::Phase;
use super::number::Numbers;
use super::pattern::Patterns;
use super::shape::Shape;
use super::subject::Subject;

/// What may be stored at one place of a document.
#[derive(Debug)]
pub(super) struct Node {
    /// The collection and the stored path, for people.
    pub(super) place: String,
    /// The BSON types, without null.
    pub(super) kinds: Vec<Kind>,
    /// Whether null is one of them.
    pub(super) null: bool,
    /// The list of values; empty where there is none.
    pub(super) values: Vec<Bson>,
    /// What is said of texts.
    pub(super) text: Text,
    /// What is said of numbers, and the range in which they usually lie.
    pub(super) numbers: Numbers,
    /// The range in which numbers usually lie.
    pub(super) usual: (i64, i64),
    /// What is said of arrays.
    pub(super) array: Array,
    /// What is said of documents.
    pub(super) object: Object,
    /// Schemas of which one holds; empty where nothing is alternative.
    pub(super) branches: Vec<Self>,
    /// When a date lies.
    pub(super) phase: Phase,
    /// Of a date after which the server deletes the document: the seconds until then.
    pub(super) expires_after: Option<i64>,
    /// Whether a geospatial index is on it.
    pub(super) is_place: bool,
    /// Which geometry it is.
    pub(super) geometry: Option<&'static str>,
    /// Whether a document cannot do without it.
    pub(super) is_needed: bool,
    /// What else decides the value.
    pub(super) role: Role,
    /// Of a unique index whose keys are only together enough: which, and which key of it.
    pub(super) combined: Option<(usize, usize)>,
    /// Its schema without what only people read: equal ones admit the same.
    pub(super) schema: Document,
}

/// What else than its schema decides a value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) enum Role {
    /// Nothing.
    #[default]
    Free,
    /// It is the tenant's key.
    Tenant,
    /// It is the `_id` of a document of the collection at this position.
    Reference(usize),
    /// No other document has it.
    Unique,
    /// It is the copy of what the document that the neighbouring field refers to has.
    Copy {
        /// The neighbouring field.
        reference: String,
        /// The collection, by position.
        collection: usize,
        /// The field there.
        field: String,
    },
}

/// A BSON type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Double,
    Text,
    Object,
    Array,
    Binary,
    ObjectId,
    Bool,
    Date,
    Regex,
    JavaScript,
    Symbol,
    Int,
    Timestamp,
    Long,
    Decimal,
    MinKey,
    MaxKey,
    Undefined,
    CodeWithScope,
}

/// The aliases of types. Source: $type, Available Types. The driver cannot make a `dbPointer`.
pub(super) const KINDS: [(&str, Kind); 19] = [
    ("double", Kind::Double),
    ("string", Kind::Text),
    ("object", Kind::Object),
    ("array", Kind::Array),
    ("binData", Kind::Binary),
    ("objectId", Kind::ObjectId),
    ("bool", Kind::Bool),
    ("date", Kind::Date),
    ("regex", Kind::Regex),
    ("javascript", Kind::JavaScript),
    ("symbol", Kind::Symbol),
    ("int", Kind::Int),
    ("timestamp", Kind::Timestamp),
    ("long", Kind::Long),
    ("decimal", Kind::Decimal),
    ("minKey", Kind::MinKey),
    ("maxKey", Kind::MaxKey),
    ("undefined", Kind::Undefined),
    ("javascriptWithScope", Kind::CodeWithScope),
];

/// What is said of texts.
#[derive(Debug)]
pub(super) struct Text {
    /// The fewest code points.
    pub(super) least: u64,
    /// The most code points.
    pub(super) most: u64,
    /// What it must match.
    pub(super) patterns: Option<Patterns>,
    /// What it is about.
    pub(super) subject: Subject,
    /// Whether what people write about that matches the patterns.
    pub(super) is_usual: bool,
    /// Of a unique one that has to be made from its pattern: how.
    pub(super) shape: Option<Shape>,
}

/// What is said of arrays.
#[derive(Debug, Default)]
pub(super) struct Array {
    /// What each item may be.
    pub(super) items: Option<Box<Node>>,
    /// What the items at the first positions may be.
    pub(super) tuple: Vec<Node>,
    /// The fewest items.
    pub(super) least: u64,
    /// The most items.
    pub(super) most: Option<u64>,
    /// Whether no two are equal.
    pub(super) unique: bool,
}

/// What is said of documents.
#[derive(Debug, Default)]
pub(super) struct Object {
    /// The fields with names.
    pub(super) properties: Vec<Property>,
    /// What the fields of all other names may be, where any are known to be admitted.
    pub(super) others: Option<Others>,
    /// The fewest fields.
    pub(super) least: u64,
    /// The most fields.
    pub(super) most: Option<u64>,
}

/// A field with a name.
#[derive(Debug)]
pub(super) struct Property {
    /// The stored name.
    pub(super) name: String,
    /// Whether it is always there.
    pub(super) required: bool,
    /// What it may be.
    pub(super) node: Node,
}

/// Fields whose names are data.
#[derive(Debug)]
pub(super) struct Others {
    /// What the names match; anything where nothing is said.
    pub(super) names: Option<Patterns>,
    /// What the values may be.
    pub(super) node: Box<Node>,
}

impl Node {
    /// Whether a BSON type is admitted.
    pub(super) fn admits(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Does something with each place of this stored path, however many branches have it: what is
    /// inside of arrays, and of maps for `*`.
    pub(super) fn at(&mut self, path: &[&str], act: &mut dyn FnMut(&mut Self)) {
        for branch in &mut self.branches {
            branch.at(path, act);
        }
        if let Some(items) = &mut self.array.items {
            items.at(path, act);
        }
        for item in &mut self.array.tuple {
            item.at(path, act);
        }
        let Some((first, rest)) = path.split_first() else {
            if self.branches.is_empty() && !self.kinds.iter().all(|kind| *kind == Kind::Array) {
                act(self);
            }
            return;
        };
        for property in &mut self.object.properties {
            if property.name == *first {
                property.node.at(rest, act);
            }
        }
        if let (Some(others), "*") = (&mut self.object.others, *first) {
            others.node.at(rest, act);
        }
    }

    /// Makes sure that what is at this path is always there, and never null.
    pub(super) fn always(&mut self, path: &[&str]) {
        self.null = false;
        self.is_needed = true;
        self.values.retain(|value| *value != Bson::Null);
        for branch in &mut self.branches {
            branch.always(path);
        }
        self.branches
            .retain(|branch| !branch.kinds.is_empty() || !branch.branches.is_empty());
        if let Some(items) = &mut self.array.items {
            self.array.least = self.array.least.max(1);
            items.always(path);
        }
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        for property in &mut self.object.properties {
            if property.name == *first {
                property.required = true;
                property.node.always(rest);
            }
        }
    }

    /// Does something with what stands at this path itself, arrays included.
    pub(super) fn arrive(&mut self, path: &[&str], act: &mut dyn FnMut(&mut Self)) {
        let Some((first, rest)) = path.split_first() else {
            return act(self);
        };
        for branch in &mut self.branches {
            branch.arrive(path, act);
        }
        if let Some(items) = &mut self.array.items {
            items.arrive(path, act);
        }
        for property in &mut self.object.properties {
            if property.name == *first {
                property.node.arrive(rest, act);
            }
        }
    }

    /// Does something with every place, this one and those inside.
    pub(super) fn each(&mut self, act: &mut dyn FnMut(&mut Self)) {
        act(self);
        let items = self.array.items.iter_mut().map(|items| &mut **items);
        let others = self
            .object
            .others
            .iter_mut()
            .map(|others| &mut *others.node);
        let fields = self.object.properties.iter_mut().map(|it| &mut it.node);
        let inner = items.chain(others).chain(fields);
        let inner = inner.chain(&mut self.branches).chain(&mut self.array.tuple);
        for node in inner {
            node.each(act);
        }
    }
}
