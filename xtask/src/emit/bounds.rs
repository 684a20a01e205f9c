//! A schema's keywords in words.

use bson::{Bson, Document};

/// What a value's type is called; `any` where nothing is said.
pub(super) fn type_of(schema: &Document) -> String {
    match schema.get("bsonType").or_else(|| schema.get("type")) {
        Some(Bson::String(alias)) => alias.clone(),
        Some(Bson::Array(aliases)) => {
            let aliases: Vec<&str> = aliases.iter().filter_map(Bson::as_str).collect();
            aliases.join(" or ")
        }
        _ if schema.contains_key("enum") => "one of".to_owned(),
        _ => "any".to_owned(),
    }
}

/// Everything that bounds a value, such as `1 to 200 characters`; nothing where nothing does.
pub(super) fn bounds(schema: &Document) -> String {
    let counted = [
        ("minLength", "maxLength", "characters"),
        ("minItems", "maxItems", "items"),
        ("minProperties", "maxProperties", "fields"),
    ];
    let counted = counted.map(|(least, most, what)| counted_in(schema, least, most, what));
    let others = [
        range(schema),
        multiple(schema),
        pattern(schema),
        unique(schema),
        values(schema),
    ];
    let all: Vec<String> = counted.into_iter().chain(others).flatten().collect();
    all.join("; ")
}

fn counted_in(schema: &Document, least: &str, most: &str, what: &str) -> Option<String> {
    match (schema.get(least), schema.get(most)) {
        (None, None) => None,
        (Some(least), None) => Some(format!("at least {} {what}", plain(least))),
        (None, Some(most)) => Some(format!("at most {} {what}", plain(most))),
        (Some(least), Some(most)) if least == most => Some(format!("{} {what}", plain(least))),
        (Some(least), Some(most)) => Some(format!("{} to {} {what}", plain(least), plain(most))),
    }
}

fn range(schema: &Document) -> Option<String> {
    let side = |bound: &str, exclusive: &str, within: &str, beyond: &str| {
        let bound = plain(schema.get(bound)?);
        let word = if schema.get_bool(exclusive).unwrap_or_default() {
            beyond
        } else {
            within
        };
        Some(format!("{word} {bound}"))
    };
    let sides = [
        side("minimum", "exclusiveMinimum", "at least", "greater than"),
        side("maximum", "exclusiveMaximum", "at most", "less than"),
    ];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    (!sides.is_empty()).then(|| sides.join(", "))
}

fn multiple(schema: &Document) -> Option<String> {
    Some(format!(
        "a multiple of {}",
        plain(schema.get("multipleOf")?)
    ))
}

fn pattern(schema: &Document) -> Option<String> {
    Some(format!(
        "matches {}",
        super::markdown::code(schema.get_str("pattern").ok()?)
    ))
}

fn unique(schema: &Document) -> Option<String> {
    schema
        .get_bool("uniqueItems")
        .unwrap_or_default()
        .then(|| "distinct items".to_owned())
}

fn values(schema: &Document) -> Option<String> {
    let values = schema.get_array("enum").ok()?;
    let values: Vec<String> = values
        .iter()
        .map(|it| super::markdown::code(&plain(it)))
        .collect();
    Some(values.join(", "))
}

/// A value in relaxed Extended JSON.
fn plain(value: &Bson) -> String {
    value.clone().into_relaxed_extjson().to_string()
}
