//! Collations.

use bson::{Bson, Document};

use crate::model::{Collation, CollationParameter};

/// A collation as `create` and `createIndexes` take it: what is declared and no more, so that the
/// locale's own defaults hold.
pub(super) fn collation(collation: Collation) -> Document {
    collation.iter().map(parameter).collect()
}

fn parameter(parameter: &CollationParameter) -> (String, Bson) {
    let (name, value) = match *parameter {
        CollationParameter::Locale(locale) => ("locale", locale.into()),
        CollationParameter::CaseLevel(on) => ("caseLevel", on.into()),
        CollationParameter::CaseFirst(first) => ("caseFirst", first.into()),
        CollationParameter::Strength(strength) => ("strength", i32::from(strength).into()),
        CollationParameter::NumericOrdering(on) => ("numericOrdering", on.into()),
        CollationParameter::Alternate(alternate) => ("alternate", alternate.into()),
        CollationParameter::MaxVariable(variable) => ("maxVariable", variable.into()),
        CollationParameter::Normalization(on) => ("normalization", on.into()),
        CollationParameter::Backwards(on) => ("backwards", on.into()),
    };
    (name.to_owned(), value)
}
