//! What is declared of a collection, in the server's own forms, rendered once.

use std::sync::OnceLock;

use crate::{declared::DeclaredCollection, model::Collection, render};

/// What is declared of a collection; the derive keeps one in a static for each.
pub struct Facts {
    model: &'static Collection,
    rendered: OnceLock<DeclaredCollection>,
}

impl Facts {
    /// The facts of a collection, not rendered yet.
    pub const fn new(model: &'static Collection) -> Self {
        Self {
            model,
            rendered: OnceLock::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'static Collection {
        self.model
    }

    /// The server's own forms.
    pub fn declared(&self) -> &DeclaredCollection {
        self.rendered.get_or_init(|| render::collection(self.model))
    }
}
