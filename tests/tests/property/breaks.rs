//! Documents that break one keyword of their schema.

use bson::{Bson, Document};

use super::keeps::{at, branches, broken, inside, is_listed};
use super::values;

/// A way in which a document breaks, in one place and by one keyword.
#[derive(Debug, Clone)]
pub(crate) struct Break {
    /// The keyword that no longer holds.
    pub(crate) keyword: String,
    /// What stands in the place then.
    pub(crate) now: Bson,
    /// Whether an item is doubled with its fields in another order.
    pub(crate) reordered: bool,
    /// The steps to the place, the innermost first.
    steps: Vec<String>,
    /// Whether another branch of `anyOf` may hold instead.
    in_branch: bool,
}

impl Break {
    /// One of the value itself.
    pub(crate) fn of(keyword: &str, now: Bson) -> Self {
        Self {
            keyword: keyword.to_owned(),
            now,
            reordered: false,
            steps: Vec::new(),
            in_branch: false,
        }
    }

    /// The same of one that has its fields in another order.
    pub(crate) fn reordered(self) -> Self {
        Self {
            reordered: true,
            ..self
        }
    }

    /// The same, one step further outside.
    fn within(mut self, step: &str) -> Self {
        self.steps.push(step.to_owned());
        self
    }

    /// The place and the keyword, which the server is to name.
    pub(crate) fn named(&self) -> (String, String) {
        let steps = self.steps.iter().rev();
        let place = steps.fold(String::new(), |place, step| place + "/" + step);
        (place, self.keyword.clone())
    }

    /// The document broken so; nothing where another branch of `anyOf` takes it.
    ///
    /// # Panics
    /// Where it is whole, outside of alternatives.
    pub(crate) fn apply(&self, schema: &Document, document: &Document) -> Option<Document> {
        let mut whole = Bson::Document(document.clone());
        let place = self
            .steps
            .iter()
            .rev()
            .fold(&mut whole, |value, step| at_mut(value, step));
        *place = self.now.clone();
        let is_broken = broken(schema, &whole).contains(&self.named());
        assert!(is_broken || self.in_branch, "nothing is broken: {self:?}");
        whole.as_document().filter(|_| is_broken).cloned()
    }
}

fn at_mut<'a>(value: &'a mut Bson, step: &str) -> &'a mut Bson {
    match value {
        Bson::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        Bson::Document(fields) => fields.get_mut(step).expect("the field"),
        _ => panic!("nothing inside"),
    }
}

/// The ways to break a document that keeps its schema.
pub(crate) fn breaks(schema: &Document, document: &Document) -> Vec<Break> {
    let mut breaks = of_value(schema, &Bson::Document(document.clone()));
    breaks.retain(is_of_use);
    breaks
}

/// Of `_id` the server refuses arrays and the like by itself, before it looks at the validator; and
/// the driver makes one where there is none.
fn is_of_use(it: &Break) -> bool {
    match &it.steps[..] {
        [] => it
            .now
            .as_document()
            .is_some_and(|document| document.contains_key("_id")),
        [only] if only == "_id" => !matches!(it.now, Bson::Array(_)),
        _ => true,
    }
}

fn of_value(schema: &Document, value: &Bson) -> Vec<Break> {
    let mut all = Vec::new();
    for (keyword, argument) in schema {
        all.extend(of_keyword(schema, keyword, argument, value));
        for (step, schema) in inside(schema, keyword, value) {
            let inner = at(value, &step);
            all.extend(
                of_value(schema, inner)
                    .into_iter()
                    .map(|it| it.within(&step)),
            );
        }
        all.extend(of_branches(keyword, argument, value));
    }
    all
}

/// What breaks the branches that hold.
fn of_branches(keyword: &str, argument: &Bson, value: &Bson) -> Vec<Break> {
    if !matches!(keyword, "anyOf" | "allOf") {
        return Vec::new();
    }
    let held = branches(argument).filter(|branch| broken(branch, value).is_empty());
    let breaks = held.flat_map(|branch| of_value(branch, value));
    let in_branch = keyword == "anyOf";
    breaks
        .map(|it| Break {
            in_branch: it.in_branch || in_branch,
            ..it
        })
        .collect()
}

/// What breaks a keyword of the value itself.
fn of_keyword(schema: &Document, keyword: &str, argument: &Bson, value: &Bson) -> Vec<Break> {
    let values = match (keyword, value) {
        ("bsonType", _) => values::of_other_types(argument),
        ("enum", _) => values::not_among(argument.as_array().unwrap()),
        ("minLength" | "maxLength" | "pattern", Bson::String(text)) => {
            values::texts(schema, keyword, text)
                .map(Bson::String)
                .collect()
        }
        ("minItems" | "maxItems", Bson::Array(items)) => values::lengths(keyword, argument, items)
            .map(Bson::Array)
            .collect(),
        ("uniqueItems", Bson::Array(items)) => return values::doubled(schema, items),
        ("minProperties" | "maxProperties", Bson::Document(fields)) => {
            values::sizes(schema, keyword, fields)
                .map(Bson::Document)
                .collect()
        }
        ("required", Bson::Document(fields)) => without_each(argument, fields),
        ("additionalProperties", Bson::Document(fields)) => with_another(schema, fields),
        (_, value) => values::numbers(schema, keyword, value),
    };
    values
        .into_iter()
        .map(|now| Break::of(keyword, now))
        .collect()
}

fn without_each(required: &Bson, fields: &Document) -> Vec<Bson> {
    let names = required.as_array().unwrap().iter().filter_map(Bson::as_str);
    let present = names.filter(|name| fields.contains_key(name));
    present
        .map(|name| {
            let mut fields = fields.clone();
            fields.remove(name);
            Bson::Document(fields)
        })
        .collect()
}

/// With a field that a closed document does not list, whose value is good for those that it does.
fn with_another(schema: &Document, fields: &Document) -> Vec<Bson> {
    if schema.get("additionalProperties") != Some(&Bson::Boolean(false)) {
        return Vec::new();
    }
    let value = fields.values().next().cloned().unwrap_or(Bson::Int32(1));
    ["colour", "Colour 2", "\u{e9}", "_"]
        .into_iter()
        .filter(|name| !is_listed(schema, name))
        .map(|name| {
            let mut fields = fields.clone();
            fields.insert(name, value.clone());
            Bson::Document(fields)
        })
        .collect()
}
