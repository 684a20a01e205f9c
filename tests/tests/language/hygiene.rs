//! Expansions mean the same wherever the user's type stands.

// Visibility is what some of these are about.
#![allow(unreachable_pub, private_interfaces)]

use bson::doc;

use super::{declared, property};

/// Nothing of the prelude, and names of the prelude for other things.
mod without_prelude {
    #![no_implicit_prelude]
    #![allow(dead_code)]

    #[derive(::serde::Serialize, ::schema_core::Collection)]
    #[collection(name = "tasks", tenant = tenant_id, schema_version = 2)]
    #[index(keys(tenant_id, status), partial = (status == Status::Open && exists(title)))]
    #[index(keys(tenant_id, string.text), unique)]
    pub struct Task {
        #[serde(rename = "_id")]
        pub id: ::bson::oid::ObjectId,
        pub tenant_id: ::bson::oid::ObjectId,
        pub schema_version: u32,
        #[field(max_length = 5)]
        pub title: ::std::string::String,
        #[field(max_items = 5, items(max_length = 3))]
        pub labels: ::std::vec::Vec<::std::string::String>,
        pub status: Status,
        pub string: String,
        pub option: Option,
        pub vec: Vec,
        pub result: Result,
    }

    #[derive(::serde::Serialize, ::schema_core::Embedded)]
    pub enum Status {
        Open,
    }

    // Types that take well-known names for themselves.
    #[derive(::serde::Serialize, ::schema_core::Embedded)]
    pub struct String {
        pub text: ::std::string::String,
    }
    #[derive(::serde::Serialize, ::schema_core::Embedded)]
    pub enum Option {
        Some,
        None,
    }
    #[derive(::serde::Serialize, ::schema_core::Embedded)]
    pub struct Vec(pub i32);
    #[derive(::serde::Serialize, ::schema_core::Embedded)]
    pub struct Result {
        pub ok: bool,
    }
    pub mod schema_core {}
    pub mod std {}
    pub mod core {}
    pub trait Sized {}

    #[derive(::schema_core::Database)]
    #[database(name = "tracker", collections(Task))]
    pub struct Tracker;
}

#[test]
fn nothing_of_the_prelude_is_needed() {
    let task = declared::<without_prelude::Task>();
    let key = task.indexes[1].get_document("key").unwrap();
    assert_eq!(*key, doc! { "tenant_id": 1, "string.text": 1 });
    let option = doc! { "bsonType": "string", "enum": ["Some", "None"] };
    assert_eq!(property::<without_prelude::Task>("option"), option);
    let vec = property::<without_prelude::Task>("vec");
    assert_eq!(vec.get_array("bsonType").unwrap().len(), 2);
}

/// The crate under another name.
mod renamed {
    #![allow(dead_code)]
    use ::schema_core as mongo;

    mod schema_core {}

    #[derive(serde::Serialize, mongo::Collection)]
    #[collection(name = "tasks", global = "an example", crate = mongo)]
    #[index(keys(person.name), partial = (kind == Kind::Open))]
    pub struct Task {
        #[serde(rename = "_id")]
        id: bson::oid::ObjectId,
        person: Person,
        kind: Kind,
    }

    #[derive(serde::Serialize, mongo::Embedded)]
    #[embedded(crate = mongo)]
    struct Person {
        name: String,
    }

    #[derive(serde::Serialize, mongo::Embedded)]
    #[embedded(crate = mongo)]
    enum Kind {
        Open,
    }

    #[derive(mongo::Database)]
    #[database(name = "tracker", collections(Task), crate = mongo)]
    struct Tracker;
}

#[test]
fn the_crate_may_have_another_name() {
    assert_eq!(declared::<renamed::Task>().indexes.len(), 1);
}

#[test]
fn a_type_inside_a_function_sees_the_types_beside_it() {
    const LIMIT: &str = "nobody's";

    #[derive(serde::Serialize, schema_core::Collection)]
    #[collection(name = "tasks", global = LIMIT)]
    struct Task<'a> {
        #[serde(rename = "_id")]
        id: bson::oid::ObjectId,
        #[field(max_length = 5)]
        title: std::borrow::Cow<'a, str>,
        #[serde(borrow)]
        name: &'a str,
        pair: Pair<'a>,
        #[field(max_items = 2)]
        names: Vec<Option<&'a str>>,
    }

    #[derive(serde::Serialize, schema_core::Embedded)]
    struct Pair<'b> {
        left: &'b str,
        right: &'static str,
    }

    let title = doc! { "bsonType": "string", "maxLength": 5 };
    assert_eq!(property::<Task<'_>>("title"), title);
    let names =
        doc! { "bsonType": "array", "items": { "bsonType": ["string", "null"] }, "maxItems": 2 };
    assert_eq!(property::<Task<'_>>("names"), names);
}

trait Keyed {
    type Key;
}

/// `Self` in a type, raw identifiers, and types of less visibility than the struct.
#[derive(serde::Serialize, schema_core::Collection)]
#[collection(name = "tasks", tenant = r#type)]
#[index(keys(type, r#match.r#loop))]
pub struct Raw {
    #[serde(rename = "_id")]
    id: <Self as Keyed>::Key,
    r#type: i32,
    r#match: Private,
    pub(crate) kept: Private,
}

impl Keyed for Raw {
    type Key = bson::oid::ObjectId;
}

#[derive(serde::Serialize, schema_core::Embedded)]
struct Private {
    r#loop: i32,
}

#[test]
fn names_may_be_raw_and_types_private() {
    let spec = doc! { "name": "type_1_match.loop_1", "key": { "type": 1, "match.loop": 1 } };
    assert_eq!(declared::<Raw>().indexes, [spec]);
    assert_eq!(property::<Raw>("_id"), doc! { "bsonType": "objectId" });
}

/// A whole declaration made of a macro's arguments.
macro_rules! collection {
    ($(#[$attr:meta])* $name:ident, $stored:literal, $crate_path:path, {
        $($field:ident: $ty:ty = $most:expr),*
    }) => {
        $(#[$attr])*
        #[derive(serde::Serialize, $crate_path)]
        #[collection(name = $stored, global = "made by a macro")]
        #[index(keys($($field),*))]
        struct $name {
            #[serde(rename = "_id")]
            id: bson::oid::ObjectId,
            $(#[field(max_items = $most)] $field: $ty,)*
        }
    };
}

collection!(
    /// Made by a macro.
    Made, "made", schema_core::Collection, { labels: Vec<String> = 5 }
);

#[test]
fn a_macro_may_make_the_declaration() {
    let labels = doc! { "bsonType": "array", "items": { "bsonType": "string" }, "maxItems": 5 };
    assert_eq!(property::<Made>("labels"), labels);
    assert_eq!(
        super::json_schema::<Made>().get_str("description").unwrap(),
        "Made by a macro."
    );
}

/// No lint of the user's own finds anything in an expansion.
mod strict {
    #![deny(
        warnings,
        missing_docs,
        unused,
        unreachable_pub,
        unsafe_code,
        nonstandard_style
    )]
    #![deny(
        unused_qualifications,
        single_use_lifetimes,
        trivial_casts,
        missing_debug_implementations
    )]
    #![deny(clippy::all, clippy::pedantic)]

    /// A task.
    #[derive(Debug, serde::Serialize, schema_core::Collection)]
    #[collection(name = "tasks", global = "an example")]
    #[index(keys(person.name, text), unique)]
    pub(super) struct Task {
        #[serde(rename = "_id")]
        id: bson::oid::ObjectId,
        text: Text,
        person: Person,
    }

    /// A person.
    #[derive(Debug, serde::Serialize, schema_core::Embedded)]
    pub(super) struct Person {
        name: String,
    }

    /// A text.
    #[derive(Debug, serde::Serialize, schema_core::Embedded)]
    pub(super) struct Text(#[field(max_length = 9)] String);
}

#[test]
fn a_newtype_is_its_inner_type_with_its_bounds() {
    let text = doc! { "bsonType": "string", "maxLength": 9 };
    assert_eq!(property::<strict::Task>("text"), text);
}
