//! Parsing: from a `DeriveInput` to what it says, without judging it.

mod allow;
mod collation;
mod collection;
mod constant;
mod database;
mod date;
mod entries;
mod field;
mod filter;
mod helper;
mod index;
mod index_keys;
mod index_options;
mod keyword;
mod locales;
mod nearest;
mod number;
mod options;
mod path;
mod query;
mod rename;
mod serde;
mod stored;
mod units;
mod value;

pub(crate) use allow::{Allows, Effect, Reason};
pub(crate) use collation::{Collation, ParameterValue};
pub(crate) use collection::{CollectionAttrs, EmbeddedAttrs};
pub(crate) use constant::{Constant, ConstantValue};
pub(crate) use database::{DatabaseAttrs, ServerVersion};
pub(crate) use field::{Field, fields};
pub(crate) use filter::{Comparison, Filter};
pub(crate) use helper::Helper;
pub(crate) use index::{Index, IndexAttrs, indexes};
pub(crate) use index_keys::{Key, Kind};
pub(crate) use keyword::{About, Bound, BoundValue, Keyword};
pub(crate) use nearest::nearest;
pub(crate) use number::Count;
pub(crate) use options::{
    Accepts, Acknowledgment, Capped, Clustered, Patterns, ReadConcern, ShardKey, ShardKeyPart,
    TimeSeries, Type, Validation, WriteConcern,
};
pub(crate) use path::{KeyPath, Segment};
pub(crate) use query::{Query, queries};
pub(crate) use rename::RenameRule;
pub(crate) use serde::{SerdeContainer, SerdeVariant};
pub(crate) use stored::{Stored, StoredType, Variant, VariantKind};
pub(crate) use units::{Bytes, Millis, Seconds, whole_seconds};
pub(crate) use value::Keyed;

use syn::{Attribute, Expr, Lit, Meta};

/// The lines of a documentation comment, each without its leading space.
pub(crate) fn doc_comment(attrs: &[Attribute]) -> String {
    let lines = attrs.iter().filter_map(|attr| match &attr.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    lines.join("\n").trim().to_owned()
}

/// A path as it is written, such as `schema_core::field`.
pub(crate) fn path_text(path: &syn::Path) -> String {
    let names: Vec<String> = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string())
        .collect();
    names.join("::")
}

/// A name as serde sees it: `r#type` is `type`.
pub(crate) fn unraw(ident: &syn::Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").map_or(name.clone(), str::to_owned)
}
