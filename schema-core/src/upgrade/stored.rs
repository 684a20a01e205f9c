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
