//! What an update does to a document.

mod arrays;
mod assign;
mod changeable;
mod conflict;
mod operators;

use std::marker::PhantomData;

use bson::Document;
use mongodb::options::UpdateModifications;

pub use arrays::{Push, Unbounded};
pub use assign::Assign;
pub use changeable::{Changeable, Dated, Numeric, Removable};

/// What an update does to a document of `T`.
#[derive(Debug, Clone)]
pub struct Update<T> {
    pub(super) modifications: Result<UpdateModifications, bson::error::Error>,
    pub(super) array_filters: Vec<Document>,
    documents: PhantomData<fn() -> T>,
}

impl<T> Update<T> {
    /// Operators as the server takes them, such as `{"$set": {…}}`.
    pub fn operators(operators: Document) -> Self {
        Self::of(Ok(UpdateModifications::Document(operators)))
    }

    /// A pipeline of `$set` and `$unset` stages.
    pub fn pipeline(stages: Vec<Document>) -> Self {
        Self::of(Ok(UpdateModifications::Pipeline(stages)))
    }

    /// What is sent, or why it cannot be.
    pub fn modifications(&self) -> Result<&UpdateModifications, &bson::error::Error> {
        self.modifications.as_ref()
    }

    /// The conditions on the items that `$[name]` in a path means.
    pub fn array_filters(&self) -> &[Document] {
        &self.array_filters
    }

    fn of(modifications: Result<UpdateModifications, bson::error::Error>) -> Self {
        Self {
            modifications,
            array_filters: Vec::new(),
            documents: PhantomData,
        }
    }

    /// Which items of an array are meant by `$[name]` in a path.
    #[must_use]
    pub fn array_filter(mut self, filter: Document) -> Self {
        self.array_filters.push(filter);
        self
    }
}
