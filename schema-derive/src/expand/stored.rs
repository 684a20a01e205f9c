//! What a type is stored as: its model and its `EmbeddedSchema`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Generics, Type, spanned::Spanned};

use super::{
    access,
    checks::Check,
    document::Document,
    list,
    models::{Models, bounded},
    names::{identity, in_static},
    variants,
};
use crate::parse::{Allows, Field, Stored, StoredType};

/// A type's model and its `EmbeddedSchema`, in parts.
pub(super) struct Expansion {
    /// The parts of the model.
    pub(super) models: Models,
    /// The type's parameters, with what is asked of them.
    generics: Generics,
    /// `EmbeddedSchema::SHAPE`
    shape: TokenStream,
    /// `EmbeddedSchema::Fields`
    field_types: TokenStream,
    /// The checks of its fields; none where the type has parameters.
    pub(super) checks: Vec<Check>,
    /// What typed access needs of it.
    access: TokenStream,
}

/// What the expansion of a type needs.
pub(super) struct Context<'a> {
    /// The derived type.
    pub(super) input: &'a DeriveInput,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
    /// Whether unknown fields are let through.
    pub(super) additional_properties: bool,
    /// What the collection allows.
    pub(super) allows: &'a Allows,
    /// Which fields are required whatever serde does.
    pub(super) required: &'a dyn Fn(&Field) -> bool,
    /// Which fields no update changes, and why.
    pub(super) fixed: &'a dyn Fn(&Field) -> Option<&'static str>,
}

impl Expansion {
    /// Expands a type.
    pub(super) fn of(context: &Context<'_>, stored: &StoredType) -> Self {
        match &stored.form {
            Stored::Document(fields) => Self::document(context, stored, fields),
            Stored::Newtype(field) => Self::newtype(context, field),
            Stored::Tuple(fields) => Self::tuple(context, stored, fields),
            Stored::Into(ty) => Self::into(context, ty),
            Stored::Names(pairs) => {
                let private = context.private;
                let shape = quote!(#private::Shape::enumeration(#pairs));
                Self::plain(context, shape, quote!(()))
            }
            Stored::Variants(all) => {
                let mut models = Models::new(context.input);
                let (shape, checks) = variants::expand(context, stored, all, &mut models);
                let fields: Vec<&Field> = all.iter().flat_map(|one| &one.fields).collect();
                let generics = bounded(context.input, &fields, context.private);
                Self {
                    models,
                    generics,
                    shape,
                    field_types: quote!(()),
                    checks,
                    access: TokenStream::new(),
                }
            }
        }
    }

    fn document(context: &Context<'_>, stored: &StoredType, fields: &[Field]) -> Self {
        let (input, private) = (context.input, context.private);
        let mut models = Models::new(input);
        let tag = stored.serde.tag.as_ref().map(|tag| {
            let name = stored
                .serde
                .rename
                .clone()
                .unwrap_or_else(|| crate::parse::unraw(&input.ident));
            (tag.clone(), name)
        });
        let document = Document {
            additional_properties: context.additional_properties,
            description: stored.description.clone(),
            tag,
            ..Document::new(
                input,
                private,
                fields,
                identity(&input.ident),
                models.generic,
            )
        };
        let doc = models.add("__DOC", "Doc", document.model(context.required), private);
        let checks = document.checks(&doc, context.allows);
        let all: Vec<&Field> = fields.iter().collect();
        Self {
            generics: bounded(input, &all, private),
            shape: quote!(#private::Shape::document(#doc)),
            field_types: document.field_types(),
            checks,
            models,
            access: access::of_document(context, fields),
        }
    }

    /// A newtype is stored as what is inside it, with the bounds of its field.
    fn newtype(context: &Context<'_>, field: &Field) -> Self {
        let (input, private) = (context.input, context.private);
        let mut models = Models::new(input);
        let fields = std::slice::from_ref(field);
        let document = Document::new(
            input,
            private,
            fields,
            identity(&input.ident),
            models.generic,
        );
        let doc = models.add("__DOC", "Doc", document.model(context.required), private);
        let value = quote!(#private::Newtype { inner: *(#doc).shapes[0], keywords: (#doc).keywords, doc: #private::Option::Some(#private::DocRef::new(#doc)) });
        let newtype = models.add("__NEWTYPE", "Newtype", value, private);
        Self {
            generics: bounded(input, &[field], private),
            shape: quote!(#private::Shape::newtype(#newtype)),
            field_types: newtype_fields(context, field),
            checks: document.checks(&doc, context.allows),
            models,
            access: TokenStream::new(),
        }
    }

    /// An array of its fields, each with its own bounds as a newtype has them.
    fn tuple(context: &Context<'_>, stored: &StoredType, fields: &[Field]) -> Self {
        let (input, private) = (context.input, context.private);
        let mut models = Models::new(input);
        let document = Document::new(
            input,
            private,
            fields,
            identity(&input.ident),
            models.generic,
        );
        let doc = models.add("__DOC", "Doc", document.model(context.required), private);
        let positions = (0..fields.len()).map(|at| {
            let value = quote!(#private::Newtype::position(#doc, #at));
            models.add(&format!("__POSITION_{at}"), "Newtype", value, private)
        });
        let positions: Vec<_> = positions.collect();
        let description = (!stored.description.is_empty()).then_some(&stored.description);
        let keywords = description.map(|text| {
            quote!(#private::Placed { field: 0, depth: 0, keyword: #private::Keyword::Description(#text) })
        });
        let keywords: Vec<_> = keywords.into_iter().collect();
        let keywords = list(&keywords, "Placed", private);
        let value = quote!(#private::Newtype {
            inner: #private::Shape::tuple(&[#(#private::Shape::newtype(#positions)),*]),
            keywords: #keywords,
            doc: #private::Option::Some(#private::DocRef::new(#doc)),
        });
        let newtype = models.add("__NEWTYPE", "Newtype", value, private);
        let all: Vec<&Field> = fields.iter().collect();
        Self {
            generics: bounded(input, &all, private),
            shape: quote!(#private::Shape::newtype(#newtype)),
            field_types: quote!(()),
            checks: document.checks(&doc, context.allows),
            models,
            access: TokenStream::new(),
        }
    }

    /// The type that serde converts it into before it is stored.
    fn into(context: &Context<'_>, ty: &Type) -> Self {
        let private = context.private;
        let ty = in_static(ty, context.input);
        let shape = quote_spanned!(ty.span()=> <#ty as #private::EmbeddedSchema>::SHAPE);
        Self::plain(context, shape, quote!(()))
    }

    fn plain(context: &Context<'_>, shape: TokenStream, field_types: TokenStream) -> Self {
        let generics = context.input.generics.clone();
        let models = Models::new(context.input);
        Self {
            models,
            generics,
            shape,
            field_types,
            checks: Vec::new(),
            access: TokenStream::new(),
        }
    }

    /// The items of the model, and the implementation.
    pub(super) fn items(&self, context: &Context<'_>) -> TokenStream {
        let (ident, private) = (&context.input.ident, context.private);
        let models = self.models.items(context.input, &self.generics);
        let (generics, arguments, clause) = self.generics.split_for_impl();
        let (shape, field_types, access) = (&self.shape, &self.field_types, &self.access);
        // The compiler reports at the type's name that a public field has a private type.
        let fields_item = quote_spanned!(ident.span()=> type Fields = #field_types;);
        quote! {
            #models
            #[automatically_derived]
            impl #generics #private::EmbeddedSchema for #ident #arguments #clause {
                const SHAPE: #private::Shape = #shape;
                type Leaf = Self;
                #fields_item
            }
            #access
        }
    }
}

/// The fields of what a newtype holds, where other crates may name it.
fn newtype_fields(context: &Context<'_>, field: &Field) -> TokenStream {
    let private = context.private;
    if field.public && !field.poisoned && field.type_tells() {
        let ty = &field.ty;
        quote_spanned!(ty.span()=> <#ty as #private::EmbeddedSchema>::Fields)
    } else {
        quote!(())
    }
}

/// An unsuffixed literal.
pub(super) fn literal(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}
