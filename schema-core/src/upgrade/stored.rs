//! What a model says of a stored document: where its version is, and what is in it.

use bson::{RawBsonRef, RawDocument};

use crate::{
    model::{Collection, CollectionOption, Tenant, stored_name},
    render,
};

/// The version of a shape, and the position of its field's path; none where it has no version.
pub(super) fn version(model: &Collection) -> Option<(u32, usize)> {
    model.options.iter().find_map(|option| match *option {
        CollectionOption::SchemaVersion { version, path } => Some((version, path.into())),
        _ => None,
    })
}

/// The version of a shape; 0, which no document is taken for, where it has none.
pub(super) fn number(model: &Collection) -> u32 {
    version(model).map_or(0, |(version, _)| version)
}

/// Whether a document without a version counts as one of version 1.
pub(super) fn is_unversioned(model: &Collection) -> bool {
    let mut options = model.options.iter();
    options.any(|option| matches!(option, CollectionOption::Unversioned))
}

/// The position of the tenant key's path.
pub(super) fn tenant(model: &Collection) -> Option<usize> {
    match model.tenant {
        Tenant::Key(path) => Some(path.into()),
        Tenant::Global(_) | Tenant::Unknown => None,
    }
}

/// The value at the path of this position of the model's list.
pub(super) fn value<'a>(
    model: &Collection,
    path: usize,
    document: &'a RawDocument,
) -> Option<RawBsonRef<'a>> {
    let path = &model.paths[path];
    let name = |at| stored_name(model, path, at).and_then(|name| std::str::from_utf8(name).ok());
    let mut document = document;
    let mut at = 0;
    loop {
        let value = document.get(name(at)?).ok()??;
        at += 1;
        if name(at).is_none() {
            return Some(value);
        }
        document = value.as_document()?;
    }
}

/// The path of this position in stored names.
pub(super) fn name(model: &Collection, path: usize) -> String {
    render::path(model, path)
}

/// A number without a fraction, of whatever type it is stored as.
pub(super) fn whole(value: RawBsonRef<'_>) -> Option<i64> {
    match value {
        RawBsonRef::Int32(number) => Some(number.into()),
        RawBsonRef::Int64(number) => Some(number),
        #[expect(clippy::cast_possible_truncation, reason = "it has no fraction")]
        RawBsonRef::Double(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(number as i64)
        }
        _ => None,
    }
}

/// Whether the server takes two values for the same: of numbers what they say counts, at any depth,
/// and not their types.
pub(super) fn is_same(one: RawBsonRef<'_>, other: RawBsonRef<'_>) -> bool {
    match (one, other) {
        (RawBsonRef::Document(one), RawBsonRef::Document(other)) => {
            let (mut one, mut other) = (one.into_iter(), other.into_iter());
            loop {
                match (one.next(), other.next()) {
                    (None, None) => return true,
                    (Some(Ok((name, one))), Some(Ok((named, other))))
                        if name == named && is_same(one, other) => {}
                    _ => return false,
                }
            }
        }
        _ => one == other || whole(one).is_some_and(|number| Some(number) == whole(other)),
    }
}
