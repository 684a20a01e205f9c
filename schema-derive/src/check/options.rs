//! Rules about the options of a collection.

use proc_macro2::Span;
use schema_rules::{
    ACCEPTED_VERSION_UNKNOWN, TTL_NOT_DATE, TTL_OUT_OF_RANGE, UNSUPPORTED_COMBINATION,
    VERSION_NOT_RISING,
};

use super::time_series::time_series;
use crate::{
    faults::Faults,
    parse::{CollectionAttrs, Field, Index},
};

/// The largest size of a capped collection, in bytes. Source: create, `size`.
const LARGEST_CAPPED: u64 = 1 << 50;
/// The longest time to live of a whole collection, in seconds, beyond which the server counts
/// milliseconds past 64 bits. Source: create, `expireAfterSeconds`.
const LONGEST_LIFE: u64 = i64::MAX as u64 / 1000;

/// The rules about the options of a collection.
pub(crate) fn options(
    attrs: &CollectionAttrs,
    fields: &[Field],
    indexes: &[Index],
    faults: &mut Faults,
) {
    combinations(attrs, faults);
    capped_is_in_range(attrs, faults);
    lives_are_in_range(attrs, faults);
    generated_id_is_no_date(attrs, faults);
    concern_says_something(attrs, faults);
    versions_are_before(attrs, faults);
    if let Some(series) = &attrs.time_series {
        time_series(&series.value, attrs, fields, indexes, faults);
    }
}

/// Adds that two things cannot stand beside each other.
pub(super) fn combined(span: Span, wrong: &str, faults: &mut Faults) {
    faults.broken(&UNSUPPORTED_COMBINATION, &[], span, wrong);
}

/// The options that exclude each other: one message a pair, at the later of the two as they stand
/// here. Source: create; Clustered Collections; Time Series Collection Limitations; Capped
/// Collections.
fn combinations(attrs: &CollectionAttrs, faults: &mut Faults) {
    let series = attrs.time_series.as_ref().map(|key| key.span);
    let clustered = attrs.clustered.as_ref().map(|key| key.span);
    let capped = attrs.capped.as_ref().map(|key| key.span);
    let images = attrs.change_stream_images.as_ref();
    let images = images.filter(|key| key.value).map(|key| key.span);
    let pairs = [
        (
            series,
            clustered,
            "a time series is clustered already, and cannot be told to be",
        ),
        (series, capped, "a time series cannot be capped"),
        (series, images, "a time series has no change stream images"),
        (
            series,
            attrs.validation.as_ref().map(|key| key.span),
            "a time series has no validator",
        ),
        (
            series,
            attrs.accepts.as_ref().map(|key| key.span),
            "a time series has no validator that could accept a version",
        ),
        (
            clustered.filter(|_| series.is_none()),
            capped,
            "a clustered collection cannot be capped",
        ),
        (
            capped,
            attrs.shard_key.as_ref().map(|key| key.span),
            "a capped collection cannot be sharded",
        ),
    ];
    for (one, other, wrong) in pairs {
        if let (Some(_), Some(span)) = (one, other) {
            combined(span, wrong, faults);
        }
    }
    constraint_refuses(attrs, faults);
}

/// Source: Specify Validation Level for Existing Documents.
fn constraint_refuses(attrs: &CollectionAttrs, faults: &mut Faults) {
    let Some(validation) = &attrs.validation else {
        return;
    };
    if let Some(action) = &validation.value.action
        && validation
            .value
            .level
            .is_some_and(|level| level.0 == "constraint")
        && action.value.0 == "warn"
    {
        let wrong = "documents cannot be both held to a constraint and let through";
        let instead = "write `action = \"error\"`";
        faults.broken_with(&UNSUPPORTED_COMBINATION, &[], action.span, wrong, instead);
    }
}

fn capped_is_in_range(attrs: &CollectionAttrs, faults: &mut Faults) {
    let Some(capped) = attrs.capped.as_ref().map(|key| &key.value) else {
        return;
    };
    if capped.size.count > LARGEST_CAPPED {
        faults.add(
            capped.size.span,
            "a capped collection has at most 1024 TiB; write a smaller `size`",
        );
    }
    if let Some(max) = &capped.max
        && max.value.0 == 0
    {
        faults.add(
            max.span,
            "`max` admits no document; write at least 1, or remove it",
        );
    }
}

/// The times to live of whole collections; those of indexes are checked with the indexes.
fn lives_are_in_range(attrs: &CollectionAttrs, faults: &mut Faults) {
    let series = attrs
        .time_series
        .iter()
        .flat_map(|key| &key.value.expire_after);
    let clustered = attrs
        .clustered
        .iter()
        .flat_map(|key| &key.value.expire_after);
    for life in series.chain(clustered) {
        if life.value.count > LONGEST_LIFE {
            let wrong = "this is longer than the server admits";
            let (span, instead) = (life.value.span, "write a shorter time");
            faults.broken_with(&TTL_OUT_OF_RANGE, &[], span, wrong, instead);
        }
    }
}

/// What a clustered collection expires by is the date in `_id`.
fn generated_id_is_no_date(attrs: &CollectionAttrs, faults: &mut Faults) {
    let life = attrs
        .clustered
        .as_ref()
        .and_then(|key| key.value.expire_after.as_ref());
    if let (Some(life), true) = (life, attrs.has_generated_id()) {
        let wrong = "the generated `_id` is not a date, so no document would ever expire";
        let instead = "store an `_id` of type `bson::DateTime`";
        faults.broken_with(&TTL_NOT_DATE, &[], life.span, wrong, instead);
    }
}

fn concern_says_something(attrs: &CollectionAttrs, faults: &mut Faults) {
    let Some(concern) = &attrs.write_concern else {
        return;
    };
    let crate::parse::WriteConcern {
        w,
        journal,
        timeout,
    } = &concern.value;
    if w.is_none() && journal.is_none() && timeout.is_none() {
        let text = "the write concern says nothing; write `write_concern(w = \"majority\")`";
        faults.add(concern.span, text);
    }
    let unacknowledged = matches!(w, Some(crate::parse::Acknowledgment::Nodes(0)));
    if let Some(journal) = journal
        && journal.value
        && unacknowledged
    {
        combined(
            journal.span,
            "a write that nobody acknowledges cannot wait for the journal",
            faults,
        );
    }
}

/// What is accepted beside the current version is older, and a shape before is named.
fn versions_are_before(attrs: &CollectionAttrs, faults: &mut Faults) {
    if let (Some(previous), None) = (&attrs.previous, &attrs.schema_version) {
        let wrong = "`previous` names the shape before one that has no version";
        faults.broken(&VERSION_NOT_RISING, &[], previous.span, wrong);
    }
    let Some(accepts) = &attrs.accepts else {
        return;
    };
    let Some(version) = &attrs.schema_version else {
        let wrong = "`accepts` names versions of a collection that has none";
        let instead = "write `schema_version = 2`";
        faults.broken_with(&ACCEPTED_VERSION_UNKNOWN, &[], accepts.span, wrong, instead);
        return;
    };
    if attrs.previous.is_none() {
        let wrong = "it is not known what the accepted versions look like";
        faults.broken(&ACCEPTED_VERSION_UNKNOWN, &[], accepts.span, wrong);
        return;
    }
    for (span, accepted) in &accepts.value.versions {
        if *accepted >= version.value.0 {
            let wrong = format!("version {accepted} is not older than the current one");
            let instead = "write one that is, or remove it";
            faults.broken_with(&ACCEPTED_VERSION_UNKNOWN, &[], *span, &wrong, instead);
        }
    }
}
