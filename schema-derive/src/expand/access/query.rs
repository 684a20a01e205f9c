//! A function for each declared query.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::types::Types;
use crate::{
    expand::paths::Paths,
    parse::{Field, KeyPath, Query},
};

/// The longest list of which an array is counted by its type. Source: `AtMost` of `schema_core`.
const COUNTED: u32 = 32;

/// What the functions of a collection's queries are made from.
pub(super) struct Functions<'a> {
    /// Where the types of the fields are looked up.
    pub(super) types: Types<'a>,
    /// The fields, by which paths are found.
    pub(super) fields: &'a [Field],
    /// What a function yields documents of.
    pub(super) document: &'a TokenStream,
}

/// A parameter: its name, its type, and the argument that is made of it.
struct Parameter(Ident, TokenStream, TokenStream);

impl Functions<'_> {
    /// The function of the query at this position of the list.
    pub(super) fn function(
        &self,
        position: usize,
        query: &Query,
        paths: &mut Paths,
    ) -> TokenStream {
        let private = self.types.private;
        let name = identifier(&query.name, query.span);
        let parameters = self.parameters(query, paths);
        let names = parameters.iter().map(|Parameter(name, ..)| name);
        let types = parameters.iter().map(|Parameter(_, ty, _)| ty);
        let arguments = parameters.iter().map(|Parameter(.., argument)| argument);
        let position = Literal::usize_unsuffixed(position);
        let document = self.document;
        let (found, function) = if query.project.is_empty() {
            (quote!(#private::access::Find<#document>), quote!(find))
        } else {
            (
                quote!(#private::access::Projected<#document>),
                quote!(find_projected),
            )
        };
        let words = words(query);
        // All of it stands where the query's name does, so that the compiler shows that.
        quote_spanned! {query.span=>
            #[doc = #words]
            pub fn #name(&self, #(#names: #types),*) -> #found {
                #private::access::#function(&self.0, #position, [#(#arguments),*])
            }
        }
    }

    /// In the order of the query's terms.
    fn parameters(&self, query: &Query, paths: &mut Paths) -> Vec<Parameter> {
        let private = self.types.private;
        let mut all = Vec::new();
        for path in &query.eq {
            let operand = self.operand(path, paths);
            let operand_type = taken(private, path, "Operand", &operand);
            all.push(parameter(
                path,
                operand_type,
                &quote!(#private::access::equal::<#operand>),
            ));
        }
        for list in &query.any_of {
            let (operand, max) = (self.operand(&list.path, paths), list.max as usize);
            let (list_type, function) = if list.max <= COUNTED {
                ("List", "any_of")
            } else {
                ("LongList", "any_of_long")
            };
            let function = Ident::new(function, Span::call_site());
            let arguments = quote!(#operand, #max);
            let list_type = taken(private, &list.path, list_type, &arguments);
            all.push(parameter(
                &list.path,
                list_type,
                &quote!(#private::access::#function::<#arguments>),
            ));
        }
        for path in &query.range {
            let given = self.given(path);
            let range_type = taken(private, path, "Between", &given);
            all.push(parameter(
                path,
                range_type,
                &quote!(#private::access::range::<#given>),
            ));
        }
        if !query.text.is_empty() {
            let name = Ident::new("search", Span::call_site());
            let argument = quote!(#private::access::text(#name));
            all.push(Parameter(name, quote!(&#private::str), argument));
        }
        for path in &query.near {
            let near = quote!(impl #private::access::Into<#private::access::Near>);
            all.push(parameter(path, near, &quote!(#private::access::near)));
        }
        all
    }

    /// How a value is given, and whether it may be null.
    fn operand(&self, path: &KeyPath, paths: &mut Paths) -> TokenStream {
        let (private, given) = (self.types.private, self.given(path));
        let position = paths.intern(path, self.fields);
        quote!(#given, { #private::access::may_be_null(&__MODEL, #position) })
    }

    fn given(&self, path: &KeyPath) -> TokenStream {
        let (private, slot) = (self.types.private, self.types.at(path));
        quote!(<#slot as #private::access::Slot>::Given)
    }
}

/// `impl Trait<…>`, where the path stands, so that the compiler shows that.
fn taken(
    private: &TokenStream,
    path: &KeyPath,
    name: &str,
    arguments: &TokenStream,
) -> TokenStream {
    let span = path.span();
    let private = private.clone().into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    let (private, name) = (private.collect::<TokenStream>(), Ident::new(name, span));
    quote_spanned!(span=> impl #private::access::#name<#arguments>)
}

fn parameter(path: &KeyPath, ty: TokenStream, function: &TokenStream) -> Parameter {
    let names: Vec<&str> = path.segments.iter().map(|segment| &*segment.name).collect();
    let usable = |ch: char| if ch.is_alphanumeric() { ch } else { '_' };
    let name: String = names.join("_").chars().map(usable).collect();
    let name = identifier(&name, path.span());
    let argument = quote!(#function(#name));
    Parameter(name, ty, argument)
}

/// A name as an identifier, raw where it is a keyword.
fn identifier(name: &str, span: Span) -> Ident {
    let name = match name.chars().next() {
        Some(first) if !first.is_numeric() => name.to_owned(),
        _ => format!("_{name}"),
    };
    let parsed = syn::parse::Parser::parse_str(Ident::parse_any, &name);
    match syn::parse_str::<Ident>(&name) {
        Ok(_) => Ident::new(&name, span),
        Err(_)
            if parsed.is_ok() && !matches!(&*name, "self" | "Self" | "super" | "crate" | "_") =>
        {
            Ident::new_raw(&name, span)
        }
        Err(_) => format_ident!("{}_", name, span = span),
    }
}

/// The query's line of the list, for who reads the function's documentation.
fn words(query: &Query) -> String {
    let texts = |paths: &[KeyPath]| {
        let texts: Vec<String> = paths
            .iter()
            .map(|path| format!("`{}`", path.text()))
            .collect();
        texts.join(", ")
    };
    let mut parts = Vec::new();
    if !query.eq.is_empty() {
        parts.push(format!("equality on {}", texts(&query.eq)));
    }
    for list in &query.any_of {
        let (name, max) = (list.path.text(), list.max);
        parts.push(format!("`{name}` any of at most {max} values"));
    }
    if !query.range.is_empty() {
        parts.push(format!("range of {}", texts(&query.range)));
    }
    if !query.text.is_empty() {
        parts.push(format!("text in {}", texts(&query.text)));
    }
    if !query.near.is_empty() {
        parts.push(format!("near {}", texts(&query.near)));
    }
    if query.filter.is_some() {
        parts.push("a constant condition".to_owned());
    }
    let sorted: Vec<String> = query
        .sort
        .iter()
        .map(|key| {
            format!(
                "`{}`{}",
                key.path.text(),
                if key.descending { " descending" } else { "" }
            )
        })
        .collect();
    if !sorted.is_empty() {
        parts.push(format!("sorted by {}", sorted.join(", ")));
    }
    if !query.project.is_empty() {
        parts.push(format!("yields {} alone", texts(&query.project)));
    }
    if let Some(index) = &query.index {
        parts.push(format!("index `{index}`"));
    }
    if let Some(field) = &query.untargeted {
        parts.push(format!(
            "asks every shard, as no condition is on `{field}` of the shard key"
        ));
    }
    if let Some(frequency) = &query.frequency {
        parts.push(frequency.value.clone());
    }
    format!("The declared query `{}`: {}.", query.name, parts.join("; "))
}
