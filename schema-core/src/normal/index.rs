//! Index specifications.

use bson::{Bson, Document};

use super::canonical::{Canonical, numbers_in, sorted, truthy};
use super::{Collations, collation, key, partial, projection};

/// Left out of every comparison (MONGODB.md B2): versions, and what older servers ignored.
const IGNORED: [&str; 6] = [
    "v",
    "ns",
    "background",
    "dropDups",
    "textIndexVersion",
    "2dsphereIndexVersion",
];

/// What makes an index the index that it is.
const SIGNATURE: [&str; 6] = [
    "key",
    "unique",
    "sparse",
    "collation",
    "partialFilterExpression",
    "wildcardProjection",
];

/// What two specifications have in common if the server takes them for the same index: key, unique,
/// sparse, collation, partial filter and wildcard projection, each in normal form.
pub type IndexSignature = Canonical;

/// An index specification in its normal form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormalIndex {
    /// The index's name.
    pub name: String,
    /// What makes it the index that it is.
    pub signature: IndexSignature,
    /// The other options: TTL, hidden, weights, …
    pub rest: Canonical,
}

impl NormalIndex {
    /// Normalises a specification as `createIndexes` takes it, for a collection with these
    /// collations.
    pub fn declared(spec: &Document, collations: &Collations) -> Self {
        Self::new(spec, collations.declared(spec.get("collation")))
    }

    /// Normalises a specification as `listIndexes` lists it.
    pub fn live(spec: &Document) -> Self {
        Self::new(spec, collation::live(spec.get("collation")))
    }

    fn new(spec: &Document, collation: Option<Document>) -> Self {
        Self {
            name: spec.get_str("name").unwrap_or_default().to_owned(),
            signature: Canonical::new(&signature(spec, collation)),
            rest: Canonical::new(&rest(spec)),
        }
    }

    /// The whole as one document: the name, the key and the options.
    pub fn document(&self) -> Document {
        let mut whole = Document::from_iter([("name".to_owned(), Bson::from(&self.name))]);
        whole.extend(self.signature.document().clone());
        whole.extend(self.rest.document().clone());
        whole
    }

    /// The key, such as `{tenantId: 1, status: 1}`; a text index's as the server stores it.
    pub fn key(&self) -> &Document {
        static EMPTY: std::sync::LazyLock<Document> = std::sync::LazyLock::new(Document::new);
        self.signature
            .document()
            .get_document("key")
            .unwrap_or(&EMPTY)
    }

    /// Whether it is unique.
    pub fn is_unique(&self) -> bool {
        self.signature.document().contains_key("unique")
    }

    /// Whether it is a text index, of which a collection can have only one.
    pub fn is_text(&self) -> bool {
        self.key().contains_key("_fts")
    }

    /// What no change in place ever alters, as text: the key, sparse, the partial filter and the
    /// wildcard projection. The collation is left out, since a collection's own may stand for it.
    pub fn lasting(&self) -> String {
        let mut lasting = self.signature.document().clone();
        lasting.remove("unique");
        lasting.remove("collation");
        Canonical::new(&lasting).text().to_owned()
    }

    /// What it would be without `unique`, and what it is on the way there: `prepareUnique` is what
    /// a conversion to unique sets first, and leaves behind when it is interrupted.
    #[must_use]
    pub fn before_unique(&self) -> Self {
        let without = |whole: &Canonical, name: &str| {
            let mut rest = whole.document().clone();
            rest.remove(name);
            Canonical::new(&rest)
        };
        Self {
            name: self.name.clone(),
            signature: without(&self.signature, "unique"),
            rest: without(&self.rest, "prepareUnique"),
        }
    }
}

fn signature(spec: &Document, collation: Option<Document>) -> Document {
    let key = key::key(spec);
    let simple = key::compares_simply(&key);
    let mut signature = Document::from_iter([("key".to_owned(), Bson::Document(key))]);
    for flag in ["unique", "sparse"] {
        if spec.get(flag).is_some_and(truthy) {
            signature.insert(flag, true);
        }
    }
    if let Some(collation) = collation.filter(|_| !simple) {
        signature.insert("collation", collation);
    }
    if let Some(Bson::Document(filter)) = spec.get("partialFilterExpression") {
        signature.insert("partialFilterExpression", partial::filter(filter));
    }
    if let Some(Bson::Document(written)) = spec.get("wildcardProjection") {
        signature.insert("wildcardProjection", projection::projection(written));
    }
    signature
}

fn rest(spec: &Document) -> Document {
    let options = spec.iter().filter(|(name, _)| !is_apart(name));
    let mut rest: Document = options.filter_map(option).collect();
    if let Some(weights) = key::weights(spec) {
        rest.insert("weights", weights);
        rest.entry("default_language").or_insert("english".into());
        rest.entry("language_override").or_insert("language".into());
    }
    sorted(rest)
}

fn is_apart(name: &str) -> bool {
    name == "name" || IGNORED.contains(&name) || SIGNATURE.contains(&name)
}

/// One of the other options in normal form; none where it is the same as not given.
fn option((name, value): (&String, &Bson)) -> Option<(String, Bson)> {
    let value = match name.as_str() {
        "hidden" | "prepareUnique" => truthy(value).then_some(Bson::Boolean(true))?,
        "expireAfterSeconds" => numbers_in(&Bson::from(seconds(value)?)),
        _ => numbers_in(value),
    };
    Some((name.clone(), value))
}

/// A TTL in whole seconds. The server truncates fractions, and lists what it can't read, NaN
/// included, as the largest value.
fn seconds(value: &Bson) -> Option<i64> {
    match numbers_in(value) {
        Bson::Int32(seconds) => Some(seconds.into()),
        Bson::Int64(seconds) => Some(seconds),
        Bson::Double(seconds) if !seconds.is_nan() => Some(seconds as i64),
        Bson::Double(_) => Some(i32::MAX.into()),
        _ => None,
    }
}
