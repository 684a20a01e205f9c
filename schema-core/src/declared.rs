//! What a database is declared to be, in the server's own forms.
//!
//! Owned documents without any tie to the Rust types they came from, so that planning can be
//! tested on drawn ones.

use bson::{Bson, Document};

/// A database as its `#[derive(Database)]` declares it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeclaredDatabase {
    /// The name in `#[database(name = "…")]`; the command line may override it.
    pub name: String,
    /// The collections, in the order of their declaration.
    pub collections: Vec<DeclaredCollection>,
    /// The oldest server to be supported: its major and minor version.
    pub server: (u8, u8),
    /// The collections that others manage: names, in which `*` stands for any text.
    pub external: Vec<String>,
    /// The rules that are suppressed somewhere, collection by collection; each place once.
    pub exceptions: Vec<Exception>,
}

/// A rule that is suppressed somewhere in a database, with the reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// The rule's name in kebab-case.
    pub rule: String,
    /// The Rust type in which it is suppressed.
    pub type_name: String,
    /// What it is suppressed for.
    pub place: ExceptionPlace,
    /// Why.
    pub reason: String,
    /// Whether the rule would be broken there otherwise.
    pub needed: bool,
}

/// What a rule is suppressed for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExceptionPlace {
    /// The whole collection.
    Collection,
    /// The field of this Rust name.
    Field(String),
    /// The index with these keys, as they are written: `keys(tenant_id, -due_at)`.
    Index(String),
    /// The query of this name.
    Query(String),
}

/// A collection as its `#[derive(Collection)]` declares it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeclaredCollection {
    /// The collection's name in the database.
    pub name: String,
    /// The Rust type that declares it, such as `Task`.
    pub type_name: String,
    /// The current shape's version, where one is declared.
    pub schema_version: Option<u32>,
    /// The options as the `create` command takes them, `validator`, `validationLevel` and
    /// `validationAction` among them.
    pub options: Document,
    /// The index specifications as the `createIndexes` command takes them, each with its `key`
    /// and `name`; `_id_` is not among them. The one that a shard key needs is the last, where no
    /// declared one serves it.
    pub indexes: Vec<Document>,
    /// The shard key as the `shardCollection` command takes it, where one is declared.
    pub shard_key: Option<Document>,
    /// The indexes that others manage: names, in which `*` stands for any text.
    pub external_indexes: Vec<String>,
    /// What the application waits for when it writes, as a command's `writeConcern` takes it.
    pub write_concern: Option<Document>,
    /// The level at which the application reads.
    pub read_concern: Option<String>,
    /// Whose documents it holds; none where nothing is said.
    pub tenant: Option<DeclaredTenant>,
    /// The fields that hold the `_id` of another collection's document.
    pub references: Vec<DeclaredReference>,
    /// The application's queries, in the order of their declaration.
    pub queries: Vec<DeclaredQuery>,
    /// The shapes before this one; none where no shape before is named.
    pub versions: Option<DeclaredVersions>,
}

impl DeclaredCollection {
    /// Whether it compares strings by a collation rather than byte by byte. Source: Collation.
    pub fn compares_by_collation(&self) -> bool {
        let collation = self.options.get_document("collation");
        collation.is_ok_and(|it| it.get_str("locale").is_ok_and(|locale| locale != "simple"))
    }

    /// The collection once its migration is done, which accepts the current shape alone; none where
    /// it accepts no older one anyway.
    #[must_use]
    pub fn settled(&self) -> Option<Self> {
        let versions = self.versions.as_ref()?;
        if versions.accepted.is_empty() {
            return None;
        }
        let mut settled = self.clone();
        let validator = bson::doc! { "$jsonSchema": versions.current.schema.clone() };
        settled.options.insert("validator", validator);
        Some(settled)
    }
}

/// A collection's shape and those before it, which documents may still have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeclaredVersions {
    /// The stored path of the field that holds the version.
    pub field: String,
    /// The current shape.
    pub current: DeclaredShape,
    /// The shapes before it, the newest first: each one version older than the one it follows.
    pub older: Vec<DeclaredShape>,
    /// The versions that the declared validator admits beside the current one.
    pub accepted: Vec<u32>,
    /// Whether a document without a version counts as one of version 1.
    pub unversioned: bool,
}

/// A shape of a collection's documents.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeclaredShape {
    /// Its version.
    pub version: u32,
    /// The Rust type that declares it, such as `TaskV1`.
    pub type_name: String,
    /// What `$jsonSchema` takes.
    pub schema: Document,
}

impl DeclaredVersions {
    /// A validator's `$jsonSchema` that admits the current shape and those before it of which
    /// `accepts` says so, each by a branch of its own.
    pub fn accepting(&self, accepts: impl Fn(u32) -> bool) -> Document {
        let older = self.older.iter().filter(|shape| accepts(shape.version));
        let mut shapes: Vec<Bson> = older.map(|shape| shape.schema.clone().into()).collect();
        if shapes.is_empty() {
            return self.current.schema.clone();
        }
        shapes.insert(0, self.current.schema.clone().into());
        bson::doc! { "bsonType": "object", "anyOf": shapes }
    }
}

/// Whose documents a collection holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeclaredTenant {
    /// Each is the tenant's that the field of this stored path names.
    Key(String),
    /// They belong to no tenant, for this reason.
    Global(String),
}

/// A field that holds the `_id` of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredReference {
    /// Its stored path, as a query takes it: arrays are passed over. `*` stands for the names of a
    /// map's fields.
    pub path: String,
    /// The stored name of the collection whose document it is; it may be outside of the database.
    pub collection: String,
}

/// A query as `#[query(…)]` declares it. Fields are stored paths.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DeclaredQuery {
    /// Its name.
    pub name: String,
    /// The fields that equal a given value; the tenant key is the first, unless the query crosses
    /// tenants.
    pub equal: Vec<String>,
    /// The fields that equal one of several given values, and how many at most.
    pub any_of: Vec<(String, u32)>,
    /// What the result is sorted by, as `sort` takes it.
    pub sort: Document,
    /// The fields that lie between given values.
    pub range: Vec<String>,
    /// The fields that are searched as text.
    pub text: Vec<String>,
    /// The fields that are near to a given point.
    pub near: Vec<String>,
    /// The fields of the result; all of them where none is named.
    pub project: Vec<String>,
    /// The constant condition, as `find` takes it.
    pub filter: Option<Document>,
    /// The names of the indexes that serve it, the best first, `_id_` among them; none where it goes
    /// without one for a reason.
    pub served_by: Vec<String>,
    /// Whether the first of them holds all that the query returns.
    pub covered: bool,
    /// How often it runs, in words.
    pub frequency: Option<String>,
    /// Why it names no tenant, where it names none.
    pub across_tenants: Option<String>,
}
