//! Documents to be inserted or to replace others.

use bson::RawDocument;

use super::{
    Refusal, Scope, Tenant,
    raw::{DOCUMENT, Field, fields},
};

/// Whether the document, as its bytes will be sent, belongs to the scope. Looks at every field of the
/// levels that the tenant key lies on, as a field that is there twice may be taken either way.
pub fn document(scope: &Scope, document: &RawDocument) -> Result<(), Refusal> {
    match scope {
        Scope::Nothing(refusal) => Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => Ok(()),
        Scope::Tenant(tenant) => belongs(tenant, document.as_bytes()),
    }
}

fn belongs(tenant: &Tenant, document: &[u8]) -> Result<(), Refusal> {
    let mut steps = tenant.path().split('.').peekable();
    let mut level = document;
    while let Some(step) = steps.next() {
        let found = only(tenant, level, step)?;
        match steps.peek() {
            None if tenant.is(found.kind, found.value) => return Ok(()),
            None => return Err(Refusal::OtherTenant(tenant.path().to_owned())),
            Some(_) if found.kind == DOCUMENT => level = found.value,
            Some(_) => break,
        }
    }
    Err(Refusal::NoTenant(tenant.path().to_owned()))
}

/// The one field of this name.
fn only<'a>(tenant: &Tenant, level: &'a [u8], step: &str) -> Result<Field<'a>, Refusal> {
    let mut found = None;
    for field in fields(level) {
        let field = field.ok_or_else(|| Refusal::Malformed("a document".to_owned()))?;
        if field.name != step.as_bytes() {
            continue;
        }
        if found.is_some() {
            return Err(Refusal::TenantTwice(tenant.path().to_owned()));
        }
        found = Some(field);
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
