//! Upgrades documents, and puts together what is sent for them: pure.

use std::any::Any;
use std::panic::catch_unwind;

use bson::raw::{CString, cstr};
use bson::{Bson, RawArrayBuf, RawBson, RawBsonRef, RawDocument, RawDocumentBuf};
use schema_core::evaluate::Validator;
use schema_core::upgrade::{self, ReadError, Upgraded};

use super::failures::Failure;
use super::{Target, status};
use crate::connect::MAJORITY_TIMEOUT_MS;

/// The most bytes of updates in one command, of the 16 MiB that the server takes.
const MOST_BYTES: usize = 12 * 1024 * 1024;

/// One update, and the document that it is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Update {
    pub(super) id: Bson,
    /// The version at which the document was read.
    pub(super) version: Bson,
    /// As an item of the `update` command's `updates`.
    pub(super) statement: RawDocumentBuf,
}

/// What is to be done for some documents.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Batch {
    pub(super) updates: Vec<Update>,
    pub(super) failures: Vec<Failure>,
}

/// How the documents of a collection are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner<'a> {
    pub(super) target: Target<'a>,
    /// Whether strings are compared by a collation where nothing else is said.
    pub(super) collated: bool,
}

impl Manner<'_> {
    /// Upgrades each document; one that cannot be is among the failures.
    pub(super) fn batch(&self, documents: &[RawDocumentBuf]) -> Batch {
        let mut batch = Batch::default();
        for document in documents {
            match self.update(document) {
                Ok(statement) => batch.updates.push(Update {
                    id: id(document),
                    version: self.version(document),
                    statement,
                }),
                Err(reason) => batch.failures.push(Failure {
                    id: id(document),
                    version: self.version(document),
                    reason,
                }),
            }
        }
        batch
    }

    /// A document that the server did not find again, though it is as it was read.
    pub(super) fn not_found(&self, document: &RawDocument) -> Failure {
        Failure {
            id: id(document),
            version: self.version(document),
            reason: "the server does not find it as it was read, though nobody changed it; read and write it by the application".to_owned(),
        }
    }

    fn version(&self, document: &RawDocument) -> Bson {
        owned(value(document, &self.target.versions.field).unwrap_or(RawBsonRef::Null))
    }

    fn update(&self, document: &RawDocument) -> Result<RawDocumentBuf, String> {
        let upgraded = upgraded(&self.target, document)?;
        let malformed = |error: bson::error::Error| format!("it is no valid BSON: {error}");
        let change = upgrade::update(document, &upgraded).map_err(malformed)?;
        let field = &self.target.versions.field;
        let version = value(document, field).unwrap_or(RawBsonRef::Null);
        let field = CString::try_from(field.clone()).map_err(malformed)?;
        let Some(filter) = upgrade::filter(document, &field, version) else {
            return Err("it has no `_id`".to_owned());
        };
        let mut statement = RawDocumentBuf::new();
        statement.append(cstr!("q"), &*filter);
        match &change {
            RawBson::Document(update) => statement.append(cstr!("u"), &**update),
            other => statement.append(cstr!("u"), other.as_raw_bson_ref()),
        }
        if self.collated {
            self.compare_simply(document, &mut statement)?;
        }
        if statement.as_bytes().len() > MOST_BYTES {
            return Err(format!(
                "its {} bytes and its update are {}, too many to be compared and written in one command; read and write it by the application",
                document.as_bytes().len(),
                statement.as_bytes().len()
            ));
        }
        Ok(statement)
    }

    /// Under a collation two documents could be equal that are not the same, but an `_id` that is a
    /// string is only found by the collation of its index.
    fn compare_simply(
        &self,
        document: &RawDocument,
        statement: &mut RawDocumentBuf,
    ) -> Result<(), String> {
        if !matches!(
            document.get("_id"),
            Ok(Some(
                RawBsonRef::ObjectId(_)
                    | RawBsonRef::Int32(_)
                    | RawBsonRef::Int64(_)
                    | RawBsonRef::Binary(_)
                    | RawBsonRef::DateTime(_)
            ))
        ) {
            return Err(format!(
                "`{}` compares strings by a collation, under which a change made meanwhile could go unseen in a document with such an `_id`; read and write it by the application",
                self.target.name()
            ));
        }
        let mut simple = RawDocumentBuf::new();
        simple.append(cstr!("locale"), "simple");
        statement.append(cstr!("collation"), &*simple);
        Ok(())
    }
}

/// Runs the application's upgrade; one that panics fails for its document alone.
pub(super) fn upgraded(target: &Target<'_>, document: &RawDocument) -> Result<Upgraded, String> {
    let (upgrade, bytes) = (target.upgrade, document.as_bytes());
    match catch_unwind(|| upgrade(bytes)) {
        Ok(Ok(upgraded)) => Ok(upgraded),
        Ok(Err(error @ ReadError::Malformed { .. })) => {
            let wrong = wrong(target, document).unwrap_or_default();
            Err(format!("{error}{wrong}"))
        }
        Ok(Err(error)) => Err(error.to_string()),
        Err(panic) => Err(format!("the upgrade panicked: {}", said(&*panic))),
    }
}

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    let said = owned.or_else(|| panic.downcast_ref::<&str>().copied());
    said.unwrap_or("it does not say why")
}

/// Which field is not as the document's own version has it: the deserialisation does not name it.
fn wrong(target: &Target<'_>, document: &RawDocument) -> Option<String> {
    let version = owned(value(document, &target.versions.field).unwrap_or(RawBsonRef::Null));
    let mut shapes = target.versions.older.iter();
    let shape = shapes.find(|shape| status::is_version(&version, shape.version))?;
    let validator = Validator::of_schema(&shape.schema).ok()?;
    let broken = validator.check(document.as_bytes()).ok()?;
    let first = broken.first()?;
    Some(format!(" ({first})"))
}

/// The value at a stored path.
pub(super) fn value<'a>(document: &'a RawDocument, path: &str) -> Option<RawBsonRef<'a>> {
    match path.split_once('.') {
        None => document.get(path).ok().flatten(),
        Some((first, rest)) => {
            let inner = document.get(first).ok().flatten()?;
            value(inner.as_document()?, rest)
        }
    }
}

/// A document's `_id`; null where it has none.
pub(super) fn id(document: &RawDocument) -> Bson {
    owned(
        document
            .get("_id")
            .ok()
            .flatten()
            .unwrap_or(RawBsonRef::Null),
    )
}

fn owned(value: RawBsonRef<'_>) -> Bson {
    Bson::try_from(value).unwrap_or(Bson::Null)
}

/// The `update` commands for some updates, each with how many of them it holds: unordered, so that
/// one that is refused keeps no other from being done.
pub(super) fn commands(collection: &str, updates: &[Update]) -> Vec<(usize, RawDocumentBuf)> {
    let mut commands = Vec::new();
    let mut rest = updates;
    while !rest.is_empty() {
        let mut bytes = 0;
        let fits = rest.iter().take_while(|update| {
            bytes += update.statement.as_bytes().len();
            bytes <= MOST_BYTES
        });
        let count = fits.count().max(1);
        let (now, later) = rest.split_at(count);
        commands.push((count, command(collection, now)));
        rest = later;
    }
    commands
}

fn command(collection: &str, updates: &[Update]) -> RawDocumentBuf {
    let mut statements = RawArrayBuf::new();
    for update in updates {
        statements.push(&*update.statement);
    }
    let mut concern = RawDocumentBuf::new();
    concern.append(cstr!("w"), "majority");
    concern.append(cstr!("wtimeout"), MAJORITY_TIMEOUT_MS);
    let mut command = RawDocumentBuf::new();
    command.append(cstr!("update"), collection);
    command.append(cstr!("updates"), &*statements);
    command.append(cstr!("ordered"), false);
    command.append(cstr!("writeConcern"), &*concern);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(number: i32, bytes: usize) -> Update {
        let mut statement = RawDocumentBuf::new();
        statement.append(cstr!("x"), "x".repeat(bytes));
        Update {
            id: number.into(),
            version: 1.into(),
            statement,
        }
    }

    #[test]
    fn commands_keep_to_what_the_server_takes() {
        let large = MOST_BYTES / 2 - 100;
        let updates = [
            update(1, large),
            update(2, large),
            update(3, large),
            update(4, 1),
        ];
        let commands = commands("tasks", &updates);
        let counts: Vec<usize> = commands.iter().map(|(count, _)| *count).collect();
        assert_eq!(counts, [2, 2]);
        assert!(
            commands
                .iter()
                .all(|(_, it)| it.as_bytes().len() < 16 * 1024 * 1024)
        );
    }
}
