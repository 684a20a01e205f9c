//! The checks of a collection's options that need other types.

use proc_macro2::Span;
use quote::quote;
use schema_rules::SHARD_KEY_MONOTONIC;
use syn::spanned::Spanned;

use super::{
    checks::{Check, at},
    options::Options,
    paths::Paths,
};
use crate::{
    check::{Class, is_open, may_start, plain, position},
    faults::suppressed,
    parse::{Field, ShardKeyPart},
};

impl Options<'_> {
    /// What only the compiler can tell about the options.
    pub(super) fn checks(&self, paths: &mut Paths) -> Vec<Check> {
        let mut checks = Vec::new();
        checks.extend(self.id_check());
        checks.extend(self.clustered_check());
        checks.extend(self.time_check(paths));
        checks.extend(self.version_checks());
        for part in self.parts() {
            checks.extend(self.part_check(part, paths));
        }
        if let Some(part) = self.parts().first() {
            checks.extend(self.start_check(part, paths));
        }
        checks
    }

    /// Where the `_id` is, if the type may have one: its field, or the type into which it is
    /// flattened.
    fn id(&self) -> Option<(Span, Option<&Field>)> {
        let own = self.fields.iter().find(|field| field.stored_name == "_id");
        match own {
            Some(field) => (!field.poisoned).then(|| (field.span(), Some(field))),
            None if is_open(self.fields) && !self.attrs.has_generated_id() => {
                Some((self.input.ident.span(), None))
            }
            None => None,
        }
    }

    fn id_check(&self) -> Option<Check> {
        let (span, field) = self.id()?;
        let told = field.is_some_and(|field| {
            let class = Class::of(&field.ty);
            let array = matches!(class.present(), Class::Array(_));
            field.type_tells() && (!class.is_open() || array)
        });
        let root = self.root;
        (!told).then(|| at(span, "id_type", &quote!(#root)))
    }

    fn clustered_check(&self) -> Option<Check> {
        let life = self.attrs.clustered.as_ref()?.value.expire_after.as_ref()?;
        let root = self.root;
        self.id()
            .map(|_| at(life.span, "clustered_ttl", &quote!(#root)))
    }

    fn time_check(&self, paths: &mut Paths) -> Option<Check> {
        let path = &self.attrs.time_series.as_ref()?.value.time;
        if path.segments.len() > 1 || !may_start(self.fields, path) {
            return None;
        }
        let told = position(self.fields, path).is_some_and(|at| {
            let field = &self.fields[at];
            let class = Class::of(&field.ty);
            let optional = matches!(class, Class::Optional(_)) || field.serde.sometimes_skipped;
            field.type_tells() && (class.is_no_date() || optional)
        });
        let (path, span) = (paths.intern(path, self.fields), path.span());
        (!told).then(|| at(span, "time_field", &quote!(&__MODEL, #path)))
    }

    fn version_checks(&self) -> Vec<Check> {
        let Some(previous) = &self.attrs.previous else {
            return Vec::new();
        };
        let mut checks = vec![at(previous.value.0.span(), "previous", &quote!(&__MODEL))];
        let current = self.attrs.schema_version.as_ref();
        let current = current.map(|version| version.value.0);
        let accepts = self.attrs.accepts.iter();
        let unversioned = accepts
            .clone()
            .filter_map(|accepts| accepts.value.unversioned);
        checks.extend(unversioned.map(|span| at(span, "unversioned", &quote!(&__MODEL))));
        let accepts = accepts.flat_map(|accepts| &accepts.value.versions);
        // What is not older was reported.
        for (span, version) in accepts.filter(|(_, version)| Some(*version) < current) {
            checks.push(at(*span, "accepted", &quote!(&__MODEL, #version)));
        }
        checks
    }

    /// Where the tokens cannot tell that it is there and no array.
    fn part_check(&self, part: &ShardKeyPart, paths: &mut Paths) -> Option<Check> {
        let told = plain(part, self.fields).is_some_and(|field| {
            let class = Class::of(&field.ty);
            !class.is_open() || matches!(class.present(), Class::Array(_))
        });
        let path = paths.intern(&part.path, self.fields);
        let arguments = quote!(&__MODEL, #path);
        (!told).then(|| at(part.path.span(), "shard_key_part", &arguments))
    }

    /// Where the tokens cannot tell whether the first part grows.
    fn start_check(&self, part: &ShardKeyPart, paths: &mut Paths) -> Option<Check> {
        if part.hashed {
            return None;
        }
        let told = plain(part, self.fields).is_some_and(|field| {
            let class = Class::of(&field.ty);
            !matches!(class.present(), Class::Single | Class::Unknown)
        });
        if told || suppressed(&SHARD_KEY_MONOTONIC, &[self.outer]) {
            return None;
        }
        let path = paths.intern(&part.path, self.fields);
        let arguments = quote!(&__MODEL, #path);
        Some(at(part.path.span(), "shard_key_start", &arguments))
    }
}
