//! What a function of a declared query was given, for each of its terms.

use super::{Between, List, LongList, Near, Operand, encode::Encoded};
use crate::driver::argument::{Argument, Given};

/// For a term of `eq(…)`.
pub fn equal<E: ?Sized, const N: bool>(value: impl Operand<E, N>) -> Argument {
    Argument(value.stored().map(Given::Equal))
}

/// For a term of `any_of(…)`.
pub fn any_of<E: ?Sized, const N: bool, const MAX: usize>(
    values: impl List<E, N, MAX>,
) -> Argument {
    Argument(values.all().map(Given::AnyOf))
}

/// For a term of `any_of(…)` whose list may be long.
pub fn any_of_long<E: ?Sized, const N: bool, const MAX: usize>(
    values: impl LongList<E, N, MAX>,
) -> Argument {
    Argument(values.all().map(Given::AnyOf))
}

/// For a term of `range(…)`.
pub fn range<E: ?Sized>(range: impl Between<E>) -> Argument {
    Argument(range.ends().map(|(from, to)| Given::Range(from, to)))
}

/// For the terms of `text(…)`.
pub fn text(search: &str) -> Argument {
    Argument(Encoded::Ok(Given::Text(search.to_owned())))
}

/// For a term of `near(…)`.
pub fn near(near: impl Into<Near>) -> Argument {
    Argument(near.into().operand().map(Given::Near))
}
