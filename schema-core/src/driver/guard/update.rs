//! Updates, by operators and by a pipeline.

use bson::{Bson, Document};
use mongodb::options::UpdateModifications;

use super::{Refusal, Scope, Tenant, path::touches, script::no_scripts};

/// Whether the update leaves the tenant key as it is, whatever it meets.
pub fn update(scope: &Scope, update: &UpdateModifications) -> Result<(), Refusal> {
    let tenant = match scope {
        Scope::Nothing(refusal) => return Err(refusal.clone()),
        Scope::Global | Scope::AcrossTenants => return Ok(()),
        Scope::Tenant(tenant) => tenant,
    };
    match update {
        UpdateModifications::Document(operators) => operators
            .iter()
            .try_for_each(|(name, paths)| operator(tenant, name, paths)),
        UpdateModifications::Pipeline(stages) => stages
            .iter()
            .try_for_each(|stage| self::stage(tenant, stage)),
        _ => Err(Refusal::UnknownUpdate("this form".to_owned())),
    }
}

/// Whether these can stand as `arrayFilters`.
pub fn array_filters(filters: &[Document]) -> Result<(), Refusal> {
    filters.iter().try_for_each(no_scripts)
}

/// Source: Update Operators.
fn operator(tenant: &Tenant, name: &str, paths: &Bson) -> Result<(), Refusal> {
    let paths = match (name, paths) {
        (
            "$set" | "$unset" | "$inc" | "$min" | "$max" | "$mul" | "$rename" | "$setOnInsert"
            | "$currentDate" | "$addToSet" | "$pop" | "$pull" | "$pullAll" | "$push" | "$bit",
            Bson::Document(paths),
        ) => paths,
        (name, Bson::Document(_)) => return Err(Refusal::UnknownUpdate(name.to_owned())),
        (name, _) => return Err(Refusal::Malformed(name.to_owned())),
    };
    paths.iter().try_for_each(|(path, value)| {
        writes(tenant, name, path)?;
        match (name, value) {
            ("$rename", Bson::String(to)) => writes(tenant, name, to),
            ("$rename", _) => Err(Refusal::Malformed(name.to_owned())),
            _ => Ok(()),
        }
    })
}

/// Source: Updates with Aggregation Pipeline. Stages that make a new document are not admitted.
fn stage(tenant: &Tenant, stage: &Document) -> Result<(), Refusal> {
    no_scripts(stage)?;
    let mut parts = stage.iter();
    let (Some((name, value)), None) = (parts.next(), parts.next()) else {
        return Err(Refusal::Malformed("a stage".to_owned()));
    };
    match (name.as_str(), value) {
        ("$set" | "$addFields", Bson::Document(fields)) => fields
            .keys()
            .try_for_each(|path| writes(tenant, name, path)),
        ("$unset", Bson::String(path)) => writes(tenant, name, path),
        ("$unset", Bson::Array(paths)) => paths.iter().try_for_each(|path| match path {
            Bson::String(path) => writes(tenant, name, path),
            _ => Err(Refusal::Malformed(name.clone())),
        }),
        ("$set" | "$addFields" | "$unset", _) => Err(Refusal::Malformed(name.clone())),
        _ => Err(Refusal::UnknownUpdate(name.clone())),
    }
}

fn writes(tenant: &Tenant, operator: &str, path: &str) -> Result<(), Refusal> {
    if !touches(path, tenant.path()) {
        return Ok(());
    }
    Err(Refusal::UpdateWritesTenant {
        operator: operator.to_owned(),
        path: path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    fn judged(path: &str, given: impl Into<UpdateModifications>) -> Result<(), Refusal> {
        let tenant = Tenant::new(path.into(), "mine".into()).unwrap();
        update(&Scope::Tenant(tenant), &given.into())
    }

    #[test]
    fn what_leaves_the_key_alone_is_let_through() {
        assert_eq!(
            judged("t", doc! { "$set": { "a.t": 1 }, "$inc": { "n": 1 } }),
            Ok(())
        );
        assert_eq!(judged("m.t", doc! { "$push": { "m.list": 1 } }), Ok(()));
        assert_eq!(
            judged(
                "t",
                vec![
                    doc! { "$set": { "a": "$t" } },
                    doc! { "$unset": ["b", "c"] }
                ]
            ),
            Ok(())
        );
    }

    #[test]
    fn no_operator_writes_the_key() {
        for operator in [
            "$set",
            "$unset",
            "$inc",
            "$min",
            "$max",
            "$mul",
            "$setOnInsert",
            "$currentDate",
            "$addToSet",
            "$pop",
            "$pull",
            "$pullAll",
            "$push",
            "$bit",
        ] {
            for path in ["m.t", "m", "m.t.x", "m.$[].t", "m.0.t"] {
                let refused = judged("m.t", doc! { operator: { path: "x" } });
                assert!(
                    matches!(refused, Err(Refusal::UpdateWritesTenant { .. })),
                    "{operator} {path}"
                );
            }
        }
        for renamed in [doc! { "t": "a" }, doc! { "a": "t" }, doc! { "a": "t.x" }] {
            let refused = judged("t", doc! { "$rename": renamed });
            assert!(matches!(refused, Err(Refusal::UpdateWritesTenant { .. })));
        }
    }

    #[test]
    fn no_stage_writes_the_key_or_makes_a_new_document() {
        for stage in [
            doc! { "$set": { "t": "other" } },
            doc! { "$addFields": { "t": { "$literal": "other" } } },
            doc! { "$unset": "t" },
            doc! { "$unset": ["a", "t"] },
        ] {
            let refused = judged("t", vec![stage.clone()]);
            assert!(
                matches!(refused, Err(Refusal::UpdateWritesTenant { .. })),
                "{stage}"
            );
        }
        for stage in [
            doc! { "$replaceWith": { "t": "other" } },
            doc! { "$replaceRoot": { "newRoot": { "t": "other" } } },
            doc! { "$project": { "a": 1 } },
        ] {
            let refused = judged("t", vec![stage.clone()]);
            assert!(matches!(refused, Err(Refusal::UnknownUpdate(_))), "{stage}");
        }
        let script = doc! { "$set": { "a": { "$function": {} } } };
        assert!(matches!(judged("t", vec![script]), Err(Refusal::Script(_))));
        let two = doc! { "$set": { "a": 1 }, "$unset": "t" };
        assert!(matches!(judged("t", vec![two]), Err(Refusal::Malformed(_))));
    }

    #[test]
    fn a_replacement_is_no_update() {
        for given in [
            doc! { "t": "other" },
            doc! { "t": { "x": 1 } },
            doc! { "$unheardOf": { "a": 1 } },
            doc! { "$set": 1 },
        ] {
            assert!(judged("t", given).is_err());
        }
    }
}
