//! Which fields an operator takes.

use bson::{DateTime, Decimal128};

use crate::driver::{path::FieldPath, typed::Own};

/// A field that an update of `T` may change: not the tenant key, `_id` or the version.
#[diagnostic::on_unimplemented(
    message = "an update of `{T}` cannot change `{Self}`",
    label = "no field that an update changes",
    note = "the tenant key and `_id` of a document never change; `schema_version` is written by migrations"
)]
pub trait Changeable<T> {
    /// The field's type.
    type Value;
    /// What writes it.
    type Writer;
    /// How many items its arrays may have.
    const MAX: usize;

    /// The path as it is stored.
    fn into_path(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<R, T, H, const REQUIRED: bool, const MAX: usize> Changeable<R>
    for FieldPath<R, T, H, REQUIRED, MAX>
{
    type Value = T;
    type Writer = H;
    const MAX: usize = MAX;

    fn into_path(self) -> String {
        self.path().to_owned()
    }
}

/// A field that documents may lack.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be removed, as the validator requires it",
    label = "in every document",
    note = "set it to another value; a field is optional with `#[serde(default)]` or `#[serde(skip_serializing_if = \"…\")]`"
)]
pub trait Removable<T>: Changeable<T> {}

#[diagnostic::do_not_recommend]
impl<R, T, H, const MAX: usize> Removable<R> for FieldPath<R, T, H, false, MAX> {}

/// A field of numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of numbers",
    label = "not a number in each document",
    note = "null and strings cannot be added to; set the field instead"
)]
pub trait Numeric<T>: Changeable<T> {
    /// What may be added to it, and what it may be multiplied by.
    type Step: Into<bson::Bson>;
}

/// A field of dates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of dates",
    label = "not a `bson::DateTime`",
    note = "set it to the date"
)]
pub trait Dated<T>: Changeable<T> {}

#[diagnostic::do_not_recommend]
impl<R, const REQUIRED: bool, const MAX: usize> Dated<R>
    for FieldPath<R, DateTime, Own, REQUIRED, MAX>
{
}
#[diagnostic::do_not_recommend]
impl<R, const REQUIRED: bool, const MAX: usize> Dated<R>
    for FieldPath<R, Option<DateTime>, Own, REQUIRED, MAX>
{
}

/// Implements `Numeric` for fields of these types, as they are written by themselves.
macro_rules! numbers {
    ($($number:ty => $step:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<R, const REQUIRED: bool, const MAX: usize> Numeric<R>
            for FieldPath<R, $number, Own, REQUIRED, MAX>
        {
            type Step = $step;
        }
    )*};
}
numbers! {
    i8 => i32;
    i16 => i32;
    i32 => i32;
    i64 => i64;
    isize => i64;
    u8 => i32;
    u16 => i32;
    u32 => i64;
    u64 => i64;
    usize => i64;
    f32 => f64;
    f64 => f64;
    Decimal128 => Decimal128;
}
