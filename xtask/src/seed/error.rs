//! Why documents cannot be made.

/// What keeps a collection from being filled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeedError {
    /// No text can be made that matches a field's patterns.
    #[error(
        "no text can be generated for `{field}`: {why}; leave its collection out with `--only`, or loosen the pattern `{pattern}`"
    )]
    Pattern {
        /// The collection and the stored path.
        field: String,
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        why: String,
    },
    /// No value can keep all of a field's bounds.
    #[error("no value can be generated for `{field}`: {why}; correct its bounds")]
    Bounds {
        /// The collection and the stored path.
        field: String,
        /// What cannot be kept.
        why: String,
    },
    /// A unique index admits fewer documents than were asked for.
    #[error(
        "the unique index `{index}` of `{collection}` admits at most {most} documents here, and {asked} are asked for; ask for fewer with `--docs {collection}={most}`, or for more of what its keys refer to"
    )]
    TooFewKeys {
        /// The collection.
        collection: String,
        /// The index.
        index: String,
        /// How many documents it admits.
        most: u64,
        /// How many are asked for.
        asked: u64,
    },
    /// A collection needs documents of another that are not there.
    #[error(
        "`{collection}.{path}` must refer to a document of `{target}`, and there is none; fill `{target}` too, by naming it in `--only` or with `--docs {target}=N`"
    )]
    NoParent {
        /// The collection that refers.
        collection: String,
        /// The field that refers.
        path: String,
        /// The collection that it refers to.
        target: String,
    },
    /// The validator is no `$jsonSchema`, or holds what is none.
    #[error("the validator of `{collection}` is not understood: {why}")]
    Schema {
        /// The collection.
        collection: String,
        /// What is not understood.
        why: String,
    },
}

/// The outcome of whatever makes documents.
pub type SeedResult<T> = Result<T, SeedError>;
