//! Keeps `_schema.objects` in step with what commands do.

use bson::{Document, doc};

use super::{Job, look};
use crate::bookkeeping::objects::{self, Object, Origin, Recorder};
use crate::connect::Server;
use crate::error::Result;
use crate::normal::NormalIndex;
use crate::plan::stage::Stage;
use crate::plan::{self, Action, Change};

/// Records what `command`, a part of `change`, did.
pub(super) async fn command(
    job: &Job<'_>,
    change: &Change,
    command: &Document,
    recorder: &Recorder,
) -> Result<()> {
    let server = job.server;
    let collection = Object::collection(&change.collection);
    match command.keys().next().map(String::as_str) {
        Some("create") => objects::record(server, &collection, Origin::Created, recorder).await,
        Some("createIndexes") => {
            for index in indexes(command) {
                let object = Object::index(&change.collection, &index);
                objects::record(server, &object, Origin::Created, recorder).await?;
            }
            Ok(())
        }
        Some("dropIndexes") => match command.get_str("index") {
            Ok(index) => objects::forget_index(server, &change.collection, index, recorder).await,
            Err(_) => Ok(()),
        },
        Some("drop") => objects::forget_collection(server, &change.collection, recorder).await,
        Some("collMod") if change.action == Action::HideIndex => {
            let declared = job.declared.collections.iter();
            let declared = declared.filter(|it| it.name == change.collection);
            let declaration = declared.map(plan::declaration).next().unwrap_or_default();
            let index = NormalIndex::live(change.before.as_ref().unwrap_or(command));
            let object = Object::index(&change.collection, &index);
            hidden(server, &object, &declaration, recorder).await
        }
        Some("collMod") if change.action == Action::SetValidator => {
            staged(
                server,
                &collection,
                look::record_of(change, command),
                recorder,
            )
            .await
        }
        _ => Ok(()),
    }
}

/// A validator's stage begins, by the server's clock; without one the stages are over.
async fn staged(
    server: &Server,
    object: &Object,
    stage: Option<(Document, String)>,
    recorder: &Recorder,
) -> Result<()> {
    match stage {
        None => objects::settle(server, object, recorder).await,
        Some((fields, clock)) => {
            if clock.ends_with(Stage::Warn.field()) {
                // Whatever is left of earlier stages.
                objects::settle(server, object, recorder).await?;
            }
            objects::note(
                server,
                object,
                &fields,
                Some(&clock),
                Origin::Adopted,
                recorder,
            )
            .await
        }
    }
}

/// The observation of a hidden index begins, by the server's clock.
async fn hidden(
    server: &Server,
    object: &Object,
    declaration: &str,
    recorder: &Recorder,
) -> Result<()> {
    objects::note(
        server,
        object,
        &doc! { plan::DECLARATION: declaration },
        Some(plan::HIDDEN_SINCE),
        Origin::Pruned,
        recorder,
    )
    .await
}

/// The indexes of a `createIndexes` command.
fn indexes(command: &Document) -> Vec<NormalIndex> {
    let specifications = command
        .get_array("indexes")
        .map(Vec::as_slice)
        .unwrap_or_default();
    specifications
        .iter()
        .filter_map(|it| it.as_document().map(NormalIndex::live))
        .collect()
}
