//! Why a schema may refuse what another one admits.

use std::fmt;

/// One place at which the new schema asks for more, or for something that can't be compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reason {
    path: Path,
    what: String,
    /// Whether it is the keyword that is stricter, and not the comparison that gave up.
    pub(super) sure: bool,
}

impl Reason {
    /// The keyword is stricter.
    pub(super) fn stricter(path: &Path, what: impl Into<String>) -> Vec<Self> {
        vec![Self {
            path: path.clone(),
            what: what.into(),
            sure: true,
        }]
    }

    /// Whether it is stricter is not known.
    pub(super) fn unknown(path: &Path, what: impl Into<String>) -> Vec<Self> {
        vec![Self {
            path: path.clone(),
            what: what.into(),
            sure: false,
        }]
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.0.is_empty() {
            f.write_str(&self.what)
        } else {
            write!(f, "`{}`: {}", self.path.0, self.what)
        }
    }
}

/// Where a schema applies: `assignee.name`, `labels[]`, `counts.*`; empty for the document itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Path(String);

impl Path {
    /// A field inside.
    pub(super) fn field(&self, name: &str) -> Self {
        if self.0.is_empty() {
            Self(name.to_owned())
        } else {
            Self(format!("{}.{name}", self.0))
        }
    }

    /// The items inside; one of them where it has a schema of its own.
    pub(super) fn items(&self, position: Option<usize>) -> Self {
        let position = position.map(|it| it.to_string()).unwrap_or_default();
        Self(format!("{}[{position}]", self.0))
    }
}

/// The fewer of two lists.
pub(super) fn fewer(left: Vec<Reason>, right: Vec<Reason>) -> Vec<Reason> {
    if right.len() < left.len() {
        right
    } else {
        left
    }
}
