//! Why something is not sent.

/// Why something is not sent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The tenant's id cannot be written as BSON.
    #[error("the tenant's id cannot be written as BSON: {0}")]
    TenantUnwritable(String),
    /// The tenant's id is no value that an equality can name.
    #[error(
        "a tenant's id of BSON type `{0}` cannot be told apart by an equality; use a scalar such as an ObjectId, a UUID, a string or an integer"
    )]
    TenantNotScalar(&'static str),
    /// Strings that are not the same count as equal in the collection.
    #[error(
        "the collection's collation may take two tenants' ids for the same; use an ObjectId, a UUID or an integer for them, or give the collation to the indexes and fields that need it"
    )]
    TenantCollated,
    /// The collection says nothing about tenants, which was reported when it was compiled.
    #[error("the collection does not say whose documents it holds")]
    TenantUnknown,
    /// A filter compares the tenant key with something else than the tenant's id.
    #[error(
        "a filter names `{0}`, through which the tenant key is reached; leave it out, the tenant is added by itself"
    )]
    FilterNamesTenant(String),
    /// An operator of filters whose effect is not known.
    #[error("the effect of the operator `{0}` in a filter is not known")]
    UnknownOperator(String),
    /// Something is not of the form that the server takes.
    #[error("`{0}` is not of the form that the server takes")]
    Malformed(String),
    /// A document nests deeper than the server admits.
    #[error("a document nests deeper than {0} levels")]
    TooDeep(usize),
    /// JavaScript would run on the server.
    #[error("`{0}` runs JavaScript on the server, of which nothing can be proven; use operators")]
    Script(String),
    /// A document belongs to another tenant.
    #[error("the document's `{0}` is another tenant's; write it through that tenant's scope")]
    OtherTenant(String),
    /// A document has no tenant key, or not as a scalar of its own.
    #[error("the document has no `{0}` that names its tenant")]
    NoTenant(String),
    /// A document has the tenant key more than once.
    #[error("the document has a field of `{0}` twice; what the server takes is not certain")]
    TenantTwice(String),
    /// An update writes the tenant key.
    #[error(
        "`{operator}` writes to `{path}`, through which the tenant key is reached; a document does not change its tenant"
    )]
    UpdateWritesTenant {
        /// The operator or stage.
        operator: String,
        /// The path that it writes.
        path: String,
    },
    /// An operator of updates whose effect is not known.
    #[error(
        "the effect of `{0}` in an update is not known; use update operators, or `$set` and `$unset` stages"
    )]
    UnknownUpdate(String),
    /// A stage reads or writes outside of the tenant.
    #[error("the stage `{0}` reaches outside of the tenant: {1}")]
    Stage(String, &'static str),
    /// A stage whose effect is not known.
    #[error("the effect of the stage `{0}` is not known")]
    UnknownStage(String),
    /// A stage reads a collection that was not named.
    #[error(
        "a stage reads `{0}`, about whose tenants nothing was said; name it with `.joins::<…>()` or `.joins_global::<…>()`"
    )]
    NotJoined(String),
    /// No index serves what was asked.
    #[error(
        "no index serves a look at all of a tenant's documents; declare one whose first key is `{0}`"
    )]
    NoIndex(String),
    /// A query was given too many values for a list.
    #[error("the query `{query}` was declared for at most {most} values of `{path}`, not {given}")]
    ListTooLong {
        /// The query's name.
        query: &'static str,
        /// The stored path.
        path: String,
        /// How many were declared.
        most: u32,
        /// How many were given.
        given: usize,
    },
    /// More `_id`s than may be asked for at once.
    #[error("at most {most} documents can be found by their `_id` at once, not {given}")]
    TooManyIds {
        /// How many are admitted.
        most: usize,
        /// How many were given.
        given: usize,
    },
    /// A query was not given what its terms need.
    #[error("the query `{0}` was not given one value for each of its terms")]
    Arguments(&'static str),
    /// A query cannot be paged by key.
    #[error("the query `{0}` cannot be continued after a key: {1}")]
    NotPaged(&'static str, &'static str),
    /// A write to what is found, or `distinct`, was given a limit, which it cannot keep.
    #[error(
        "a write to what the query `{0}` finds, or `distinct` of it, takes no limit, skip or page; read the page and go on from its documents"
    )]
    LimitedWrite(&'static str),
    /// Deletions cannot be told to a tenant.
    #[error(
        "what was deleted is not known without its image of before; declare `change_stream_images`, or leave deletions out"
    )]
    DeletionsUnseen,
    /// Operators and a pipeline cannot be joined.
    #[error("an update with a pipeline takes no array filters")]
    FiltersOfPipeline,
}
