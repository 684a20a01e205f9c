//! What the upgrade made, together with what the old type does not know of the stored document.

use bson::{
    RawArray, RawArrayBuf, RawBson, RawBsonRef, RawDocument, RawDocumentBuf, error::Result,
};

/// The stored document with what the upgrade changed in it.
pub(super) fn merged(
    stored: &RawDocument,
    before: &RawDocument,
    after: &RawDocument,
) -> Result<RawDocumentBuf> {
    let mut merged = RawDocumentBuf::new();
    for element in stored {
        let (name, old) = element?;
        match after.get(name)? {
            Some(new) => {
                let kept = kept(Some(old), before.get(name)?, new)?;
                merged.append(name, kept.as_ref().map_or(new, RawBson::as_raw_bson_ref));
            }
            None if before.get(name)?.is_some() => {}
            None => merged.append(name, old),
        }
    }
    for element in after {
        let (name, new) = element?;
        if stored.get(name)?.is_none() {
            merged.append(name, new);
        }
    }
    Ok(merged)
}

/// The value to be stored in the place of one that the upgrade made, where what the old type does
/// not know of the stored one belongs into it; none where it is the upgrade's as it is.
pub(super) fn kept(
    old: Option<RawBsonRef<'_>>,
    known: Option<RawBsonRef<'_>>,
    new: RawBsonRef<'_>,
) -> Result<Option<RawBson>> {
    if old == known {
        return Ok(None);
    }
    if let Some((old, known, new)) = documents(old, known, new) {
        return Ok(Some(merged(old, known, new)?.into()));
    }
    match (old, known, new) {
        (Some(RawBsonRef::Array(old)), Some(RawBsonRef::Array(known)), RawBsonRef::Array(new)) => {
            items(old, known, new)
        }
        _ => Ok(None),
    }
}

/// As [`kept`], of arrays: item by item, as long as the old type reads one for each that is stored.
fn items(old: &RawArray, known: &RawArray, new: &RawArray) -> Result<Option<RawBson>> {
    let [old, known, new] = [listed(old)?, listed(known)?, listed(new)?];
    if old.len() != known.len() {
        return Ok(None);
    }
    let mut items = RawArrayBuf::new();
    for (item, origin) in new.iter().zip(origins(&known, &new)) {
        let (old, known) = (
            origin.map(|origin| old[origin]),
            origin.map(|origin| known[origin]),
        );
        let kept = kept(old, known, *item)?;
        items.push(kept.as_ref().map_or(*item, RawBson::as_raw_bson_ref));
    }
    Ok(Some(items.into()))
}

fn listed(array: &RawArray) -> Result<Vec<RawBsonRef<'_>>> {
    array.into_iter().collect()
}

/// Which item each was before the upgrade: the same one in the same place, or in another; else the
/// one in its place, where there are as many as before.
fn origins(known: &[RawBsonRef<'_>], new: &[RawBsonRef<'_>]) -> Vec<Option<usize>> {
    let stays = |at: usize| known.get(at) == new.get(at);
    let mut origins: Vec<Option<usize>> =
        (0..new.len()).map(|at| stays(at).then_some(at)).collect();
    let mut is_taken: Vec<bool> = (0..known.len()).map(stays).collect();
    for at in (0..new.len()).filter(|at| !stays(*at)) {
        origins[at] = (0..known.len()).find(|from| !is_taken[*from] && known[*from] == new[at]);
        if let Some(from) = origins[at] {
            is_taken[from] = true;
        }
    }
    if known.len() == new.len() {
        for (at, origin) in origins.iter_mut().enumerate() {
            if origin.is_none() && !is_taken[at] {
                *origin = Some(at);
            }
        }
    }
    origins
}

/// The three values where each is a document, which is compared field by field.
pub(super) fn documents<'a>(
    stored: Option<RawBsonRef<'a>>,
    before: Option<RawBsonRef<'a>>,
    after: RawBsonRef<'a>,
) -> Option<(&'a RawDocument, &'a RawDocument, &'a RawDocument)> {
    match (stored?, before?, after) {
        (
            RawBsonRef::Document(stored),
            RawBsonRef::Document(before),
            RawBsonRef::Document(after),
        ) => Some((stored, before, after)),
        _ => None,
    }
}
