//! What documents, time and phase say against a step, asked right before it.

use bson::{DateTime, Document};

use super::step::Step;
use crate::compare;
use crate::data::{self, Wanted};
use crate::error::Result;
use crate::normal::NormalOptions;
use crate::plan::{self, Action, Change, Phase, phase, validator, weigh};

impl Step<'_> {
    /// Why `command`, the one of this number among those of `change`, is not sent; none where
    /// nothing stands against it.
    pub(super) async fn objection(
        &self,
        change: &Change,
        number: usize,
        command: &Document,
    ) -> Result<Option<String>> {
        match change.action {
            _ if !self.expected.has_documents() => Ok(None),
            Action::SetValidator => self.to_validator(change, number, command).await,
            _ if number == 0 => self.to_unique(change).await,
            _ => Ok(None),
        }
    }

    /// A key that is to be unique.
    async fn to_unique(&self, change: &Change) -> Result<Option<String>> {
        let Some(wanted) = data::duplicates(change) else {
            return Ok(None);
        };
        let found = self.look(change, &wanted).await?;
        Ok(weigh::held_by_duplicates(change, &found))
    }

    /// A validation that refuses what is accepted now. Stages follow each other within one run only
    /// where they are not to be watched.
    async fn to_validator(
        &self,
        change: &Change,
        number: usize,
        command: &Document,
    ) -> Result<Option<String>> {
        let options = self.expected.now().map(|it| it.options.clone());
        let live = NormalOptions::live(&options.unwrap_or_default());
        let goal = validator::set_by(command);
        if !compare::validations(live.validation.document(), &goal).may_refuse() {
            return Ok(None);
        }
        let scope = self.job.scope;
        if scope.phase == Some(Phase::Expand) {
            return Ok(Some(phase::waits_for(Phase::Contract).to_owned()));
        }
        let before = number
            .checked_sub(1)
            .and_then(|it| change.preparation.get(it));
        let stage = before.and_then(|before| validator::stage_of(change, before));
        if let Some(stage) = stage.filter(|_| !scope.observe.is_zero()) {
            return Ok(Some(validator::waits_after(stage, scope.observe)));
        }
        let Ok(rules) = goal.get_document("validator") else {
            return Ok(None);
        };
        let found = self
            .look(change, &Wanted::Violations(rules.clone()))
            .await?;
        let violations = found.violations.as_ref();
        Ok(violations.and_then(|found| weigh::held_by(&change.collection, rules, found)))
    }

    async fn look(&self, change: &Change, wanted: &Wanted) -> Result<data::Finding> {
        // The clock matters to expiries alone.
        let now = DateTime::from_millis(0);
        data::one(self.job.server, &change.collection, wanted, now).await
    }
}

/// The fields of the collection's record, and the one that gets the server's time, for a stage that
/// `command` brought about; none for the declared validation itself.
pub(super) fn record_of(change: &Change, command: &Document) -> Option<(Document, String)> {
    let stage = validator::stage_of(change, command)?;
    let goal = change.after.as_ref()?;
    let field = |name: &str| format!("{}.{name}", plan::stage::STAGE);
    let mut fields = Document::new();
    fields.insert(
        field(plan::stage::DECLARATION),
        plan::stage::declaration(goal),
    );
    Some((fields, field(stage.field())))
}
