//! The types of BSON.

/// The aliases that `bsonType` takes, in the order of the numbers that BSON gives the types from 1
/// on; last `minKey` and `maxKey`, whose numbers are 255 and 127. Source: BSON Types.
pub const BSON_TYPES: [&str; 21] = [
    "double",
    "string",
    "object",
    "array",
    "binData",
    "undefined",
    "objectId",
    "bool",
    "date",
    "null",
    "regex",
    "dbPointer",
    "javascript",
    "symbol",
    "javascriptWithScope",
    "int",
    "timestamp",
    "long",
    "decimal",
    "minKey",
    "maxKey",
];

/// The alias of the type of this number.
///
/// ```
/// assert_eq!(schema_rules::bson_type(16), Some("int"));
/// assert_eq!(schema_rules::bson_type(255), Some("minKey"));
/// ```
pub fn bson_type(number: u8) -> Option<&'static str> {
    let at = match number {
        255 => 19,
        127 => 20,
        1..=19 => usize::from(number) - 1,
        _ => return None,
    };
    Some(BSON_TYPES[at])
}
