//! A collection's indexes beside each other.

use schema_rules::{
    INDEX_DUPLICATE, INDEX_DUPLICATE_NAME, INDEX_REDUNDANT, TEXT_MORE_THAN_ONE, TOO_MANY_INDEXES,
};

use super::Context;
use crate::{
    faults::Faults,
    parse::{Index, Key, Kind},
};

/// The most indexes of a collection, without the one on `_id`. Source: MongoDB Limits and
/// Thresholds, Number of Indexes per Collection.
const MOST: usize = 63;

impl Context<'_> {
    /// The rules about the indexes beside each other; of an index at most one is broken.
    pub(super) fn beside_each_other(&self, all: &[Index], faults: &mut Faults) {
        let implied = self.around.shard_key_needs_index(all);
        if let Some(beyond) = all.get(MOST - usize::from(implied)) {
            let others = if implied {
                "those on `_id` and the shard key"
            } else {
                "the one on `_id`"
            };
            let wrong = format!("`{}` has {} indexes and {others}", self.ident, all.len());
            faults.broken(&TOO_MANY_INDEXES, &[], beyond.span, &wrong);
        }
        for (at, index) in all.iter().enumerate() {
            let before = faults.count();
            text_is_one(index, &all[..at], faults);
            if faults.count() == before {
                self.is_distinct(index, &all[..at], faults);
            }
            if faults.count() == before {
                self.serves_alone(at, all, faults);
            }
        }
    }

    /// Neither the same index as an earlier one, nor one of the same name.
    fn is_distinct(&self, index: &Index, earlier: &[Index], faults: &mut Faults) {
        let signature = self.signature(index);
        if earlier
            .iter()
            .any(|other| self.signature(other) == signature)
        {
            let wrong = "the server takes this index for one that is declared above";
            faults.broken(&INDEX_DUPLICATE, &[], index.span, wrong);
        } else if let Some(twin) = earlier.iter().find(|other| self.same_name(other, index)) {
            let names = (index.attrs.name.as_ref(), twin.attrs.name.as_ref());
            let what = match names {
                (Some(_), Some(_)) => "name",
                _ => "default name",
            };
            let span = names.0.map_or(index.span, |name| name.span);
            let wrong = format!("two indexes have the same {what}");
            faults.broken(&INDEX_DUPLICATE_NAME, &[], span, &wrong);
        }
    }

    /// By what the server tells indexes apart. Source: createIndexes, Behaviors.
    fn signature(&self, index: &Index) -> String {
        let attrs = &index.attrs;
        let keys: Vec<_> = index.keys.iter().map(Key::text).collect();
        let mut projection: Vec<_> = attrs
            .wildcard_projection
            .iter()
            .flat_map(|projection| &projection.value.0)
            .map(|(path, included)| (path.stored, path.text(), included))
            .collect();
        projection.sort_unstable();
        let flags = (attrs.unique().is_some(), attrs.sparse().is_some());
        let selects = (self.comparison(index), filter(index));
        format!("{:?}", (keys, projection, flags, selects))
    }

    /// How an index compares strings.
    fn comparison(&self, index: &Index) -> String {
        let own = index
            .attrs
            .collation
            .as_ref()
            .map(|collation| &collation.value);
        match own.or(self.around.collation.as_ref()) {
            Some(collation) if !collation.is_simple() => format!("{:?}", collation.normal()),
            _ => String::new(),
        }
    }

    fn same_name(&self, a: &Index, b: &Index) -> bool {
        match (&a.attrs.name, &b.attrs.name) {
            (Some(a), Some(b)) => a.value == b.value,
            (None, None) => a
                .keys
                .iter()
                .map(Key::text)
                .eq(b.keys.iter().map(Key::text)),
            (Some(name), None) => self.default_name(b).as_ref() == Some(&name.value),
            (None, Some(name)) => self.default_name(a).as_ref() == Some(&name.value),
        }
    }

    /// No other index begins with its keys, and so serves all that it serves.
    fn serves_alone(&self, at: usize, all: &[Index], faults: &mut Faults) {
        let index = &all[at];
        let own_effect = index.attrs.unique().is_some()
            || index.attrs.expire_after.is_some()
            || self.around.is_shard_keys(index);
        if own_effect || !index.is_plain() {
            return;
        }
        let longer = all.iter().enumerate().find(|(other_at, other)| {
            let order = index.keys.len() < other.keys.len()
                || (index.keys.len() == other.keys.len() && *other_at < at);
            order && other.is_plain() && self.begins_with(other, index)
        });
        if let Some((_, longer)) = longer {
            let wrong = format!("the index serves nothing that `{}` does not", keys(longer));
            let allows = [&index.attrs.allows(), self.outer];
            faults.broken(&INDEX_REDUNDANT, &allows, index.span, &wrong);
        }
    }

    /// Whether an index begins with the keys of another, in its order or wholly reversed, and holds
    /// the same documents.
    fn begins_with(&self, longer: &Index, shorter: &Index) -> bool {
        let visible = !longer.attrs.is_hidden() || shorter.attrs.is_hidden();
        let sparse = |index: &Index| index.attrs.sparse().is_some();
        let same_documents = sparse(longer) == sparse(shorter)
            && filter(longer) == filter(shorter)
            && self.comparison(longer) == self.comparison(shorter);
        let reversed = longer.keys[0].kind != shorter.keys[0].kind;
        let mut pairs = longer.keys.iter().zip(&shorter.keys);
        visible
            && same_documents
            && pairs.all(|(a, b)| a.path == b.path && (a.kind != b.kind) == reversed)
    }
}

/// Source: Text Index Restrictions.
fn text_is_one(index: &Index, earlier: &[Index], faults: &mut Faults) {
    let text = |index: &Index| index.key_of(Kind::Text).is_some();
    if text(index) && earlier.iter().any(text) {
        let wrong = "the collection has a text index already";
        faults.broken(&TEXT_MORE_THAN_ONE, &[], index.span, wrong);
    }
}

/// The condition on the documents that an index holds.
fn filter(index: &Index) -> Option<String> {
    index.attrs.filter().map(crate::parse::Filter::canonical)
}

fn keys(index: &Index) -> String {
    let keys: Vec<String> = index.keys.iter().map(Key::text).collect();
    format!("keys({})", keys.join(", "))
}
