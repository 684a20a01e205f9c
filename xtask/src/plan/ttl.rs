//! An expiry that ends.

use bson::{Bson, doc};

use super::in_place::TTL;
use super::site::Site;
use super::{Action, Change, command, notes};
use crate::normal::{Canonical, NormalIndex, is_single_btree};

/// The largest expiry that an index can have, 68 years: the server cannot take an expiry away, only
/// put it off.
const NEVER: i32 = i32::MAX;

/// The index's expiry in seconds.
pub(super) fn seconds(index: &NormalIndex) -> Option<i64> {
    match index.rest.document().get(TTL)? {
        Bson::Int32(seconds) => Some((*seconds).into()),
        Bson::Int64(seconds) => Some(*seconds),
        _ => None,
    }
}

/// The index with its expiry put off; none where it deletes nothing as it is. The server's TTL
/// monitor passes over all but plain single fields.
pub(super) fn harmless(live: &NormalIndex) -> Option<NormalIndex> {
    let deletes = seconds(live).is_some_and(|seconds| seconds < NEVER.into());
    if !deletes || !is_single_btree(live.key()) {
        return None;
    }
    let mut rest = live.rest.document().clone();
    rest.insert(TTL, NEVER);
    Some(NormalIndex {
        rest: Canonical::new(&rest),
        ..live.clone()
    })
}

/// Puts the expiry of `live` off, where it has one.
pub(super) fn put_off(site: Site<'_>, live: &NormalIndex) -> Option<Change> {
    let after = harmless(live)?;
    let settings = doc! { TTL: NEVER };
    let command = command::modify_index(&site.declared.name, &live.name, settings);
    Some(Change {
        reason: notes::no_longer_expires(&site.declared.type_name),
        notes: vec![notes::PUT_OFF.to_owned()],
        before: Some(live.document()),
        after: Some(after.document()),
        ..site.draft(Some(&live.name), Action::ModifyIndex, command)
    })
}
