//! What an update does to a document.

mod arrays;
mod assign;
mod by_paths;
mod changeable;
mod conflict;
mod operators;

use std::marker::PhantomData;

use bson::Document;
use mongodb::options::UpdateModifications;

pub use arrays::{Push, Unbounded};
pub use assign::Assign;
pub use changeable::{Changeable, Dated, Numeric, Removable};

use super::{AccessError, Refusal, Result, Target, guard};

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

    /// What is sent, looked at by the guard.
    pub(super) fn checked(self, target: &Target) -> Result<(UpdateModifications, Vec<Document>)> {
        let facts = target.facts;
        let update = self
            .modifications
            .map_err(|error| AccessError::bson(facts, error))?;
        let is_pipeline = matches!(update, UpdateModifications::Pipeline(_));
        let judged = if is_pipeline && !self.array_filters.is_empty() {
            Err(Refusal::FiltersOfPipeline)
        } else {
            guard::update(&target.scope, &update)
                .and_then(|()| guard::array_filters(&self.array_filters))
        };
        judged.map_err(|refusal| AccessError::refused(facts, refusal))?;
        Ok((update, self.array_filters))
    }
}
