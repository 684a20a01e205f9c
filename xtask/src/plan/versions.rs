//! What a migration means for a collection's validator.

use std::borrow::Cow;

use schema_core::declared::DeclaredCollection;

use super::{Change, Status};
use crate::bookkeeping::migrations::State;
use crate::live::{LiveDatabase, Migration};

/// Why a validator that refuses more waits.
const UNDER_WAY: &str = "held: the migration to this version is not done, and tightens the validator \
     at its end; see `migrate status`";
/// What else can be done about documents that a validator would refuse.
const HOW: &str = "documents of older versions are upgraded by `migrate run`";

/// The collection as it is to be: once its migration is done, the older shapes are not accepted any
/// more, whether or not the declaration still names them.
pub(super) fn settled<'a>(
    declared: &'a DeclaredCollection,
    live: &LiveDatabase,
) -> Cow<'a, DeclaredCollection> {
    if state(declared, live) != Some(State::Done) {
        return Cow::Borrowed(declared);
    }
    declared
        .settled()
        .map_or(Cow::Borrowed(declared), Cow::Owned)
}

/// Holds back a validator that refuses something while documents are migrated, and tells what
/// upgrades them otherwise.
pub(super) fn hold(change: &mut Change, declared: &DeclaredCollection, live: &LiveDatabase) {
    match state(declared, live) {
        Some(State::Done) => {}
        Some(_) => {
            change.notes.push(UNDER_WAY.to_owned());
            if change.status == Status::Planned {
                change.status = Status::Held;
            }
        }
        None if declared.versions.is_some() => change.notes.push(HOW.to_owned()),
        None => {}
    }
}

/// How far the migration to the declared version is; none where there is none.
fn state(declared: &DeclaredCollection, live: &LiveDatabase) -> Option<State> {
    let version = declared.versions.as_ref()?.current.version;
    let Migration { to, state } = live.migrations.get(&declared.name)?;
    (*to == version).then_some(*state)
}
