//! Filters.

use bson::{Bson, Document, doc};

use super::{Refusal, Scope, Tenant, path::touches, script::no_scripts};

/// The filter within the scope: the tenant's equality first, then all that the filter demands, each of
/// which can only narrow.
///
/// The tenant key is refused in the filter itself, as an upsert copies equalities into the document
/// that it inserts; the one admitted mention is the tenant's own id.
pub fn filter(scope: &Scope, filter: Document) -> Result<Document, Refusal> {
    match scope {
        Scope::Nothing(refusal) => Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => Ok(filter),
        Scope::Tenant(tenant) => {
            no_scripts(&filter)?;
            check(tenant, &filter)?;
            let mut scoped = tenant.equality();
            // Were the key among the rest, it would be the same equality.
            scoped.extend(filter.into_iter().filter(|(key, _)| key != tenant.path()));
            Ok(scoped)
        }
    }
}

/// The filter of one document within the scope: by what its `_id` equals, which says nothing else and so
/// needs no looking at, unless `_id` is the tenant key.
pub fn by_id(scope: &Scope, id: Bson) -> Result<Document, Refusal> {
    // What looks like an operator is a value, and what is none is sent as short as it can be.
    let condition = match id {
        Bson::Document(_) | Bson::Array(_) | Bson::RegularExpression(_) => {
            doc! { "$eq": id }.into()
        }
        id => id,
    };
    let mut filter = match scope {
        Scope::Nothing(refusal) => return Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => Document::new(),
        Scope::Tenant(tenant) if tenant.path() == "_id" && condition != *tenant.id() => {
            return Err(Refusal::FilterNamesTenant("_id".to_owned()));
        }
        Scope::Tenant(tenant) => tenant.equality(),
    };
    filter.insert("_id", condition);
    Ok(filter)
}

/// Looks at every place at which a field can be named, for the tenant key.
fn check(tenant: &Tenant, filter: &Document) -> Result<(), Refusal> {
    filter
        .iter()
        .try_for_each(|(key, value)| match key.as_str() {
            "$and" | "$or" | "$nor" => branches(tenant, key, value),
            // They yield true or false, are no equality to an upsert, and so can only narrow.
            "$expr" | "$jsonSchema" | "$text" | "$comment" | "$sampleRate" | "$alwaysTrue"
            | "$alwaysFalse" => Ok(()),
            operator if operator.starts_with('$') => Err(Refusal::UnknownOperator(key.clone())),
            path if !touches(path, tenant.path()) => Ok(()),
            path if path == tenant.path() && is_equality(value, tenant.id()) => Ok(()),
            path => Err(Refusal::FilterNamesTenant(path.to_owned())),
        })
}

fn branches(tenant: &Tenant, operator: &str, branches: &Bson) -> Result<(), Refusal> {
    let malformed = || Refusal::Malformed(operator.to_owned());
    let branches = branches.as_array().ok_or_else(malformed)?;
    branches.iter().try_for_each(|branch| {
        let branch = branch.as_document().ok_or_else(malformed)?;
        check(tenant, branch)
    })
}

fn is_equality(value: &Bson, id: &Bson) -> bool {
    match value {
        Bson::Document(operators) => operators.len() == 1 && operators.get("$eq") == Some(id),
        value => value == id,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(path: &str) -> Scope {
        Scope::Tenant(Tenant::new(path.into(), "mine".into()).unwrap())
    }

    #[test]
    fn the_tenant_comes_first_and_the_rest_stays() {
        let given = doc! { "status": "open", "$or": [{ "a": 1 }, { "b": 2 }] };
        let scoped = filter(&scope("t"), given).unwrap();
        assert_eq!(
            scoped.to_string(),
            doc! { "t": "mine", "status": "open", "$or": [{ "a": 1 }, { "b": 2 }] }.to_string()
        );
    }

    #[test]
    fn the_tenants_own_id_may_be_named_and_is_sent_once() {
        for given in [doc! { "t": "mine" }, doc! { "t": { "$eq": "mine" } }] {
            assert_eq!(filter(&scope("t"), given).unwrap(), doc! { "t": "mine" });
        }
    }

    #[test]
    fn one_document_is_found_within_the_tenant() {
        let found = by_id(&scope("t"), 7.into()).unwrap();
        assert_eq!(
            found.to_string(),
            doc! { "t": "mine", "_id": 7 }.to_string()
        );
        let found = by_id(&scope("t"), doc! { "$ne": 7 }.into()).unwrap();
        assert_eq!(found, doc! { "t": "mine", "_id": { "$eq": { "$ne": 7 } } });
        assert_eq!(
            by_id(&scope("_id"), "mine".into()),
            Ok(doc! { "_id": "mine" })
        );
        for other in ["other".into(), Bson::Null, doc! { "$ne": 7 }.into()] {
            let refused = by_id(&scope("_id"), other);
            assert_eq!(refused, Err(Refusal::FilterNamesTenant("_id".into())));
        }
        assert_eq!(by_id(&Scope::Global, 7.into()), Ok(doc! { "_id": 7 }));
    }

    #[test]
    fn any_other_mention_of_the_key_is_refused() {
        for given in [
            doc! { "t": "other" },
            doc! { "t": { "$ne": "mine" } },
            doc! { "t": { "$in": ["mine", "other"] } },
            doc! { "t": { "$eq": "mine", "$exists": true } },
            doc! { "t": { "$all": ["other"] } },
            doc! { "t": null },
            doc! { "t.x": 1 },
            doc! { "t.0": "other" },
            doc! { "$or": [{ "t": "other" }, { "a": 1 }] },
            doc! { "$and": [{ "$or": [{ "t": "other" }] }] },
            doc! { "$nor": [{ "t": "mine" }, { "t": "other" }] },
        ] {
            let refused = filter(&scope("t"), given.clone());
            assert!(
                matches!(refused, Err(Refusal::FilterNamesTenant(_))),
                "{given}"
            );
        }
    }

    #[test]
    fn a_nested_key_is_found_from_both_ends() {
        for given in [
            doc! { "meta": { "tenantId": "other" } },
            doc! { "meta": { "$elemMatch": { "tenantId": "other" } } },
            doc! { "meta.tenantId": "other" },
            doc! { "meta.0.tenantId": "other" },
        ] {
            let refused = filter(&scope("meta.tenantId"), given.clone());
            assert!(
                matches!(refused, Err(Refusal::FilterNamesTenant(_))),
                "{given}"
            );
        }
        let beside = doc! { "meta.sensor": 7 };
        assert!(filter(&scope("meta.tenantId"), beside).is_ok());
    }

    #[test]
    fn scripts_and_unknown_operators_are_refused() {
        for given in [
            doc! { "$where": "true" },
            doc! { "$or": [{ "$where": "true" }] },
            doc! { "a": { "$elemMatch": { "$where": "true" } } },
            doc! { "$expr": { "$function": { "body": "", "args": [], "lang": "js" } } },
            doc! { "a": Bson::JavaScriptCode("true".into()) },
            doc! { "$expr": { "$_internalJsEmit": 1 } },
        ] {
            let refused = filter(&scope("t"), given.clone());
            assert!(matches!(refused, Err(Refusal::Script(_))), "{given}");
        }
        let unknown = filter(&scope("t"), doc! { "$unheardOf": 1 });
        assert_eq!(unknown, Err(Refusal::UnknownOperator("$unheardOf".into())));
        for given in [doc! { "$or": { "t": "other" } }, doc! { "$and": ["t"] }] {
            assert!(matches!(
                filter(&scope("t"), given),
                Err(Refusal::Malformed(_))
            ));
        }
    }

    #[test]
    fn endless_nesting_is_refused() {
        let given = (0..300).fold(doc! { "a": 1 }, |inner, _| doc! { "$and": [inner] });
        assert_eq!(filter(&scope("t"), given), Err(Refusal::TooDeep(180)));
    }
}
