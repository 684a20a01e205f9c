//! What a declared query is given.

use std::ops::Bound;

use bson::{Bson, Document};

/// What a declared query is given for one of its terms, as it is stored; what the query's function
/// makes of its parameters.
#[derive(Debug, Clone)]
pub struct Argument(pub(super) Result<Given, bson::error::Error>);

/// A value for a term.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Given {
    /// It equals this.
    Equal(Bson),
    /// It equals one of these.
    AnyOf(Vec<Bson>),
    /// It lies between these.
    Range(Bound<Bson>, Bound<Bson>),
    /// It holds these words.
    Text(String),
    /// It is near: the operand of `$near`.
    Near(Document),
}
