//! What the server names in `errInfo` of a refused document. Source: Schema Validation, and
//! MongoDB's tests of document validation errors.

use bson::{Bson, Document};

use super::keeps::Broken;

/// The lists in which the reasons for a reason stand.
const INSIDE: [&str; 4] = [
    "schemaRulesNotSatisfied",
    "propertiesNotSatisfied",
    "schemasNotSatisfied",
    "details",
];

/// Every keyword that a refusal names, with its place.
pub(crate) fn named(error: &Document) -> Broken {
    let mut all = Broken::new();
    walk(error, "", &mut all);
    all
}

fn walk(reason: &Document, place: &str, all: &mut Broken) {
    if let Ok(keyword) = reason.get_str("operatorName") {
        all.insert((place.to_owned(), keyword.to_owned()));
    }
    let place = step(reason).map_or_else(|| place.to_owned(), |step| format!("{place}/{step}"));
    for inner in INSIDE.iter().filter_map(|key| reason.get(key)) {
        match inner {
            Bson::Document(inner) => walk(inner, &place, all),
            Bson::Array(list) => {
                let reasons = list.iter().filter_map(Bson::as_document);
                reasons.for_each(|inner| walk(inner, &place, all));
            }
            _ => {}
        }
    }
}

/// The field or the item that a reason is about.
fn step(reason: &Document) -> Option<String> {
    let name = |key| reason.get_str(key).ok().map(str::to_owned);
    let item = || match reason.get("itemIndex")? {
        Bson::Int32(at) => Some(at.to_string()),
        Bson::Int64(at) => Some(at.to_string()),
        _ => None,
    };
    name("propertyName")
        .or_else(|| name("failingProperty"))
        .or_else(item)
}
