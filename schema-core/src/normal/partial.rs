//! Partial filters, reduced as far as the server reduces them before it compares two
//! (MONGODB.md B4, rule 4).

use bson::{Bson, Document};

use super::canonical::numbers_in;
use super::operators;

/// A filter as a tree. `And` and `Or` hold no child of their own kind, and never just one.
enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Leaf {
        path: String,
        operator: String,
        value: Bson,
    },
}

/// The filter in its normal form: one condition as `{path: {operator: value}}`, several in a flat
/// `$and`, sorted by operator and path.
pub(super) fn filter(written: &Document) -> Document {
    render(and(conjuncts(written)))
}

fn conjuncts(written: &Document) -> Vec<Node> {
    written
        .iter()
        .flat_map(|(name, value)| clause(name, value))
        .collect()
}

fn clause(name: &str, value: &Bson) -> Vec<Node> {
    match (name, documents(value)) {
        ("$and", Some(parts)) => parts.into_iter().flat_map(conjuncts).collect(),
        ("$or", Some(parts)) => vec![or(parts.into_iter().map(|part| and(conjuncts(part))))],
        ("$comment", _) => Vec::new(),
        _ if name.starts_with('$') => vec![leaf("", name, value)],
        _ => conditions(name, value),
    }
}

/// The members of a non-empty array of documents.
fn documents(value: &Bson) -> Option<Vec<&Document>> {
    let values = value.as_array().filter(|values| !values.is_empty())?;
    values.iter().map(Bson::as_document).collect()
}

/// The conditions on one path: `{$gt: 0, $lt: 9}` is two, a bare value is an equality.
fn conditions(path: &str, value: &Bson) -> Vec<Node> {
    match value
        .as_document()
        .filter(|document| operators::is_condition(document))
    {
        None => vec![leaf(path, "$eq", value)],
        Some(document) => {
            let simple = document
                .iter()
                .flat_map(|(operator, value)| operators::simplify(operator, value));
            simple
                .map(|(operator, value)| Node::Leaf {
                    path: path.to_owned(),
                    operator,
                    value,
                })
                .collect()
        }
    }
}

fn leaf(path: &str, operator: &str, value: &Bson) -> Node {
    Node::Leaf {
        path: path.to_owned(),
        operator: operator.to_owned(),
        value: numbers_in(value),
    }
}

fn and(children: Vec<Node>) -> Node {
    let flat = children.into_iter().flat_map(|child| match child {
        Node::And(inner) => inner,
        other => vec![other],
    });
    joined(flat.collect(), Node::And)
}

fn or(children: impl Iterator<Item = Node>) -> Node {
    let flat = children.flat_map(|child| match child {
        Node::Or(inner) => inner,
        other => vec![other],
    });
    joined(flat.collect(), Node::Or)
}

/// One child stands for itself. The sort is stable and blind to values: the server takes filters
/// whose conditions differ in the order of their values alone for different ones.
fn joined(mut children: Vec<Node>, join: fn(Vec<Node>) -> Node) -> Node {
    children.sort_by_cached_key(shape);
    match <[Node; 1]>::try_from(children) {
        Ok([only]) => only,
        Err(children) => join(children),
    }
}

/// What a node is apart from its values, for sorting: operator, path, and the shapes within.
fn shape(node: &Node) -> Vec<String> {
    let within = |operator: &str, children: &[Node]| {
        let inner = children.iter().flat_map(shape);
        std::iter::once(operator.to_owned()).chain(inner).collect()
    };
    match node {
        Node::And(children) => within("$and", children),
        Node::Or(children) => within("$or", children),
        Node::Leaf { path, operator, .. } => vec![operator.clone(), path.clone()],
    }
}

fn render(node: Node) -> Document {
    let list = |children: Vec<Node>| {
        Bson::Array(
            children
                .into_iter()
                .map(|child| render(child).into())
                .collect(),
        )
    };
    let (name, value) = match node {
        Node::And(children) if children.is_empty() => return Document::new(),
        Node::And(children) => ("$and".to_owned(), list(children)),
        Node::Or(children) => ("$or".to_owned(), list(children)),
        Node::Leaf {
            path,
            operator,
            value,
        } if path.is_empty() && operator != "$eq" => (operator, value),
        Node::Leaf {
            path,
            operator,
            value,
        } => (path, Document::from_iter([(operator, value)]).into()),
    };
    Document::from_iter([(name, value)])
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn same(left: &Document, right: &Document) -> bool {
        let text = |document| super::super::canonical::text(&Bson::Document(filter(document)));
        text(left) == text(right)
    }

    #[test]
    fn spellings_of_one_filter_are_the_same() {
        let pairs = [
            (doc! { "f": 1 }, doc! { "f": { "$eq": 1.0 } }),
            (doc! { "a": 1, "b": 2 }, doc! { "b": 2, "a": 1 }),
            (
                doc! { "a": { "$gt": 0, "$lt": 9 } },
                doc! { "$and": [{ "a": { "$lt": 9_i64 } }, { "a": { "$gt": 0 } }] },
            ),
            (
                doc! { "$and": [{ "$and": [{ "a": 1 }, { "b": 2 }] }, { "c": 3 }] },
                doc! { "a": 1, "b": 2, "c": 3 },
            ),
            (doc! { "$and": [{ "a": 1 }] }, doc! { "a": 1 }),
            (
                doc! { "$or": [{ "a": 1 }, { "b": 2 }] },
                doc! { "$or": [{ "b": 2 }, { "a": { "$eq": 1 } }] },
            ),
            (
                doc! { "$or": [{ "$or": [{ "a": 1 }, { "b": 2 }] }, { "c": 1 }] },
                doc! { "$or": [{ "a": 1 }, { "b": 2 }, { "c": 1 }] },
            ),
            (
                doc! { "a": { "$in": [2, 1, 1.0] } },
                doc! { "a": { "$in": [1, 2] } },
            ),
            (doc! { "a": { "$in": [1] } }, doc! { "a": 1 }),
            (
                doc! { "a": { "$type": 2 } },
                doc! { "a": { "$type": ["string"] } },
            ),
            (
                doc! { "a": { "$exists": 1 } },
                doc! { "a": { "$exists": true } },
            ),
            (
                doc! { "a": { "$all": [1, 2] } },
                doc! { "$and": [{ "a": 1 }, { "a": 2 }] },
            ),
        ];
        for (left, right) in pairs {
            assert!(same(&left, &right), "{left} and {right}");
        }
    }

    #[test]
    fn different_filters_differ() {
        let pairs = [
            (doc! { "f": 1 }, doc! { "f": 2 }),
            (doc! { "f": 1 }, doc! { "f": "1" }),
            (doc! { "f": "blah" }, doc! { "f": "BLAH" }),
            (doc! { "f": { "$gt": 1 } }, doc! { "f": { "$gte": 1 } }),
            (
                doc! { "$or": [{ "a": 1 }, { "b": 2 }] },
                doc! { "a": 1, "b": 2 },
            ),
            (
                doc! { "$and": [{ "a": 1 }, { "a": 2 }] },
                doc! { "$and": [{ "a": 2 }, { "a": 1 }] },
            ),
            (
                doc! { "f": { "x": 1, "y": 1 } },
                doc! { "f": { "y": 1, "x": 1 } },
            ),
            (
                doc! { "f": { "$in": [1, 2] } },
                doc! { "f": { "$in": [1, 3] } },
            ),
            (doc! { "f": Bson::Null }, doc! { "f": { "$exists": false } }),
            (doc! {}, doc! { "f": 1 }),
        ];
        for (left, right) in pairs {
            assert!(!same(&left, &right), "{left} and {right}");
        }
    }

    #[test]
    fn the_depth_of_bson_does_not_overflow() {
        let deep = (0..100).fold(
            doc! { "a": 1 },
            |inner, _| doc! { "$and": [inner, { "$or": [{ "b": 1 }, { "c": 1 }] }] },
        );
        assert_eq!(filter(&deep).get_array("$and").unwrap().len(), 101);
    }
}
