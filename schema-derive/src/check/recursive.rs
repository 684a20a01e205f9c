//! That a newtype or a tuple struct does not hold itself.
//!
//! What it is stored as is computed from what is inside, so the compiler would see a constant that
//! needs itself, and say so at length. A struct's fields are asked by `schema_core::rules`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use schema_rules::RECURSIVE_TYPE;
use syn::Ident;

use crate::{faults::Faults, parse::Field};

/// [`RECURSIVE_TYPE`] for a field of the type `ident`, unless something else is stored of it.
pub(super) fn not_inside(ident: &Ident, field: &mut Field, faults: &mut Faults) {
    let told = field.type_tells() && field.attrs.inner_bson.is_none();
    if told && names(field.ty.to_token_stream(), ident) {
        let wrong = format!("`{ident}` contains itself through field `{}`", field.name);
        faults.broken(&RECURSIVE_TYPE, &[], field.span(), &wrong);
        field.poisoned = true;
    }
}

/// Whether a type names this one. One of the same name in another module is another.
fn names(ty: TokenStream, ident: &Ident) -> bool {
    let mut behind_colon = false;
    ty.into_iter().any(|token| {
        let elsewhere = behind_colon;
        behind_colon = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ':');
        match token {
            TokenTree::Ident(name) => (name == *ident && !elsewhere) || name == "Self",
            TokenTree::Group(group) => names(group.stream(), ident),
            _ => false,
        }
    })
}

#[cfg(test)]
mod tests {
    use quote::{format_ident, quote};

    use super::names;

    #[test]
    fn a_type_is_named_by_itself_and_not_in_another_module() {
        let pair = format_ident!("Pair");
        assert!(names(quote!(Option<Box<[Pair]>>), &pair));
        assert!(names(quote!(Vec<Self>), &pair));
        assert!(!names(quote!(Vec<other::Pair>), &pair));
        assert!(!names(quote!(Vec<Pairs>), &pair));
    }
}
