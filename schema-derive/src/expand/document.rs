//! A struct's fields as the model's `Doc`.

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use schema_rules::REFERENCE_TYPE_MISMATCH;
use syn::{DeriveInput, spanned::Spanned};

use super::{
    access,
    field::{bound_value, flags, hash_of, types},
    list,
    names::{hash, in_static},
};
use crate::{
    check::{Class, is_open_field as is_open, known_bytes, most_values, with_inner},
    parse::{Field, Helper},
};

/// What the expansion of a document needs.
pub(super) struct Document<'a> {
    /// The derived type.
    pub(super) input: &'a DeriveInput,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
    /// The stored fields.
    pub(super) fields: &'a [Field],
    /// Whether unknown fields are let through.
    pub(super) additional_properties: bool,
    /// The documentation comment.
    pub(super) description: String,
    /// Tells apart two types of one name.
    pub(super) identity: u64,
    /// Whether the type has parameters.
    pub(super) generic: bool,
    /// The key and the value of a tag that serde adds.
    pub(super) tag: Option<(String, String)>,
}

/// How many types one tuple of `EmbeddedSchema::Fields` holds.
const CHUNK: usize = 16;

impl<'a> Document<'a> {
    /// A closed document of these fields.
    pub(super) fn new(
        input: &'a DeriveInput,
        private: &'a TokenStream,
        fields: &'a [Field],
        identity: u64,
        generic: bool,
    ) -> Self {
        let (additional_properties, description, tag) = (false, String::new(), None);
        Self {
            input,
            private,
            fields,
            additional_properties,
            description,
            identity,
            generic,
            tag,
        }
    }
}

impl Document<'_> {
    /// The value of the model's `Doc`. `required` tells which fields are required whatever serde
    /// does.
    pub(super) fn model(&self, required: &dyn Fn(&Field) -> bool) -> TokenStream {
        let private = self.private;
        let name = self.input.ident.to_string();
        let identity = self.identity;
        let names = self.fields.iter().fold(String::new(), |names, field| {
            // A NUL ends a name here; one inside a name was reported.
            let stored = field.stored_name.replace('\0', "");
            names + &field.name + "\0" + &stored + "\0"
        });
        let names = names + &self.tag_names();
        let tag = self.tag_shape();
        let overhead = self.overhead();
        let known = u64::from(overhead).saturating_add(known_bytes(self.fields));
        let open = self.open();
        let open = if open.is_empty() {
            quote!(#private::Doc::TOLD)
        } else {
            quote!(&[#(#open),*])
        };
        let hashes = self.fields.iter().map(hash_of).chain(self.tag_hash());
        let shapes = self.fields.iter().map(|field| self.shape(field)).chain(tag);
        let flags = self
            .fields
            .iter()
            .map(|field| flags(field, required(field)));
        let flags: Vec<u8> = flags.chain(self.tag.iter().map(|_| 3)).collect();
        let flags = Literal::byte_string(&flags);
        let keywords: Vec<_> = self.keywords().collect();
        let keywords = list(&keywords, "Placed", private);
        let allows = self.fields.iter().enumerate().flat_map(|(at, field)| {
            let at = Literal::usize_unsuffixed(at);
            let place = quote!(Field(#at));
            field.attrs.allows.model(&place, private)
        });
        let allows = list(&allows.collect::<Vec<_>>(), "Allow", private);
        let (additional_properties, description) = (self.additional_properties, &self.description);
        let generic = self.generic;
        quote! {
            #private::Doc {
                name: #name,
                // Of the macro call, where a `macro_rules!` makes several types of one name.
                identity: #identity ^ #private::here(#private::line!(), #private::column!()),
                names: #names,
                overhead: #overhead,
                known: #known,
                open: #open,
                hashes: &[#(#hashes),*],
                shapes: &[#(#shapes),*],
                flags: #flags,
                keywords: #keywords,
                allows: #allows,
                additional_properties: #additional_properties,
                description: #description,
                generic: #generic,
            }
        }
    }

    /// The bytes of BSON that the fields take beside their values: a type, a name, a NUL.
    fn overhead(&self) -> u32 {
        let named = self.fields.iter().filter(|field| !field.serde.flatten);
        let names = named.map(|field| field.stored_name.len());
        let names = names.chain(self.tag.iter().map(|(key, _)| key.len()));
        let bytes: usize = names.map(|name| name + 2).sum();
        u32::try_from(bytes).unwrap_or(u32::MAX)
    }

    /// The fields of types that the tokens do not show, and how many values each may hold.
    fn open(&self) -> Vec<TokenStream> {
        let fields = self.fields.iter().enumerate();
        let open = fields.filter(|(_, field)| !field.poisoned && is_open(field));
        let pair = |(at, field): (usize, &Field)| {
            let (at, most) = (Literal::usize_unsuffixed(at), most_values(field));
            let most = Literal::u32_unsuffixed(most);
            quote!((#at, #most))
        };
        open.map(pair).collect()
    }

    /// Whether the type has parameters.
    pub(super) fn is_generic(&self) -> bool {
        self.generic
    }

    fn tag_names(&self) -> String {
        let tag = self.tag.as_ref();
        tag.map_or_else(String::new, |(key, _)| format!("\0{key}\0"))
    }

    fn tag_hash(&self) -> Option<u64> {
        self.tag.as_ref().map(|(key, _)| hash(key))
    }

    fn tag_shape(&self) -> Option<TokenStream> {
        let private = self.private;
        self.tag.as_ref().map(|(_, value)| {
            let pairs = format!("\0{value}\0");
            quote!(&#private::Shape::enumeration(#pairs))
        })
    }

    /// What a field is stored as, by reference.
    pub(super) fn shape(&self, field: &Field) -> TokenStream {
        let private = self.private;
        if let Some(alias) = &field.attrs.bson {
            let types = types(alias, private);
            let shape = quote!(&#private::Shape::scalar(#types));
            // What is said is what a value is stored as; none is null still.
            let optional = matches!(Class::of(&field.ty), Class::Optional(_));
            return if optional {
                quote!(#shape.optional())
            } else {
                shape
            };
        }
        if field.poisoned {
            return quote!(&#private::Shape::POISON);
        }
        if let Some((depth, alias, _)) = &field.attrs.inner_bson {
            let types = types(alias, private);
            let opaque = quote!(#private::Opaque<{ #types.bits() }>);
            if let Some(ty) = with_inner(&field.ty, *depth, &opaque) {
                let ty = self.named(&ty);
                return quote!(<#ty as #private::EmbeddedSchema>::STORED);
            }
        }
        let ty = self.named(&field.ty);
        match &field.serde.helper {
            Some(Helper::Known(aliases)) => {
                let types = aliases.iter().map(|alias| types(alias, private));
                return quote!(&#private::Shape::scalar(#private::Types::NONE #(.or(#types))*));
            }
            Some(Helper::Type(helper)) => {
                let helper = self.named(helper.as_ref());
                return quote_spanned!(field.ty.span()=> &<#helper as #private::StoredBy<#ty>>::SHAPE);
            }
            None => {}
        }
        quote_spanned!(field.ty.span()=> <#ty as #private::EmbeddedSchema>::STORED)
    }

    /// A type or a path as the model can name it.
    pub(super) fn named(&self, ty: &impl ToTokens) -> TokenStream {
        if self.generic {
            ty.to_token_stream()
        } else {
            in_static(ty, self.input)
        }
    }

    fn keywords(&self) -> impl Iterator<Item = TokenStream> {
        let private = self.private;
        self.fields
            .iter()
            .enumerate()
            .flat_map(move |(position, field)| {
                let position = Literal::u16_unsuffixed(u16::try_from(position).unwrap_or(u16::MAX));
                let reference = field.attrs.references.iter();
                let reference: Vec<_> = reference
                    .map(|path| (0, self.reference(field, path)))
                    .collect();
                let bounds = field
                    .attrs
                    .bounds
                    .iter()
                    .map(move |bound| (bound.depth, bound_value(bound, private)));
                bounds.chain(reference).map(move |(depth, keyword)| {
                quote!(#private::Placed { field: #position, depth: #depth, keyword: #keyword })
            })
            })
    }

    /// What a field references. Where the type has parameters, its uses compare the types.
    fn reference(&self, field: &Field, target: &syn::Path) -> TokenStream {
        let (private, outside) = (self.private, field.attrs.outside);
        let (path, allows) = (self.named(target), &field.attrs.allows);
        let model = if self.generic && !allows.covers(&REFERENCE_TYPE_MISMATCH) {
            let model = quote!(<#path as #private::CollectionSchema>::MODEL);
            quote!(Some(#private::CollectionRef::new(#model)))
        } else {
            quote!(None)
        };
        quote!(#private::Keyword::References(#private::Reference {
            collection: <#path as #private::CollectionSchema>::NAME,
            outside: #outside,
            target: #private::Option::#model,
        }))
    }

    /// The position in `Doc::keywords` of a field's bound.
    pub(super) fn keyword_position(&self, field: usize, bound: usize) -> usize {
        let before: usize = self.fields[..field]
            .iter()
            .map(|field| field.attrs.bounds.len() + usize::from(field.attrs.references.is_some()))
            .sum();
        before + bound
    }

    /// The types that other crates may name, in tuples of sixteen.
    pub(super) fn field_types(&self) -> TokenStream {
        let unknown = access::unknown_type(self.private);
        let types: Vec<TokenStream> = self
            .fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                if field.public && !field.poisoned {
                    access::field_type(self.input, self.private, at, field)
                } else {
                    unknown.clone()
                }
            })
            .collect();
        let tuples = types
            .chunks(CHUNK)
            .take(CHUNK)
            .map(|chunk| tuple(chunk.to_vec()));
        tuple(tuples.collect())
    }
}

/// A tuple of sixteen, filled up with `()`.
fn tuple(mut items: Vec<TokenStream>) -> TokenStream {
    items.resize(CHUNK.max(items.len()), quote!(()));
    quote!((#(#items),*))
}
