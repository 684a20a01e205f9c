//! Rules about indexes.
//!
//! A rule about the types of keys has a [`Verdict`], which the expansion asks too: only where it is
//! open does the compiler check the rest.

mod around;
mod kind;
mod names;
mod pairs;
mod partial;
mod sparse;
mod tenant;
#[cfg(test)]
mod tests;
mod ttl;
mod types;
mod unique;
mod wildcard;

pub(crate) use around::Around;
pub(crate) use partial::{Compared, comparisons};
pub(super) use types::{is_place, is_text};

use schema_rules::{
    Group, INDEX_KEY_TWICE, INDEX_NAME_INVALID, INDEX_ON_ID, INDEX_PATH_UNKNOWN,
    INDEX_TOO_MANY_KEYS, PARTIAL_PATH_UNKNOWN, Rule,
};
use syn::Ident;

use super::{Class, may_start, nearest_field, position, shown};
use crate::{
    faults::{Faults, silenced, suppressed},
    parse::{Allows, CollectionAttrs, Field, Index, KeyPath, Kind},
};

/// What the tokens say about a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is kept.
    Holds,
    /// It is broken.
    Broken,
    /// Only the compiler can tell.
    Open,
}

/// What the rules about an index look at.
pub(crate) struct Context<'a> {
    /// The collection's type.
    pub(crate) ident: &'a Ident,
    /// What is said of the collection.
    pub(crate) attrs: &'a CollectionAttrs,
    /// The stored fields.
    pub(crate) fields: &'a [Field],
    /// What the collection allows.
    pub(crate) outer: &'a Allows,
    /// What else is declared around the indexes.
    pub(crate) around: Around,
}

/// The rules about each index, and about them beside each other. An index with an unknown path is
/// left out of what is returned.
pub(crate) fn indexes(
    context: &Context<'_>,
    mut all: Vec<Index>,
    faults: &mut Faults,
) -> Vec<Index> {
    all.retain(|index| context.paths_are_fields(index, faults));
    for index in &all {
        super::allowed_where_it_fires(Group::Index, &index.attrs.allows(), faults);
        name_is_valid(index, faults);
        keys_are_few(index, faults);
        context.pattern_is_small(index, faults);
        keys_are_distinct(index, faults);
        context.is_not_on_id(index, faults);
        context.starts_with_tenant(index, faults);
        kind::rules(index, faults);
        context.wildcard(index, faults);
        context.key_types_fit(index, faults);
        context.ttl(index, faults);
        context.unique(index, faults);
        context.sparse(index, faults);
        context.partial(index, faults);
    }
    context.beside_each_other(&all, faults);
    all
}

/// Source: createIndexes, `name`.
fn name_is_valid(index: &Index, faults: &mut Faults) {
    if let Some(name) = &index.attrs.name
        && (matches!(name.value.as_str(), "" | "*" | "_id_") || name.value.contains('\0'))
    {
        let wrong = format!("{} is no valid name of an index", shown(&name.value));
        faults.broken(&INDEX_NAME_INVALID, &[], name.span, &wrong);
    }
}

/// Source: MongoDB Limits and Thresholds, Number of Indexed Fields in a Compound Index.
fn keys_are_few(index: &Index, faults: &mut Faults) {
    const MOST: usize = 32;
    if let Some(beyond) = index.keys.get(MOST) {
        let wrong = format!("the index has {} keys", index.keys.len());
        faults.broken(&INDEX_TOO_MANY_KEYS, &[], beyond.span, &wrong);
    }
}

fn keys_are_distinct(index: &Index, faults: &mut Faults) {
    for (at, key) in index.keys.iter().enumerate() {
        let same = |kind: Kind| (kind == Kind::Wildcard) == (key.kind == Kind::Wildcard);
        let twin = index.keys[..at]
            .iter()
            .any(|other| other.path == key.path && same(other.kind));
        // Two wildcards break a rule of their own.
        if twin && key.kind != Kind::Wildcard {
            let path = key.path.as_ref().map_or("*".to_owned(), KeyPath::text);
            let wrong = format!("`{path}` is a key of the index twice");
            faults.broken(&INDEX_KEY_TWICE, &[], key.span, &wrong);
        }
    }
}

impl Context<'_> {
    /// Each path starts with a field of the struct; what follows, and a stored path, the compiler
    /// checks.
    fn paths_are_fields(&self, index: &Index, faults: &mut Faults) -> bool {
        let before = faults.count();
        for path in index.paths() {
            self.path_is_a_field(&INDEX_PATH_UNKNOWN, path, faults);
        }
        for path in index
            .attrs
            .filter()
            .iter()
            .flat_map(|filter| filter.paths())
        {
            self.path_is_a_field(&PARTIAL_PATH_UNKNOWN, path, faults);
        }
        faults.count() == before
    }

    fn path_is_a_field(&self, rule: &Rule, path: &KeyPath, faults: &mut Faults) {
        if !may_start(self.fields, path) {
            let name = path.first();
            let wrong = format!("`{name}` is not a field of `{}`", self.ident);
            let instead = nearest_field(self.fields, name);
            faults.broken_with(rule, &[], path.span(), &wrong, &instead);
        }
    }

    /// Source: Default _id Index.
    fn is_not_on_id(&self, index: &Index, faults: &mut Faults) {
        if let [key] = &index.keys[..]
            && let Some(path) = &key.path
            && self.is_id(path)
            && !path.stored
            && index.is_plain()
        {
            let wrong = format!("`{}` alone is indexed already", path.text());
            faults.broken(&INDEX_ON_ID, &[], key.span, &wrong);
        }
    }

    /// Whether an index of one key is on another field than `_id`.
    pub(crate) fn on_other_field(&self, index: &Index) -> Verdict {
        match &index.keys[..] {
            [key] if index.is_plain() => match &key.path {
                Some(path) if path.stored || path.segments.len() > 1 => Verdict::Holds,
                Some(path) if position(self.fields, path).is_none() => Verdict::Open,
                _ => Verdict::Holds,
            },
            _ => Verdict::Holds,
        }
    }

    /// Whether a path is that of `_id`.
    fn is_id(&self, path: &KeyPath) -> bool {
        let field = position(self.fields, path).map(|at| &self.fields[at]);
        path.segments.len() == 1 && field.is_some_and(|field| field.stored_name == "_id")
    }

    /// The field at a path of one segment, if nothing about it was broken.
    fn own_field(&self, path: &KeyPath) -> Option<&Field> {
        let field = position(self.fields, path).map(|at| &self.fields[at])?;
        let told = path.segments.len() == 1 && !path.stored && !field.poisoned;
        told.then_some(field)
    }

    /// What the tokens show of the type of the field at a path of one segment.
    pub(super) fn told(&self, path: &KeyPath) -> Option<Class> {
        let field = self.own_field(path)?;
        field.type_tells().then(|| Class::of(&field.ty))
    }

    /// Whether every document has the field at a path of one segment.
    fn always_there(&self, path: &KeyPath) -> Option<bool> {
        let field = self.own_field(path)?;
        let tenant = self.attrs.tenant.as_ref();
        let is_key = tenant.is_some_and(|tenant| tenant.value.first() == field.name)
            || (self.attrs.schema_version.is_some() && field.name == "schema_version");
        let written = !field.serde.sometimes_skipped && !field.serde.default;
        Some(is_key || field.attrs.required || written)
    }

    /// The verdict, unless the rule is suppressed for the index.
    fn unless_allowed(&self, verdict: Verdict, rule: &Rule, index: &Index) -> Verdict {
        let allows = [&index.attrs.allows(), self.outer];
        let allowed = match verdict {
            Verdict::Holds => false,
            Verdict::Broken => silenced(rule, &allows),
            Verdict::Open => suppressed(rule, &allows),
        };
        if allowed { Verdict::Holds } else { verdict }
    }
}
