//! The shapes before the current one, and the validator that admits some of them beside it.

use bson::{Bson, Document};

use super::{schema, schema_version};
use crate::{
    declared::{DeclaredShape, DeclaredVersions},
    model::{Collection, CollectionOption},
    rules::previous_of,
};

/// The schema of the current shape, or of it and of each older one that is accepted beside it.
pub(super) fn schema(model: &Collection) -> Document {
    match versions(model) {
        Some(versions) => versions.accepting(|version| versions.accepted.contains(&version)),
        None => schema::validator(model),
    }
}

/// The collection's shapes; none where no shape before is named.
pub(super) fn versions(model: &Collection) -> Option<DeclaredVersions> {
    let (first, _) = previous_of(model)?;
    let (_, field) = schema_version(model)?;
    let unversioned = is_unversioned(model);
    let shapes = std::iter::successors(Some(first), |shape| {
        previous_of(shape).map(|(before, _)| before)
    });
    let mut older: Vec<DeclaredShape> = shapes.map(shape).collect();
    if unversioned {
        for shape in older.iter_mut().filter(|shape| shape.version == 1) {
            release(&mut shape.schema, &field);
        }
    }
    Some(DeclaredVersions {
        field,
        current: shape(model),
        older,
        accepted: accepted(model).to_vec(),
        unversioned,
    })
}

fn shape(model: &Collection) -> DeclaredShape {
    DeclaredShape {
        version: schema_version(model).map_or(0, |(version, _)| version),
        type_name: model.type_name.to_owned(),
        schema: schema::validator(model),
    }
}

fn accepted(model: &Collection) -> &'static [u32] {
    let mut options = model.options.iter();
    let accepted = options.find_map(|option| match option {
        CollectionOption::Accepts(versions) => Some(*versions),
        _ => None,
    });
    accepted.unwrap_or_default()
}

fn is_unversioned(model: &Collection) -> bool {
    let mut options = model.options.iter();
    options.any(|option| matches!(option, CollectionOption::Unversioned))
}

/// Lets documents lack the field, in each of a schema's branches.
fn release(schema: &mut Document, field: &str) {
    if let Ok(required) = schema.get_array_mut("required") {
        required.retain(|name| name.as_str() != Some(field));
        // The server refuses an empty list.
        if required.is_empty() {
            schema.remove("required");
        }
    }
    let branches = schema.get_array_mut("anyOf").into_iter().flatten();
    for branch in branches.filter_map(Bson::as_document_mut) {
        release(branch, field);
    }
}
