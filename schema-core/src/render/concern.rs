//! What the application waits for when it reads and writes.

use bson::{Bson, Document};

use super::bounds::integer;
use crate::model::{Acknowledgment, Collection, CollectionOption, WriteConcern};

/// `writeConcern` as a command takes it.
pub(super) fn write(model: &Collection) -> Option<Document> {
    model.options.iter().find_map(|option| match option {
        CollectionOption::WriteConcern(concern) => Some(document(concern)),
        _ => None,
    })
}

fn document(concern: &WriteConcern) -> Document {
    let w = concern.w.map(|w| match w {
        Acknowledgment::Nodes(nodes) => integer(i64::from(nodes)),
        Acknowledgment::Named(name) => name.into(),
    });
    let timeout = concern.timeout.map(|millis| integer(i64::from(millis)));
    let parts = [
        ("w", w),
        ("j", concern.journal.map(Bson::from)),
        ("wtimeout", timeout),
    ];
    let given = parts
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), value?)));
    given.collect()
}

/// The level of `readConcern`.
pub(super) fn read(model: &Collection) -> Option<String> {
    model.options.iter().find_map(|option| match option {
        CollectionOption::ReadConcern(level) => Some((*level).to_owned()),
        _ => None,
    })
}
