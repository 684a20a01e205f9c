//! From a declared and a live database to a plan.

use std::collections::BTreeMap;

use schema_core::declared::DeclaredDatabase;

use super::collection;
use super::{Change, Plan, Scope, Unmanaged};
use crate::live::{LiveCollection, LiveDatabase};

/// What one collection needs.
#[derive(Debug, Default)]
pub(super) struct Diff {
    pub(super) changes: Vec<Change>,
    pub(super) unmanaged: Vec<Unmanaged>,
}

/// Plans what brings the live database to the declared one.
///
/// With `scope.only`, collections of other names are left out of changes and unmanaged alike. The plan
/// depends on nothing but the arguments; the order in which the server lists things is no matter.
pub fn make(
    declared: &DeclaredDatabase,
    live: &LiveDatabase,
    database_name: &str,
    scope: &Scope,
) -> Plan {
    let mut undeclared: BTreeMap<&str, &LiveCollection> = live
        .collections
        .iter()
        .filter(|live| scope.includes(&live.name))
        .map(|live| (live.name.as_str(), live))
        .collect();
    let mut plan = Plan {
        database: database_name.to_owned(),
        scope: scope.clone(),
        changes: Vec::new(),
        unmanaged: Vec::new(),
    };
    for declared in declared
        .collections
        .iter()
        .filter(|declared| scope.includes(&declared.name))
    {
        let diff = collection::diff(
            declared,
            undeclared.remove(declared.name.as_str()),
            &live.owned,
        );
        plan.changes.extend(diff.changes);
        plan.unmanaged.extend(diff.unmanaged);
    }
    // A collection goes only when it is named on the command line, its own or not.
    let whole = undeclared.into_keys().map(|name| Unmanaged {
        collection: name.to_owned(),
        index: None,
    });
    plan.unmanaged.extend(whole);
    plan
}
