//! From a declared and a live database to a plan.

use std::collections::BTreeMap;

use schema_core::declared::DeclaredDatabase;

use super::site::Site;
use super::{Change, Plan, Scope, Unmanaged, basis, collection, drops, pattern, phase, versions};
use crate::live::{LiveCollection, LiveDatabase};

/// What one collection needs.
#[derive(Debug, Default)]
pub(super) struct Diff {
    pub(super) changes: Vec<Change>,
    pub(super) unmanaged: Vec<Unmanaged>,
    pub(super) notes: Vec<String>,
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
        .map(|live| (live.name.as_str(), live))
        .collect();
    let mut plan = Plan {
        database: database_name.to_owned(),
        scope: scope.clone(),
        basis: BTreeMap::new(),
        changes: Vec::new(),
        unmanaged: Vec::new(),
        notes: Vec::new(),
        data_checked: false,
    };
    for collection in &declared.collections {
        let live_one = undeclared.remove(collection.name.as_str());
        let settled = versions::settled(collection, live);
        let site = Site {
            declared: &settled,
            database: live,
            name: database_name,
            scope,
        };
        if scope.includes(&collection.name) {
            plan.take(collection::diff(site, live_one));
        }
    }
    undeclared.retain(|name, _| !is_elsewhere(declared, live, name));
    for collection in undeclared.into_values() {
        plan.take(left_over(collection, scope));
    }
    phase::hold(&mut plan);
    plan.basis = basis::of(live, &plan.changes);
    plan
}

impl Plan {
    fn take(&mut self, diff: Diff) {
        self.changes.extend(diff.changes);
        self.unmanaged.extend(diff.unmanaged);
        self.notes.extend(diff.notes);
    }
}

/// Whether others manage the collection: by this schema's word, or because another schema made it.
fn is_elsewhere(declared: &DeclaredDatabase, live: &LiveDatabase, name: &str) -> bool {
    let key = (name.to_owned(), None);
    pattern::matches_any(&declared.external, name)
        || (live.owned.elsewhere.contains_key(&key) && !live.owned.collections.contains(name))
}

/// A collection goes only when it is named on the command line, its own or not.
fn left_over(live: &LiveCollection, scope: &Scope) -> Diff {
    let mut diff = Diff::default();
    if scope.drop_collections.contains(&live.name) {
        diff.changes.push(drops::drop(live));
    } else if scope.includes(&live.name) {
        diff.unmanaged.push(Unmanaged {
            collection: live.name.clone(),
            index: None,
        });
    }
    diff
}
