//! The options of the `create` command, and what else is said of a collection as a whole.

use bson::{Bson, Document, doc};

use super::{bounds, collation::collation, path, versions};
use crate::model::{Capped, Collection, CollectionOption, ShardKey, TimeSeries};

/// The options of the `create` command. Level and action are spelt out, so that a reader of the
/// plan sees what will be enforced; a time series has no validator.
pub(super) fn options(model: &Collection) -> Document {
    let mut options = Document::new();
    for option in model.options {
        options.extend(created(model, option));
    }
    if !options.contains_key("timeseries") {
        options.extend(validation(model));
    }
    options
}

/// What `create` is told for an option.
fn created(model: &Collection, option: &CollectionOption) -> Document {
    match option {
        CollectionOption::TimeSeries(series) => time_series(model, series),
        CollectionOption::Clustered(expire_after) => {
            let index = doc! { "clusteredIndex": { "key": { "_id": 1 }, "unique": true } };
            index.into_iter().chain(life(*expire_after)).collect()
        }
        CollectionOption::Capped(capped) => self::capped(capped),
        CollectionOption::Collation(parameters) => doc! { "collation": collation(parameters) },
        CollectionOption::ChangeStreamImages => {
            doc! { "changeStreamPreAndPostImages": { "enabled": true } }
        }
        _ => Document::new(),
    }
}

fn time_series(model: &Collection, series: &TimeSeries) -> Document {
    let name = |path: u8| path::stored(model, usize::from(path));
    let mut parts = doc! { "timeField": name(series.time) };
    if let Some(meta) = series.meta {
        parts.insert("metaField", name(meta));
    }
    if let Some(granularity) = series.granularity {
        parts.insert("granularity", granularity);
    }
    if let Some(seconds) = series.bucket_seconds {
        let seconds = bounds::integer(i64::from(seconds));
        parts.insert("bucketMaxSpanSeconds", seconds.clone());
        parts.insert("bucketRoundingSeconds", seconds);
    }
    let options = doc! { "timeseries": parts };
    options
        .into_iter()
        .chain(life(series.expire_after))
        .collect()
}

fn life(seconds: Option<i64>) -> Option<(String, Bson)> {
    seconds.map(|seconds| ("expireAfterSeconds".to_owned(), bounds::integer(seconds)))
}

fn capped(capped: &Capped) -> Document {
    let mut options = doc! { "capped": true, "size": bounds::integer(capped.size) };
    if let Some(max) = capped.max {
        options.insert("max", bounds::integer(i64::from(max)));
    }
    options
}

fn validation(model: &Collection) -> Document {
    let (mut level, mut action) = ("strict", "error");
    for option in model.options {
        match option {
            CollectionOption::ValidationLevel(value) => level = value,
            CollectionOption::ValidationAction(value) => action = value,
            _ => {}
        }
    }
    doc! {
        "validator": { "$jsonSchema": versions::schema(model) },
        "validationLevel": level,
        "validationAction": action,
    }
}

/// Whether the driver makes the `_id`.
pub(super) fn has_generated_id(model: &Collection) -> bool {
    let mut options = model.options.iter();
    options.any(|option| matches!(option, CollectionOption::GeneratedId))
}

/// The names of the indexes that others manage.
pub(super) fn external_indexes(model: &Collection) -> Vec<String> {
    let names = model.options.iter().filter_map(|option| match option {
        CollectionOption::ExternalIndex(name) => Some((*name).to_owned()),
        _ => None,
    });
    names.collect()
}

/// The shard key as `shardCollection` takes it.
pub(super) fn shard_key(model: &Collection) -> Option<Document> {
    let key: &ShardKey = model.options.iter().find_map(|option| match option {
        CollectionOption::ShardKey(key) => Some(key),
        _ => None,
    })?;
    let parts = (0..key.len()).map(|part| {
        let value = if key.is_hashed(part) {
            Bson::from("hashed")
        } else {
            Bson::Int32(1)
        };
        (path::stored(model, key.path(part)), value)
    });
    Some(parts.collect())
}
