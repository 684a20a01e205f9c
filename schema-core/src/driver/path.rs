//! Paths to fields, with their types: what an update names.

use std::{borrow::Cow, marker::PhantomData};

use super::typed::Own;
use crate::schema::EmbeddedSchema;

/// The `MAX` of a field whose arrays have no bound.
pub const UNBOUNDED: usize = usize::MAX;

/// A field of type `T` in the documents of `R`, which `H` writes. `REQUIRED` tells that the validator
/// asks for it in each document, `MAX` how many items its arrays may have.
pub struct FieldPath<
    R,
    T: ?Sized,
    H = Own,
    const REQUIRED: bool = true,
    const MAX: usize = UNBOUNDED,
> {
    path: Location,
    root: PhantomData<fn() -> R>,
    value: PhantomData<fn(&T)>,
    writer: PhantomData<fn() -> H>,
}

/// A stored path.
pub type Location = Cow<'static, str>;

impl<R, T: ?Sized, H, const REQUIRED: bool, const MAX: usize> FieldPath<R, T, H, REQUIRED, MAX> {
    /// The field at this path.
    #[doc(hidden)]
    pub fn at(path: Location) -> Self {
        let (root, value, writer) = (PhantomData, PhantomData, PhantomData);
        Self {
            path,
            root,
            value,
            writer,
        }
    }

    /// The field's name behind a prefix, which is empty for the document itself.
    #[doc(hidden)]
    pub fn behind(prefix: &Location, name: &'static str) -> Self {
        Self::at(behind(prefix, name))
    }

    /// The path as it is stored.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The fields inside of it.
    pub fn fields(&self) -> <T::Leaf as HasFields>::Fields<R>
    where
        T: EmbeddedSchema,
        T::Leaf: HasFields,
    {
        <T::Leaf as HasFields>::fields_at(self.path.clone())
    }
}

/// The items of an array, where no helper writes them.
impl<R, T: ?Sized, const REQUIRED: bool, const MAX: usize> FieldPath<R, T, Own, REQUIRED, MAX> {
    /// Of an array, the first item that the condition of the update matches. Source: $ (update).
    pub fn matched(&self) -> FieldPath<R, T::Item>
    where
        T: Items,
    {
        FieldPath::behind(&self.path, "$")
    }

    /// Of an array, every item. Source: $[].
    pub fn each(&self) -> FieldPath<R, T::Item>
    where
        T: Items,
    {
        FieldPath::behind(&self.path, "$[]")
    }

    /// Of an array, the items that the update's array filter of this name admits. Source:
    /// `$[<identifier>]`.
    pub fn filtered(&self, name: &str) -> FieldPath<R, T::Item>
    where
        T: Items,
    {
        FieldPath::at(Cow::Owned(format!("{}.$[{name}]", self.path)))
    }
}

/// A name behind a path, or at its start.
fn behind(prefix: &Location, name: &'static str) -> Location {
    if prefix.is_empty() {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(format!("{prefix}.{name}"))
    }
}

/// Fields that are stored in the place of the field that holds them.
pub struct Flattened<R, T: ?Sized> {
    prefix: Location,
    root: PhantomData<fn() -> R>,
    value: PhantomData<fn(&T)>,
}

impl<R, T: EmbeddedSchema + ?Sized> Flattened<R, T>
where
    T::Leaf: HasFields,
{
    /// The fields.
    pub fn fields(&self) -> <T::Leaf as HasFields>::Fields<R> {
        <T::Leaf as HasFields>::fields_at(self.prefix.clone())
    }
}

impl<R, T: ?Sized> Flattened<R, T> {
    /// In the document at this path.
    #[doc(hidden)]
    pub fn at(prefix: &Location) -> Self {
        let (prefix, root, value) = (prefix.clone(), PhantomData, PhantomData);
        Self {
            prefix,
            root,
            value,
        }
    }
}

/// A field that no update changes, for the reason that `Why` names.
pub struct FixedField<Why>(PhantomData<Why>);

impl<Why> FixedField<Why> {
    /// Such a field.
    #[doc(hidden)]
    pub const FIELD: Self = Self(PhantomData);
}

/// It is the tenant key, or holds it.
pub enum TheTenantKey {}
/// It is `_id`.
pub enum TheId {}
/// It is the version of the document's shape, which migrations write.
pub enum TheSchemaVersion {}

/// A type whose fields have names; derived by `#[derive(Embedded)]` and `#[derive(Collection)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fields that can be named",
    label = "no struct with `#[derive(Embedded)]`",
    note = "write the value as a whole, or the operators by `Update::operators`"
)]
pub trait HasFields {
    /// A function for each field, in documents of `R`.
    type Fields<R>;

    /// The fields, of a document at this path.
    #[doc(hidden)]
    fn fields_at<R>(prefix: Location) -> Self::Fields<R>;
}

/// What is stored as an array.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array",
    label = "not an array such as a `Vec`"
)]
pub trait Items {
    /// What it holds.
    type Item;
}

/// Implements `Items` for types of the standard library.
macro_rules! items {
    ($([$($parameter:tt)*] $list:ty;)*) => {$(
        impl<$($parameter)*> Items for $list {
            type Item = T;
        }
        impl<$($parameter)*> Items for Option<$list> {
            type Item = T;
        }
    )*};
}
items! {
    [T] Vec<T>;
    [T] std::collections::VecDeque<T>;
    [T] std::collections::BTreeSet<T>;
    [T, S] std::collections::HashSet<T, S>;
    [T, const N: usize] [T; N];
}
