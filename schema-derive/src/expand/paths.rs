//! The paths that a collection's declarations use, each once.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::hash;
use crate::{
    check::position,
    parse::{Field, KeyPath},
};

/// The paths that a collection's declarations use, each once.
#[derive(Default)]
pub(super) struct Paths(Vec<(usize, KeyPath)>);

impl Paths {
    /// The most paths that the model's bytes can tell apart; 64 indexes rarely need so many.
    pub(super) const MOST: usize = 255;

    /// The position of a path in the list, to which it is added if it is new.
    pub(super) fn intern(&mut self, path: &KeyPath, fields: &[Field]) -> usize {
        if let Some(known) = self.0.iter().position(|(_, other)| other == path) {
            return known;
        }
        // A path whose first segment is no field was left out by the check.
        let field = position(fields, path).unwrap_or(0);
        self.0.push((field, path.clone()));
        self.0.len() - 1
    }

    /// The position as the model's byte. What has more paths is refused as a whole.
    pub(super) fn byte(&mut self, path: &KeyPath, fields: &[Field]) -> u8 {
        u8::try_from(self.intern(path, fields)).unwrap_or(u8::MAX)
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
            let text = path.text();
            if path.stored {
                return quote!(#private::Path { field: #private::Path::STORED, rest: &[], text: #text });
            }
            let field = u16::try_from(*field).unwrap_or(u16::MAX);
            let rest = path.segments[1..].iter().map(|segment| hash(&segment.name));
            quote!(#private::Path { field: #field, rest: &[#(#rest),*], text: #text })
        })
    }
}
