//! What a field's `with` or `serialize_with` stores.
//!
//! A helper whose name is a type's is asked by a trait. One whose name is a module's or a
//! function's cannot be asked: the known ones are listed here by the end of their path.

use syn::{GenericArgument, PathArguments, Type, TypePath};

/// What stores a field in place of its type's own `Serialize`.
#[derive(Debug, Clone)]
pub(crate) enum Helper {
    /// A module or a function of the list, which stores one of these BSON types.
    Known(&'static [&'static str]),
    /// A type, which tells by a trait.
    Type(Box<Type>),
}

/// The known modules and functions, by the end of their path, and what they store.
const KNOWN: &[(&str, &[&str])] = &[
    // bson 2
    ("hex_string_as_object_id", &["objectId"]),
    ("serialize_hex_string_as_object_id", &["objectId"]),
    ("serialize_object_id_as_hex_string", &["string"]),
    ("chrono_datetime_as_bson_datetime", &["date"]),
    (
        "chrono_datetime_as_bson_datetime_optional",
        &["date", "null"],
    ),
    ("time_0_3_offsetdatetime_as_bson_datetime", &["date"]),
    ("rfc3339_string_as_bson_datetime", &["date"]),
    ("serialize_rfc3339_string_as_bson_datetime", &["date"]),
    ("bson_datetime_as_rfc3339_string", &["string"]),
    ("serialize_bson_datetime_as_rfc3339_string", &["string"]),
    ("bson_datetime_as_iso_string", &["string"]),
    ("iso_string_as_bson_datetime", &["date"]),
    ("timestamp_as_u32", &["int", "long"]),
    ("serialize_timestamp_as_u32", &["int", "long"]),
    ("u32_as_timestamp", &["timestamp"]),
    ("serialize_u32_as_timestamp", &["timestamp"]),
    ("u32_as_f64", &["double", "int", "long"]),
    ("u64_as_f64", &["double", "int", "long"]),
    ("serialize_u32_as_f64", &["double", "int", "long"]),
    ("serialize_u64_as_f64", &["double", "int", "long"]),
    ("serialize_u32_as_i32", &["int", "long"]),
    ("serialize_u32_as_i64", &["int", "long"]),
    ("serialize_u64_as_i32", &["int", "long"]),
    ("serialize_u64_as_i64", &["int", "long"]),
    ("uuid_as_binary", &["binData"]),
    ("uuid_1_as_binary", &["binData"]),
    ("uuid_as_c_sharp_legacy_binary", &["binData"]),
    ("uuid_as_java_legacy_binary", &["binData"]),
    ("uuid_as_python_legacy_binary", &["binData"]),
    // chrono
    ("chrono::serde::ts_seconds", &["int", "long"]),
    ("chrono::serde::ts_milliseconds", &["int", "long"]),
    ("chrono::serde::ts_microseconds", &["int", "long"]),
    ("chrono::serde::ts_nanoseconds", &["int", "long"]),
    ("chrono::serde::ts_seconds_option", &["int", "long", "null"]),
    (
        "chrono::serde::ts_milliseconds_option",
        &["int", "long", "null"],
    ),
    (
        "chrono::serde::ts_microseconds_option",
        &["int", "long", "null"],
    ),
    (
        "chrono::serde::ts_nanoseconds_option",
        &["int", "long", "null"],
    ),
    // time
    ("time::serde::rfc3339", &["string"]),
    ("time::serde::rfc3339::option", &["string", "null"]),
    ("time::serde::rfc2822", &["string"]),
    ("time::serde::rfc2822::option", &["string", "null"]),
    ("time::serde::iso8601", &["string"]),
    ("time::serde::iso8601::option", &["string", "null"]),
    ("time::serde::timestamp", &["int", "long"]),
    ("time::serde::timestamp::option", &["int", "long", "null"]),
    // others
    ("serde_bytes", &["binData"]),
    ("humantime_serde", &["string"]),
    ("humantime_serde::option", &["string", "null"]),
    ("uuid::serde::simple", &["string"]),
    ("uuid::serde::compact", &["array"]),
    ("uuid::serde::urn", &["string"]),
    ("uuid::serde::braced", &["string"]),
    ("rust_decimal::serde::str", &["string"]),
    ("rust_decimal::serde::str_option", &["string", "null"]),
    ("rust_decimal::serde::float", &["double", "int", "long"]),
    (
        "rust_decimal::serde::float_option",
        &["double", "int", "long", "null"],
    ),
    ("serde_with::rust::display_fromstr", &["string"]),
    ("serde_with::rust::string_empty_as_none", &["string"]),
];

impl Helper {
    /// The helper in `with = "path"`; none where nothing is known about it.
    pub(crate) fn with(path: &str) -> Option<Self> {
        let ty: TypePath = syn::parse_str(path).ok()?;
        let last = ty.path.segments.last()?;
        let name = last.ident.to_string();
        if !name.starts_with(char::is_uppercase) {
            return known(path).map(Self::Known);
        }
        // What `#[serde_as]` writes for `as = "Option<DisplayFromStr>"`.
        if name == "As"
            && let PathArguments::AngleBracketed(arguments) = &last.arguments
            && let Some(GenericArgument::Type(inner)) = arguments.args.first()
        {
            return Some(Self::Type(Box::new(inner.clone())));
        }
        Some(Self::Type(Box::new(Type::Path(ty))))
    }

    /// The helper in `serialize_with = "path"`: a function, which may be that of a module or a type.
    pub(crate) fn serialize_with(path: &str) -> Option<Self> {
        let module = path.trim().strip_suffix("::serialize");
        module
            .and_then(Self::with)
            .or_else(|| known(path).map(Self::Known))
    }
}

/// Of the list, what ends the path: whole segments, and the longest.
fn known(path: &str) -> Option<&'static [&'static str]> {
    let path: String = path.split_whitespace().collect();
    let matching = KNOWN.iter().filter(|(end, _)| {
        path == *end
            || path
                .strip_suffix(end)
                .is_some_and(|before| before.ends_with("::"))
    });
    matching
        .max_by_key(|(end, _)| end.len())
        .map(|(_, types)| *types)
}

#[cfg(test)]
mod tests {
    use super::Helper;

    #[test]
    fn helpers_are_known_by_the_end_of_their_path() {
        let stored = |path: &str| match Helper::with(path) {
            Some(Helper::Known(types)) => types.join(" "),
            Some(Helper::Type(_)) => "a type".into(),
            None => "unknown".into(),
        };
        assert_eq!(
            stored("bson::serde_helpers::hex_string_as_object_id"),
            "objectId"
        );
        assert_eq!(stored("hex_string_as_object_id"), "objectId");
        assert_eq!(stored("my_hex_string_as_object_id"), "unknown");
        assert_eq!(stored("chrono::serde::ts_seconds_option"), "int long null");
        assert_eq!(stored("mine::ts_seconds"), "unknown");
        assert_eq!(stored("serde_bytes"), "binData");
        assert_eq!(
            stored("bson::serde_helpers::datetime::FromChrono04DateTime"),
            "a type"
        );
        assert_eq!(
            stored("::serde_with::As::<Option<DisplayFromStr>>"),
            "a type"
        );
    }

    #[test]
    fn a_serializing_function_is_that_of_its_module() {
        assert!(matches!(
            Helper::serialize_with("serde_bytes::serialize"),
            Some(Helper::Known(["binData"]))
        ));
        assert!(matches!(
            Helper::serialize_with("bson::serde_helpers::object_id::AsHexString::serialize"),
            Some(Helper::Type(_))
        ));
        assert!(Helper::serialize_with("mine").is_none());
    }
}
