//! What an override is called after, or a sentence that says what is nearest.

use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

use crate::error::{Error, Result};

/// The declared collection of this name.
pub(super) fn collection<'a>(
    declared: &'a mut DeclaredDatabase,
    name: &str,
) -> Result<&'a mut DeclaredCollection> {
    let Some(at) = declared.collections.iter().position(|it| it.name == name) else {
        let names = declared.collections.iter().map(|it| it.name.as_str());
        return Err(unknown(&format!("collection `{name}`"), name, names));
    };
    Ok(&mut declared.collections[at])
}

/// The position of the collection's declared index of this name.
pub(super) fn index(collection: &DeclaredCollection, name: &str) -> Result<usize> {
    let names = || {
        collection
            .indexes
            .iter()
            .filter_map(|it| it.get_str("name").ok())
    };
    let found = names().position(|it| it == name);
    found.ok_or_else(|| {
        let what = format!("index `{name}` of `{}`", collection.name);
        unknown(&what, name, names())
    })
}

fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Error {
    let nearest = known.min_by_key(|it| strsim::damerau_levenshtein(it, name));
    let remedy = match nearest {
        Some(nearest) => format!("; the nearest that is declared is `{nearest}`"),
        None => "; none is declared".to_owned(),
    };
    Error::Usage(format!("{what} in the overrides is not declared{remedy}"))
}
