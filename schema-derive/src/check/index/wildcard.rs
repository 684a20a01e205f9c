//! Wildcard keys and their projections.

use proc_macro2::Span;
use schema_rules::WILDCARD_OPTION;

use super::Context;
use crate::{
    faults::Faults,
    parse::{Index, Key, KeyPath, Kind},
};

impl Context<'_> {
    /// Source: Wildcard Index Restrictions; Compound Wildcard Indexes.
    pub(super) fn wildcard(&self, index: &Index, faults: &mut Faults) {
        let Some(wildcard) = index.key_of(Kind::Wildcard) else {
            projects_something(index, faults);
            return;
        };
        options_apply(index, faults);
        let others: Vec<&Key> = index
            .keys
            .iter()
            .filter(|key| key.span_is_not(wildcard))
            .collect();
        for other in &others {
            stands_beside(wildcard, other, faults);
        }
        match &wildcard.path {
            Some(_) => projects_something(index, faults),
            None => self.projection(index, wildcard, &others, faults),
        }
    }

    /// The projection of `*`, which compound wildcard indexes need to leave out their other keys.
    fn projection(&self, index: &Index, wildcard: &Key, others: &[&Key], faults: &mut Faults) {
        let Some(projection) = &index.attrs.wildcard_projection else {
            if let Some(path) = others.iter().find_map(|key| key.path.as_ref()) {
                let wrong = format!("`*` covers the key `{}` too", path.text());
                let instead = format!("write `wildcard_projection(exclude({}))`", path.text());
                faults.broken_with(&WILDCARD_OPTION, &[], wildcard.span, &wrong, &instead);
            }
            return;
        };
        let fields = &projection.value.0;
        let mut ordinary = fields.iter().filter(|(path, _)| !self.is_id(path));
        if let Some((_, first)) = ordinary.next()
            && let Some((path, _)) = ordinary.find(|(_, included)| included != first)
        {
            let wrong = "the projection includes some fields and excludes others";
            let instead = "write either `include(…)` or `exclude(…)`";
            faults.broken_with(&WILDCARD_OPTION, &[], path.span(), wrong, instead);
            return;
        }
        paths_are_apart(fields, faults);
        let paths = others.iter().filter_map(|key| key.path.as_ref());
        keys_are_left_out(fields, paths, projection.span, faults);
    }
}

impl Key {
    fn span_is_not(&self, other: &Self) -> bool {
        !std::ptr::eq(self, other)
    }
}

/// A projection says which fields `*` covers.
fn projects_something(index: &Index, faults: &mut Faults) {
    if let Some(projection) = &index.attrs.wildcard_projection {
        let wrong = "`wildcard_projection` stands on an index without the key `*`";
        faults.broken_with(&WILDCARD_OPTION, &[], projection.span, wrong, "remove it");
    }
}

fn options_apply(index: &Index, faults: &mut Faults) {
    let expire_after = index.attrs.expire_after.as_ref().map(|option| option.span);
    let options: [(&str, Option<Span>); 3] = [
        ("unique", index.attrs.unique()),
        ("sparse", index.attrs.sparse()),
        ("expire_after", expire_after),
    ];
    for (name, span) in options {
        if let Some(span) = span {
            let wrong = format!("a wildcard index cannot have `{name}`");
            faults.broken(&WILDCARD_OPTION, &[], span, &wrong);
        }
    }
}

/// What else is a key is in order, and not covered by the wildcard.
fn stands_beside(wildcard: &Key, other: &Key, faults: &mut Faults) {
    let wrong = match (&wildcard.path, &other.path) {
        _ if other.kind == Kind::Wildcard => "the index has two wildcards".to_owned(),
        _ if other.kind.word().is_some() => {
            format!("a wildcard cannot stand beside `{}`", other.text())
        }
        (Some(outer), Some(path)) if path.is_within(outer) || outer.is_within(path) => {
            format!("`{}` and `{}` overlap", wildcard.text(), path.text())
        }
        _ => return,
    };
    faults.broken(&WILDCARD_OPTION, &[], other.span, &wrong);
}

/// No path of the projection leads through another.
fn paths_are_apart(fields: &[(KeyPath, bool)], faults: &mut Faults) {
    for (at, (path, _)) in fields.iter().enumerate() {
        let mut others = fields[..at].iter().map(|(other, _)| other);
        let twin = others.find(|other| path.is_within(other) || other.is_within(path));
        if let Some(twin) = twin {
            let wrong = format!("`{}` and `{}` overlap", twin.text(), path.text());
            let instead = "remove the longer one";
            faults.broken_with(&WILDCARD_OPTION, &[], path.span(), &wrong, instead);
        }
    }
}

/// The other keys of the index are not covered by the projection.
fn keys_are_left_out<'a>(
    fields: &[(KeyPath, bool)],
    keys: impl Iterator<Item = &'a KeyPath>,
    place: Span,
    faults: &mut Faults,
) {
    let includes = fields.iter().any(|(_, included)| *included);
    for key in keys {
        let covered = if includes {
            let mut listed = fields.iter().filter(|(_, included)| *included);
            listed.any(|(path, _)| key.is_within(path) || path.is_within(key))
        } else {
            !fields.iter().any(|(path, _)| key.is_within(path))
        };
        if covered {
            let wrong = format!("the projection covers the key `{}` too", key.text());
            let instead = format!("leave `{}` out of it", key.text());
            faults.broken_with(&WILDCARD_OPTION, &[], place, &wrong, &instead);
        }
    }
}
