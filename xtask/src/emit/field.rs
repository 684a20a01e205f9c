//! The fields that a schema names, at every depth.

use std::collections::BTreeSet;

use bson::{Bson, Document};

/// One field.
pub(super) struct Field<'a> {
    /// Its path: `assignee.id`, `labels[]` for the items of an array, `counts.*` for the values of a
    /// map, `payload(card).number` for a field of one of several shapes.
    pub(super) path: String,
    /// What is said of it.
    pub(super) schema: &'a Document,
    /// Whether its document always has it.
    pub(super) required: bool,
}

/// Every field of a schema, each before what is inside.
pub(super) fn fields(schema: &Document) -> Vec<Field<'_>> {
    let mut fields = Vec::new();
    inside("", schema, &mut fields);
    fields
}

fn inside<'a>(at: &str, schema: &'a Document, fields: &mut Vec<Field<'a>>) {
    let required = names(schema);
    for (name, value) in documents(schema, "properties") {
        add(
            join(at, name),
            value,
            required.contains(name.as_str()),
            fields,
        );
    }
    for (pattern, value) in documents(schema, "patternProperties") {
        add(join(at, &format!("/{pattern}/")), value, false, fields);
    }
    if let Ok(values) = schema.get_document("additionalProperties") {
        add(join(at, "*"), values, false, fields);
    }
    items(at, schema, fields);
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let shapes = schema
            .get_array(keyword)
            .map(Vec::as_slice)
            .unwrap_or_default();
        for (number, shape) in shapes.iter().filter_map(Bson::as_document).enumerate() {
            inside(&format!("{at}({})", title(shape, number)), shape, fields);
        }
    }
}

fn items<'a>(at: &str, schema: &'a Document, fields: &mut Vec<Field<'a>>) {
    match schema.get("items") {
        Some(Bson::Document(items)) => add(format!("{at}[]"), items, false, fields),
        Some(Bson::Array(tuple)) => {
            for (position, item) in tuple.iter().filter_map(Bson::as_document).enumerate() {
                add(format!("{at}[{position}]"), item, false, fields);
            }
        }
        _ => {}
    }
}

fn add<'a>(path: String, schema: &'a Document, required: bool, fields: &mut Vec<Field<'a>>) {
    let at = path.clone();
    fields.push(Field {
        path,
        schema,
        required,
    });
    inside(&at, schema, fields);
}

fn join(at: &str, name: &str) -> String {
    if at.is_empty() {
        name.to_owned()
    } else {
        format!("{at}.{name}")
    }
}

fn names(schema: &Document) -> BTreeSet<&str> {
    let names = schema
        .get_array("required")
        .map(Vec::as_slice)
        .unwrap_or_default();
    names.iter().filter_map(Bson::as_str).collect()
}

fn documents<'a>(
    schema: &'a Document,
    keyword: &str,
) -> impl Iterator<Item = (&'a String, &'a Document)> {
    let named = schema.get_document(keyword).ok().into_iter().flatten();
    named.filter_map(|(name, value)| Some((name, value.as_document()?)))
}

/// What tells a shape from the others: its title, the one value of its tag, its one field; or else
/// its number, from 1.
fn title(shape: &Document, number: usize) -> String {
    let tag = documents(shape, "properties").find_map(|(_, value)| {
        match value.get_array("enum").ok()?.as_slice() {
            [Bson::String(only)] => Some(only.clone()),
            _ => None,
        }
    });
    let mut names = documents(shape, "properties").map(|(name, _)| name);
    let only = names.next().filter(|_| names.next().is_none()).cloned();
    let title = shape.get_str("title").ok().map(str::to_owned);
    title
        .or(tag)
        .or(only)
        .unwrap_or_else(|| (number + 1).to_string())
}
