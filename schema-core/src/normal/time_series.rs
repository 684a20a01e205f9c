//! `timeseries`.

use bson::Document;

use super::canonical::{numbers, sorted};

/// The option without what follows from the granularity; a granularity that is not given is
/// `seconds`, unless the bucket's span is (manual, "Set Granularity for Time Series Data").
pub(super) fn time_series(written: &Document) -> Document {
    let mut normal = numbers(written);
    if normal.contains_key("granularity") {
        normal.remove("bucketMaxSpanSeconds");
        normal.remove("bucketRoundingSeconds");
    } else if !normal.contains_key("bucketMaxSpanSeconds") {
        normal.insert("granularity", "seconds");
    }
    sorted(normal)
}
