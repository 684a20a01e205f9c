//! Collations, as they are declared and as the server lists them.

use bson::{Bson, Document};

use super::canonical::{numbers, numbers_in, same, sorted};

/// Defaults in every locale, and the usual ones of the parameters that a locale may change
/// (manual, "Collation Locales and Default Parameters").
const DEFAULTS: [(&str, Default); 8] = [
    ("caseLevel", Default::Bool(false)),
    ("caseFirst", Default::Text("off")),
    ("strength", Default::Number(3)),
    ("numericOrdering", Default::Bool(false)),
    ("alternate", Default::Text("non-ignorable")),
    ("maxVariable", Default::Text("punct")),
    ("normalization", Default::Bool(false)),
    ("backwards", Default::Bool(false)),
];

/// Languages in which text is known to be normalised only on demand. In others (`vi`, `th`, the
/// Indic ones) the server's default depends on its ICU tables.
const WITHOUT_NORMALIZATION: [&str; 27] = [
    "af", "bg", "ca", "cs", "da", "de", "en", "es", "et", "fi", "fr", "hr", "hu", "it", "ja", "ko",
    "lt", "lv", "nb", "nl", "nn", "pl", "pt", "ru", "sv", "tr", "zh",
];

#[derive(Clone, Copy)]
enum Default {
    Bool(bool),
    Number(i32),
    Text(&'static str),
}

impl From<Default> for Bson {
    fn from(value: Default) -> Self {
        match value {
            Default::Bool(value) => value.into(),
            Default::Number(value) => value.into(),
            Default::Text(value) => value.into(),
        }
    }
}

/// What is needed to tell which collation a declaration comes to on a server.
#[derive(Debug, Clone, std::default::Default, PartialEq)]
pub struct Collations {
    /// The collection's default, in normal form; none for simple comparison.
    default: Option<Document>,
    /// The collations that the server lists in the collection, in normal form.
    listed: Vec<Document>,
}

impl Collations {
    /// The collations of a live collection, from its options and `listIndexes`.
    pub fn of_live(options: &Document, indexes: &[Document]) -> Self {
        let listed = std::iter::once(options).chain(indexes);
        Self {
            default: live(options.get("collation")),
            listed: listed
                .filter_map(|document| live(document.get("collation")))
                .collect(),
        }
    }

    /// The collations of a collection that is still to be created with these options.
    pub fn of_declared(options: &Document) -> Self {
        let default = Self::default().explicit(options.get("collation"));
        Self {
            default,
            listed: Vec::new(),
        }
    }

    /// A declared index's collation in normal form: explicit simple is none, and an absent one is
    /// the collection's default.
    pub(super) fn declared(&self, declared: Option<&Bson>) -> Option<Document> {
        match declared {
            None => self.default.clone(),
            explicit => self.explicit(explicit),
        }
    }

    /// A declared collation with the parameters that the server fills in.
    pub(super) fn explicit(&self, declared: Option<&Bson>) -> Option<Document> {
        let stated = stated(declared)?;
        // A locale's own defaults come from the server's ICU tables: what it lists for a
        // collation that is otherwise as stated is what it fills in.
        let twin = self.listed.iter().find(|listed| fills(&stated, listed));
        Some(twin.cloned().unwrap_or_else(|| filled(stated)))
    }
}

/// A listed collation in normal form: without the version of ICU, and none for simple comparison.
/// Listed indexes that have no collation compare simply, also in a collection with a default.
pub(super) fn live(listed: Option<&Bson>) -> Option<Document> {
    stated(listed).map(filled)
}

fn stated(written: Option<&Bson>) -> Option<Document> {
    let mut collation = numbers(written?.as_document()?);
    collation.remove("version");
    (locale(&collation) != "simple").then_some(collation)
}

/// A collation in normal form without what its locale implies, for people to read.
pub fn telling(collation: &Document) -> Document {
    let locale = locale(collation);
    let implied = |name: &str, stated: &Bson| {
        let default = DEFAULTS.iter().find(|(known, _)| *known == name);
        default.is_some_and(|&(_, value)| same(Some(stated), Some(&usual(locale, name, value))))
    };
    let mut telling = Document::from_iter([("locale".to_owned(), Bson::from(locale))]);
    let others = collation
        .iter()
        .filter(|(name, stated)| !implied(name, stated));
    telling.extend(others.map(|(name, stated)| (name.clone(), stated.clone())));
    telling
}

fn locale(collation: &Document) -> &str {
    collation.get_str("locale").unwrap_or_default()
}

fn filled(mut stated: Document) -> Document {
    for (name, value) in DEFAULTS {
        if !stated.contains_key(name) {
            stated.insert(name, usual(locale(&stated), name, value));
        }
    }
    sorted(stated)
}

/// Whether the server may have made `listed` of `stated`.
fn fills(stated: &Document, listed: &Document) -> bool {
    let as_stated = stated
        .iter()
        .all(|(name, value)| same(Some(value), listed.get(name)));
    as_stated
        && DEFAULTS.iter().all(|&(name, value)| {
            let listed = listed.get(name).map(numbers_in);
            stated.contains_key(name)
                || same(listed.as_ref(), Some(&value.into()))
                || same(listed.as_ref(), special(locale(stated), name).as_ref())
        })
}

fn usual(locale: &str, name: &str, value: Default) -> Bson {
    match name {
        // Where it depends on ICU's tables, the usual value is the better guess.
        "normalization" => value.into(),
        _ => special(locale, name).unwrap_or_else(|| value.into()),
    }
}

/// The default of a parameter in a locale that differs from the usual one, or may.
fn special(locale: &str, name: &str) -> Option<Bson> {
    let language = locale.split(['_', '@']).next().unwrap_or_default();
    match name {
        "caseFirst" if ["da", "mt"].contains(&language) => Some("upper".into()),
        "alternate" if language == "th" => Some("shifted".into()),
        "backwards" if locale == "fr_CA" => Some(true.into()),
        "normalization" if locale.contains('@') || !WITHOUT_NORMALIZATION.contains(&language) => {
            Some(true.into())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn listed(changes: Document) -> Document {
        let mut listed = doc! {
            "locale": "en", "caseLevel": false, "caseFirst": "off", "strength": 3, "numericOrdering": false,
            "alternate": "non-ignorable", "maxVariable": "punct", "normalization": false, "backwards": false,
            "version": "57.1",
        };
        listed.extend(changes);
        listed
    }

    fn agree(declared: Document, changes: Document) -> bool {
        let index = doc! { "collation": listed(changes) };
        let collations = Collations::of_live(&doc! {}, std::slice::from_ref(&index));
        collations.declared(Some(&declared.into())) == live(index.get("collation"))
    }

    #[test]
    fn filled_in_defaults_are_no_difference() {
        assert!(agree(
            doc! { "locale": "en", "strength": 2.0 },
            doc! { "strength": 2 }
        ));
        assert!(agree(
            doc! { "locale": "fr_CA" },
            doc! { "locale": "fr_CA", "backwards": true }
        ));
        assert!(agree(
            doc! { "locale": "da" },
            doc! { "locale": "da", "caseFirst": "upper" }
        ));
        assert!(agree(doc! { "locale": "da" }, doc! { "locale": "da" }));
        assert!(agree(
            doc! { "locale": "vi" },
            doc! { "locale": "vi", "normalization": true }
        ));
    }

    #[test]
    fn a_parameter_that_differs_is_a_difference() {
        assert!(!agree(doc! { "locale": "en", "strength": 2 }, doc! {}));
        assert!(!agree(
            doc! { "locale": "en" },
            doc! { "caseFirst": "upper" }
        ));
        assert!(!agree(
            doc! { "locale": "en" },
            doc! { "normalization": true }
        ));
        assert!(!agree(doc! { "locale": "de" }, doc! {}));
        assert!(!agree(
            doc! { "locale": "da", "caseFirst": "off" },
            doc! { "locale": "da", "caseFirst": "upper" }
        ));
    }
}
