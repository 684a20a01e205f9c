//! Names with dots. In `properties`, `required` and `dependencies` the server takes them for paths,
//! as a query does: through objects, and through the items of an array. A keyword behind such a
//! path then holds where it holds for any value there. (In `additionalProperties` they are names.)

use std::fmt;

use bson::Document;

use super::node::Node;
use super::place::{Result, Written};
use super::raw::{Value, kind};
use super::types::Types;

/// A name, or a path.
#[derive(Debug)]
pub(super) struct Path {
    text: Box<str>,
}

impl Path {
    pub(super) fn new(text: &str) -> Self {
        Self { text: text.into() }
    }

    pub(super) fn is_in(&self, object: Value<'_>) -> bool {
        self.any(object, &mut |_| true)
    }

    /// Whether a value at the path passes the test.
    pub(super) fn any(&self, object: Value<'_>, test: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
        any(&self.text, object, test)
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn any(path: &str, object: Value<'_>, test: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
    match path.split_once('.') {
        None => object.get(path.as_bytes()).is_some_and(test),
        Some((first, rest)) => object
            .get(first.as_bytes())
            .is_some_and(|value| any_behind(rest, value, test)),
    }
}

fn any_behind(path: &str, value: Value<'_>, test: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
    match value.kind() {
        kind::OBJECT => any(path, value, test),
        kind::ARRAY => {
            let mut items = value.elements().map(|(_, item)| item);
            items.any(|item| item.is_object() && any(path, item, test))
                || any_at_index(path, value, test)
        }
        _ => false,
    }
}

/// A part of digits names an item as well.
fn any_at_index(path: &str, array: Value<'_>, test: &mut dyn FnMut(Value<'_>) -> bool) -> bool {
    let (first, rest) = match path.split_once('.') {
        Some((first, rest)) => (first, Some(rest)),
        None => (path, None),
    };
    let item = first
        .parse()
        .ok()
        .and_then(|at: usize| array.elements().nth(at));
    match (item, rest) {
        (None, _) => false,
        (Some((_, item)), None) => test(item),
        (Some((_, item)), Some(rest)) => any_behind(rest, item, test),
    }
}

/// Keywords that make one condition together, and the types of which they speak.
const CONDITIONS: [(&[&str], Types); 14] = [
    (&["minimum", "exclusiveMinimum"], Types::NUMBER),
    (&["maximum", "exclusiveMaximum"], Types::NUMBER),
    (&["multipleOf"], Types::NUMBER),
    (&["minLength"], Types::STRING),
    (&["maxLength"], Types::STRING),
    (&["pattern"], Types::STRING),
    (&["minItems"], Types::ARRAY),
    (&["maxItems"], Types::ARRAY),
    (&["uniqueItems"], Types::ARRAY),
    (&["items", "additionalItems"], Types::ARRAY),
    (
        &["properties", "patternProperties", "additionalProperties"],
        Types::OBJECT,
    ),
    (&["required"], Types::OBJECT),
    (&["minProperties"], Types::OBJECT),
    (&["maxProperties"], Types::OBJECT),
];

/// A schema behind a path.
#[derive(Debug)]
pub(super) struct Dotted {
    path: Path,
    required: bool,
    node: Node,
    conditions: Conditions,
}

#[derive(Debug, Default)]
struct Conditions {
    /// For some value each of them holds.
    some: Vec<Node>,
    /// Of these types there is no value, or there is one for which it holds.
    of_type: Vec<(Types, Node)>,
    /// There is a value of the type for which it holds.
    of_stated_type: Vec<(Types, Node)>,
    logic: Vec<Logic>,
}

#[derive(Debug)]
enum Logic {
    All(Vec<Conditions>),
    Any(Vec<Conditions>),
    One(Vec<Conditions>),
    Not(Box<Conditions>),
}

impl Dotted {
    /// The schema of `name` in `properties`.
    pub(super) fn compile(name: &str, required: bool, written: Written<'_>) -> Result<Self> {
        let properties = written.document("properties")?.cloned().unwrap_or_default();
        let schema = properties.get_document(name).cloned().unwrap_or_default();
        let place = written.place.inner("properties")?.inner(name)?;
        let written = Written {
            schema: &schema,
            place: &place,
        };
        Ok(Self {
            path: Path::new(name),
            required,
            node: Node::compile(&schema, &place)?,
            conditions: Conditions::compile(written)?,
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.path.text
    }

    pub(super) fn node(&self) -> &Node {
        &self.node
    }

    pub(super) fn holds(&self, object: Value<'_>) -> bool {
        (!self.required && !self.path.is_in(object)) || self.conditions.hold(&self.path, object)
    }

    /// What is wrong with the first value there is; none where the schema holds, or there is none.
    pub(super) fn details(&self, object: Value<'_>) -> Option<Vec<Document>> {
        if self.holds(object) {
            return None;
        }
        let mut details = None;
        self.path.any(object, &mut |value| {
            details = Some(self.node.details(value)).filter(|found| !found.is_empty());
            details.is_some()
        });
        details
    }
}

impl Conditions {
    fn compile(written: Written<'_>) -> Result<Self> {
        let types = Types::compile(written)?;
        let is_single = types.is_single();
        let mut all = Self::default();
        for (keywords, of) in CONDITIONS {
            let part = part(written, keywords);
            if part.is_empty() || (is_single && !types.meets(of)) {
                continue;
            }
            let node = Node::compile(&part, written.place)?;
            if is_single {
                all.of_stated_type.push((of, node));
            } else {
                all.of_type.push((of, node));
            }
        }
        for keywords in [&["bsonType"][..], &["type"], &["enum"], &["dependencies"]] {
            let part = part(written, keywords);
            if !part.is_empty() {
                all.some.push(Node::compile(&part, written.place)?);
            }
        }
        all.logic = logic(written)?;
        Ok(all)
    }

    fn hold(&self, path: &Path, object: Value<'_>) -> bool {
        let some = |types: Types, node: &Node| {
            path.any(object, &mut |value| {
                types.has(value.kind()) && node.holds(value)
            })
        };
        let is_there = |types: Types| path.any(object, &mut |value| types.has(value.kind()));
        let one = |types: &Types, node: &Node| !is_there(*types) || some(*types, node);
        self.some.iter().all(|node| some(Types::ALL, node))
            && self
                .of_stated_type
                .iter()
                .all(|(types, node)| some(*types, node))
            && self.of_type.iter().all(|(types, node)| one(types, node))
            && self.logic.iter().all(|logic| logic.holds(path, object))
    }
}

impl Logic {
    fn holds(&self, path: &Path, object: Value<'_>) -> bool {
        match self {
            Self::All(all) => all.iter().all(|it| it.hold(path, object)),
            Self::Any(all) => all.iter().any(|it| it.hold(path, object)),
            Self::One(all) => all.iter().filter(|it| it.hold(path, object)).count() == 1,
            Self::Not(inner) => !inner.hold(path, object),
        }
    }
}

type Make = fn(Vec<Conditions>) -> Logic;

/// The schema of these keywords alone.
fn part(written: Written<'_>, keywords: &[&str]) -> Document {
    let stated = keywords.iter().filter_map(|keyword| {
        let value = written.get(keyword)?.clone();
        Some(((*keyword).to_owned(), value))
    });
    stated.collect()
}

fn logic(written: Written<'_>) -> Result<Vec<Logic>> {
    let conditions = |schema: &Document| {
        let place = written.place;
        Conditions::compile(Written { schema, place })
    };
    let mut logic = Vec::new();
    for (keyword, make) in [
        ("allOf", Logic::All as Make),
        ("anyOf", Logic::Any),
        ("oneOf", Logic::One),
    ] {
        if let Some(members) = written.array(keyword)? {
            let members = members.iter().filter_map(|member| member.as_document());
            logic.push(make(members.map(conditions).collect::<Result<_>>()?));
        }
    }
    if let Some(schema) = written.document("not")? {
        logic.push(Logic::Not(Box::new(conditions(schema)?)));
    }
    Ok(logic)
}
