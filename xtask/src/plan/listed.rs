//! The live indexes that a plan is about.

use bson::Bson;

use crate::bookkeeping;
use crate::live::{LiveCollection, LiveKind};
use crate::normal::{NormalIndex, truthy};

/// The live indexes that can be compared, by name; the server's own ones are left alone.
pub(super) fn comparable(live: &LiveCollection) -> Vec<NormalIndex> {
    let specs = live
        .indexes
        .iter()
        .filter(|spec| !spec.get("clustered").is_some_and(truthy));
    let mut indexes: Vec<NormalIndex> = specs.map(NormalIndex::live).collect();
    indexes.retain(|index| !is_id(index) && !is_default_of_time_series(index, live));
    // What a migration made for a while is its own to drop.
    indexes.retain(|index| !bookkeeping::is_own(&index.name));
    indexes.sort_by(|left, right| left.name.cmp(&right.name));
    indexes
}

/// Whether it is the index on `_id`, which every collection has.
pub(super) fn is_id(index: &NormalIndex) -> bool {
    index.name == "_id_"
        || (index.key().len() == 1 && index.key().get("_id") == Some(&Bson::Int32(1)))
}

/// Since 6.3 a time series has an index on its meta and time fields from the start.
fn is_default_of_time_series(index: &NormalIndex, live: &LiveCollection) -> bool {
    let options = live
        .options
        .get_document("timeseries")
        .ok()
        .filter(|_| live.kind == LiveKind::TimeSeries);
    options.is_some_and(|options| {
        let fields = ["metaField", "timeField"]
            .iter()
            .filter_map(|name| options.get_str(name).ok());
        index.rest.document().is_empty()
            && index.signature.document().len() == 1
            && fields.eq(index.key().keys().map(String::as_str))
            && index.key().values().all(|value| *value == Bson::Int32(1))
    })
}
