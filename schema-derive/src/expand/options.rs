//! The options of a collection as the model's `CollectionOption`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Ident, spanned::Spanned};

use super::{
    collation::collation,
    names::{in_static, self_type},
    paths::Paths,
    stored::literal,
};
use crate::{
    check::may_start,
    parse::{
        Acknowledgment, Allows, CollectionAttrs, Field, KeyPath, Seconds, ShardKeyPart, TimeSeries,
        WriteConcern,
    },
};

/// What the expansion of a collection's options needs.
pub(super) struct Options<'a> {
    /// The derived type.
    pub(super) input: &'a DeriveInput,
    /// What `#[collection(…)]` says.
    pub(super) attrs: &'a CollectionAttrs,
    /// The stored fields.
    pub(super) fields: &'a [Field],
    /// What the collection allows.
    pub(super) outer: &'a Allows,
    /// Whether each part of the shard key may be a field.
    pub(super) shard_key_known: bool,
    /// The model of the documents.
    pub(super) root: &'a TokenStream,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

impl Options<'_> {
    /// The options but for the version.
    pub(super) fn model(&self, paths: &mut Paths) -> Vec<TokenStream> {
        let options = self
            .validation()
            .into_iter()
            .chain(self.kind(paths))
            .chain(self.concerns())
            .chain(self.shard_key(paths))
            .chain(self.versions());
        let private = self.private;
        options
            .map(|option| quote!(#private::CollectionOption::#option))
            .collect()
    }

    /// Level and action, where they are not the default.
    fn validation(&self) -> Vec<TokenStream> {
        let Some(validation) = self.attrs.validation.as_ref().map(|key| &key.value) else {
            return Vec::new();
        };
        let level = validation.level.map(|level| level.0);
        let level = level.filter(|level| *level != "strict");
        let action = validation.action.as_ref().map(|action| action.value.0);
        let action = action.filter(|action| *action != "error");
        let level = level.map(|level| quote!(ValidationLevel(#level)));
        let action = action.map(|action| quote!(ValidationAction(#action)));
        level.into_iter().chain(action).collect()
    }

    /// What `create` is told.
    fn kind(&self, paths: &mut Paths) -> Vec<TokenStream> {
        let (attrs, private) = (self.attrs, self.private);
        let mut options = Vec::new();
        if let Some(series) = &attrs.time_series {
            options.extend(self.time_series(&series.value, paths));
        }
        if let Some(clustered) = &attrs.clustered {
            let life = optional(
                clustered
                    .value
                    .expire_after
                    .as_ref()
                    .map(|key| life(key.value)),
                private,
            );
            options.push(quote!(Clustered(#life)));
        }
        if let Some(capped) = &attrs.capped {
            let size = i64::try_from(capped.value.size.count).unwrap_or(i64::MAX);
            let max = optional(capped.value.max.as_ref().map(|max| max.value.0), private);
            options.push(quote!(Capped(#private::Capped { size: #size, max: #max })));
        }
        if let Some(strings) = &attrs.collation {
            let strings = collation(&strings.value, private);
            options.push(quote!(Collation(#strings)));
        }
        if attrs
            .change_stream_images
            .as_ref()
            .is_some_and(|key| key.value)
        {
            options.push(quote!(ChangeStreamImages));
        }
        options
    }

    /// None where a field of it is unknown, which was reported.
    fn time_series(&self, series: &TimeSeries, paths: &mut Paths) -> Option<TokenStream> {
        let private = self.private;
        let time = self.field(&series.time, paths)?;
        let meta = match &series.meta {
            Some(meta) => Some(self.field(meta, paths)?),
            None => None,
        };
        let meta = optional(meta, private);
        let granularity = optional(
            series.granularity.as_ref().map(|word| word.value.0),
            private,
        );
        let bucket = series.bucket_max_span.as_ref();
        let bucket = optional(
            bucket.map(|key| u32::try_from(key.value.count).unwrap_or(u32::MAX)),
            private,
        );
        let expire_after = optional(
            series.expire_after.as_ref().map(|key| life(key.value)),
            private,
        );
        Some(quote! {
            TimeSeries(#private::TimeSeries {
                time: #time,
                meta: #meta,
                granularity: #granularity,
                bucket_seconds: #bucket,
                expire_after: #expire_after,
            })
        })
    }

    fn field(&self, path: &KeyPath, paths: &mut Paths) -> Option<Literal> {
        let known = path.segments.len() == 1 && may_start(self.fields, path);
        known.then(|| literal(paths.intern(path, self.fields)))
    }

    /// What the application waits for and reads, and who else has a hand in it.
    fn concerns(&self) -> Vec<TokenStream> {
        let attrs = self.attrs;
        let mut options = Vec::new();
        if let Some(size) = &attrs.max_size {
            let count = size.value.count;
            options.push(quote!(MaxSize(#count)));
        }
        if let Some(concern) = &attrs.write_concern {
            options.push(self.write_concern(&concern.value));
        }
        if let Some(concern) = &attrs.read_concern {
            let level = concern.value.0;
            options.push(quote!(ReadConcern(#level)));
        }
        if attrs.has_generated_id() {
            options.push(quote!(GeneratedId));
        }
        options.extend(
            attrs
                .external_indexes()
                .map(|name| quote!(ExternalIndex(#name))),
        );
        options
    }

    fn write_concern(&self, concern: &WriteConcern) -> TokenStream {
        let private = self.private;
        let w = concern.w.as_ref().map(|w| match w {
            Acknowledgment::Nodes(nodes) => quote!(#private::Acknowledgment::Nodes(#nodes)),
            Acknowledgment::Named(name) => quote!(#private::Acknowledgment::Named(#name)),
        });
        let w = optional(w, private);
        let journal = optional(concern.journal.as_ref().map(|key| key.value), private);
        let timeout = optional(concern.timeout.map(|millis| millis.0), private);
        quote! {
            WriteConcern(#private::WriteConcern { w: #w, journal: #journal, timeout: #timeout })
        }
    }

    /// The parts of the shard key, where each may be a field.
    pub(super) fn parts(&self) -> &[ShardKeyPart] {
        match &self.attrs.shard_key {
            Some(key) if self.shard_key_known => &key.value.0,
            _ => &[],
        }
    }

    fn shard_key(&self, paths: &mut Paths) -> Option<TokenStream> {
        let private = self.private;
        let parts = self.parts().iter().flat_map(|part| {
            let path = paths.intern(&part.path, self.fields);
            [u8::try_from(path).unwrap_or(u8::MAX), u8::from(part.hashed)]
        });
        let bytes: Vec<u8> = parts.collect();
        let literal = Literal::byte_string(&bytes);
        (!bytes.is_empty()).then(|| quote!(ShardKey(#private::ShardKey(#literal))))
    }

    fn versions(&self) -> Vec<TokenStream> {
        let private = self.private;
        let own = self_type(self.input);
        let previous = self.attrs.previous.as_ref().map(|previous| {
            let path = in_static(&previous.value.0, self.input);
            quote!(Previous(
                <#path as #private::CollectionSchema>::REFERENCE,
                #private::upgraded::<#own>
            ))
        });
        let accepts = self.attrs.accepts.as_ref().map(|accepts| &accepts.value);
        let versions = accepts.map(|accepts| {
            let versions = accepts.versions.iter().map(|(_, version)| version);
            quote!(Accepts(&[#(#versions),*]))
        });
        let unversioned = accepts.and_then(|accepts| accepts.unversioned);
        let unversioned = unversioned.map(|_| quote!(Unversioned));
        previous
            .into_iter()
            .chain(versions)
            .chain(unversioned)
            .collect()
    }

    /// What reads a document of an older shape, where one is named. A missing upgrade is an error at
    /// the name of the shape before.
    pub(super) fn older(&self) -> Option<TokenStream> {
        let private = self.private;
        let path = &self.attrs.previous.as_ref()?.value.0;
        let before = in_static(path, self.input);
        let step = quote_spanned!(path.span()=> __private::through::<Self, #before>(__document));
        let version = self.version_field().map(|field| {
            quote!(__private::has_version(<Self as #private::CollectionSchema>::MODEL, &__upgraded.#field)?;)
        });
        Some(quote! {
            fn older(
                __document: #private::Older<'_>,
            ) -> #private::Result<Self, #private::ReadError> {
                use #private as __private;
                let __upgraded = #step?;
                #version
                __private::Result::Ok(__upgraded)
            }
        })
    }

    /// The field with the version, where a struct has it itself and serde writes it as its type does.
    fn version_field(&self) -> Option<&Ident> {
        let is_struct = matches!(self.input.data, Data::Struct(_));
        let mut fields = self.fields.iter();
        let field = fields.find(|field| field.name == "schema_version")?;
        field
            .ident
            .as_ref()
            .filter(|_| is_struct && field.serde.helper.is_none())
    }
}

/// Seconds as the model holds them; what is longer was reported.
fn life(seconds: Seconds) -> i64 {
    i64::try_from(seconds.count).unwrap_or(i64::MAX)
}

/// A value, or that there is none. Spelt out, as quote would leave it out.
fn optional<T: quote::ToTokens>(value: Option<T>, private: &TokenStream) -> TokenStream {
    match value {
        Some(value) => quote!(#private::Option::Some(#value)),
        None => quote!(#private::Option::None),
    }
}
