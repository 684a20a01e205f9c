//! Paths that one update cannot change together. Source: Update Operators, "conflict at".

use bson::{Bson, Document};

/// A path among the operators that is this one, holds it, or is held by it.
pub(super) fn conflicting<'a>(operators: &'a Document, path: &str) -> Option<&'a str> {
    let documents = operators.values().filter_map(Bson::as_document);
    let paths = documents.flat_map(Document::keys);
    paths
        .map(String::as_str)
        .find(|other| holds(other, path) || holds(path, other))
}

/// Whether the first path is the second, or leads to it.
fn holds(outer: &str, inner: &str) -> bool {
    inner
        .strip_prefix(outer)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::conflicting;

    #[test]
    fn a_path_conflicts_with_itself_and_with_what_it_holds() {
        let operators = doc! { "$set": { "a.b": 1 }, "$inc": { "c": 1 } };
        assert_eq!(conflicting(&operators, "a.b"), Some("a.b"));
        assert_eq!(conflicting(&operators, "a"), Some("a.b"));
        assert_eq!(conflicting(&operators, "a.b.c"), Some("a.b"));
        assert_eq!(conflicting(&operators, "c.d"), Some("c"));
        assert_eq!(conflicting(&operators, "a.bc"), None);
        assert_eq!(conflicting(&operators, "a.c"), None);
    }
}
