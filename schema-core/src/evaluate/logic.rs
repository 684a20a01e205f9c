//! `allOf`, `anyOf`, `oneOf` and `not`.

use bson::{Bson, Document, doc};

use super::node::Node;
use super::place::{Result, Written, code};
use super::raw::Value;

/// Schemas of one and the same value.
#[derive(Debug)]
pub(super) enum Logic {
    All(Vec<Node>),
    Any(Vec<Node>),
    /// Exactly one.
    One(Vec<Node>),
    Not(Box<Node>),
}

type Make = fn(Vec<Node>) -> Logic;

impl Logic {
    pub(super) fn compile(written: Written<'_>) -> Result<Vec<Self>> {
        let mut logic = Vec::new();
        for (keyword, make) in [
            ("allOf", Self::All as Make),
            ("anyOf", Self::Any),
            ("oneOf", Self::One),
        ] {
            logic.extend(members(written, keyword)?.map(make));
        }
        if let Some(schema) = written.document("not")? {
            let node = Node::compile(schema, &written.place.inner("not")?)?;
            logic.push(Self::Not(Box::new(node)));
        }
        Ok(logic)
    }

    /// Whether it holds, and the value is whole: any schema that holds says so, and of one that does
    /// not it has to be known that the form is not at fault.
    pub(super) fn holds(&self, value: Value<'_>) -> bool {
        match self {
            Self::All(nodes) => nodes.iter().all(|node| node.holds(value)),
            Self::Any(nodes) => nodes.iter().any(|node| node.holds(value)),
            Self::One(nodes) => nodes.iter().filter(|it| it.holds(value)).take(2).count() == 1,
            Self::Not(node) => value.is_whole() && !node.holds(value),
        }
    }

    pub(super) fn explain(&self, value: Value<'_>, out: &mut Vec<Document>) {
        if self.holds(value) {
            return;
        }
        let fault = |keyword: &str, nodes: &[Node]| {
            doc! { "operatorName": keyword, "schemasNotSatisfied": unsatisfied(nodes, value) }
        };
        out.push(match self {
            Self::All(nodes) => fault("allOf", nodes),
            Self::Any(nodes) => fault("anyOf", nodes),
            Self::One(nodes) => {
                let holding: Vec<i32> = holding(nodes, value).collect();
                match holding.as_slice() {
                    [] => fault("oneOf", nodes),
                    _ => doc! {
                        "operatorName": "oneOf",
                        "reason": "more than one subschema matched",
                        "matchingSchemaIndexes": holding,
                    },
                }
            }
            Self::Not(_) => doc! { "operatorName": "not", "reason": "child expression matched" },
        });
    }
}

fn members(written: Written<'_>, keyword: &str) -> Result<Option<Vec<Node>>> {
    let Some(members) = written.array(keyword)? else {
        return Ok(None);
    };
    if members.is_empty() {
        let message = format!("`{keyword}` cannot be an empty array");
        return Err(written.place.refused(code::BAD_VALUE, message));
    }
    let place = written.place.inner(keyword)?;
    let each = members.iter().enumerate().map(|(at, member)| match member {
        Bson::Document(schema) => Node::compile(schema, &place.inner(&at.to_string())?),
        _ => Err(written.place.mismatch(keyword, "an array of objects")),
    });
    each.collect::<Result<_>>().map(Some)
}

fn holding(nodes: &[Node], value: Value<'_>) -> impl Iterator<Item = i32> {
    let holding = nodes
        .iter()
        .enumerate()
        .filter(move |(_, node)| node.holds(value));
    holding.map(|(at, _)| at as i32)
}

fn unsatisfied(nodes: &[Node], value: Value<'_>) -> Vec<Document> {
    let faulty = nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| !node.holds(value));
    let told = faulty.map(|(at, node)| {
        let mut told = doc! { "index": at as i64 };
        told.extend(node.annotations());
        told.extend(doc! { "details": node.details(value) });
        told
    });
    told.collect()
}
