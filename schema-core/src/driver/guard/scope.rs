//! What may be seen of a collection.

use std::collections::BTreeMap;

use bson::{Bson, Document, doc, spec::BinarySubtype};

use super::{Refusal, raw::fields};
use crate::declared::{DeclaredCollection, DeclaredTenant};

/// What may be seen of a collection.
#[derive(Debug, Clone, PartialEq)]
pub enum Scope {
    /// The documents of one tenant.
    Tenant(Tenant),
    /// All documents, as they belong to no tenant.
    Global,
    /// All documents, whoever's they are.
    AcrossTenants,
    /// Nothing, for this reason.
    Nothing(Refusal),
}

/// A tenant, as a collection's documents name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    path: String,
    id: Bson,
    /// The id as it stands in a document: its type and its bytes.
    kind: u8,
    bytes: Vec<u8>,
}

/// The collections that stages may read, by name, and what may be seen of each.
pub type Joined = BTreeMap<&'static str, Scope>;

impl Scope {
    /// What the tenant with this id, as it is stored, sees of a collection.
    pub fn of(declared: &DeclaredCollection, id: Result<Bson, bson::error::Error>) -> Self {
        let path = match &declared.tenant {
            Some(DeclaredTenant::Key(path)) => Ok(path.clone()),
            _ => Err(Refusal::TenantUnknown),
        };
        let id = id.map_err(|error| Refusal::TenantUnwritable(error.to_string()));
        let id = id.and_then(|id| told_apart(declared, id));
        let tenant = path.and_then(|path| Tenant::new(path, id?));
        tenant.map_or_else(Self::Nothing, Self::Tenant)
    }
}

impl Tenant {
    /// The tenant whose id is stored at `path` as `id`.
    pub fn new(path: String, id: Bson) -> Result<Self, Refusal> {
        let id = scalar(id)?;
        let document = bson::serialize_to_vec(&doc! { "": id.clone() });
        let document = document.map_err(|error| Refusal::TenantUnwritable(error.to_string()))?;
        let field = fields(&document).next().flatten();
        let field = field.ok_or_else(|| Refusal::TenantUnwritable("it has no bytes".to_owned()))?;
        let (kind, bytes) = (field.kind, field.value.to_owned());
        Ok(Self {
            path,
            id,
            kind,
            bytes,
        })
    }

    /// The stored path of the tenant key.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The tenant's id as it is stored.
    pub fn id(&self) -> &Bson {
        &self.id
    }

    /// Whether a value of this type and these bytes is the tenant's id.
    pub(super) fn is(&self, kind: u8, bytes: &[u8]) -> bool {
        self.kind == kind && self.bytes == bytes
    }

    /// The filter that finds the tenant's documents.
    pub fn equality(&self) -> Document {
        doc! { &self.path: self.id.clone() }
    }
}

/// The id itself, unless it is a string that the collection's collation compares by less than its
/// bytes: by it, `acme` may equal `ACME`. Source: Collation.
fn told_apart(declared: &DeclaredCollection, id: Bson) -> Result<Bson, Refusal> {
    match id {
        Bson::String(_) if declared.compares_by_collation() => Err(Refusal::TenantCollated),
        id => Ok(id),
    }
}

/// The id itself, where an equality with it finds this value alone: null finds what has none, a
/// regular expression what it matches, and an array or a document may stand for more than it is.
fn scalar(id: Bson) -> Result<Bson, Refusal> {
    match &id {
        Bson::ObjectId(_)
        | Bson::String(_)
        | Bson::Int32(_)
        | Bson::Int64(_)
        | Bson::Boolean(_)
        | Bson::DateTime(_)
        | Bson::Decimal128(_)
        | Bson::Timestamp(_) => Ok(id),
        Bson::Double(number) if !number.is_nan() => Ok(id),
        Bson::Binary(binary) if binary.subtype != BinarySubtype::Encrypted => Ok(id),
        other => Err(Refusal::TenantNotScalar(type_name(other))),
    }
}

/// The BSON type's name, as `$type` takes it. Source: BSON Types.
fn type_name(value: &Bson) -> &'static str {
    match value {
        Bson::Document(_) => "object",
        Bson::Array(_) => "array",
        Bson::Null => "null",
        Bson::RegularExpression(_) => "regex",
        Bson::Double(_) => "double",
        Bson::Binary(_) => "binData",
        _ => "no scalar",
    }
}
