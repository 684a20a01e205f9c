//! The tenant key in an index.

use schema_rules::{INDEX_WITHOUT_TENANT, TENANT_KEY_NOT_FIRST};

use super::{Context, may_start};
use crate::{
    faults::Faults,
    parse::{Index, Kind},
};

impl Context<'_> {
    /// The tenant key is among the keys, and comes first.
    pub(super) fn starts_with_tenant(&self, index: &Index, faults: &mut Faults) {
        let Some(tenant) = &self.attrs.tenant else {
            return;
        };
        if !may_start(self.fields, &tenant.value) || is_exempt(index) {
            return;
        }
        let is_tenant = |key: &crate::parse::Key| key.path.as_ref() == Some(&tenant.value);
        let tenant = tenant.value.text();
        let instead = format!("write `keys({tenant}, …)`");
        let allows = [&index.attrs.allows(), self.outer];
        match index.keys.iter().position(is_tenant) {
            Some(0) => {}
            None if self.around.serves_across_tenants(index) => {}
            None => {
                let wrong =
                    format!("the index does not have the tenant key `{tenant}` among its keys");
                let rule = &INDEX_WITHOUT_TENANT;
                faults.broken_with(rule, &allows, index.span, &wrong, &instead);
            }
            Some(_) if index.attrs.unique().is_some() => {}
            Some(at) => {
                let wrong = format!("the tenant key `{tenant}` is not the first key of the index");
                let (rule, span) = (&TENANT_KEY_NOT_FIRST, index.keys[at].span);
                faults.broken_with(rule, &allows, span, &wrong, &instead);
            }
        }
    }
}

/// The server admits only one key in a TTL index, and nothing before a 2d key.
fn is_exempt(index: &Index) -> bool {
    let single_ttl = index.attrs.expire_after.is_some() && index.keys.len() == 1;
    single_ttl || index.keys[0].kind == Kind::Geo2d
}
