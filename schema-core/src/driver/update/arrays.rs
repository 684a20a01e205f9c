//! The operators on arrays. Source: Array Update Operators.

use bson::{Bson, Document, doc};

use super::{Assign, Changeable, Update};
use crate::driver::{
    path::{HasFields, Items, UNBOUNDED},
    typed::{Encoded, HoldsItem, SerializeWith, encode, fault, only},
};

impl<T> Update<T> {
    /// Appends an item. Of an array that is declared with `max_items` it has to be said which items
    /// stay: [`Push::slice`], [`Push::keep_last`] or [`Push::keep_first`]. Source: $push.
    pub fn push<F, I>(self, field: F, item: I) -> Push<T, F>
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        self.push_each(field, [item])
    }

    /// Appends items, as [`push`](Self::push) does one.
    pub fn push_each<F, I>(self, field: F, items: impl IntoIterator<Item = I>) -> Push<T, F>
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        let each = stored_items::<T, F, I>(items).map(|items| doc! { "$each": items });
        let update = self;
        Push {
            update,
            field,
            each,
        }
    }

    /// Appends an item unless the array has it. One that is full is refused by the validator.
    /// Source: $addToSet.
    #[must_use]
    pub fn add_to_set<F, I>(self, field: F, item: I) -> Self
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        self.add_each_to_set(field, [item])
    }

    /// Appends each item that the array does not have.
    #[must_use]
    pub fn add_each_to_set<F, I>(self, field: F, items: impl IntoIterator<Item = I>) -> Self
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        let each = stored_items::<T, F, I>(items).map(|items| doc! { "$each": items }.into());
        self.operator("$addToSet", field.into_path(), each)
    }

    /// Removes the items that equal this one. Source: $pullAll, as `$pull` would take a document for
    /// a condition.
    #[must_use]
    pub fn pull<F, I>(self, field: F, item: I) -> Self
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        self.pull_all(field, [item])
    }

    /// Removes the items that equal one of these.
    #[must_use]
    pub fn pull_all<F, I>(self, field: F, items: impl IntoIterator<Item = I>) -> Self
    where
        F: Changeable<T>,
        F::Value: HoldsItem<I>,
        F::Writer: SerializeWith<F::Value>,
    {
        let items = stored_items::<T, F, I>(items).map(Bson::Array);
        self.operator("$pullAll", field.into_path(), items)
    }

    /// Removes the items of which a field has this value. Source: $pull.
    #[must_use]
    pub fn pull_where<F, I, G>(
        self,
        array: F,
        field: impl FnOnce(I::Fields<I>) -> G,
        value: impl Assign<G::Value, G::Writer>,
    ) -> Self
    where
        F: Changeable<T>,
        F::Value: Items<Item = I>,
        I: HasFields,
        G: Changeable<I>,
    {
        let path = field(I::fields_at("".into())).into_path();
        let condition = value
            .stored()
            .map(|value| doc! { path: { "$eq": value } }.into());
        self.operator("$pull", array.into_path(), condition)
    }

    /// Removes the first item. Source: $pop.
    #[must_use]
    pub fn pop_first<F: Changeable<T>>(self, field: F) -> Self
    where
        F::Value: Items,
    {
        self.operator("$pop", field.into_path(), Ok(Bson::Int32(-1)))
    }

    /// Removes the last item.
    #[must_use]
    pub fn pop_last<F: Changeable<T>>(self, field: F) -> Self
    where
        F::Value: Items,
    {
        self.operator("$pop", field.into_path(), Ok(Bson::Int32(1)))
    }
}

/// Items to be appended, of which it is yet to be said which items of the array stay.
#[must_use = "say which items stay: `slice`, `keep_last`, `keep_first`, or `keep_all` where there is no bound"]
pub struct Push<T, F> {
    update: Update<T>,
    field: F,
    each: Encoded<Document>,
}

impl<T, F: Changeable<T>> Push<T, F> {
    /// Inserts before the item at this position; counted from the end where it is negative. Source:
    /// $position.
    pub fn position(self, position: i32) -> Self {
        self.with("$position", position)
    }

    /// Sorts the items by this, as `$sort` takes it. Source: $sort (update).
    pub fn sort(self, order: impl Into<Bson>) -> Self {
        self.with("$sort", order)
    }

    /// Keeps so many items: the first ones, or the last ones where it is negative. More than the
    /// array may have is an error. Source: $slice (update).
    pub fn slice(mut self, count: i32) -> Update<T> {
        if count.unsigned_abs() as usize > F::MAX {
            self.each = Err(fault(format!(
                "a slice of {count} items is longer than the {} of `max_items`",
                F::MAX
            )));
        }
        self.with("$slice", count).done()
    }

    /// Keeps as many items as the array may have, the last ones.
    pub fn keep_last(self) -> Update<T> {
        let count = most::<T, F>();
        self.with("$slice", -count).done()
    }

    /// Keeps as many items as the array may have, the first ones.
    pub fn keep_first(self) -> Update<T> {
        let count = most::<T, F>();
        self.with("$slice", count).done()
    }

    /// Keeps all items of an array that has no bound.
    pub fn keep_all(self) -> Update<T>
    where
        F: Unbounded,
    {
        self.done()
    }

    fn with(mut self, modifier: &str, value: impl Into<Bson>) -> Self {
        if let Ok(each) = &mut self.each {
            each.insert(modifier, value);
        }
        self
    }

    fn done(self) -> Update<T> {
        let each = self.each.map(Bson::Document);
        self.update.operator("$push", self.field.into_path(), each)
    }
}

/// A field of arrays without a bound.
#[diagnostic::on_unimplemented(
    message = "the arrays of `{Self}` have a bound, which the validator holds them to",
    label = "declared with `max_items`",
    note = "say which items stay: `.slice(-20)`, `.keep_last()` or `.keep_first()`"
)]
pub trait Unbounded {}

#[diagnostic::do_not_recommend]
impl<R, T: ?Sized, H, const REQUIRED: bool> Unbounded
    for crate::driver::path::FieldPath<R, T, H, REQUIRED, UNBOUNDED>
{
}

/// The most items, as `$slice` counts them.
fn most<T, F: Changeable<T>>() -> i32 {
    i32::try_from(F::MAX).unwrap_or(i32::MAX)
}

/// Each item as the field's writer writes it in an array.
fn stored_items<T, F, I>(items: impl IntoIterator<Item = I>) -> Encoded<Vec<Bson>>
where
    F: Changeable<T>,
    F::Value: HoldsItem<I>,
    F::Writer: SerializeWith<F::Value>,
{
    let stored = |item| only(encode::<F::Writer, F::Value>(&F::Value::hold_item(item))?);
    items.into_iter().map(stored).collect()
}
