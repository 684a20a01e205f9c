//! The constant model: what the derive macros emit, and all that rules and rendering read.
//!
//! Plain `'static` data without any tie to bson. Models name each other and hold no reference into
//! each other, but for [`DocRef`], through which the compiler does not look: so types that contain
//! each other, and collections that reference each other, compile.

mod bounds;
mod collation;
mod collection;
mod doc;
mod index;
mod keyword;
mod marks;
mod nesting;
mod options;
mod own;
mod query;
mod shape;
mod size;
mod size_parts;
mod size_values;
mod size_variants;
mod stored_name;
mod types;
mod upper;
mod variants;
mod walk;

pub use collation::{Collation, CollationParameter};
pub use collection::{Allow, Collection, CollectionOption, CollectionRef, Database, Place, Tenant};
pub use doc::{Doc, Field, FieldFlags};
pub use index::{Comparison, Filter, Index, IndexOption, KeyKind, Path, Value};
pub use keyword::{Keyword, Number, Placed, Reference};
pub use marks::Marks;
pub(crate) use nesting::Nesting;
pub use nesting::nesting_of;
pub use options::{Acknowledgment, Capped, ShardKey, TimeSeries, WriteConcern};
pub(crate) use own::own_docs;
pub use query::{Query, QueryOption, Role};
pub use shape::{Array, DocRef, Form, Map, Newtype, Optionality, Shape};
pub(crate) use shape::{names_in, stored_bytes};
pub(crate) use size::{Gap, Halt, Sizes, Step};
pub use size::{estimated_size, proven_size};
pub(crate) use size_parts::most_in;
pub(crate) use stored_name::stored_name;
pub use types::Types;
pub(crate) use upper::Upper;
pub use variants::{Content, Key, Tagging, Variant, Variants, VariantsRef};
pub(crate) use walk::stored_types;
pub use walk::{Found, Presence, Walk};
