//! What may be seen of a collection.

use bson::{Bson, spec::BinarySubtype};

use super::Refusal;
use crate::{declared::DeclaredTenant, driver::TenantScoped};

/// What may be seen of a collection.
#[derive(Debug, Clone, PartialEq)]
pub enum Scope {
    /// The documents of one tenant.
    Tenant(Tenant),
    /// All documents: the collection belongs to no tenant, or is used across them.
    Everything,
    /// Nothing, for this reason.
    Nothing(Refusal),
}

/// A tenant, as a collection's documents name it.
#[derive(Debug, Clone, PartialEq)]
pub struct Tenant {
    /// The stored path of the tenant key.
    pub path: String,
    /// The tenant's id as it is stored.
    pub id: Bson,
}

impl Scope {
    /// What the tenant of this key sees of `T`.
    pub(in crate::driver) fn of<T: TenantScoped>(key: &T::Key) -> Self {
        let id = T::encode_tenant(key);
        let tenant = id
            .map_err(|error| Refusal::TenantUnwritable(error.to_string()))
            .and_then(scalar);
        match (tenant, &T::facts().declared().tenant) {
            (Ok(id), Some(DeclaredTenant::Key(path))) => Self::Tenant(Tenant {
                path: path.clone(),
                id,
            }),
            (Ok(_), _) => Self::Nothing(Refusal::TenantUnknown),
            (Err(refusal), _) => Self::Nothing(refusal),
        }
    }
}

/// The id itself, where an equality with it finds this value alone: null finds what has none, a
/// regular expression what it matches, an array and a document may stand for an operator.
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
        Bson::Double(_) => "double (NaN)",
        Bson::Binary(_) => "binData (encrypted)",
        _ => "of no scalar",
    }
}
