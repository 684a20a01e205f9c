//! Rules about a time series.

use schema_rules::TIME_SERIES_FIELD;

use super::{Class, is_open, nearest_field, options::combined, position};
use crate::{
    faults::Faults,
    parse::{CollectionAttrs, Field, Index, KeyPath, Kind, Seconds, TimeSeries},
};

/// The longest span of a bucket, in seconds. Source: Set Granularity for Time Series Data.
const LONGEST_BUCKET: u64 = 31_536_000;

/// The rules about a time series and its indexes.
pub(super) fn time_series(
    series: &TimeSeries,
    attrs: &CollectionAttrs,
    fields: &[Field],
    indexes: &[Index],
    faults: &mut Faults,
) {
    time_is_a_date(series, fields, faults);
    meta_is_a_field(series, fields, faults);
    tenant_is_in_meta(attrs, series, faults);
    buckets_are_said_once(series, faults);
    for index in indexes {
        index_fits(series, index, faults);
    }
}

/// Source: Add Secondary Indexes to Time Series Collections; Time Series Collection Limitations.
fn index_fits(series: &TimeSeries, index: &Index, faults: &mut Faults) {
    if let Some(span) = index.attrs.unique() {
        combined(span, "a time series cannot have a unique index", faults);
    }
    for key in &index.keys {
        if let Kind::Text | Kind::Geo2d = key.kind {
            let kind = key.kind.word().unwrap_or_default();
            let wrong = format!("a time series cannot have a `{kind}` index");
            combined(key.span, &wrong, faults);
        }
    }
    let of_meta = |path: &KeyPath| {
        series
            .meta
            .as_ref()
            .is_some_and(|meta| path.is_within(meta))
    };
    if let Some(span) = index.attrs.sparse()
        && index.key_paths().any(of_meta)
    {
        let wrong = "an index on the meta field of a time series cannot be sparse";
        combined(span, wrong, faults);
    }
}

/// The field that an option names, where it is one of the collection itself.
fn own_field<'a>(
    path: &KeyPath,
    what: &str,
    fields: &'a [Field],
    faults: &mut Faults,
) -> Option<&'a Field> {
    let name = path.first().to_owned();
    if path.segments.len() > 1 {
        let wrong = format!(
            "the {what} `{}` is not a field of the collection itself",
            path.text()
        );
        let instead = format!("write `{name}`");
        faults.broken_with(&TIME_SERIES_FIELD, &[], path.span(), &wrong, &instead);
        return None;
    }
    let field = position(fields, path).map(|at| &fields[at]);
    if field.is_none() && !is_open(fields) {
        let wrong = format!("the {what} `{name}` is not a field");
        let instead = nearest_field(fields, &name);
        faults.broken_with(&TIME_SERIES_FIELD, &[], path.span(), &wrong, &instead);
    }
    field
}

/// Where the tokens cannot tell, the compiler is asked.
fn time_is_a_date(series: &TimeSeries, fields: &[Field], faults: &mut Faults) {
    let Some(field) = own_field(&series.time, "time", fields, faults) else {
        return;
    };
    if field.poisoned || !field.type_tells() {
        return;
    }
    let class = Class::of(&field.ty);
    let name = &field.name;
    if class.is_no_date() {
        let wrong = format!("the time `{name}` is not stored as a date");
        faults.broken(&TIME_SERIES_FIELD, &[], series.time.span(), &wrong);
    } else if matches!(class, Class::Optional(_)) || field.serde.sometimes_skipped {
        let wrong = format!("the time `{name}` may be missing or null");
        faults.broken(&TIME_SERIES_FIELD, &[], series.time.span(), &wrong);
    }
}

fn meta_is_a_field(series: &TimeSeries, fields: &[Field], faults: &mut Faults) {
    let Some(meta) = &series.meta else { return };
    let Some(field) = own_field(meta, "meta field", fields, faults) else {
        return;
    };
    let taken = if field.stored_name == "_id" {
        "the `_id`"
    } else if meta.text() == series.time.text() {
        "the time"
    } else {
        return;
    };
    let wrong = format!("the meta field `{}` is {taken} as well", field.name);
    let instead = "write the field that identifies a series";
    faults.broken_with(&TIME_SERIES_FIELD, &[], meta.span(), &wrong, instead);
}

fn tenant_is_in_meta(attrs: &CollectionAttrs, series: &TimeSeries, faults: &mut Faults) {
    let Some(tenant) = &attrs.tenant else { return };
    let tenant = &tenant.value;
    let inside = series
        .meta
        .as_ref()
        .is_some_and(|meta| meta.first() == tenant.first());
    if !inside {
        let wrong = format!(
            "the tenant key `{}` is not in the meta field of the time series",
            tenant.text()
        );
        let instead = match &series.meta {
            Some(meta) => format!("write `tenant = {}.{}`", meta.text(), tenant.text()),
            None => format!("write `meta = {}`", tenant.first().to_owned()),
        };
        faults.broken_with(&TIME_SERIES_FIELD, &[], tenant.span(), &wrong, &instead);
    }
}

/// A granularity stands for a span, so that only one of the two is said; a span and what it is
/// rounded to are the same. Source: Set Granularity for Time Series Data.
fn buckets_are_said_once(series: &TimeSeries, faults: &mut Faults) {
    let (span, rounding) = (&series.bucket_max_span, &series.bucket_rounding);
    if let (Some(granularity), Some(_)) = (&series.granularity, span.as_ref().or(rounding.as_ref()))
    {
        combined(
            granularity.span,
            "a granularity fixes the span of a bucket",
            faults,
        );
    }
    for seconds in span.iter().chain(rounding) {
        bucket_is_in_range(seconds.value, faults);
    }
    match (span, rounding) {
        (None, Some(rounding)) => {
            faults.add(
                rounding.span,
                "`bucket_rounding` stands alone; write `bucket_max_span` with the same value",
            );
        }
        (Some(span), Some(rounding)) if span.value.count != rounding.value.count => {
            let text = "`bucket_rounding` differs from `bucket_max_span`; write the same value, or remove it";
            faults.add(rounding.value.span, text);
        }
        _ => {}
    }
}

fn bucket_is_in_range(seconds: Seconds, faults: &mut Faults) {
    if !(1..=LONGEST_BUCKET).contains(&seconds.count) {
        faults.add(
            seconds.span,
            "a bucket spans from `1s` to `365d`; write a time in between",
        );
    }
}
