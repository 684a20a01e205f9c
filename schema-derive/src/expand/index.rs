//! Indexes as the model's `Index`, and the checks that the compiler evaluates.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::{
    checks::{Check, at},
    compared::Compared,
    filter::filter,
    index_options::options,
    list,
    paths::Paths,
};
use crate::{
    check::{Context, Verdict},
    parse::{Index, KeyPath},
};

/// What the expansion of a collection's indexes needs.
pub(super) struct Indexes<'a> {
    /// What the rules about them look at.
    pub(super) context: &'a Context<'a>,
    /// The path of what expansions name.
    pub(super) private: &'a TokenStream,
}

impl Indexes<'_> {
    /// An index as the model's `Index`.
    pub(super) fn model(&self, index: &Index, paths: &mut Paths) -> TokenStream {
        let private = self.private;
        let mut keys = Vec::new();
        for key in &index.keys {
            let path = key.path.as_ref();
            keys.push(path.map_or(0, |path| paths.byte(path, self.context.fields)));
            keys.push(key.code());
        }
        let keys = Literal::byte_string(&keys);
        let mut options = options(index, paths, self.context.fields, private);
        if let Some(partial) = index.attrs.filter() {
            let filter = filter(partial, paths, self.context.fields, private);
            options.push(quote!(#private::IndexOption::Partial(#filter)));
        }
        let options = list(&options, "IndexOption", private);
        quote!(#private::Index { keys: #keys, options: #options })
    }

    /// The checks of the index at this position, of which the tokens leave open what they check.
    pub(super) fn checks(&self, position: usize, index: &Index, paths: &mut Paths) -> Vec<Check> {
        let mut checks = Vec::new();
        for path in index.paths() {
            checks.extend(self.path_check("index_path", path, paths));
        }
        for path in index
            .attrs
            .filter()
            .iter()
            .flat_map(|filter| filter.paths())
        {
            checks.extend(self.path_check("partial_path", path, paths));
        }
        checks.extend(self.key_checks(position, index));
        if self.context.on_other_field(index) == Verdict::Open
            && let Some(path) = index.key_paths().next()
        {
            let at_path = paths.intern(path, self.context.fields);
            checks.push(at(path.span(), "index_on_id", &quote!(&__MODEL, #at_path)));
        }
        if self.context.ttl_key(index) == Verdict::Open
            && let Some(path) = index.key_paths().next()
        {
            let at_path = paths.intern(path, self.context.fields);
            checks.push(at(path.span(), "ttl_key", &quote!(&__MODEL, #at_path)));
        }
        if self.context.sparse_keys(index) == Verdict::Open
            && let Some(span) = index.attrs.sparse()
        {
            checks.push(at(span, "sparse", &quote!(&__MODEL, #position)));
        }
        if self.context.key_size(index) == Verdict::Open {
            checks.push(at(
                index.span,
                "index_key_size",
                &quote!(&__MODEL, #position),
            ));
        }
        let compared = Compared {
            context: self.context,
            private: self.private,
            rules: ["partial_value", "partial_variant"],
        };
        checks.extend(compared.checks(index.attrs.filter(), paths));
        checks
    }

    /// The checks of names that may be another index's default name.
    pub(super) fn name_checks(&self, all: &[Index]) -> Vec<Check> {
        let mut checks = Vec::new();
        for (named, index) in all.iter().enumerate() {
            let Some(name) = &index.attrs.name else {
                continue;
            };
            for (other, _) in all
                .iter()
                .enumerate()
                .filter(|(_, other)| self.context.may_be_default_name(&name.value, other))
            {
                let arguments = quote!(&__MODEL, #named, #other);
                checks.push(at(name.span, "index_name", &arguments));
            }
        }
        checks
    }

    /// Behind the first segment, only the compiler knows the fields.
    fn path_check(&self, rule: &str, path: &KeyPath, paths: &mut Paths) -> Option<Check> {
        let open = path.stored
            || path.segments.len() > 1
            || crate::check::position(self.context.fields, path).is_none();
        let position = paths.intern(path, self.context.fields);
        open.then(|| at(path.span(), rule, &quote!(&__MODEL, #position)))
    }

    /// The checks of the types of each key, alone and beside the others.
    fn key_checks(&self, position: usize, index: &Index) -> Vec<Check> {
        let context = self.context;
        let mut checks = Vec::new();
        for (at_key, key) in index.keys.iter().enumerate() {
            let Some(path) = &key.path else { continue };
            let mut check = |verdict: Verdict, rule: &str, more: &TokenStream| {
                if verdict == Verdict::Open {
                    let arguments = quote!(&__MODEL, #position, #at_key #more);
                    checks.push(at(path.span(), rule, &arguments));
                }
            };
            let none = TokenStream::new();
            check(context.key_type(key), "key_type", &none);
            check(context.hashed_key(index, key), "hashed_key", &none);
            check(context.parallel(index, at_key), "parallel_arrays", &none);
            let left_out = Context::leaves_out_missing(index, path);
            check(
                context.unique_key(index, path),
                "unique_key",
                &quote!(, #left_out),
            );
        }
        checks
    }
}
