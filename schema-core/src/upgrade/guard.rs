//! What a document has to be, still, so that its upgrade may be written.

use bson::{
    RawBsonRef, RawDocument, RawDocumentBuf,
    raw::{CString, cstr},
};

use super::stored;
use crate::model::Collection;

/// The filter that finds a document only while it is as it was read, so that whoever writes to it
/// meanwhile wins: its `_id`, its version, and all of its fields.
///
/// The upgrade is the application's own, so each field that was there counts as read. They are
/// compared by `$expr` as values: a filter by fields takes an array for its items, and null for a
/// missing field. Where the collection compares strings by a collation, the update has to be sent
/// with the simple one.
///
/// None where the document has no `_id`, or its shape no version.
pub fn guard(model: &Collection, document: &RawDocument) -> Option<RawDocumentBuf> {
    let (_, path) = stored::version(model)?;
    let version = stored::value(model, path, document).unwrap_or(RawBsonRef::Null);
    let field = CString::try_from(stored::name(model, path)).ok()?;
    filter(document, &field, version)
}

/// As [`guard`], for whoever knows the field of the version by its name.
pub fn filter(
    document: &RawDocument,
    field: &CString,
    version: RawBsonRef<'_>,
) -> Option<RawDocumentBuf> {
    let mut filter = RawDocumentBuf::new();
    filter.append(cstr!("_id"), &*equal(document.get("_id").ok()??));
    filter.append(field, version);
    let mut literal = RawDocumentBuf::new();
    literal.append(cstr!("$literal"), document);
    let mut operands = bson::RawArrayBuf::new();
    operands.push("$$ROOT");
    operands.push(&*literal);
    let mut same = RawDocumentBuf::new();
    same.append(cstr!("$eq"), &*operands);
    let mut condition = RawDocumentBuf::new();
    condition.append(cstr!("$expr"), &*same);
    let mut conditions = bson::RawArrayBuf::new();
    conditions.push(&*condition);
    // Inside `$and`: with a bare `$expr` beside it, not every server looks for the `_id` first.
    filter.append(cstr!("$and"), &*conditions);
    Some(filter)
}

/// A document or a regular expression in a filter would be read as a condition of its own.
fn equal(value: RawBsonRef<'_>) -> RawDocumentBuf {
    let mut condition = RawDocumentBuf::new();
    condition.append(cstr!("$eq"), value);
    condition
}
