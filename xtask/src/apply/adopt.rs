//! Takes over what is there as declared and nobody recorded: made by hand, or by an apply that was
//! killed before it could record it.

use schema_core::declared::DeclaredCollection;

use super::Job;
use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::{self, Object, Origin, Recorder};
use crate::error::Result;
use crate::live::{LiveCollection, LiveDatabase, LiveKind};
use crate::normal::{Collations, NormalIndex};
use crate::plan;

/// Whether anything is to be recorded that no change brings about.
pub(super) fn has_work(job: &Job<'_>, live: &LiveDatabase) -> bool {
    !missing(job, live).is_empty() || !settled(job, live).is_empty()
}

/// The declared collections and indexes that exist and are not recorded.
fn missing(job: &Job<'_>, live: &LiveDatabase) -> Vec<Object> {
    let all = present(job, live).into_iter();
    all.filter(|object| !is_owned(object, live)).collect()
}

/// The indexes whose retirement is recorded and that are declared again.
fn settled(job: &Job<'_>, live: &LiveDatabase) -> Vec<Object> {
    let retired = |object: &Object| {
        let key = (object.collection.clone(), object.index.clone());
        object.index.is_some() && live.owned.states.contains_key(&key)
    };
    let all = present(job, live).into_iter();
    all.filter(retired).collect()
}

/// The declared collections and indexes that exist, but for what others manage.
fn present(job: &Job<'_>, live: &LiveDatabase) -> Vec<Object> {
    let declared = job
        .declared
        .collections
        .iter()
        .filter(|it| job.scope.includes(&it.name));
    declared
        .filter_map(|declared| Some((declared, existing(declared, live)?)))
        .flat_map(|(declared, existing)| objects_of(declared, existing))
        .filter(|object| !is_elsewhere(object, live))
        .collect()
}

fn is_elsewhere(object: &Object, live: &LiveDatabase) -> bool {
    let key = (object.collection.clone(), object.index.clone());
    live.owned.elsewhere.contains_key(&key)
}

/// Records all that is missing, in the database, in `live` and in `adopted`, and ends the
/// retirement of what is declared again.
pub(super) async fn all(
    job: &Job<'_>,
    lock: &Lock,
    recorder: &Recorder,
    live: &mut LiveDatabase,
    adopted: &mut Vec<Object>,
) -> Result<()> {
    for object in missing(job, live) {
        lock.check().await?;
        objects::record(job.server, &object, Origin::Adopted, recorder).await?;
        own(live, &object);
        adopted.push(object);
    }
    for object in settled(job, live) {
        lock.check().await?;
        objects::settle(job.server, &object, recorder).await?;
        live.owned.states.remove(&(object.collection, object.index));
    }
    Ok(())
}

/// A view of the name of a declared collection is not that collection.
fn existing<'a>(
    declared: &DeclaredCollection,
    live: &'a LiveDatabase,
) -> Option<&'a LiveCollection> {
    let of_kind = |kind: &LiveKind| match kind {
        LiveKind::Collection => true,
        LiveKind::TimeSeries => declared.options.contains_key("timeseries"),
        LiveKind::View | LiveKind::Other(_) => false,
    };
    let mut live = live.collections.iter();
    live.find(|it| it.name == declared.name && of_kind(&it.kind))
}

fn objects_of(declared: &DeclaredCollection, live: &LiveCollection) -> Vec<Object> {
    let collations = Collations::of_live(&live.options, &live.indexes);
    let normal: Vec<NormalIndex> = live.indexes.iter().map(NormalIndex::live).collect();
    let is_external = |name: &str| plan::matches_any(&declared.external_indexes, name);
    let indexes = declared.indexes.iter().filter_map(|index| {
        let declared = NormalIndex::declared(index, &collations);
        normal
            .iter()
            .find(|live| live.signature == declared.signature && !is_external(&live.name))
            .map(|index| Object::index(&live.name, index))
    });
    std::iter::once(Object::collection(&live.name))
        .chain(indexes)
        .collect()
}

fn is_owned(object: &Object, live: &LiveDatabase) -> bool {
    match &object.index {
        None => live.owned.collections.contains(&object.collection),
        Some(index) => live
            .owned
            .indexes
            .contains(&(object.collection.clone(), index.clone())),
    }
}

fn own(live: &mut LiveDatabase, object: &Object) {
    match &object.index {
        None => live.owned.collections.insert(object.collection.clone()),
        Some(index) => live
            .owned
            .indexes
            .insert((object.collection.clone(), index.clone())),
    };
}
