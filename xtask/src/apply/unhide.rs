//! Gives a hidden index back at once.

use bson::{Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

use crate::bookkeeping::lock::Lock;
use crate::bookkeeping::objects::{self, Object, Origin, Recorder};
use crate::bookkeeping::whoami;
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::inspect;
use crate::live::{LiveCollection, LiveDatabase};
use crate::normal::{Collations, NormalIndex, truthy};
use crate::plan;

/// An index that was given back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unhidden {
    /// The collection's name.
    pub collection: String,
    /// The index's name on the server.
    pub index: String,
    /// The type whose declaration was about to retire it, if one was.
    pub stopped: Option<String>,
}

/// Makes the index visible and stops its retirement.
///
/// `wanted` is `COLLECTION/INDEX`, or the index's name where no other collection has one of it.
///
/// # Errors
///
/// [`Error::Usage`] where there is no such index, or several, or it isn't hidden, or is declared to
/// be.
pub async fn unhide(
    server: &Server,
    declared: &DeclaredDatabase,
    wanted: &str,
) -> Result<Unhidden> {
    let live = inspect::database(server, declared, &[]).await?;
    let (collection, spec) = find(&live, wanted)?;
    let object = Object::index(&collection.name, &NormalIndex::live(spec));
    let mut all = declared.collections.iter();
    let declaration = all.find(|it| it.name == collection.name);
    let name = format!(
        "{}/{}",
        object.collection,
        object.index.as_deref().unwrap_or_default()
    );
    let goal = declaration.and_then(|it| goal(it, collection, spec));
    if goal
        .as_ref()
        .is_some_and(|goal| goal.rest.document().contains_key("hidden"))
    {
        return refused(
            &name,
            "is declared to be hidden; take `hidden` out of its declaration",
        );
    }
    let key = (object.collection.clone(), object.index.clone());
    let is_retired = live.owned.states.contains_key(&key);
    if !spec.get("hidden").is_some_and(truthy) && !is_retired {
        return refused(&name, "is not hidden");
    }
    let stopped = declaration.filter(|_| is_retired && goal.is_none());
    with_lock(server, declared, &object, stopped).await?;
    Ok(Unhidden {
        collection: object.collection,
        index: object.index.unwrap_or_default(),
        stopped: stopped.map(|it| it.type_name.clone()),
    })
}

fn refused<T>(name: &str, why: &str) -> Result<T> {
    Err(Error::Usage(format!("`{name}` {why}")))
}

/// The one index that is meant.
fn find<'a>(live: &'a LiveDatabase, wanted: &str) -> Result<(&'a LiveCollection, &'a Document)> {
    let all = live.collections.iter().flat_map(|collection| {
        collection
            .indexes
            .iter()
            .map(move |spec| (collection, spec))
    });
    let full = |(collection, spec): &(&LiveCollection, &Document)| {
        format!("{}/{}", collection.name, name(spec))
    };
    let meant: Vec<_> = all
        .filter(|it| name(it.1) == wanted || full(it) == wanted)
        .collect();
    match meant[..] {
        [one] => Ok(one),
        [] => refused(
            wanted,
            "is no index of a collection that is declared or this tool's own; write it as COLLECTION/INDEX, by its name on the server",
        ),
        _ => {
            let names: Vec<String> = meant.iter().map(|it| format!("`{}`", full(it))).collect();
            refused(
                wanted,
                &format!(
                    "is the name of several indexes; write {}",
                    names.join(" or ")
                ),
            )
        }
    }
}

fn name(spec: &Document) -> &str {
    spec.get_str("name").unwrap_or_default()
}

/// The declared index that the live one is.
fn goal(
    declared: &DeclaredCollection,
    collection: &LiveCollection,
    spec: &Document,
) -> Option<NormalIndex> {
    let collations = Collations::of_live(&collection.options, &collection.indexes);
    let live = NormalIndex::live(spec);
    let all = declared.indexes.iter();
    let mut all = all.map(|spec| NormalIndex::declared(spec, &collations));
    all.find(|declared| declared.signature == live.signature)
}

/// No apply is at work meanwhile.
async fn with_lock(
    server: &Server,
    declared: &DeclaredDatabase,
    object: &Object,
    stopped: Option<&DeclaredCollection>,
) -> Result<()> {
    let by = whoami();
    let lock = Lock::acquire(server, &by).await?;
    let recorder = Recorder {
        schema: declared.name.clone(),
        by,
        token: lock.token(),
    };
    let done = show(server, object, stopped, &recorder).await;
    let released = lock.release().await;
    done.and(released)
}

/// Shows the index first: what is recorded then is true at any moment.
async fn show(
    server: &Server,
    object: &Object,
    stopped: Option<&DeclaredCollection>,
    recorder: &Recorder,
) -> Result<()> {
    let index = doc! { "name": object.index.clone(), "hidden": false };
    let command = doc! { "collMod": &object.collection, "index": index };
    server.change(command).await?;
    objects::settle(server, object, recorder).await?;
    if let Some(declared) = stopped {
        let fields = doc! { plan::DECLARATION: plan::declaration(declared) };
        let shown = Some("shownSince");
        objects::note(server, object, &fields, shown, Origin::Pruned, recorder).await?;
    }
    Ok(())
}
