//! `_id` and the tenant key, and how they are written.

use proc_macro2::TokenStream;
use quote::quote;

use super::{query::Functions, types::Types};
use crate::parse::KeyPath;

/// A key: its type, and what writes it.
pub(super) struct Key {
    /// The Rust type.
    pub(super) ty: TokenStream,
    /// What writes it.
    pub(super) writer: TokenStream,
}

impl Key {
    /// `_id`; an ObjectId where the driver makes it.
    pub(super) fn id(types: &Types<'_>, generated: bool) -> Self {
        let private = types.private;
        match types.id() {
            Some(slot) => Self::of(&slot, private),
            None if generated => Self {
                ty: quote!(#private::access::ObjectId),
                writer: quote!(#private::access::Own),
            },
            None => Self::of(&quote!(#private::Unknown), private),
        }
    }

    /// The tenant key.
    pub(super) fn tenant(functions: &Functions<'_>, path: &KeyPath) -> Self {
        Self::of(&functions.types.key(path), functions.types.private)
    }

    fn of(slot: &TokenStream, private: &TokenStream) -> Self {
        Self {
            ty: quote!(<#slot as #private::access::Slot>::Value),
            writer: quote!(<#slot as #private::access::Slot>::Helper),
        }
    }
}
