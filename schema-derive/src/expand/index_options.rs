//! The options of an index as the model's `IndexOption`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

use super::{collation::collation, paths::Paths};
use crate::{
    check::seconds,
    parse::{Field, Index, IndexAttrs},
};

/// The options of an index but for its filter, in the order in which they are rendered.
pub(super) fn options(
    index: &Index,
    paths: &mut Paths,
    fields: &[Field],
    private: &TokenStream,
) -> Vec<TokenStream> {
    let attrs = &index.attrs;
    let mut options = Vec::new();
    let mut add = |variant: &str, value: Option<TokenStream>| {
        let variant = Ident::new(variant, Span::call_site());
        options.extend(value.map(|value| quote!(#private::IndexOption::#variant #value)));
    };
    add(
        "Name",
        attrs.name.as_ref().map(|name| argument(&name.value)),
    );
    add("Unique", attrs.unique().map(|_| TokenStream::new()));
    add("Sparse", attrs.sparse().map(|_| TokenStream::new()));
    add("Hidden", attrs.is_hidden().then(TokenStream::new));
    let expire_after = attrs.expire_after.as_ref();
    let expire_after = expire_after.and_then(|text| seconds(&text.value).ok());
    add("ExpireAfter", expire_after.map(argument));
    let collated = attrs.collation.as_ref();
    let collated = collated.map(|option| collation(&option.value, private));
    add("Collation", collated.map(argument));
    add("Weights", weights(attrs, paths, fields));
    let language = attrs.default_language.as_ref();
    add(
        "DefaultLanguage",
        language.map(|name| argument(&name.value)),
    );
    let field = attrs.language_override.as_ref();
    add("LanguageOverride", field.map(|name| argument(&name.value)));
    add("WildcardProjection", projection(attrs, paths, fields));
    let number = |count: &crate::parse::Keyed<crate::parse::Count>| {
        argument(i32::try_from(count.value.0).unwrap_or(i32::MAX))
    };
    add("Bits", attrs.bits.as_ref().map(number));
    add(
        "Min",
        attrs.min.as_ref().map(|bound| argument(bound.value.0)),
    );
    add(
        "Max",
        attrs.max.as_ref().map(|bound| argument(bound.value.0)),
    );
    let coarsest = attrs.coarsest_indexed_level.as_ref();
    add("CoarsestIndexedLevel", coarsest.map(number));
    let finest = attrs.finest_indexed_level.as_ref();
    add("FinestIndexedLevel", finest.map(number));
    options
}

/// `(value)`
fn argument(value: impl quote::ToTokens) -> TokenStream {
    quote!((#value))
}

fn weights(attrs: &IndexAttrs, paths: &mut Paths, fields: &[Field]) -> Option<TokenStream> {
    let weights = attrs.weights.as_ref()?;
    let weights = weights.value.0.iter().map(|weight| {
        let path = Literal::u8_unsuffixed(paths.byte(&weight.path, fields));
        let weight = weight.weight;
        quote!((#path, #weight))
    });
    Some(quote!((&[#(#weights),*])))
}

fn projection(attrs: &IndexAttrs, paths: &mut Paths, fields: &[Field]) -> Option<TokenStream> {
    let projection = attrs.wildcard_projection.as_ref()?;
    let projected = projection.value.0.iter().map(|(path, included)| {
        let path = Literal::u8_unsuffixed(paths.byte(path, fields));
        quote!((#path, #included))
    });
    Some(quote!((&[#(#projected),*])))
}
