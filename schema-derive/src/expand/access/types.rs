//! The types at the ends of paths, as far as they can be named.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use super::helper::field_type;
use crate::{
    expand::{names::hash, names::in_static},
    parse::{Field, KeyPath, Segment, Stored},
};

/// What the types of a collection's fields are looked up in.
pub(super) struct Types<'a> {
    /// The derived type.
    pub(super) input: &'a DeriveInput,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
    /// What it is stored as.
    pub(super) form: &'a Stored,
}

impl Types<'_> {
    /// The type, with what writes it, of the field at a path: a `Slot`.
    pub(super) fn at(&self, path: &KeyPath) -> TokenStream {
        if path.stored {
            return self.unknown();
        }
        match (self.form, self.own(path.first())) {
            (_, Some(field)) => self.behind(field, &path.segments[1..]),
            (Stored::Newtype(field), None) => self.inside(&field.ty, &path.segments),
            (Stored::Document(fields), None) => match Self::only_flattened(fields) {
                Some(field) => self.inside(&field.ty, &path.segments),
                None => self.unknown(),
            },
            _ => self.unknown(),
        }
    }

    /// The same of a key, which an implementation for a type of any visibility names: what is
    /// taken from a trait may be private where the field is.
    pub(super) fn key(&self, path: &KeyPath) -> TokenStream {
        let projected = |field: &Field| {
            matches!(&field.ty, syn::Type::Path(path) if path.qself.is_some()) && !field.public
        };
        match self.own(path.first()) {
            Some((_, field)) if !path.stored && projected(field) => self.unknown(),
            _ => self.at(path),
        }
    }

    /// The same of `_id`; none where no field is stored so, as far as the tokens show.
    pub(super) fn id(&self) -> Option<TokenStream> {
        let id = |fields: &[Field]| {
            let field = fields.iter().find(|field| field.stored_name == "_id")?;
            Some(field.name.clone())
        };
        let private = self.private;
        let within = |ty: &syn::Type| {
            let ty = in_static(ty, self.input);
            let shape = quote!(&<#ty as #private::EmbeddedSchema>::SHAPE);
            quote!(#private::FieldAt<#ty, { #private::access::id_chunk(#shape) }, { #private::access::id_offset(#shape) }>)
        };
        match self.form {
            Stored::Document(fields) => match id(fields) {
                Some(name) => Some(self.key(&KeyPath::field(&name))),
                None => Self::only_flattened(fields).map(|field| within(&field.ty)),
            },
            Stored::Variants(all) => {
                let name = all.iter().find_map(|variant| id(&variant.fields))?;
                Some(self.key(&KeyPath::field(&name)))
            }
            Stored::Newtype(field) => Some(within(&field.ty)),
            _ => None,
        }
    }

    /// The field of this name and its position: a struct's own, or one that all variants which have
    /// it store alike.
    fn own(&self, name: &str) -> Option<(usize, &Field)> {
        let named = |field: &&Field| field.name == name && !field.serde.flatten;
        match self.form {
            Stored::Document(fields) => {
                let mut fields = fields.iter().enumerate();
                fields.find(|(_, field)| named(field))
            }
            Stored::Variants(all) => {
                let mut found = all.iter().flat_map(|variant| &variant.fields).filter(named);
                let first = found.next()?;
                let alike = |field: &Field| field.type_tells() && field.ty == first.ty;
                (alike(first) && found.all(alike)).then_some((0, first))
            }
            _ => None,
        }
    }

    /// The one field that is flattened, where there is one.
    fn only_flattened(fields: &[Field]) -> Option<&Field> {
        let mut flattened = fields.iter().filter(|field| field.serde.flatten);
        flattened.next().filter(|_| flattened.next().is_none())
    }

    fn behind(&self, (at, field): (usize, &Field), rest: &[Segment]) -> TokenStream {
        if field.poisoned {
            return self.unknown();
        }
        if rest.is_empty() {
            return in_static(&field_type(self.input, self.private, at, field), self.input);
        }
        if !field.type_tells() || field.attrs.inner_bson.is_some() {
            return self.unknown();
        }
        self.inside(&field.ty, rest)
    }

    /// The field at the end of these segments inside of a type.
    fn inside(&self, ty: &syn::Type, segments: &[Segment]) -> TokenStream {
        let private = self.private;
        let mut ty = in_static(ty, self.input);
        let mut slot = self.unknown();
        for segment in segments {
            let hash = hash(&segment.name);
            let shape = quote!(&<#ty as #private::EmbeddedSchema>::SHAPE);
            slot = quote!(#private::FieldAt<#ty, { #private::chunk(#shape, #hash) }, { #private::offset(#shape, #hash) }>);
            ty = quote!(<#slot as #private::access::Slot>::Inside);
        }
        slot
    }

    fn unknown(&self) -> TokenStream {
        let private = self.private;
        quote!(#private::Unknown)
    }
}
