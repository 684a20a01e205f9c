//! Indexes as the model's `Index`, and the checks of their keys.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use schema_rules::INDEX_UNIQUE_NULLABLE;

use super::{
    checks::{Check, at},
    filter::filter,
    paths::Paths,
};
use crate::{
    check::{Class, position, seconds},
    faults::suppressed,
    parse::{Allows, Field, Index, Key, KeyPath},
};

/// What the expansion of a collection's indexes needs.
pub(super) struct Indexes<'a> {
    /// The stored fields.
    pub(super) fields: &'a [Field],
    /// The tenant key's path as it is written.
    pub(super) tenant: Option<String>,
    /// What the collection allows.
    pub(super) outer: &'a Allows,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

impl Indexes<'_> {
    /// An index as the model's `Index`.
    pub(super) fn model(&self, index: &Index, paths: &mut Paths) -> TokenStream {
        let private = self.private;
        let keys: Vec<u8> = index
            .keys
            .iter()
            .flat_map(|key| {
                [
                    u8::try_from(paths.intern(&key.path, self.fields)).unwrap_or(u8::MAX),
                    u8::from(key.descending),
                ]
            })
            .collect();
        let keys = Literal::byte_string(&keys);
        let options = self.options(index, paths);
        quote!(#private::Index { keys: #keys, options: &[#(#options),*] })
    }

    fn options(&self, index: &Index, paths: &mut Paths) -> Vec<TokenStream> {
        let private = self.private;
        let mut options = Vec::new();
        if let Some(name) = &index.attrs.name {
            let name = &name.value;
            options.push(quote!(#private::IndexOption::Name(#name)));
        }
        if index.attrs.unique {
            options.push(quote!(#private::IndexOption::Unique));
        }
        if let Some(Ok(seconds)) = index
            .attrs
            .expire_after
            .as_ref()
            .map(|text| seconds(&text.value))
        {
            options.push(quote!(#private::IndexOption::ExpireAfter(#seconds)));
        }
        if let Some(partial) = &index.attrs.partial {
            let filter = filter(partial, paths, self.fields, private);
            options.push(quote!(#private::IndexOption::Partial(#filter)));
        }
        options
    }

    /// The checks of the index at this position.
    pub(super) fn checks(&self, position: usize, index: &Index, paths: &mut Paths) -> Vec<Check> {
        let mut checks = Vec::new();
        for key in &index.keys {
            checks.extend(self.path_check("index_path", &key.path, paths));
        }
        for path in index.attrs.partial.iter().flat_map(|filter| filter.paths()) {
            checks.extend(self.path_check("partial_path", path, paths));
        }
        checks.extend(self.ttl_check(index, paths));
        checks.extend(self.unique_checks(position, index));
        checks
    }

    /// Behind the first segment, only the compiler knows the fields.
    fn path_check(&self, rule: &str, path: &KeyPath, paths: &mut Paths) -> Option<Check> {
        let open = path.segments.len() > 1 || position(self.fields, path).is_none();
        let position = paths.intern(path, self.fields);
        open.then(|| at(path.span(), rule, &quote!(&__MODEL, #position)))
    }

    fn ttl_check(&self, index: &Index, paths: &mut Paths) -> Option<Check> {
        let [Key { path, .. }] = &index.keys[..] else {
            return None;
        };
        index.attrs.expire_after.as_ref()?;
        let decided = self.told(path).is_some_and(|class| class.is_no_date());
        let position = paths.intern(path, self.fields);
        (!decided).then(|| at(path.span(), "ttl_key", &quote!(&__MODEL, #position)))
    }

    fn unique_checks(&self, position: usize, index: &Index) -> Vec<Check> {
        let allows = index.attrs.allows();
        if !index.attrs.unique || suppressed(&INDEX_UNIQUE_NULLABLE, &[&allows, self.outer]) {
            return Vec::new();
        }
        let open = index
            .keys
            .iter()
            .enumerate()
            .filter(|(_, key)| self.needs_unique_check(index, &key.path));
        open.map(|(at_key, key)| {
            let excludes_missing = index
                .attrs
                .partial
                .as_ref()
                .is_some_and(|filter| filter.excludes_missing(&key.path));
            let arguments = quote!(&__MODEL, #position, #at_key, #excludes_missing);
            at(key.path.span(), "unique_key", &arguments)
        })
        .collect()
    }

    /// Not where the filter leaves out null, nor where the tokens have decided.
    fn needs_unique_check(&self, index: &Index, path: &KeyPath) -> bool {
        // The tenant key has a rule of its own, which says the same.
        let covered = self.tenant.as_ref() == Some(&path.text())
            || index
                .attrs
                .partial
                .as_ref()
                .is_some_and(|filter| filter.excludes_null(path));
        let decided = self.told(path).is_some_and(|class| match class {
            Class::Optional(inner) => matches!(
                *inner,
                Class::Text | Class::Integer | Class::Float | Class::Bool
            ),
            Class::Unknown | Class::Single => false,
            _ => self.always_there(path),
        });
        !covered && !decided
    }

    fn always_there(&self, path: &KeyPath) -> bool {
        position(self.fields, path).is_some_and(|at| {
            let serde = &self.fields[at].serde;
            !serde.sometimes_skipped && !serde.default
        })
    }

    /// What the tokens show of the field at a path of one segment.
    fn told(&self, path: &KeyPath) -> Option<Class> {
        let field = position(self.fields, path).map(|at| &self.fields[at])?;
        let told = path.segments.len() == 1 && !field.poisoned && field.type_tells();
        told.then(|| Class::of(&field.ty))
    }
}
