//! Whether a value keeps a schema, in the keywords that types render to.

use bson::{Bson, Document};

/// Whether the server would take `value` under `schema`. Source: $jsonSchema, Available Keywords.
pub(crate) fn admits(schema: &Document, value: &Bson) -> bool {
    schema
        .iter()
        .all(|(keyword, argument)| keeps(schema, keyword, argument, value))
}

fn keeps(schema: &Document, keyword: &str, argument: &Bson, value: &Bson) -> bool {
    match keyword {
        "bsonType" => names(argument).contains(&alias(value).to_owned()),
        "enum" => argument.as_array().unwrap().contains(value),
        "minimum" => number(value).is_none_or(|it| it >= number(argument).unwrap()),
        "maximum" => number(value).is_none_or(|it| it <= number(argument).unwrap()),
        "minLength" => length(value).is_none_or(|it| it >= count(argument)),
        "maxLength" => length(value).is_none_or(|it| it <= count(argument)),
        "minItems" => value
            .as_array()
            .is_none_or(|it| it.len() >= count(argument)),
        "maxItems" => value
            .as_array()
            .is_none_or(|it| it.len() <= count(argument)),
        "uniqueItems" => value.as_array().is_none_or(|it| distinct(it)),
        "items" => value.as_array().is_none_or(|it| items(argument, it)),
        "minProperties" => fields(value).is_none_or(|it| it.len() >= count(argument)),
        "maxProperties" => fields(value).is_none_or(|it| it.len() <= count(argument)),
        "required" => {
            fields(value).is_none_or(|it| names(argument).iter().all(|name| it.contains_key(name)))
        }
        "properties" => fields(value).is_none_or(|it| properties(argument, it)),
        "patternProperties" => fields(value).is_none_or(|it| patterns(argument, it)),
        "additionalProperties" => fields(value).is_none_or(|it| others(schema, argument, it)),
        "anyOf" => {
            let branches = argument.as_array().unwrap();
            branches
                .iter()
                .any(|branch| admits(branch.as_document().unwrap(), value))
        }
        "title" | "description" => true,
        other => panic!("`{other}` is not known here"),
    }
}

fn items(argument: &Bson, items: &[Bson]) -> bool {
    match argument {
        Bson::Document(schema) => items.iter().all(|item| admits(schema, item)),
        Bson::Array(schemas) => schemas
            .iter()
            .zip(items)
            .all(|(schema, item)| admits(schema.as_document().unwrap(), item)),
        _ => panic!("neither a schema nor a list"),
    }
}

fn properties(argument: &Bson, fields: &Document) -> bool {
    let schemas = argument.as_document().unwrap();
    fields.iter().all(|(name, value)| {
        schemas
            .get_document(name)
            .is_ok_and(|schema| admits(schema, value))
            || !schemas.contains_key(name)
    })
}

fn patterns(argument: &Bson, fields: &Document) -> bool {
    argument
        .as_document()
        .unwrap()
        .iter()
        .all(|(pattern, schema)| {
            fields.iter().all(|(name, value)| {
                !matches(pattern, name) || admits(schema.as_document().unwrap(), value)
            })
        })
}

fn others(schema: &Document, argument: &Bson, fields: &Document) -> bool {
    let listed = schema
        .get_document("properties")
        .cloned()
        .unwrap_or_default();
    let patterns = schema
        .get_document("patternProperties")
        .cloned()
        .unwrap_or_default();
    let mut others = fields.iter().filter(|(name, _)| {
        !listed.contains_key(name) && !patterns.keys().any(|pattern| matches(pattern, name))
    });
    match argument {
        Bson::Boolean(true) => true,
        Bson::Boolean(false) => others.next().is_none(),
        Bson::Document(schema) => others.all(|(_, value)| admits(schema, value)),
        _ => panic!("neither a schema nor a flag"),
    }
}

/// Whether a name is one that a type's pattern admits: a UUID's, or lower-case letters.
fn matches(pattern: &str, name: &str) -> bool {
    if pattern == "^[a-z]+$" {
        return !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
    }
    assert!(pattern.starts_with("^[0-9a-f]{8}("), "{pattern}");
    name.len() == 36 && name.parse::<uuid::Uuid>().is_ok()
}

fn distinct(items: &[Bson]) -> bool {
    items
        .iter()
        .enumerate()
        .all(|(at, item)| !items[..at].contains(item))
}

fn names(argument: &Bson) -> Vec<String> {
    match argument {
        Bson::String(name) => vec![name.clone()],
        Bson::Array(all) => all
            .iter()
            .map(|name| name.as_str().unwrap().to_owned())
            .collect(),
        _ => panic!("neither a name nor a list"),
    }
}

fn count(argument: &Bson) -> usize {
    usize::try_from(argument.as_i32().unwrap()).unwrap()
}

fn length(value: &Bson) -> Option<usize> {
    value.as_str().map(|text| text.chars().count())
}

fn fields(value: &Bson) -> Option<&Document> {
    value.as_document()
}

/// Exact for what BSON's integers and the doubles here hold.
fn number(value: &Bson) -> Option<f64> {
    match value {
        Bson::Int32(it) => Some(f64::from(*it)),
        #[allow(clippy::cast_precision_loss)]
        Bson::Int64(it) => Some(*it as f64),
        Bson::Double(it) => Some(*it),
        Bson::Decimal128(it) => it.to_string().parse().ok(),
        _ => None,
    }
}

/// The alias of a value's type.
pub(crate) fn alias(value: &Bson) -> &'static str {
    schema_rules::bson_type(value.element_type() as u8).expect("a type of BSON")
}
