//! What the expansions of the derive macros name. No part of the public interface.

pub use std::{
    assert, clone::Clone, column, concat, line, marker::Copy, option::Option, primitive::*,
    result::Result, stringify,
};

/// What typed access is expanded to.
#[cfg(feature = "driver")]
pub mod access {
    pub use std::{borrow::Cow, convert::Into, marker::PhantomData};

    pub use bson::{RawDocumentBuf, oid::ObjectId};
    pub use serde::Serializer;

    pub use crate::{
        driver::{
            CollectionAccess, Facts, Find, GlobalScoped, Target, TenantScoped,
            path::{
                FieldPath, FixedField, Flattened, HasFields, Location, TheId, TheSchemaVersion,
                TheTenantKey, UNBOUNDED,
            },
            typed::*,
        },
        path_type::{id_chunk, id_offset},
    };

    /// A key as it is stored.
    pub type Stored = Encoded<bson::Bson>;

    /// The path of a whole document.
    pub const ROOT: Location = Cow::Borrowed("");
}

pub use crate::{
    model::{
        Acknowledgment, Allow, Array, Capped, CollationParameter, Collection, CollectionOption,
        CollectionRef, Comparison, Content, Database, Doc, DocRef, FieldFlags, Filter, Form, Index,
        IndexOption, Key, Keyword, Map, Marks, Newtype, Number, Optionality, Path, Place, Placed,
        Query, QueryOption, Reference, Shape, ShardKey, Tagging, Tenant, TimeSeries, Types, Value,
        Variant, Variants, WriteConcern,
    },
    path_type::{At, FieldAt, Unknown, chunk, offset},
    rules,
    schema::{CollectionSchema, DatabaseSchema, EmbeddedSchema},
    shapes::{Opaque, StoredBy},
    upgrade::{Older, ReadError, has_version, through, upgraded},
    variant::{StoredVariant, name_of},
};

/// A place in the source as one number, by which two types are told apart that one `macro_rules!`
/// makes.
pub const fn here(line: u32, column: u32) -> u64 {
    (line as u64) << 32 | column as u64
}
