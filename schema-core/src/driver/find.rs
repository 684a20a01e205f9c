//! A declared query with its values.

use std::marker::PhantomData;

use super::{Argument, Target};

/// A declared query with its values, to be run: awaiting it yields the driver's own cursor of `R`.
pub struct Find<T, R = T> {
    pub(super) target: Target,
    /// The query's position in [`Collection::queries`](crate::model::Collection::queries).
    pub(super) query: usize,
    pub(super) arguments: Vec<Argument>,
    result: PhantomData<fn() -> (T, R)>,
}

impl<T, R> Find<T, R> {
    /// The query at this position of the collection's list, with an argument for each of its terms
    /// of `eq`, `any_of`, `range`, `text` and `near`, in their order in the model.
    pub fn declared(target: &Target, query: usize, arguments: Vec<Argument>) -> Self {
        Self {
            target: target.clone(),
            query,
            arguments,
            result: PhantomData,
        }
    }
}
