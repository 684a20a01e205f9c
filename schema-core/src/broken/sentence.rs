//! Broken rules as sentences.

use std::fmt;

use bson::{Bson, spec::ElementType};
use schema_rules::bson_type;

use super::Broken;

/// How many values are listed, and how many characters of one are shown.
const SHOWN: usize = 12;
const LENGTH: usize = 80;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.path.as_str() {
            "" => "the document".to_owned(),
            path => format!("`{path}`"),
        };
        let found = self.found.as_ref();
        match (self.keyword.as_str(), &self.wanted) {
            ("required", _) => write!(f, "{name} is missing"),
            ("dependencies", beside) => {
                write!(
                    f,
                    "{name} is missing, which must be there where {beside} is",
                    beside = field(beside)
                )
            }
            ("additionalProperties", _) => write!(f, "{name} is not a known field"),
            ("anyOf" | "oneOf", _) => self.alternatives(f, &name),
            ("not", _) => write!(f, "{name} has a value that is excluded"),
            (keyword, wanted) => match (keyword, found) {
                ("bsonType" | "type", Some(found)) => {
                    write!(
                        f,
                        "{name} is {}, and must be {}",
                        kind(found),
                        types(wanted)
                    )
                }
                (_, Some(found)) => write!(f, "{name} {}", fault(keyword, wanted, found)),
                (_, None) => write!(f, "{name} breaks `{keyword}`: {}", shown(wanted)),
            },
        }
    }
}

impl Broken {
    fn alternatives(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        if self.found.is_some() {
            return write!(
                f,
                "{name} fits more than one of the forms of which it may have one"
            );
        }
        write!(f, "{name} has none of the forms that it may have")?;
        match self.nearest.as_slice() {
            [] => Ok(()),
            nearest => {
                let sentences: Vec<String> = nearest.iter().map(ToString::to_string).collect();
                write!(f, "; of the nearest one, {}", sentences.join(", and "))
            }
        }
    }
}

/// What is wrong with a value that is there.
fn fault(keyword: &str, wanted: &Bson, found: &Bson) -> String {
    let (limit, value) = (shown(wanted), shown(found));
    let count = |what: &str, bound: &str| {
        let characters = found.as_str().map(|text| text.chars().count().to_string());
        let count = characters.unwrap_or_else(|| value.clone());
        format!("has {count} {what}; at {bound} {limit} are allowed")
    };
    match keyword {
        "enum" => format!("is {value}, and must be {}", values(wanted)),
        "minimum" => format!("is {value}, and must be at least {limit}"),
        "maximum" => format!("is {value}, and must be at most {limit}"),
        "exclusiveMinimum" => format!("is {value}, and must be above {limit}"),
        "exclusiveMaximum" => format!("is {value}, and must be below {limit}"),
        "multipleOf" => format!("is {value}, and must be a multiple of {limit}"),
        "pattern" => format!("is {value}, and must match the pattern {limit}"),
        "minLength" => count("characters", "least"),
        "maxLength" => count("characters", "most"),
        "minItems" => count("items", "least"),
        "maxItems" => count("items", "most"),
        "minProperties" => count("fields", "least"),
        "maxProperties" => count("fields", "most"),
        "uniqueItems" => format!("has {value} more than once"),
        "additionalItems" => format!("has further items, which are not allowed: {value}"),
        keyword => format!("is {value}, and breaks `{keyword}`: {limit}"),
    }
}

/// A value as relaxed Extended JSON, cut where it is long.
fn shown(value: &Bson) -> String {
    let text = match value {
        Bson::ObjectId(id) => format!("ObjectId(\"{id}\")"),
        Bson::DateTime(date) => date
            .try_to_rfc3339_string()
            .unwrap_or_else(|_| date.to_string()),
        value => value.to_string(),
    };
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn field(name: &Bson) -> String {
    name.as_str()
        .map_or_else(|| shown(name), |name| format!("`{name}`"))
}

/// A list of which one is wanted.
fn values(wanted: &Bson) -> String {
    let Bson::Array(values) = wanted else {
        return shown(wanted);
    };
    let rest = values.len().saturating_sub(SHOWN);
    let mut listed: Vec<String> = values.iter().take(SHOWN).map(shown).collect();
    if rest > 0 {
        listed.push(format!("one of {rest} more"));
    }
    one_of(&listed)
}

fn types(wanted: &Bson) -> String {
    let names = match wanted {
        Bson::Array(names) => names.iter().filter_map(Bson::as_str).collect(),
        name => name.as_str().into_iter().collect::<Vec<_>>(),
    };
    one_of(&names.into_iter().map(article).collect::<Vec<_>>())
}

fn one_of(listed: &[String]) -> String {
    match listed {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn kind(found: &Bson) -> String {
    article(match found.element_type() {
        ElementType::MinKey => "minKey",
        kind => bson_type(kind as u8).unwrap_or("value"),
    })
}

fn article(name: &str) -> String {
    let article = match (name, name.as_bytes().first()) {
        ("null" | "undefined" | "minKey" | "maxKey", _) => return name.to_owned(),
        (_, Some(b'a' | b'e' | b'i' | b'o' | b'u')) => "an",
        _ => "a",
    };
    format!("{article} {name}")
}
