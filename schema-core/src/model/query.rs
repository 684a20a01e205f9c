//! Queries that an application declares.

pub use schema_rules::coverage::Role;

use super::Filter;

/// A query as `#[query(…)]` declares it.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The name, which is that of the function that runs it.
    pub name: &'static str,
    /// Two bytes a term: the position of its path in `Collection::paths`, and its [`Role`]. The
    /// tenant key, which each query names that does not cross tenants, is not among them; the
    /// constants that its filter demands are.
    pub terms: &'static [u8],
    /// What else is said of it.
    pub options: &'static [QueryOption],
}

/// One option of a query.
#[derive(Debug, Clone, Copy)]
pub enum QueryOption {
    /// The most values of each list, in the order of the terms that have one.
    Lists(&'static [u32]),
    /// A constant condition.
    Filter(Filter),
    /// How often it runs, in words.
    Frequency(&'static str),
    /// Why it names no tenant.
    AcrossTenants(&'static str),
}

impl QueryOption {
    /// No options.
    pub const NONE: &'static [Self] = &[];
}

impl Query {
    /// No queries.
    pub const NONE: &'static [Self] = &[];

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
        Role::of(self.terms[term * 2 + 1])
    }
}
