//! What `bsonType` is in JSON Schema's own types.

use bson::{Bson, Document};

/// `type` for a schema with `bsonType`, where the two are the same for documents in relaxed
/// Extended JSON; none where they are not.
///
/// There a date, an ObjectId or a decimal is an object or, as applications write it, a string; an
/// `int` is a whole number of 32 bits, which only bounds can say; a `double` may be whole.
pub(super) fn standard_type(schema: &Document) -> Option<Bson> {
    let aliases: Vec<&str> = match schema.get("bsonType")? {
        Bson::String(alias) => vec![alias],
        Bson::Array(aliases) => aliases.iter().filter_map(Bson::as_str).collect(),
        _ => return None,
    };
    let number = number(&aliases, schema);
    let others = aliases
        .iter()
        .filter(|it| !is_number(it))
        .map(|it| plain(it));
    let mut types: Vec<&str> = others.collect::<Option<_>>()?;
    if aliases.iter().any(|it| is_number(it)) {
        types.insert(0, number?);
    }
    match types[..] {
        [] => None,
        [one] => Some(one.into()),
        _ => Some(types.into()),
    }
}

fn is_number(alias: &str) -> bool {
    ["int", "long", "double", "decimal", "number"].contains(&alias)
}

fn number(aliases: &[&str], schema: &Document) -> Option<&'static str> {
    let has = |alias| aliases.contains(&alias);
    match (has("int"), has("long"), has("double")) {
        _ if has("decimal") || has("number") => None,
        (true, true, true) => Some("number"),
        (true, true, false) => Some("integer"),
        (true, false, false) if within_32_bits(schema) => Some("integer"),
        _ => None,
    }
}

fn within_32_bits(schema: &Document) -> bool {
    let bound = |name| match schema.get(name) {
        Some(Bson::Int32(bound)) => Some(i64::from(*bound)),
        Some(Bson::Int64(bound)) => Some(*bound),
        _ => None,
    };
    let fits = |bound: i64| i32::try_from(bound).is_ok();
    bound("minimum").is_some_and(fits) && bound("maximum").is_some_and(fits)
}

fn plain(alias: &str) -> Option<&'static str> {
    match alias {
        "object" => Some("object"),
        "array" => Some("array"),
        "string" => Some("string"),
        "bool" => Some("boolean"),
        "null" => Some("null"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bson::{bson, doc};

    use super::*;

    #[test]
    fn only_what_is_exact_gets_a_type() {
        for (schema, expected) in [
            (doc! { "bsonType": "bool" }, Some(bson!("boolean"))),
            (
                doc! { "bsonType": ["string", "null"] },
                Some(bson!(["string", "null"])),
            ),
            (
                doc! { "bsonType": ["int", "long", "null"] },
                Some(bson!(["integer", "null"])),
            ),
            (
                doc! { "bsonType": ["int", "long", "double"] },
                Some(bson!("number")),
            ),
            (doc! { "bsonType": "int" }, None),
            (
                doc! { "bsonType": "int", "minimum": 0, "maximum": 9_i64 },
                Some(bson!("integer")),
            ),
            (
                doc! { "bsonType": "int", "minimum": 0, "maximum": i64::MAX },
                None,
            ),
            (doc! { "bsonType": "double" }, None),
            (doc! { "bsonType": "number" }, None),
            (doc! { "bsonType": ["string", "objectId"] }, None),
            (doc! { "bsonType": "date" }, None),
            (doc! { "enum": [1] }, None),
        ] {
            assert_eq!(standard_type(&schema), expected, "{schema}");
        }
    }
}
