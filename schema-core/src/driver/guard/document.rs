//! Documents to be inserted or to replace others.

use bson::{RawBsonRef, RawDocument};

use super::{Refusal, Scope, Tenant};

/// Whether the document, as its bytes will be sent, belongs to the scope. Looks at every field of the
/// levels that the tenant key lies on, as a field that is there twice may be taken either way.
pub fn document(scope: &Scope, document: &RawDocument) -> Result<(), Refusal> {
    match scope {
        Scope::Nothing(refusal) => Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => Ok(()),
        Scope::Tenant(tenant) => belongs(tenant, document),
    }
}

fn belongs(tenant: &Tenant, document: &RawDocument) -> Result<(), Refusal> {
    let mut steps = tenant.path().split('.').peekable();
    let mut level = document;
    while let Some(step) = steps.next() {
        let value = only(tenant, level, step)?;
        match (steps.peek(), value) {
            (None, value) if value == tenant.raw().as_raw_bson_ref() => return Ok(()),
            (None, _) => return Err(Refusal::OtherTenant(tenant.path().to_owned())),
            (Some(_), RawBsonRef::Document(inner)) => level = inner,
            (Some(_), _) => break,
        }
    }
    Err(Refusal::NoTenant(tenant.path().to_owned()))
}

/// The value of the one field of this name.
fn only<'a>(
    tenant: &Tenant,
    level: &'a RawDocument,
    step: &str,
) -> Result<RawBsonRef<'a>, Refusal> {
    let unreadable = |error: bson::error::Error| Refusal::Malformed(error.to_string());
    let mut found = None;
    for element in level.iter_elements() {
        let element = element.map_err(unreadable)?;
        if element.key().as_str() != step {
            continue;
        }
        if found.is_some() {
            return Err(Refusal::TenantTwice(tenant.path().to_owned()));
        }
        found = Some(element.value().map_err(unreadable)?);
    }
    found.ok_or_else(|| Refusal::NoTenant(tenant.path().to_owned()))
}

#[cfg(test)]
mod tests {
    use bson::{RawDocumentBuf, cstr, rawdoc};

    use super::*;

    fn scope(path: &str) -> Scope {
        Scope::Tenant(Tenant::new(path.into(), 7_i32.into()).unwrap())
    }

    #[test]
    fn only_the_tenants_own_are_let_through() {
        let refused =
            |path: &str, given: &RawDocumentBuf| document(&scope(path), given).unwrap_err();
        assert_eq!(document(&scope("t"), &rawdoc! { "a": 1, "t": 7 }), Ok(()));
        assert_eq!(
            document(&scope("m.t"), &rawdoc! { "m": { "t": 7 } }),
            Ok(())
        );
        let other = Refusal::OtherTenant("t".into());
        for given in [
            rawdoc! { "t": 8 },
            rawdoc! { "t": 7_i64 },
            rawdoc! { "t": [7] },
            rawdoc! { "t": { "x": 7 } },
        ] {
            assert_eq!(refused("t", &given), other);
        }
        assert_eq!(
            refused("t", &rawdoc! { "T": 7 }),
            Refusal::NoTenant("t".into())
        );
        for given in [
            rawdoc! { "m": [{ "t": 7 }] },
            rawdoc! { "m": 7 },
            rawdoc! { "m.t": 7 },
        ] {
            assert_eq!(refused("m.t", &given), Refusal::NoTenant("m.t".into()));
        }
    }

    #[test]
    fn a_field_that_is_there_twice_is_refused() {
        let mut given = rawdoc! { "t": 7 };
        given.append(cstr!("t"), 8);
        assert_eq!(
            document(&scope("t"), &given),
            Err(Refusal::TenantTwice("t".into()))
        );
    }
}
