//! What the expansions of the derive macros name. No part of the public interface.

pub use std::{
    assert, clone::Clone, column, concat, line, marker::Copy, option::Option, primitive::*,
    result::Result, stringify,
};

pub use crate::{
    model::{
        Allow, Array, Collection, CollectionOption, Comparison, Database, Doc, DocRef, FieldFlags,
        Filter, Form, Index, IndexOption, Keyword, Newtype, Number, Optionality, Path, Placed,
        Reference, Shape, Tenant, Types, Value,
    },
    path_type::{At, FieldAt, Unknown, chunk, offset},
    rules,
    schema::{CollectionSchema, DatabaseSchema, EmbeddedSchema},
    variant::name_of,
};
