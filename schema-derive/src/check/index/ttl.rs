//! TTL indexes.

use schema_rules::{
    TTL_COMPOUND, TTL_NOT_DATE, TTL_OUT_OF_RANGE, TTL_SPECIAL_INDEX, TTL_UNSUPPORTED_COLLECTION,
};

use super::{Context, Verdict};
use crate::{check::seconds, faults::Faults, parse::Index};

impl Context<'_> {
    /// Source: TTL Indexes, Restrictions.
    pub(super) fn ttl(&self, index: &Index, faults: &mut Faults) {
        let Some(expire_after) = &index.attrs.expire_after else {
            return;
        };
        let span = expire_after.span;
        if index.keys.len() > 1 {
            let wrong = format!("a TTL index cannot have {} keys", index.keys.len());
            faults.broken(&TTL_COMPOUND, &[], span, &wrong);
        } else if let Some(word) = index.keys[0].kind.word() {
            let wrong = format!("a `{word}` index deletes no document");
            faults.broken(&TTL_SPECIAL_INDEX, &[], span, &wrong);
        }
        if let Err(wrong) = seconds(&expire_after.value) {
            faults.broken(&TTL_OUT_OF_RANGE, &[], span, &wrong);
        }
        if let Some(what) = self.around.no_ttl {
            let wrong = format!("the server expires no single document of {what}");
            faults.broken(&TTL_UNSUPPORTED_COLLECTION, &[], span, &wrong);
        }
        if self.ttl_key(index) == Verdict::Broken
            && let Some(path) = index.key_paths().next()
        {
            let wrong = format!(
                "`{}` is not stored as a date, so no document would ever expire",
                path.text()
            );
            faults.broken(&TTL_NOT_DATE, &[], path.span(), &wrong);
        }
    }

    /// Whether the one key of a TTL index is a date.
    pub(crate) fn ttl_key(&self, index: &Index) -> Verdict {
        let mut paths = index.key_paths();
        let (Some(path), None) = (paths.next(), paths.next()) else {
            return Verdict::Holds;
        };
        let asked = index.attrs.expire_after.is_some() && index.is_plain();
        if !asked || path.stored || self.is_id(path) {
            return Verdict::Holds;
        }
        match self.told(path) {
            Some(class) if class.is_no_date() => Verdict::Broken,
            _ => Verdict::Open,
        }
    }
}
