//! What a declared query is given.

use std::ops::{Bound, RangeBounds};

use bson::{Bson, Document, doc};
use serde::Serialize;

use super::access::encode;

/// What a declared query is given for one of its terms, as it is stored.
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

impl Argument {
    /// For a term of `eq(…)`.
    pub fn equal<V: Serialize + ?Sized>(value: &V) -> Self {
        Self(encode(value).map(Given::Equal))
    }

    /// For a term of `any_of(…)`.
    pub fn any_of<V: Serialize>(values: impl IntoIterator<Item = V>) -> Self {
        let values: Result<Vec<Bson>, _> = values.into_iter().map(|it| encode(&it)).collect();
        Self(values.map(Given::AnyOf))
    }

    /// For a term of `range(…)`: any range of values, such as `from..to`.
    pub fn range<V: Serialize>(range: &impl RangeBounds<V>) -> Self {
        let ends = bound(range.start_bound()).and_then(|start| {
            let end = bound(range.end_bound())?;
            Ok(Given::Range(start, end))
        });
        Self(ends)
    }

    /// For a term of `text(…)`: what is searched for, as `$search` takes it.
    pub fn text(search: &str) -> Self {
        Self(Ok(Given::Text(search.to_owned())))
    }

    /// For a term of `near(…)`: a GeoJSON point, and the distances in metres.
    pub fn near<P: Serialize + ?Sized>(point: &P, least: Option<f64>, most: Option<f64>) -> Self {
        Self(encode(point).map(|point| {
            let mut near = doc! { "$geometry": point };
            near.extend(least.map(|metres| ("$minDistance".to_owned(), metres.into())));
            near.extend(most.map(|metres| ("$maxDistance".to_owned(), metres.into())));
            Given::Near(near)
        }))
    }
}

fn bound<V: Serialize>(bound: Bound<&V>) -> Result<Bound<Bson>, bson::error::Error> {
    Ok(match bound {
        Bound::Included(value) => Bound::Included(encode(value)?),
        Bound::Excluded(value) => Bound::Excluded(encode(value)?),
        Bound::Unbounded => Bound::Unbounded,
    })
}
