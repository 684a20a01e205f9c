//! What may be given for `any_of(…)`.

use bson::Bson;

use super::{
    encode::{Encoded, fault},
    operand::Operand,
};

/// An array's length, as a type.
pub struct Length<const LENGTH: usize>;

/// A length that a query's list may have.
#[diagnostic::on_unimplemented(
    message = "the array has more values than the {MAX} that the query admits",
    label = "of a `{Self}`, where at most {MAX} values may be given",
    note = "raise the `max` of `any_of(…)` in the query, or give fewer values"
)]
pub trait AtMost<const MAX: usize> {}

/// At most `MAX` values of a field that is written in the way `E`: an array, or a slice or a `Vec`
/// that is counted when the query runs.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of at most {MAX} values of this field of the query",
    label = "not a list of values of the field's type",
    note = "give an array such as `[one, two]`, a slice or a `Vec` of the type that is named in `{E}`"
)]
pub trait List<E: ?Sized, const NULLABLE: bool, const MAX: usize> {
    /// The values as they are stored.
    fn all(self) -> Encoded<Vec<Bson>>;
}

impl<E, V, const N: bool, const MAX: usize, const LENGTH: usize> List<E, N, MAX> for [V; LENGTH]
where
    V: Operand<E, N>,
    Length<LENGTH>: AtMost<MAX>,
    E: ?Sized,
{
    fn all(self) -> Encoded<Vec<Bson>> {
        self.into_iter().map(V::stored).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<E: ?Sized, V: Operand<E, N>, const N: bool, const MAX: usize> List<E, N, MAX> for Vec<V> {
    fn all(self) -> Encoded<Vec<Bson>> {
        counted(self.len(), MAX)?;
        self.into_iter().map(V::stored).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<'a, E: ?Sized, V, const N: bool, const MAX: usize> List<E, N, MAX> for &'a [V]
where
    &'a V: Operand<E, N>,
{
    fn all(self) -> Encoded<Vec<Bson>> {
        counted(self.len(), MAX)?;
        self.iter().map(Operand::stored).collect()
    }
}

/// A longer list: of arrays, too, the length is first looked at when the program is built.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of at most {MAX} values of this field of the query",
    label = "not a list of values of the field's type",
    note = "give an array such as `[one, two]`, a slice or a `Vec` of the type that is named in `{E}`"
)]
pub trait LongList<E: ?Sized, const NULLABLE: bool, const MAX: usize> {
    /// The values as they are stored.
    fn all(self) -> Encoded<Vec<Bson>>;
}

#[diagnostic::do_not_recommend]
impl<E, V, const N: bool, const MAX: usize, const LENGTH: usize> LongList<E, N, MAX> for [V; LENGTH]
where
    V: Operand<E, N>,
    E: ?Sized,
{
    fn all(self) -> Encoded<Vec<Bson>> {
        const {
            assert!(
                LENGTH <= MAX,
                "the array has more values than the query admits"
            );
        };
        self.into_iter().map(V::stored).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<E: ?Sized, V: Operand<E, N>, const N: bool, const MAX: usize> LongList<E, N, MAX> for Vec<V> {
    fn all(self) -> Encoded<Vec<Bson>> {
        List::<E, N, MAX>::all(self)
    }
}

#[diagnostic::do_not_recommend]
impl<'a, E: ?Sized, V, const N: bool, const MAX: usize> LongList<E, N, MAX> for &'a [V]
where
    &'a V: Operand<E, N>,
{
    fn all(self) -> Encoded<Vec<Bson>> {
        List::<E, N, MAX>::all(self)
    }
}

/// A list as long as this is no longer than the query admits.
fn counted(length: usize, most: usize) -> Encoded<()> {
    if length <= most {
        return Ok(());
    }
    Err(fault(format!(
        "the list has {length} values, and the query admits {most}; raise the `max` of its `any_of(…)`, or ask in parts"
    )))
}

/// Implements `AtMost` for each length up to each of these.
macro_rules! at_most {
    ($($max:literal)*) => { at_most!(@ [0] $($max)*); };
    (@ [$($shorter:literal)*]) => {};
    (@ [$($shorter:literal)*] $max:literal $($longer:literal)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl AtMost<$max> for Length<$shorter> {}
        )*
        #[diagnostic::do_not_recommend]
        impl AtMost<$max> for Length<$max> {}
        at_most!(@ [$($shorter)* $max] $($longer)*);
    };
}
at_most!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);
