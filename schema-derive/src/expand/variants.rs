//! Enums whose variants hold data, as the model's `Variants`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{
    checks::Check,
    document::Document,
    models::Models,
    names::{hash, identity},
    stored::Context,
};
use crate::parse::{StoredType, Variant, VariantKind, unraw};

/// The shape of the enum, and the checks of its fields.
pub(super) fn expand(
    context: &Context<'_>,
    stored: &StoredType,
    all: &[Variant],
    models: &mut Models,
) -> (TokenStream, Vec<Check>) {
    let private = context.private;
    let identity = identity(&context.input.ident);
    let (mut values, mut types, mut checks) = (Vec::new(), Vec::new(), Vec::new());
    for (position, variant) in all.iter().enumerate() {
        let document = Document {
            additional_properties: context.additional_properties,
            description: variant.description.clone(),
            ..Document::new(
                context.input,
                private,
                &variant.fields,
                identity,
                models.generic,
            )
        };
        let doc = (variant.kind != VariantKind::Unit).then(|| {
            let name = format!("__VARIANT_{position}");
            models.add(&name, "Doc", document.model(context.required), private)
        });
        if let Some(doc) = &doc {
            checks.extend(document.checks(doc, context.allows));
        }
        types.push(stored_types(stored, variant, &document, private));
        values.push(value(variant, doc.as_ref(), private));
    }
    let tagging = tagging(stored, private);
    let name = unraw(&context.input.ident);
    let (additional_properties, description) = (context.additional_properties, &stored.description);
    let generic = models.generic;
    let value = quote!(#private::Variants {
        name: #name,
        identity: #identity ^ #private::here(#private::line!(), #private::column!()),
        tagging: #tagging,
        variants: &[#(#values),*],
        additional_properties: #additional_properties,
        description: #description,
        generic: #generic,
    });
    let variants = models.add("__VARIANTS", "Variants", value, private);
    (
        quote!(#private::Shape::variants(#private::Types::NONE #(.or(#types))*, #variants)),
        checks,
    )
}

fn value(variant: &Variant, doc: Option<&TokenStream>, private: &TokenStream) -> TokenStream {
    let hash = hash(&unraw(&variant.ident));
    let (stored_name, untagged) = (&variant.stored_name, variant.untagged);
    let content = match variant.kind {
        VariantKind::Unit => quote!(Unit),
        VariantKind::Newtype => quote!(Newtype(#doc)),
        VariantKind::Tuple => quote!(Tuple(#doc)),
        VariantKind::Struct => quote!(Struct(#doc)),
    };
    quote!(#private::Variant {
        hash: #hash,
        stored_name: #stored_name,
        untagged: #untagged,
        content: #private::Content::#content,
    })
}

fn tagging(stored: &StoredType, private: &TokenStream) -> TokenStream {
    let key = |name: &str| {
        let hash = hash(name);
        quote!(#private::Key { name: #name, hash: #hash })
    };
    let tagging = match (&stored.serde.tag, &stored.serde.content) {
        (Some(tag), Some(content)) => {
            let (tag, content) = (key(tag), key(content));
            quote!(Adjacent(#tag, #content))
        }
        (Some(tag), None) => {
            let tag = key(tag);
            quote!(Internal(#tag))
        }
        _ if stored.serde.untagged => quote!(Untagged),
        _ => quote!(External),
    };
    quote!(#private::Tagging::#tagging)
}

/// The types that values of a variant have.
fn stored_types(
    stored: &StoredType,
    variant: &Variant,
    document: &Document<'_>,
    private: &TokenStream,
) -> TokenStream {
    let untagged = stored.serde.untagged || variant.untagged;
    let external = stored.serde.tag.is_none() && !untagged;
    match variant.kind {
        VariantKind::Unit if external => quote!(#private::Types::STRING),
        VariantKind::Unit if untagged => quote!(#private::Types::NULL),
        VariantKind::Newtype if untagged => {
            let shape = document.shape(&variant.fields[0]);
            quote_spanned!(variant.ident.span()=> (#shape).types)
        }
        VariantKind::Tuple if untagged => quote!(#private::Types::ARRAY),
        _ => quote!(#private::Types::OBJECT),
    }
}
