//! Schemas, drawn keyword by keyword.

use bson::{Bson, Document, doc};

use super::dice::Dice;
use super::documents::{NAMES, value};

const TYPES: [&str; 14] = [
    "double",
    "string",
    "object",
    "array",
    "objectId",
    "bool",
    "date",
    "null",
    "int",
    "long",
    "decimal",
    "number",
    "timestamp",
    "minKey",
];
const JSON_TYPES: [&str; 6] = ["object", "array", "number", "boolean", "string", "null"];
/// Without classes of characters, which are Unicode's to the development server, and without
/// look-around and references, which it refuses.
const PATTERNS: [&str; 8] = [
    "^a", "b", "^[a-c]+$", "^.{2}$", "^(a|ä)", "^$", "(?i)^AB", "^[^a]*$",
];
const NAME_PATTERNS: [&str; 5] = ["^a", "b|c", "^.$", "d$", "^z"];

type Keyword = fn(&mut Dice, &mut Document, usize);

const KEYWORDS: [Keyword; 16] = [
    types,
    types,
    bounds,
    multiple,
    lengths,
    pattern,
    enumeration,
    item_counts,
    items,
    unique,
    properties,
    properties,
    required,
    counts,
    dependencies,
    logic,
];

/// A schema of a document.
pub(crate) fn top(dice: &mut Dice) -> Document {
    let mut schema = doc! { "bsonType": "object" };
    properties(dice, &mut schema, 3);
    for _ in 0..dice.below(3) {
        keyword(dice, &mut schema, 3);
    }
    schema
}

/// A schema of any value. `depth`: how many further ones there may be inside.
pub(crate) fn schema(dice: &mut Dice, depth: usize) -> Document {
    let mut schema = Document::new();
    for _ in 0..dice.below(4) {
        keyword(dice, &mut schema, depth);
    }
    schema
}

fn keyword(dice: &mut Dice, schema: &mut Document, depth: usize) {
    dice.pick(&KEYWORDS)(dice, schema, depth);
}

fn types(dice: &mut Dice, schema: &mut Document, _: usize) {
    if schema.contains_key("type") || schema.contains_key("bsonType") {
        return;
    }
    if dice.one_in(4) {
        schema.insert("type", *dice.pick(&JSON_TYPES));
    } else if dice.one_in(2) {
        schema.insert("bsonType", *dice.pick(&TYPES));
    } else {
        schema.insert(
            "bsonType",
            dice.some(&TYPES)
                .iter()
                .map(|it| (*it).to_owned())
                .collect::<Vec<_>>(),
        );
    }
}

fn bounds(dice: &mut Dice, schema: &mut Document, _: usize) {
    let limits: [Bson; 8] = [
        0.into(),
        1.into(),
        (-2).into(),
        2_i64.into(),
        1.5.into(),
        (1_i64 << 53).into(),
        (-0.5).into(),
        i64::MAX.into(),
    ];
    for (bound, exclusive) in [
        ("minimum", "exclusiveMinimum"),
        ("maximum", "exclusiveMaximum"),
    ] {
        if dice.one_in(2) {
            schema.insert(bound, dice.pick(&limits).clone());
            if dice.one_in(2) {
                schema.insert(exclusive, dice.one_in(2));
            }
        }
    }
}

fn multiple(dice: &mut Dice, schema: &mut Document, _: usize) {
    let divisors: [Bson; 5] = [1.into(), 2.into(), 3_i64.into(), 0.5.into(), 2.0.into()];
    schema.insert("multipleOf", dice.pick(&divisors).clone());
}

fn lengths(dice: &mut Dice, schema: &mut Document, _: usize) {
    pair(dice, schema, ["minLength", "maxLength"]);
}

fn item_counts(dice: &mut Dice, schema: &mut Document, _: usize) {
    pair(dice, schema, ["minItems", "maxItems"]);
}

fn counts(dice: &mut Dice, schema: &mut Document, _: usize) {
    pair(dice, schema, ["minProperties", "maxProperties"]);
}

fn pair(dice: &mut Dice, schema: &mut Document, keywords: [&str; 2]) {
    for keyword in keywords {
        if dice.one_in(2) {
            let length = dice.below(4);
            let length = [Bson::Int32(length as i32), Bson::Int64(length as i64)];
            schema.insert(keyword, dice.pick(&length).clone());
        }
    }
}

fn pattern(dice: &mut Dice, schema: &mut Document, _: usize) {
    schema.insert("pattern", *dice.pick(&PATTERNS));
}

fn enumeration(dice: &mut Dice, schema: &mut Document, _: usize) {
    let mut values: Vec<Bson> = Vec::new();
    for _ in 0..=dice.below(4) {
        let value = value(dice, 2);
        if is_other(&values, &value) {
            values.push(value);
        }
    }
    schema.insert("enum", values);
}

/// Whether a value may stand in an `enum` beside these.
fn is_other(values: &[Bson], value: &Bson) -> bool {
    let mut all = values.to_vec();
    all.push(value.clone());
    schema_core::evaluate::Validator::of_schema(&doc! { "enum": all }).is_ok()
}

fn unique(dice: &mut Dice, schema: &mut Document, _: usize) {
    schema.insert("uniqueItems", !dice.one_in(4));
}

fn items(dice: &mut Dice, schema: &mut Document, depth: usize) {
    if depth == 0 {
        return;
    }
    if dice.one_in(2) {
        schema.insert("items", self::schema(dice, depth - 1));
        return;
    }
    let each: Vec<Document> = (0..dice.below(3))
        .map(|_| self::schema(dice, depth - 1))
        .collect();
    schema.insert("items", each);
    others(dice, schema, "additionalItems", depth);
}

fn others(dice: &mut Dice, schema: &mut Document, keyword: &str, depth: usize) {
    let value: Bson = match dice.below(4) {
        0 => return,
        1 => self::schema(dice, depth - 1).into(),
        other => (other == 2).into(),
    };
    schema.insert(keyword, value);
}

fn properties(dice: &mut Dice, schema: &mut Document, depth: usize) {
    if depth == 0 {
        return;
    }
    let named = |names: &[&str], dice: &mut Dice| {
        let names = dice.some(names);
        let schemas = names
            .iter()
            .map(|name| ((*name).to_owned(), self::schema(dice, depth - 1).into()));
        schemas.collect::<Document>()
    };
    schema.insert("properties", named(&NAMES, dice));
    if dice.one_in(3) {
        schema.insert("patternProperties", named(&NAME_PATTERNS, dice));
    }
    if dice.one_in(2) {
        others(dice, schema, "additionalProperties", depth);
        // Without the `_id` no stored document is admitted.
        if let Ok(named) = schema.get_document_mut("properties") {
            named.entry("_id").or_insert(doc! {}.into());
        }
    }
}

fn required(dice: &mut Dice, schema: &mut Document, _: usize) {
    schema.insert(
        "required",
        dice.some(&NAMES)
            .iter()
            .map(|it| (*it).to_owned())
            .collect::<Vec<_>>(),
    );
}

fn dependencies(dice: &mut Dice, schema: &mut Document, depth: usize) {
    if depth == 0 {
        return;
    }
    let names = dice.some(&NAMES);
    let mut dependencies = Document::new();
    for name in names {
        let value: Bson = if dice.one_in(2) {
            let names = dice.some(&NAMES);
            Bson::Array(names.iter().map(|name| (*name).into()).collect())
        } else {
            self::schema(dice, depth - 1).into()
        };
        dependencies.insert(name, value);
    }
    schema.insert("dependencies", dependencies);
}

fn logic(dice: &mut Dice, schema: &mut Document, depth: usize) {
    if depth == 0 {
        return;
    }
    let keyword = *dice.pick(&["allOf", "anyOf", "oneOf", "not"]);
    let value: Bson = match keyword {
        "not" => self::schema(dice, depth - 1).into(),
        _ => {
            let members = (0..=dice.below(3)).map(|_| self::schema(dice, depth - 1));
            members.collect::<Vec<_>>().into()
        }
    };
    schema.insert(keyword, value);
}
