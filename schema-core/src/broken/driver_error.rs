//! What a server told the driver of refused documents.

use std::collections::BTreeMap;

use bson::Document;
use mongodb::error::{Error, ErrorKind, WriteFailure};

use super::Broken;
use crate::codes::DOCUMENT_VALIDATION_FAILURE;

impl Broken {
    /// The rules that documents broke which a server refused, by their position among those that
    /// were sent; of a single one 0. Empty where the error is another one.
    pub fn of_error(error: &Error) -> BTreeMap<usize, Vec<Self>> {
        told(error)
            .into_iter()
            .map(|(at, told)| (at, Self::of_err_info(&told)))
            .collect()
    }
}

fn told(error: &Error) -> Vec<(usize, Document)> {
    match &*error.kind {
        ErrorKind::Write(WriteFailure::WriteError(write)) => {
            one(0, write.code, write.details.as_ref())
                .into_iter()
                .collect()
        }
        ErrorKind::InsertMany(many) => {
            let errors = many.write_errors.iter().flatten();
            errors
                .filter_map(|it| one(it.index, it.code, it.details.as_ref()))
                .collect()
        }
        ErrorKind::BulkWrite(bulk) => {
            let errors = bulk.write_errors.iter();
            errors
                .filter_map(|(at, it)| one(*at, it.code, it.details.as_ref()))
                .collect()
        }
        // `findAndModify` has it in its reply.
        ErrorKind::Command(command) => {
            let reply = error
                .server_response()
                .map(|reply| Document::try_from(&**reply));
            let reply = reply.and_then(Result::ok);
            let told = reply
                .as_ref()
                .and_then(|reply| reply.get_document("errInfo").ok());
            one(0, command.code, told).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

fn one(at: usize, code: i32, told: Option<&Document>) -> Option<(usize, Document)> {
    let told = told.filter(|_| code == DOCUMENT_VALIDATION_FAILURE)?;
    Some((at, told.clone()))
}
