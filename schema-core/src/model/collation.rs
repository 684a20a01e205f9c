//! How strings are compared.

/// A collation: what is said of it, in the order of the server's documentation, its locale first.
/// Source: Collation.
pub type Collation = &'static [CollationParameter];

/// One parameter of a collation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollationParameter {
    /// `locale`, an ICU locale or `simple`.
    Locale(&'static str),
    /// `caseLevel`
    CaseLevel(bool),
    /// `caseFirst`: `upper`, `lower` or `off`.
    CaseFirst(&'static str),
    /// `strength`, from 1 to 5.
    Strength(u8),
    /// `numericOrdering`
    NumericOrdering(bool),
    /// `alternate`: `non-ignorable` or `shifted`.
    Alternate(&'static str),
    /// `maxVariable`: `punct` or `space`.
    MaxVariable(&'static str),
    /// `normalization`
    Normalization(bool),
    /// `backwards`
    Backwards(bool),
}
