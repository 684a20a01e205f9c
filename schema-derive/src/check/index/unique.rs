//! Unique indexes.

use proc_macro2::Span;
use schema_rules::{INDEX_UNIQUE_NULLABLE, INDEX_UNIQUE_WITHOUT_SHARD_KEY};

use super::{Class, Context, Verdict};
use crate::{
    faults::Faults,
    parse::{Field, Index, KeyPath},
};

impl Context<'_> {
    /// What a unique index demands of its keys.
    pub(super) fn unique(&self, index: &Index, faults: &mut Faults) {
        let Some(span) = index.attrs.unique() else {
            return;
        };
        self.starts_with_shard_key(index, span, faults);
        for path in index.key_paths() {
            if self.unique_key(index, path) == Verdict::Broken {
                let array = matches!(self.told(path), Some(Class::Array(_)))
                    && !self.own_field(path).is_some_and(has_items);
                let (wrong, instead) = nullable_key(index, path, array);
                faults.broken_with(&INDEX_UNIQUE_NULLABLE, &[], path.span(), &wrong, &instead);
            }
        }
    }

    /// Whether no two documents without a value collide in this key of a unique index. Source:
    /// Unique Indexes, Missing Document Field; Sparse Indexes.
    pub(crate) fn unique_key(&self, index: &Index, path: &KeyPath) -> Verdict {
        let verdict = self.none_collide(index, path);
        self.unless_allowed(verdict, &INDEX_UNIQUE_NULLABLE, index)
    }

    fn none_collide(&self, index: &Index, path: &KeyPath) -> Verdict {
        let excludes_null = index
            .attrs
            .filter()
            .is_some_and(|filter| filter.excludes_null(path));
        let asked = index.attrs.unique().is_some() && index.is_plain();
        // The tenant key has a rule of its own, which says the same.
        let tenant = self
            .attrs
            .tenant
            .as_ref()
            .is_some_and(|tenant| tenant.value == *path);
        if !asked || tenant || path.stored || excludes_null {
            return Verdict::Holds;
        }
        let (Some(field), Some(class)) = (self.own_field(path), self.told(path)) else {
            return Verdict::Open;
        };
        let left_out = Self::leaves_out_missing(index, path);
        let there = left_out || self.always_there(path) == Some(true);
        match class {
            Class::Unknown => Verdict::Open,
            Class::Optional(inner) => match *inner {
                // A date may mark what is deleted; an array may be empty.
                Class::Unknown | Class::Single | Class::Optional(_) | Class::Array(_) => {
                    Verdict::Open
                }
                _ => holds_if(left_out && field.serde.none_left_out),
            },
            Class::Array(inner) => match *inner {
                Class::Unknown | Class::Optional(_) | Class::Array(_) => Verdict::Open,
                _ => holds_if(there && has_items(field)),
            },
            Class::Single if !there => Verdict::Open,
            _ => holds_if(there),
        }
    }

    /// Whether the index leaves out the documents that lack the key.
    pub(crate) fn leaves_out_missing(index: &Index, path: &KeyPath) -> bool {
        let sparse = index.attrs.sparse().is_some() && index.keys.len() == 1;
        let filtered = index
            .attrs
            .filter()
            .is_some_and(|filter| filter.excludes_missing(path));
        sparse || filtered
    }

    /// Source: Sharded Collection and Unique Indexes.
    fn starts_with_shard_key(&self, index: &Index, span: Span, faults: &mut Faults) {
        let shard_key = &self.around.shard_key;
        if shard_key.is_empty() {
            return;
        }
        let names: Vec<String> = shard_key.iter().map(KeyPath::text).collect();
        let names = names.join(", ");
        let rule = &INDEX_UNIQUE_WITHOUT_SHARD_KEY;
        if self.around.shard_key_is_hashed {
            let wrong = format!("no index is unique beside the hashed shard key `{names}`");
            faults.broken_with(
                rule,
                &[],
                span,
                &wrong,
                "remove `unique`, or shard by ranges",
            );
        } else if !index.key_paths().take(shard_key.len()).eq(shard_key) {
            let wrong = format!("the unique index does not start with the shard key `{names}`");
            let instead = format!("write `keys({names}, …)`");
            faults.broken_with(rule, &[], span, &wrong, &instead);
        }
    }
}

/// What is wrong with a key that may have no value, and what to write instead.
fn nullable_key(index: &Index, path: &KeyPath, array: bool) -> (String, String) {
    let text = path.text();
    if array {
        let wrong = format!(
            "key `{text}` of a unique index may be an empty array, and all such documents collide"
        );
        return (
            wrong,
            "write `#[field(min_items = 1)]` on the array".to_owned(),
        );
    }
    if Context::leaves_out_missing(index, path) {
        let instead = format!(
            "leave out the null with `skip_serializing_if = \"Option::is_none\"`, or write \
             `partial = type_of({text}, \"…\")`"
        );
        let wrong =
            format!("key `{text}` of a unique index may be null, and all such documents collide");
        return (wrong, instead);
    }
    let wrong = format!(
        "key `{text}` of a unique index may be missing or null, and all such documents collide"
    );
    (wrong, INDEX_UNIQUE_NULLABLE.remedy.to_owned())
}

fn holds_if(holds: bool) -> Verdict {
    if holds {
        Verdict::Holds
    } else {
        Verdict::Broken
    }
}

/// Whether an array has at least one item.
fn has_items(field: &Field) -> bool {
    field.attrs.bounds.iter().any(|bound| {
        let at_least_one = matches!(bound.value, crate::parse::BoundValue::Count(1..));
        bound.depth == 0 && bound.keyword.name == "min_items" && at_least_one
    })
}
