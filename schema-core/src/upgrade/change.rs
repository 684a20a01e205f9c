//! What has to be written so that a stored document becomes one of the current shape.
//!
//! What the type of the old version does not know stays as it is, at every depth; so does every
//! field that the upgrade leaves as it was.

use bson::{
    RawArrayBuf, RawBson, RawDocument, RawDocumentBuf,
    error::Result,
    raw::{CStr, CString, cstr},
};

use super::{
    Upgraded,
    merge::{documents, kept, merged},
};

/// What an `update` command does to the stored document, as its `u` takes it: `$set` and `$unset` of
/// the fields that differ, or a pipeline where a name cannot be written in a path.
///
/// # Errors
///
/// Where one of the documents is no valid BSON.
pub fn update(stored: &RawDocument, upgraded: &Upgraded) -> Result<RawBson> {
    let (before, after) = parts(upgraded)?;
    let mut fields = Fields::default();
    if !fields.compare("", stored, before, after)? {
        let mut literal = RawDocumentBuf::new();
        literal.append(cstr!("$literal"), &*merged(stored, before, after)?);
        let mut stage = RawDocumentBuf::new();
        stage.append(cstr!("$replaceWith"), &*literal);
        let mut pipeline = RawArrayBuf::new();
        pipeline.push(&*stage);
        return Ok(RawBson::Array(pipeline));
    }
    let mut update = RawDocumentBuf::new();
    for (operator, fields) in [
        (cstr!("$set"), &fields.set),
        (cstr!("$unset"), &fields.unset),
    ] {
        if !fields.is_empty() {
            update.append(operator, &**fields);
        }
    }
    Ok(RawBson::Document(update))
}

/// The whole document as it is after the update.
///
/// # Errors
///
/// Where one of the documents is no valid BSON.
pub fn applied(stored: &RawDocument, upgraded: &Upgraded) -> Result<RawDocumentBuf> {
    let (before, after) = parts(upgraded)?;
    merged(stored, before, after)
}

fn parts(upgraded: &Upgraded) -> Result<(&RawDocument, &RawDocument)> {
    let before = RawDocument::from_bytes(&upgraded.before)?;
    Ok((before, RawDocument::from_bytes(&upgraded.after)?))
}

/// The fields that differ, by their paths.
#[derive(Default)]
struct Fields {
    set: RawDocumentBuf,
    unset: RawDocumentBuf,
}

impl Fields {
    /// Adds what differs in a document; false where a path to it cannot be written.
    fn compare(
        &mut self,
        prefix: &str,
        stored: &RawDocument,
        before: &RawDocument,
        after: &RawDocument,
    ) -> Result<bool> {
        for element in after {
            let (name, new) = element?;
            let old = stored.get(name)?;
            if old == Some(new) {
                continue;
            }
            let known = before.get(name)?;
            let kept = kept(old, known, new)?;
            let to_store = kept.as_ref().map_or(new, RawBson::as_raw_bson_ref);
            if old == Some(to_store) {
                continue;
            }
            let Some(path) = path(prefix, name) else {
                return Ok(false);
            };
            if let Some((old, known, new)) = documents(old, known, new)
                && self.inside(path.as_str(), old, known, new)?
            {
                continue;
            }
            self.set.append(&path, to_store);
        }
        for element in before {
            let (name, _) = element?;
            if stored.get(name)?.is_none() || after.get(name)?.is_some() {
                continue;
            }
            let Some(path) = path(prefix, name) else {
                return Ok(false);
            };
            self.unset.append(&path, "");
        }
        Ok(true)
    }

    /// Adds what differs in an embedded document; adds nothing, and is false, where a path to it
    /// cannot be written.
    fn inside(
        &mut self,
        path: &str,
        stored: &RawDocument,
        before: &RawDocument,
        after: &RawDocument,
    ) -> Result<bool> {
        let mut fields = Self::default();
        if !fields.compare(path, stored, before, after)? {
            return Ok(false);
        }
        extend(&mut self.set, &fields.set)?;
        extend(&mut self.unset, &fields.unset)?;
        Ok(true)
    }
}

fn extend(fields: &mut RawDocumentBuf, others: &RawDocument) -> Result<()> {
    for element in others {
        let (name, value) = element?;
        fields.append(name, value);
    }
    Ok(())
}

/// A field's path; none where an operator would read another field in it.
fn path(prefix: &str, name: &CStr) -> Option<CString> {
    let name = name.as_str();
    if name.is_empty() || name.starts_with('$') || name.contains('.') {
        return None;
    }
    let path = if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}.{name}")
    };
    CString::try_from(path).ok()
}

#[cfg(test)]
mod tests {
    use bson::{Document, rawdoc};

    use super::*;

    fn upgraded(before: &RawDocumentBuf, after: &RawDocumentBuf) -> Upgraded {
        Upgraded {
            from: 1,
            before: before.as_bytes().to_vec(),
            after: after.as_bytes().to_vec(),
        }
    }

    fn document(raw: &RawDocument) -> Document {
        Document::try_from(raw).expect("valid BSON")
    }

    #[test]
    fn only_what_differs_is_written_and_what_is_unknown_stays() {
        let stored = rawdoc! {
            "_id": 1, "v": 1, "labels": "a,b", "gone": 1, "extra": true,
            "owner": { "name": "x", "old": 1, "extra": 2 },
        };
        let before = rawdoc! {
            "_id": 1, "v": 1, "labels": "a,b", "gone": 1, "owner": { "name": "x", "old": 1 },
        };
        let after = rawdoc! {
            "_id": 1, "v": 2, "labels": ["a", "b"], "owner": { "name": "y" }, "new": null,
        };
        let upgraded = upgraded(&before, &after);
        let update = update(&stored, &upgraded).expect("an update");
        let expected = rawdoc! {
            "$set": { "v": 2, "labels": ["a", "b"], "owner.name": "y", "new": null },
            "$unset": { "owner.old": "", "gone": "" },
        };
        assert_eq!(update, RawBson::Document(expected));
        let whole = rawdoc! {
            "_id": 1, "v": 2, "labels": ["a", "b"], "extra": true,
            "owner": { "name": "y", "extra": 2 }, "new": null,
        };
        let applied = applied(&stored, &upgraded).expect("a document");
        assert_eq!(document(&applied), document(&whole));
    }

    #[test]
    fn names_that_no_path_can_have_are_written_with_what_holds_them() {
        let stored = rawdoc! { "_id": 1, "v": 1, "by": { "a.b": 1, "c": 1 } };
        let after = rawdoc! { "_id": 1, "v": 2, "by": { "a.b": 2, "c": 2 } };
        let update_of = update(&stored, &upgraded(&stored, &after)).expect("an update");
        let expected = rawdoc! { "$set": { "v": 2, "by": { "a.b": 2, "c": 2 } } };
        assert_eq!(update_of, RawBson::Document(expected));

        let stored = rawdoc! { "_id": 1, "v": 1, "$odd": 1, "other": 3 };
        let after = rawdoc! { "_id": 1, "v": 2, "$odd": 2 };
        let before = rawdoc! { "_id": 1, "v": 1, "$odd": 1 };
        let update = update(&stored, &upgraded(&before, &after)).expect("an update");
        let whole = rawdoc! { "_id": 1, "v": 2, "$odd": 2, "other": 3 };
        let stage = rawdoc! { "$replaceWith": { "$literal": whole } };
        let mut pipeline = RawArrayBuf::new();
        pipeline.push(stage);
        assert_eq!(update, RawBson::Array(pipeline));
    }

    #[test]
    fn what_is_unknown_inside_of_arrays_and_of_odd_names_stays() {
        let part = |a: i32, extra: i32| rawdoc! { "a": a, "extra": extra };
        let known = |a: i32| rawdoc! { "a": a };
        let stored = rawdoc! {
            "v": 1, "left": [part(1, 10), part(2, 20)], "turned": [part(1, 10), part(2, 20)],
            "longer": [part(1, 10)], "changed": [part(1, 10), [part(2, 20)]],
            "odd": { "a.b": 1, "extra": 5 },
        };
        let before = rawdoc! {
            "v": 1, "left": [known(1), known(2)], "turned": [known(1), known(2)],
            "longer": [known(1)], "changed": [known(1), [known(2)]], "odd": { "a.b": 1 },
        };
        let after = rawdoc! {
            "v": 2, "left": [known(1), known(2)], "turned": [known(2), known(1)],
            "longer": [known(0), known(1)], "changed": [known(8), [known(9)]], "odd": { "a.b": 2 },
        };
        let upgraded = upgraded(&before, &after);
        let set = rawdoc! {
            "v": 2, "turned": [part(2, 20), part(1, 10)], "longer": [known(0), part(1, 10)],
            "changed": [part(8, 10), [part(9, 20)]], "odd": { "a.b": 2, "extra": 5 },
        };
        let update = update(&stored, &upgraded).expect("an update");
        assert_eq!(update, RawBson::Document(rawdoc! { "$set": set.clone() }));
        let mut whole = document(&stored);
        whole.extend(document(&set));
        let applied = applied(&stored, &upgraded).expect("a document");
        assert_eq!(document(&applied), whole);
    }

    #[test]
    fn of_items_that_are_alike_each_keeps_its_own() {
        let stored = rawdoc! { "parts": [{ "a": 1, "extra": 1 }, { "a": 1, "extra": 2 }] };
        let before = rawdoc! { "parts": [{ "a": 1 }, { "a": 1 }] };
        let after = rawdoc! { "parts": [{ "a": 0 }, { "a": 1 }, { "a": 1 }] };
        let applied = applied(&stored, &upgraded(&before, &after)).expect("a document");
        let mut extras = document(&applied)
            .get_array("parts")
            .expect("an array")
            .iter()
            .filter_map(|it| it.as_document()?.get_i32("extra").ok())
            .collect::<Vec<_>>();
        extras.sort_unstable();
        assert_eq!(extras, [1, 2]);
    }
}
