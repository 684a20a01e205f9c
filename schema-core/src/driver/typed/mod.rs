//! What the functions of declared queries take, and how it is written: what the expansions of the
//! derive macros name under the feature `driver`.

mod argument;
mod between;
mod encode;
mod find;
mod holds;
mod list;
mod near;
mod operand;
mod slot;

pub use argument::{any_of, any_of_long, equal, near, range, text};
pub use between::{Between, Ends};
pub(in crate::driver) use encode::fault;
pub use encode::{Encoded, Own, SerializeWith, encode};
pub use find::{Projected, find, find_projected};
pub(in crate::driver) use holds::only;
pub use holds::{Holds, HoldsItem};
pub use list::{AtMost, Length, List, LongList};
pub use near::Near;
pub use operand::{Anything, By, Operand, ValueOf};
pub use slot::{Slot, With};

use crate::model::{Collection, Walk};

/// Whether a document may lack the field at this position of the collection's paths, or hold null
/// in its place. Of what lies along a stored path it may.
pub const fn may_be_null(collection: &'static Collection, path: usize) -> bool {
    match Walk::along(collection.doc.get(), &collection.paths[path]) {
        Walk::Found(found) => found.presence.may_be_missing || found.presence.may_be_null,
        Walk::Unknown { .. } | Walk::Poison => true,
    }
}
