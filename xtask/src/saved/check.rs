//! Whether a saved plan is still what would be planned.

use std::path::Path;

use schema_core::declared::DeclaredDatabase;

use super::file::refused;
use super::{SavedChange, SavedPlan, overrides};
use crate::bookkeeping::history;
use crate::error::Result;
use crate::plan::{Plan, Scope, Status};

impl SavedPlan {
    /// Makes sure that the plan, read from `path`, is one for this database and schema; returns its
    /// scope.
    ///
    /// # Errors
    ///
    /// [`Error::SavedPlan`](crate::error::Error::SavedPlan) where it is not.
    pub fn fits(
        &self,
        path: &Path,
        database: &str,
        declared: &DeclaredDatabase,
        scope: &Scope,
    ) -> Result<Scope> {
        let why = if self.database != database {
            format!(
                "is for the database `{}`, not for `{database}`",
                self.database
            )
        } else if self.environment != scope.environment || self.overrides != overrides(scope)? {
            let environment = self.environment.as_deref().unwrap_or("none");
            format!(
                "was made with other overrides, for the environment `{environment}`; plan again"
            )
        } else if self.schema.name != declared.name || self.schema.hash != history::hash(declared)?
        {
            "was made from another declared schema; plan again".to_owned()
        } else {
            return self.scope(scope).map_err(|why| refused(path, why));
        };
        Err(refused(path, why))
    }

    /// Makes sure that `plan`, made just now, does the same.
    ///
    /// # Errors
    ///
    /// [`Error::SavedPlan`](crate::error::Error::SavedPlan) with the first thing that is otherwise.
    pub fn agrees(&self, path: &Path, plan: &Plan) -> Result<()> {
        let now: Vec<SavedChange> = plan.changes.iter().map(SavedChange::of).collect();
        match self
            .changed(plan)
            .or_else(|| differing(&self.changes, &now))
        {
            Some(what) => {
                let why = format!("does not fit the database any more: {what}; plan again");
                Err(refused(path, why))
            }
            None => Ok(()),
        }
    }

    /// The first collection that is to be changed and is not as it was.
    fn changed(&self, plan: &Plan) -> Option<String> {
        if plan.changes.is_empty() && !self.changes.is_empty() {
            return Some("it is as declared already".to_owned());
        }
        let mut now = plan.basis.iter();
        let other =
            now.find(|(name, digest)| self.live.get(*name).is_some_and(|before| before != *digest));
        other.map(|(name, _)| format!("`{name}` changed since the plan was made"))
    }
}

/// The first change that is not in both, or would go further than was shown.
fn differing(saved: &[SavedChange], now: &[SavedChange]) -> Option<String> {
    for (saved, now) in saved.iter().zip(now) {
        if saved.deed() != now.deed() {
            return Some(format!(
                "`{}` would come in place of `{}`",
                now.id, saved.id
            ));
        }
        if goes_further(saved, now) {
            let (id, status) = (&saved.id, &saved.status);
            return Some(format!(
                "`{id}` would be done, which was {status} in the plan"
            ));
        }
    }
    match (saved.get(now.len()), now.get(saved.len())) {
        (Some(gone), _) => Some(format!("`{}` is not needed any more", gone.id)),
        (_, Some(new)) => Some(format!("`{}` is needed as well", new.id)),
        _ => None,
    }
}

fn goes_further(saved: &SavedChange, now: &SavedChange) -> bool {
    let planned = Status::Planned.to_string();
    now.status == planned && saved.status != planned
}
