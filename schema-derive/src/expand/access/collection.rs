//! `CollectionAccess`, and whose documents the collection holds.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::{EXPANDED, fields::has_fields, key::Key, query::Functions, types::Types};
use crate::{
    check,
    expand::{collection::Parsed, names::self_type, paths::Paths},
    parse::{Query, unraw},
};

/// The implementations of typed access, inside of the collection's `const _`.
pub(in crate::expand) fn access(parsed: &Parsed<'_>, paths: &mut Paths) -> TokenStream {
    if !EXPANDED {
        return TokenStream::new();
    }
    let document = self_type(parsed.input);
    let types = Types {
        input: parsed.input,
        private: parsed.private,
        form: parsed.form,
    };
    let functions = Functions {
        types,
        fields: parsed.fields,
        document: &document,
    };
    let collection = collection(parsed, &functions, paths);
    let scope = scope(parsed, &functions);
    quote!(#collection #scope)
}

fn collection(parsed: &Parsed<'_>, functions: &Functions<'_>, paths: &mut Paths) -> TokenStream {
    let (private, input) = (parsed.private, parsed.input);
    let ident = &input.ident;
    let name = unraw(ident);
    let [own, across] = ["Queries", "CrossQueries"].map(|kind| format_ident!("__{name}{kind}"));
    let crosses = |query: &Query| query.across_tenants.is_some();
    let own_queries = queries(parsed, functions, &own, &|query| !crosses(query), paths);
    let cross_queries = queries(parsed, functions, &across, &crosses, paths);
    let Key { ty, writer } = Key::id(&functions.types, parsed.attrs.has_generated_id());
    let (field_paths, at_root) = if has_fields(input, parsed.form) {
        (
            quote!(<Self as #private::access::HasFields>::Fields<Self>),
            quote!(<Self as #private::access::HasFields>::fields_at(#private::access::ROOT)),
        )
    } else {
        (quote!(()), TokenStream::new())
    };
    let (generics, arguments, clause) = input.generics.split_for_impl();
    quote! {
        #own_queries
        #cross_queries
        static __FACTS: #private::access::Facts = #private::access::Facts::new(&__MODEL);
        #[automatically_derived]
        impl #generics #private::access::CollectionAccess for #ident #arguments #clause {
            type Id = #ty;
            type Queries = #own;
            type CrossQueries = #across;
            type Paths = #field_paths;
            fn facts() -> &'static #private::access::Facts {
                &__FACTS
            }
            fn encode_id(id: &Self::Id) -> #private::access::Stored {
                #[allow(unused_imports)]
                use #private::access::StoredKey as _;
                #private::access::Key::<#writer, Self::Id>::of(id).stored()
            }
            fn queries(target: &#private::access::Target) -> Self::Queries {
                #own(#private::Clone::clone(target))
            }
            fn cross_queries(target: &#private::access::Target) -> Self::CrossQueries {
                #across(#private::Clone::clone(target))
            }
            fn paths() -> Self::Paths {
                #at_root
            }
        }
    }
}

/// A struct with a function for each of these queries.
fn queries(
    parsed: &Parsed<'_>,
    functions: &Functions<'_>,
    name: &proc_macro2::Ident,
    among: &dyn Fn(&Query) -> bool,
    paths: &mut Paths,
) -> TokenStream {
    let (private, visibility) = (parsed.private, &parsed.input.vis);
    let of_type = format!("The declared queries of `{}`.", unraw(&parsed.input.ident));
    let chosen = parsed.queries.iter().enumerate();
    let chosen = chosen.filter(|(_, query)| query.sound && among(query));
    let functions: Vec<_> = chosen
        .map(|(position, query)| functions.function(position, query, paths))
        .collect();
    quote! {
        #[doc = #of_type]
        #[allow(dead_code, missing_debug_implementations)]
        #visibility struct #name(#private::access::Target);
        #[automatically_derived]
        #[allow(dead_code, private_bounds, private_interfaces, unreachable_pub, clippy::all, clippy::pedantic)]
        impl #name {
            #(#functions)*
        }
    }
}

/// `TenantScoped` or `GlobalScoped`, as far as the collection says which.
fn scope(parsed: &Parsed<'_>, functions: &Functions<'_>) -> TokenStream {
    let (private, ident) = (parsed.private, &parsed.input.ident);
    let (generics, arguments, clause) = parsed.input.generics.split_for_impl();
    match (&parsed.attrs.tenant, &parsed.attrs.global) {
        (Some(tenant), None) if check::may_start(parsed.fields, &tenant.value) => {
            let Key { ty, writer } = Key::tenant(functions, &tenant.value);
            quote! {
                #[automatically_derived]
                impl #generics #private::access::TenantScoped for #ident #arguments #clause {
                    type Key = #ty;
                    fn encode_tenant(key: &Self::Key) -> #private::access::Stored {
                        #[allow(unused_imports)]
                    use #private::access::StoredKey as _;
                    #private::access::Key::<#writer, Self::Key>::of(key).stored()
                    }
                }
            }
        }
        (None, Some(_)) => quote! {
            #[automatically_derived]
            impl #generics #private::access::GlobalScoped for #ident #arguments #clause {}
        },
        _ => TokenStream::new(),
    }
}
