//! The operators of an update, each for the fields that it is about. Source: Update Operators.

use bson::{Bson, Document};
use mongodb::options::UpdateModifications;

use super::{Assign, Changeable, Dated, Numeric, Removable, Update, conflict::conflicting};
use crate::driver::{
    path::{HasFields, Items},
    typed::{Encoded, fault},
};

impl<T> Update<T> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::operators(Document::new())
    }

    /// Sets the field. Source: $set.
    #[must_use]
    pub fn set<F: Changeable<T>>(self, field: F, value: impl Assign<F::Value, F::Writer>) -> Self {
        self.operator("$set", field.into_path(), value.stored())
    }

    /// Sets the field in a document that an upsert inserts. Source: $setOnInsert.
    #[must_use]
    pub fn set_on_insert<F: Changeable<T>>(
        self,
        field: F,
        value: impl Assign<F::Value, F::Writer>,
    ) -> Self {
        self.operator("$setOnInsert", field.into_path(), value.stored())
    }

    /// Removes a field that documents may lack. Source: $unset.
    #[must_use]
    pub fn unset<F: Removable<T>>(self, field: F) -> Self {
        self.operator("$unset", field.into_path(), Ok(Bson::String(String::new())))
    }

    /// Adds to the field, which starts at zero where a document lacks it. Source: $inc.
    #[must_use]
    pub fn inc<F: Numeric<T>>(self, field: F, by: F::Step) -> Self {
        self.operator("$inc", field.into_path(), Ok(by.into()))
    }

    /// Multiplies the field. Source: $mul.
    #[must_use]
    pub fn mul<F: Numeric<T>>(self, field: F, by: F::Step) -> Self {
        self.operator("$mul", field.into_path(), Ok(by.into()))
    }

    /// Sets the field where the value is less than what is there. Source: $min.
    #[must_use]
    pub fn min<F: Changeable<T>>(self, field: F, value: impl Assign<F::Value, F::Writer>) -> Self {
        self.operator("$min", field.into_path(), value.stored())
    }

    /// Sets the field where the value is greater than what is there. Source: $max.
    #[must_use]
    pub fn max<F: Changeable<T>>(self, field: F, value: impl Assign<F::Value, F::Writer>) -> Self {
        self.operator("$max", field.into_path(), value.stored())
    }

    /// Sets the field to the server's time. Source: $currentDate.
    #[must_use]
    pub fn current_date<F: Dated<T>>(self, field: F) -> Self {
        self.operator("$currentDate", field.into_path(), Ok(Bson::Boolean(true)))
    }

    /// Which items of an array are meant by [`FieldPath::filtered`](crate::driver::path::FieldPath::filtered):
    /// those in which the field has this value. Where one name is given several conditions, all hold.
    #[must_use]
    pub fn items_where<F, I, G>(
        mut self,
        name: &str,
        _array: F,
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
        match value.stored() {
            Ok(value) => add_filter(&mut self.array_filters, name, &path, value),
            Err(error) => self.modifications = Err(error),
        }
        self
    }

    /// One more operator on one more path.
    pub(super) fn operator(mut self, name: &str, path: String, value: Encoded<Bson>) -> Self {
        self.modifications = self
            .modifications
            .and_then(|modifications| with(modifications, name, path, value?));
        self
    }
}

impl<T> Default for Update<T> {
    fn default() -> Self {
        Self::new()
    }
}

fn with(
    modifications: UpdateModifications,
    name: &str,
    path: String,
    value: Bson,
) -> Encoded<UpdateModifications> {
    let UpdateModifications::Document(mut operators) = modifications else {
        return Err(fault(format!(
            "`{name}` of `{path}` cannot follow a pipeline; write it as a stage"
        )));
    };
    if let Some(other) = conflicting(&operators, &path) {
        return Err(fault(format!(
            "the update changes `{other}` and `{path}`, of which one holds the other; change each part once"
        )));
    }
    match operators.get_document_mut(name) {
        Ok(of_operator) => {
            of_operator.insert(path, value);
        }
        Err(_) => {
            operators.insert(name, bson::doc! { path: value });
        }
    }
    Ok(UpdateModifications::Document(operators))
}

/// The server takes one filter of each name.
fn add_filter(filters: &mut Vec<Document>, name: &str, path: &str, value: Bson) {
    let key = format!("{name}.{path}");
    let equal = bson::doc! { "$eq": value };
    let of_name = |filter: &&mut Document| {
        let mut keys = filter.keys();
        keys.any(|key| key.split('.').next() == Some(name))
    };
    match filters.iter_mut().find(of_name) {
        Some(filter) => {
            filter.insert(key, equal);
        }
        None => filters.push(bson::doc! { key: equal }),
    }
}
