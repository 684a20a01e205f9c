//! What may be given for `range(…)`.

use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use bson::Bson;

use super::{encode::Encoded, operand::Operand};

/// The ends of a range, as they are stored.
pub type Ends = (Bound<Bson>, Bound<Bson>);

/// A range of values of a field that is written in the way `E`: `from..to`, `from..=to`, `from..`,
/// or a pair of `std::ops::Bound`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of values of this field of the query",
    label = "not a range of values of the field's type, which is named in `{E}`",
    note = "give a range such as `from..to`, `from..=to` or `from..`"
)]
pub trait Between<E: ?Sized> {
    /// The ends as they are stored.
    fn ends(self) -> Encoded<Ends>;
}

/// Implements `Between` for a type of ranges: how its ends are taken out of it.
macro_rules! ranges {
    ($($range:ty: $given:pat => $from:expr, $to:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<E: ?Sized, V: Operand<E, false>> Between<E> for $range {
            fn ends(self) -> Encoded<Ends> {
                let $given = self;
                Ok((stored($from)?, stored($to)?))
            }
        }
    )*};
}
ranges! {
    Range<V>: range => Bound::Included(range.start), Bound::Excluded(range.end);
    RangeFrom<V>: range => Bound::Included(range.start), Bound::<V>::Unbounded;
    RangeTo<V>: range => Bound::<V>::Unbounded, Bound::Excluded(range.end);
    RangeToInclusive<V>: range => Bound::<V>::Unbounded, Bound::Included(range.end);
    (Bound<V>, Bound<V>): (from, to) => from, to;
}

#[diagnostic::do_not_recommend]
impl<E: ?Sized, V: Operand<E, false>> Between<E> for RangeInclusive<V> {
    fn ends(self) -> Encoded<Ends> {
        let (from, to) = self.into_inner();
        Ok((stored(Bound::Included(from))?, stored(Bound::Included(to))?))
    }
}

#[diagnostic::do_not_recommend]
impl<E: ?Sized> Between<E> for RangeFull {
    fn ends(self) -> Encoded<Ends> {
        Ok((Bound::Unbounded, Bound::Unbounded))
    }
}

fn stored<E: ?Sized, V: Operand<E, false>>(bound: Bound<V>) -> Encoded<Bound<Bson>> {
    Ok(match bound {
        Bound::Included(value) => Bound::Included(value.stored()?),
        Bound::Excluded(value) => Bound::Excluded(value.stored()?),
        Bound::Unbounded => Bound::Unbounded,
    })
}
