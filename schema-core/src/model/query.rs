//! Queries that an application declares.

use super::Filter;

/// A query as `#[query(…)]` declares it.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The name, which is that of the function that runs it.
    pub name: &'static str,
    /// Two bytes a term: the position of its path in `Collection::paths`, and its [`Role`]. The
    /// tenant key, which each query names that does not cross tenants, is not among them.
    pub terms: &'static [u8],
    /// What else is said of it.
    pub options: &'static [QueryOption],
}

/// What a query does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// It equals a given value.
    Equal = 0,
    /// It equals one of several given values; how many, [`QueryOption::Lists`] tells.
    AnyOf = 1,
    /// The result is in ascending order of it.
    Ascending = 2,
    /// The result is in descending order of it.
    Descending = 3,
    /// It lies between given values.
    Range = 4,
    /// It is searched as text.
    Text = 5,
    /// It is near to a given point.
    Near = 6,
    /// It is in the result.
    Project = 7,
}

/// One option of a query.
#[derive(Debug, Clone, Copy)]
pub enum QueryOption {
    /// The most values of each list, in the order of the terms with [`Role::AnyOf`].
    Lists(&'static [u32]),
    /// A constant condition.
    Filter(Filter),
    /// How often it runs, in words.
    Frequency(&'static str),
    /// Why it names no tenant.
    AcrossTenants(&'static str),
}

impl Query {
    /// How many terms it has.
    pub const fn term_count(&self) -> usize {
        self.terms.len() / 2
    }

    /// The position in `Collection::paths` of the term at this position.
    pub const fn path(&self, term: usize) -> usize {
        self.terms[term * 2] as usize
    }

    /// What it does with the field of the term at this position.
    pub const fn role(&self, term: usize) -> Role {
        match self.terms[term * 2 + 1] {
            0 => Role::Equal,
            1 => Role::AnyOf,
            2 => Role::Ascending,
            3 => Role::Descending,
            4 => Role::Range,
            5 => Role::Text,
            6 => Role::Near,
            _ => Role::Project,
        }
    }
}
