//! What a failed write means. Source: Error Codes, Write Concern.

use bson::{Document, RawDocument};
use mongodb::error::{
    Error, ErrorKind, NO_WRITES_PERFORMED, RETRYABLE_WRITE_ERROR, TRANSIENT_TRANSACTION_ERROR,
    UNKNOWN_TRANSACTION_COMMIT_RESULT, WriteFailure,
};

use super::AccessError;
use crate::codes::{DOCUMENT_VALIDATION_FAILURE, DUPLICATE_KEY};

/// One write's error, wherever the driver puts it.
struct Fault {
    code: i32,
    message: String,
    details: Option<Document>,
}

pub(super) fn of_write(collection: &'static str, source: Error) -> AccessError {
    let fault = fault(&source);
    let source = Box::new(source);
    match fault {
        Some(fault) if fault.code == DUPLICATE_KEY => AccessError::DuplicateKey {
            collection,
            index: index_name(&fault.message),
            key: field(&source, "keyValue").map(Box::new),
            source,
        },
        Some(fault) if fault.code == DOCUMENT_VALIDATION_FAILURE => AccessError::Invalid {
            collection,
            details: fault
                .details
                .or_else(|| field(&source, "errInfo"))
                .map(Box::new),
            source,
        },
        _ if is_unknown(&source) => AccessError::OutcomeUnknown { collection, source },
        _ => AccessError::Driver { collection, source },
    }
}

fn fault(error: &Error) -> Option<Fault> {
    let (code, message, details) = match error.kind.as_ref() {
        ErrorKind::Write(WriteFailure::WriteError(it)) => (it.code, &it.message, &it.details),
        ErrorKind::InsertMany(all) => {
            let it = all.write_errors.as_ref()?.first()?;
            (it.code, &it.message, &it.details)
        }
        ErrorKind::BulkWrite(all) => {
            let it = all.write_errors.iter().min_by_key(|(at, _)| **at)?.1;
            (it.code, &it.message, &it.details)
        }
        ErrorKind::Command(it) => (it.code, &it.message, &None),
        _ => return None,
    };
    let (message, details) = (message.clone(), details.clone());
    Some(Fault {
        code,
        message,
        details,
    })
}

/// Of `… index: tenantId_1_email_1 dup key: …`, the index.
fn index_name(message: &str) -> String {
    let behind = message.split_once(" index: ").map(|(_, rest)| rest);
    let name = behind.and_then(|rest| rest.split_once(" dup key"));
    name.map_or("?", |(name, _)| name).to_owned()
}

/// A field of the server's reply that the driver's own types leave out, in the reply itself or in its
/// first write error.
fn field(error: &Error, name: &str) -> Option<Document> {
    let reply: &RawDocument = error.server_response()?;
    let of_first = || {
        let errors = reply.get_array("writeErrors").ok()?;
        errors.into_iter().next()?.ok()?.as_document()
    };
    let found = |inside: &RawDocument| Document::try_from(inside.get_document(name).ok()?).ok();
    found(reply).or_else(|| found(of_first()?))
}

/// Whether it may have happened, and may yet be undone: the primary wrote and was not told in time
/// that others have it, or the connection broke before there was an answer. Inside of a transaction
/// that is tried again nothing is lost by a broken connection.
fn is_unknown(error: &Error) -> bool {
    if error.contains_label(UNKNOWN_TRANSACTION_COMMIT_RESULT) {
        return true;
    }
    if error.contains_label(TRANSIENT_TRANSACTION_ERROR)
        || error.contains_label(NO_WRITES_PERFORMED)
    {
        return false;
    }
    match error.kind.as_ref() {
        ErrorKind::Write(WriteFailure::WriteConcernError(_)) => true,
        ErrorKind::InsertMany(all) => all.write_concern_error.is_some(),
        ErrorKind::BulkWrite(all) => !all.write_concern_errors.is_empty() || broke(error),
        _ => broke(error),
    }
}

fn broke(error: &Error) -> bool {
    match error.kind.as_ref() {
        ErrorKind::Io(_) => true,
        // The server was leaving its office or a router lost it, and it stayed so when asked again.
        ErrorKind::ConnectionPoolCleared { .. } | ErrorKind::Command(_) => {
            error.contains_label(RETRYABLE_WRITE_ERROR)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::index_name;

    #[test]
    fn the_index_is_read_from_the_message() {
        let message = "E11000 duplicate key error collection: a.users index: tenantId_1_email_1 dup key: { x: 1 }";
        assert_eq!(index_name(message), "tenantId_1_email_1");
        assert_eq!(index_name("something else"), "?");
    }
}
