//! The paths that a collection's declarations use, each once.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::{names::hash, stored::literal};
use crate::{
    check::position,
    parse::{Field, KeyPath, unraw},
};

/// The paths that a collection's declarations use, each once.
#[derive(Default)]
pub(super) struct Paths(Vec<(Option<usize>, KeyPath)>);

impl Paths {
    /// The most paths that the model's bytes can tell apart; 64 indexes rarely need so many.
    pub(super) const MOST: usize = 255;

    /// The position of a path in the list, to which it is added if it is new.
    pub(super) fn intern(&mut self, path: &KeyPath, fields: &[Field]) -> usize {
        let text = path.text();
        if let Some(known) = self.0.iter().position(|(_, other)| other.text() == text) {
            return known;
        }
        self.0.push((position(fields, path), path.clone()));
        self.0.len() - 1
    }

    /// How many paths there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The model's list of `Path`.
    pub(super) fn model<'a>(
        &'a self,
        private: &'a TokenStream,
    ) -> impl Iterator<Item = TokenStream> + 'a {
        self.0.iter().map(move |(field, path)| {
            // Where the first segment is a flattened type's, the compiler finds it by its hash.
            let known = usize::from(field.is_some());
            let open = quote!(#private::Path::OPEN);
            let field = field.map_or(open, |field| literal(field).into_token_stream());
            let rest = path.segments[known..]
                .iter()
                .map(|segment| hash(&unraw(segment)));
            let text = path.text();
            quote!(#private::Path { field: #field, rest: &[#(#rest),*], text: #text })
        })
    }
}
