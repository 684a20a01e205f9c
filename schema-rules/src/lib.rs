//! The rulebook: the one place where a rule's name, group, level, text, failing example and
//! remedy stand.
//!
//! The derive macros and the constant evaluation of `schema-core` both cite a rule by its constant
//! here, so a rule that has no entry cannot be raised. The pages under `docs/rules/` are written
//! from these entries by a test.
//!
//! ```
//! let rule = schema_rules::find("ttl-compound").unwrap();
//! assert!(!rule.starred);
//! assert_eq!(rule.attribute_name(), "ttl_compound");
//! ```

mod collection;
pub mod coverage;
mod database;
mod field;
mod index;
mod index_keys;
mod index_options;
mod index_pairs;
mod names;
mod options;
mod page;
mod query;
mod size;
mod types;
mod versions;

pub use collection::*;
pub use database::*;
pub use field::*;
pub use index::*;
pub use index_keys::*;
pub use index_options::*;
pub use index_pairs::*;
pub use names::*;
pub use options::*;
pub use query::*;
pub use size::*;
pub use types::*;
pub use versions::*;

/// One rule that a schema must keep.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The name in kebab-case, as it ends each message: `[ttl-compound]`.
    pub name: &'static str,
    /// What the rule is about.
    pub group: Group,
    /// Whether `allow(rule_name = "why")` can suppress it where it fires. A rule without a star
    /// states what the server refuses, or what would break a promise that is made here.
    pub starred: bool,
    /// What the rule demands, in one sentence.
    pub demand: &'static str,
    /// What a message tells the reader to write instead, where it has nothing more exact to say.
    pub remedy: &'static str,
    /// What goes wrong in production without it.
    pub why: &'static str,
    /// A declaration that breaks it.
    pub fails: &'static str,
    /// What to write instead.
    pub instead: &'static str,
    /// The page of the server's documentation that the rule rests on, by title.
    pub source: &'static str,
}

/// What a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// The collection as a whole: its tenant key, `_id`, version and size.
    Collection,
    /// One field: its type, its bounds, its name.
    Field,
    /// One index, or two beside each other.
    Index,
    /// A query that the application declares.
    Query,
    /// The collections of a database beside each other.
    Database,
}

impl Group {
    /// The group's name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Collection => "collection",
            Self::Field => "field",
            Self::Index => "index",
            Self::Query => "query",
            Self::Database => "database",
        }
    }
}

impl Rule {
    /// The name as it is written in `allow(…)`: in snake_case.
    pub fn attribute_name(&self) -> String {
        self.name.replace('-', "_")
    }

    /// A finding's text: what is wrong, the rule's remedy, and its name.
    ///
    /// ```
    /// let text = schema_rules::TENANT_KEY_NOT_FIRST.message("the tenant key comes second");
    /// assert_eq!(text, "the tenant key comes second; put the tenant key first [tenant-key-not-first]");
    /// ```
    pub fn message(&self, wrong: &str) -> String {
        self.message_with(wrong, self.remedy)
    }

    /// A finding's text with a remedy that is more exact than the rule's own.
    pub fn message_with(&self, wrong: &str, instead: &str) -> String {
        format!("{wrong}; {instead} [{}]", self.name)
    }
}

/// Every rule, by group, in the order of the documentation.
pub const ALL: &[&Rule] = &[
    &COLLECTION_WITHOUT_TENANT,
    &TENANT_KEY_OPTIONAL,
    &TENANT_KEY_NOT_SCALAR,
    &TENANT_KEY_COLLATED,
    &ID_FIELD_MISSING,
    &ID_TYPE_UNSUPPORTED,
    &SCHEMA_VERSION_FIELD_MISSING,
    &ACCEPTED_VERSION_UNKNOWN,
    &PREVIOUS_SHAPE_MISMATCH,
    &VERSION_NOT_RISING,
    &VERSION_GAP,
    &VERSION_LOOP,
    &UPGRADE_MISSING,
    &DOCUMENT_TOO_LARGE,
    &NESTING_TOO_DEEP,
    &RECURSIVE_TYPE,
    &TOO_MANY_INDEXES,
    &SHARD_KEY_TENANT_ONLY,
    &SHARD_KEY_MONOTONIC,
    &SHARD_KEY_PATH_UNKNOWN,
    &SHARD_KEY_ARRAY,
    &TIME_SERIES_FIELD,
    &UNSUPPORTED_COMBINATION,
    &SERVER_TOO_OLD,
    &ARRAY_WITHOUT_MAX_ITEMS,
    &ARRAY_TOO_LARGE,
    &MAP_WITHOUT_MAX_PROPERTIES,
    &DYNAMIC_FIELD_NAMES,
    &STRING_WITHOUT_MAX_LENGTH,
    &BOUND_ON_WRONG_TYPE,
    &BOUNDS_EMPTY,
    &PATTERN_INVALID,
    &PATTERN_UNANCHORED,
    &UNSIGNED_OVERFLOW,
    &MONEY_AS_FLOAT,
    &DATE_AS_STRING,
    &REFERENCE_TYPE_MISMATCH,
    &FIELD_NAME_INVALID,
    &DUPLICATE_FIELD_NAME,
    &UNKNOWN_SERIALIZATION,
    &WRITER_DEPENDENT_ENCODING,
    &INDEX_WITHOUT_TENANT,
    &TENANT_KEY_NOT_FIRST,
    &INDEX_PATH_UNKNOWN,
    &INDEX_PATH_INVALID,
    &INDEX_TOO_MANY_KEYS,
    &INDEX_KEY_TOO_LARGE,
    &INDEX_KEY_TWICE,
    &INDEX_DUPLICATE,
    &INDEX_DUPLICATE_NAME,
    &INDEX_NAME_INVALID,
    &INDEX_REDUNDANT,
    &INDEX_ON_ID,
    &INDEX_PARALLEL_ARRAYS,
    &INDEX_UNIQUE_NULLABLE,
    &INDEX_UNIQUE_WITHOUT_SHARD_KEY,
    &SPARSE_NO_EFFECT,
    &TTL_COMPOUND,
    &TTL_NOT_DATE,
    &TTL_OUT_OF_RANGE,
    &TTL_SPECIAL_INDEX,
    &TTL_UNSUPPORTED_COLLECTION,
    &PARTIAL_OPERATOR,
    &PARTIAL_PATH_UNKNOWN,
    &PARTIAL_VALUE_TYPE,
    &PARTIAL_WITH_SPARSE,
    &PARTIAL_TOO_DEEP,
    &SPECIAL_INDEX_MIXED,
    &SPECIAL_INDEX_COLLATION,
    &TEXT_MORE_THAN_ONE,
    &TEXT_KEYS_APART,
    &TEXT_OPTIONS_WITHOUT_TEXT,
    &TEXT_TYPE,
    &HASHED_UNIQUE,
    &HASHED_ARRAY,
    &HASHED_MORE_THAN_ONE,
    &WILDCARD_OPTION,
    &GEO_TYPE,
    &GEO_KEY_FIRST,
    &GEO_OPTIONS_WITHOUT_GEO,
    &QUERY_PATH_UNKNOWN,
    &QUERY_WITHOUT_INDEX,
    &QUERY_IN_LIST_TOO_LONG,
    &QUERY_NOT_COVERED,
    &INDEX_WITHOUT_QUERY,
    &QUERY_VALUE_TYPE,
    &QUERY_SEARCH_TYPE,
    &DUPLICATE_COLLECTION,
    &REFERENCE_OUTSIDE_DATABASE,
    &TENANT_TYPE_MISMATCH,
];

/// The rule of this name, written in kebab-case or in snake_case.
pub fn find(name: &str) -> Option<&'static Rule> {
    let name = name.replace('_', "-");
    ALL.iter().copied().find(|rule| rule.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_kebab_case_and_distinct() {
        for (at, rule) in ALL.iter().enumerate() {
            assert!(
                rule.name
                    .bytes()
                    .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
            );
            assert!(
                ALL[..at].iter().all(|other| other.name != rule.name),
                "{}",
                rule.name
            );
            assert_eq!(find(&rule.attribute_name()), Some(*rule));
        }
    }
}
