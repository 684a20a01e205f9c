//! A function for each field of a struct, which names the field in an update.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::DeriveInput;

use super::helper::{has_type_parameters, writer};
use crate::{
    expand::{field::flags, names::in_static, stored::Context},
    parse::{BoundValue, CollectionAttrs, Field, Stored, unraw},
};

/// Whether a function for each field is expanded.
pub(super) fn has_fields(input: &DeriveInput, form: &Stored) -> bool {
    matches!(form, Stored::Document(_)) && !has_type_parameters(input)
}

/// Why no update changes a field of a collection, as a type of `schema_core`.
pub(in crate::expand) fn fixed(attrs: &CollectionAttrs, field: &Field) -> Option<&'static str> {
    let tenant = attrs.tenant.as_ref().map(|tenant| &tenant.value);
    let holds = |path: &crate::parse::KeyPath| {
        let own = if path.stored {
            &field.stored_name
        } else {
            &field.name
        };
        own == path.first()
    };
    if tenant.is_some_and(holds) {
        Some("TheTenantKey")
    } else if field.stored_name == "_id" {
        Some("TheId")
    } else if attrs.schema_version.is_some() && field.name == "schema_version" {
        Some("TheSchemaVersion")
    } else {
        None
    }
}

/// `HasFields` of a struct.
pub(super) fn fields(context: &Context<'_>, fields: &[Field]) -> TokenStream {
    let (input, private) = (context.input, context.private);
    let (ident, visibility) = (&input.ident, &input.vis);
    let name = format_ident!("__{}Fields", unraw(ident));
    let functions = fields.iter().enumerate();
    let functions = functions.filter_map(|(at, field)| function(context, at, field));
    let of_type = format!("The fields of `{}`.", unraw(ident));
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        #[doc = #of_type]
        #[allow(dead_code, missing_debug_implementations)]
        #visibility struct #name<__R>(#private::access::Location, #private::access::PhantomData<fn() -> __R>);
        #[automatically_derived]
        #[allow(dead_code, private_bounds, private_interfaces, unreachable_pub, missing_docs, clippy::all, clippy::pedantic)]
        impl<__R> #name<__R> {
            #(#functions)*
        }
        #[automatically_derived]
        impl #generics #private::access::HasFields for #ident #arguments #clause {
            type Fields<__R> = #name<__R>;
            fn fields_at<__R>(prefix: #private::access::Location) -> Self::Fields<__R> {
                #name(prefix, #private::access::PhantomData)
            }
        }
    }
}

fn function(context: &Context<'_>, at: usize, field: &Field) -> Option<TokenStream> {
    let private = context.private;
    let (name, visibility) = (field.ident.as_ref()?, &field.vis);
    if field.poisoned {
        return None;
    }
    if let Some(why) = (context.fixed)(field) {
        let why = Ident::new(why, Span::call_site());
        let ty = quote!(#private::access::FixedField<#private::access::#why>);
        return Some(quote! {
            #visibility fn #name(&self) -> #ty {
                <#ty>::FIELD
            }
        });
    }
    let ty = in_static(&field.ty, context.input);
    let (field_type, made) = if field.serde.flatten {
        let field_type = quote!(#private::access::Flattened<__R, #ty>);
        (field_type, quote!(at(&self.0)))
    } else {
        let writer = writer(private, at, field).unwrap_or(quote!(#private::access::Own));
        let required = flags(field, (context.required)(field)) & 1 != 0;
        let max = max_items(field).unwrap_or_else(|| quote!({ #private::access::UNBOUNDED }));
        let stored = &field.stored_name;
        let field_type = quote!(#private::access::FieldPath<__R, #ty, #writer, #required, #max>);
        (field_type, quote!(behind(&self.0, #stored)))
    };
    Some(quote! {
        #visibility fn #name(&self) -> #field_type {
            <#field_type>::#made
        }
    })
}

/// The most items of the field's own array, where a bound is declared.
fn max_items(field: &Field) -> Option<TokenStream> {
    let mut bounds = field.attrs.bounds.iter();
    let bound = bounds.find(|bound| bound.depth == 0 && bound.keyword.name == "max_items")?;
    match bound.value {
        BoundValue::Count(count) => {
            let count = Literal::u64_unsuffixed(u64::from(count));
            Some(quote!(#count))
        }
        _ => None,
    }
}
