//! `bsonType` and `type`.

use bson::{Bson, Document, doc};
use schema_rules::BSON_TYPES;

use super::explain::{considered, rule, type_name};
use super::place::{Result, Written, code};
use super::raw::{Value, kind};

/// A set of BSON's types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Types(u32);

impl Types {
    pub(super) const ALL: Self = Self(u32::MAX);
    pub(super) const NUMBER: Self =
        Self(bit(kind::DOUBLE) | bit(kind::INT) | bit(kind::LONG) | bit(kind::DECIMAL));
    pub(super) const STRING: Self = Self(bit(kind::STRING));
    pub(super) const ARRAY: Self = Self(bit(kind::ARRAY));
    pub(super) const OBJECT: Self = Self(bit(kind::OBJECT));

    #[inline]
    pub(super) fn has(self, kind: u8) -> bool {
        self.0 & bit(kind) != 0
    }

    /// Whether the server takes it for one type: `number` counts as one.
    pub(super) fn is_single(self) -> bool {
        self.0.is_power_of_two() || self == Self::NUMBER
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The stated types; all where none is stated.
    pub(super) fn compile(written: Written<'_>) -> Result<Self> {
        match (written.get("type"), written.get("bsonType")) {
            (Some(_), Some(_)) => Err(written
                .place
                .unparsed("`type` and `bsonType` cannot both be stated")),
            (Some(value), None) => Self::named(written, "type", value, json_type),
            (None, Some(value)) => Self::named(written, "bsonType", value, bson_type),
            (None, None) => Ok(Self::ALL),
        }
    }

    fn named(
        written: Written<'_>,
        keyword: &str,
        value: &Bson,
        alias: fn(&str) -> Option<Self>,
    ) -> Result<Self> {
        let names = match value {
            Bson::String(name) => vec![name.as_str()],
            value => written.names(value, keyword)?,
        };
        let mut types = names.iter().map(|name| {
            alias(name).ok_or_else(|| {
                let message = format!("`{name}` is not a type that `{keyword}` takes");
                let code = match *name {
                    "integer" => code::FAILED_TO_PARSE,
                    _ => code::BAD_VALUE,
                };
                written.place.refused(code, message)
            })
        });
        types.try_fold(Self(0), |all, types| {
            types.map(|types| Self(all.0 | types.0))
        })
    }

    /// That a value is of no stated type.
    pub(super) fn explain(self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        if self.has(value.kind()) {
            return;
        }
        let is_json_type = stated.contains_key("type");
        let keyword = if is_json_type { "type" } else { "bsonType" };
        let mut fault = rule(&[keyword], stated, "type did not match");
        considered(&mut fault, value);
        fault.extend(doc! { "consideredType": type_name(value.kind()) });
        out.push(fault);
    }
}

/// One bit for each type; the types' numbers leave room for the two at the ends.
const fn bit(kind: u8) -> u32 {
    match kind {
        kind::MIN_KEY => 1 << 20,
        kind::MAX_KEY => 1 << 21,
        kind => 1 << (kind & 31),
    }
}

fn bson_type(alias: &str) -> Option<Types> {
    if alias == "number" {
        return Some(Types::NUMBER);
    }
    let at = BSON_TYPES.iter().position(|known| *known == alias)?;
    let kind = match at {
        19 => kind::MIN_KEY,
        20 => kind::MAX_KEY,
        at => at as u8 + 1,
    };
    Some(Types(bit(kind)))
}

fn json_type(alias: &str) -> Option<Types> {
    match alias {
        "boolean" => bson_type("bool"),
        "object" | "array" | "number" | "string" | "null" => bson_type(alias),
        _ => None,
    }
}
