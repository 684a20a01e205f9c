//! What the kinds of keys demand of the types of their fields.

use schema_rules::{
    GEO_TYPE, HASHED_ARRAY, INDEX_PARALLEL_ARRAYS, Rule, TEXT_TYPE, WILDCARD_OPTION,
};

use super::{Class, Context, Verdict};
use crate::{
    faults::Faults,
    parse::{Index, Key, KeyPath, Kind},
};

impl Context<'_> {
    /// Each key's type fits its kind, and no two lead to arrays.
    pub(super) fn key_types_fit(&self, index: &Index, faults: &mut Faults) {
        for key in &index.keys {
            if self.key_type(key) == Verdict::Broken {
                let (rule, wrong) = misfit(key);
                faults.broken(rule, &[], key.span, &wrong);
            }
            if self.hashed_key(index, key) == Verdict::Broken {
                let wrong = format!("`{}` is an array in a hashed index", key_path(key));
                faults.broken(&HASHED_ARRAY, &[], key.span, &wrong);
            }
        }
        for (at, key) in index.keys.iter().enumerate() {
            if self.parallel(index, at) == Verdict::Broken {
                let wrong = format!("`{}` is the second array among the keys", key_path(key));
                faults.broken(&INDEX_PARALLEL_ARRAYS, &[], key.span, &wrong);
            }
        }
    }

    /// Whether the type of a special key's field fits its kind.
    pub(crate) fn key_type(&self, key: &Key) -> Verdict {
        let plain = matches!(key.kind, Kind::Ascending | Kind::Descending | Kind::Hashed);
        let Some(path) = key.path.as_ref().filter(|path| !plain && !path.stored) else {
            return Verdict::Holds;
        };
        let Some(class) = self.told(path) else {
            return Verdict::Open;
        };
        match key.kind {
            Kind::Text => is_text(&class),
            Kind::Wildcard => has_inside(&class),
            _ => is_place(&class),
        }
    }

    /// Whether a key of a hashed index leads to no array.
    pub(crate) fn hashed_key(&self, index: &Index, key: &Key) -> Verdict {
        let hashed = index.key_of(Kind::Hashed).is_some();
        match &key.path {
            Some(path) if hashed => match self.is_array(path) {
                Verdict::Holds => Verdict::Broken,
                Verdict::Broken => Verdict::Holds,
                Verdict::Open => Verdict::Open,
            },
            _ => Verdict::Holds,
        }
    }

    /// Whether the key at this position leads to an array as little as an earlier one does.
    pub(crate) fn parallel(&self, index: &Index, at: usize) -> Verdict {
        if !index.is_plain() {
            return Verdict::Holds;
        }
        let array = |key: &Key| {
            key.path
                .as_ref()
                .map_or(Verdict::Broken, |path| self.is_array(path))
        };
        let own = array(&index.keys[at]);
        let others: Vec<Verdict> = index.keys[..at].iter().map(array).collect();
        match own {
            Verdict::Holds if others.contains(&Verdict::Holds) => Verdict::Broken,
            Verdict::Holds | Verdict::Open
                if others.iter().any(|other| *other != Verdict::Broken) =>
            {
                Verdict::Open
            }
            _ => Verdict::Holds,
        }
    }

    /// Whether a path leads to an array. What lies behind a stored path is not looked at.
    fn is_array(&self, path: &KeyPath) -> Verdict {
        if path.stored {
            return Verdict::Broken;
        }
        match self.told(path) {
            None => Verdict::Open,
            Some(class) => match class.present() {
                Class::Array(_) => Verdict::Holds,
                Class::Unknown => Verdict::Open,
                _ => Verdict::Broken,
            },
        }
    }
}

fn key_path(key: &Key) -> String {
    key.path.as_ref().map(KeyPath::text).unwrap_or_default()
}

/// The rule that a key breaks whose type does not fit its kind, and how.
fn misfit(key: &Key) -> (&'static Rule, String) {
    let path = key_path(key);
    match key.kind {
        Kind::Text => (&TEXT_TYPE, format!("`{path}` is not stored as a string")),
        Kind::Wildcard => {
            let wrong = format!(
                "there is nothing behind `{path}` that `{}` could cover",
                key.text()
            );
            (&WILDCARD_OPTION, wrong)
        }
        _ => (&GEO_TYPE, format!("`{path}` is not stored as a place")),
    }
}

pub(in crate::check) fn is_text(class: &Class) -> Verdict {
    match class.present() {
        Class::Text => Verdict::Holds,
        Class::Array(inner) => is_text(inner),
        Class::Unknown | Class::Optional(_) => Verdict::Open,
        Class::Single | Class::Integer(_) | Class::Float | Class::Bool | Class::Map(_) => {
            Verdict::Broken
        }
    }
}

fn has_inside(class: &Class) -> Verdict {
    match class.present() {
        Class::Map(_) => Verdict::Holds,
        Class::Array(inner) => has_inside(inner),
        Class::Unknown => Verdict::Open,
        _ => Verdict::Broken,
    }
}

pub(in crate::check) fn is_place(class: &Class) -> Verdict {
    match class.present() {
        Class::Array(inner) => match inner.present() {
            Class::Integer(_) | Class::Float => Verdict::Holds,
            _ => is_place(inner),
        },
        Class::Unknown | Class::Map(_) => Verdict::Open,
        _ => Verdict::Broken,
    }
}
