//! What typed access needs of a type, under the feature `driver`. Without it nothing is expanded.

mod collection;
mod fields;
mod helper;
mod key;
mod query;
mod types;

pub(super) use collection::access;
pub(super) use fields::fixed;
pub(super) use helper::{field_type, unknown_type};

use proc_macro2::TokenStream;
use quote::quote;

use super::stored::Context;
use crate::parse::Field;

/// Whether anything of typed access is expanded.
pub(super) const EXPANDED: bool = cfg!(feature = "driver");

/// What typed access needs of a struct with these fields.
pub(super) fn of_document(context: &Context<'_>, fields: &[Field]) -> TokenStream {
    if !EXPANDED || helper::has_type_parameters(context.input) {
        return TokenStream::new();
    }
    let helpers = helper::helpers(context.input, context.private, fields);
    let fields = fields::fields(context, fields);
    quote!(#helpers #fields)
}
