//! Pipelines and change streams.

use bson::{Bson, Document, doc};

use super::*;

fn tenant(path: &str) -> Scope {
    Scope::Tenant(Tenant::new(path.into(), "mine".into()).unwrap())
}

fn joined() -> Joined {
    Joined::from([("comments", tenant("t")), ("countries", Scope::Global)])
}

fn judged(stages: Vec<Document>) -> Result<Vec<Document>, Refusal> {
    pipeline(
        &tenant("t"),
        Start::Match(Document::new()),
        stages,
        &joined(),
    )
}

/// The stages behind the first one, which is the tenant's.
fn later(stage: Document) -> Document {
    let mut stages = judged(vec![stage]).unwrap();
    assert_eq!(stages[0], doc! { "$match": { "t": "mine" } });
    stages.remove(1)
}

#[test]
fn the_tenant_is_matched_before_anything_else() {
    let sorted = Start::Sorted(doc! { "a": 1 }, doc! { "b": -1 });
    let stages = pipeline(&tenant("t"), sorted, vec![doc! { "$limit": 1 }], &joined()).unwrap();
    let expected = [
        doc! { "$match": { "t": "mine", "a": 1 } },
        doc! { "$sort": { "b": -1 } },
        doc! { "$limit": 1 },
    ];
    assert_eq!(stages, expected);
}

#[test]
fn joins_start_from_the_tenants_documents() {
    let simple = doc! { "$lookup": { "from": "comments", "localField": "_id", "foreignField": "x", "as": "c" } };
    let lookup = later(simple);
    let pipeline = lookup
        .get_document("$lookup")
        .unwrap()
        .get_array("pipeline")
        .unwrap();
    assert_eq!(pipeline, &[Bson::from(doc! { "$match": { "t": "mine" } })]);

    let union = later(doc! { "$unionWith": "comments" });
    let expected =
        doc! { "$unionWith": { "coll": "comments", "pipeline": [{ "$match": { "t": "mine" } }] } };
    assert_eq!(union, expected);

    let graph =
        doc! { "$graphLookup": { "from": "comments", "restrictSearchWithMatch": { "a": 1 } } };
    let expected = doc! { "$graphLookup": { "from": "comments", "restrictSearchWithMatch": { "t": "mine", "a": 1 } } };
    assert_eq!(later(graph), expected);

    let global =
        later(doc! { "$unionWith": { "coll": "countries", "pipeline": [{ "$limit": 1 }] } });
    let expected = doc! { "$unionWith": { "coll": "countries", "pipeline": [{ "$limit": 1 }] } };
    assert_eq!(global, expected);
}

#[test]
fn what_is_inside_of_joins_and_facets_is_looked_at_too() {
    let inner = doc! { "$unionWith": "strangers" };
    for stage in [
        inner.clone(),
        doc! { "$facet": { "a": [inner.clone()] } },
        doc! { "$lookup": { "from": "comments", "pipeline": [inner.clone()], "as": "x" } },
        doc! { "$unionWith": { "coll": "comments", "pipeline": [{ "$facet": { "a": [inner] } }] } },
        doc! { "$graphLookup": { "from": "strangers" } },
    ] {
        assert_eq!(
            judged(vec![stage]),
            Err(Refusal::NotJoined("strangers".into()))
        );
    }
    let other = doc! { "$graphLookup": { "from": "comments", "restrictSearchWithMatch": { "t": "other" } } };
    assert_eq!(
        judged(vec![other]),
        Err(Refusal::FilterNamesTenant("t".into()))
    );
}

#[test]
fn other_databases_and_sources_are_refused() {
    for stage in [
        doc! { "$lookup": { "from": { "db": "x", "coll": "comments" }, "as": "c" } },
        doc! { "$lookup": { "pipeline": [{ "$documents": [] }], "as": "c" } },
        doc! { "$unionWith": { "pipeline": [{ "$documents": [] }] } },
        doc! { "$unionWith": { "db": "x", "coll": "comments" } },
        doc! { "$lookup": "comments" },
        doc! { "$facet": [] },
        doc! { "$match": {}, "$out": "x" },
        doc! {},
    ] {
        assert!(
            matches!(judged(vec![stage.clone()]), Err(Refusal::Malformed(_))),
            "{stage}"
        );
    }
}

#[test]
fn what_leaves_the_tenant_or_is_not_known_is_refused() {
    for name in [
        "$out",
        "$merge",
        "$search",
        "$searchMeta",
        "$currentOp",
        "$listSessions",
        "$collStats",
        "$indexStats",
        "$planCacheStats",
        "$geoNear",
        "$vectorSearch",
        "$changeStream",
    ] {
        assert!(
            matches!(judged(vec![doc! { name: {} }]), Err(Refusal::Stage(..))),
            "{name}"
        );
    }
    for name in [
        "$unheardOf",
        "$documents",
        "$_internalInhibitOptimization",
        "match",
    ] {
        assert!(judged(vec![doc! { name: {} }]).is_err(), "{name}");
    }
    let script = doc! { "$group": { "_id": 1, "x": { "$accumulator": {} } } };
    assert!(matches!(judged(vec![script]), Err(Refusal::Script(_))));
}

#[test]
fn a_search_that_is_first_gets_the_tenant_into_its_own_condition() {
    let near = doc! { "$geoNear": { "near": [0, 0], "query": { "a": 1 } } };
    let stages = pipeline(&tenant("t"), Start::Search(near), vec![], &joined()).unwrap();
    let expected = doc! { "$geoNear": { "near": [0, 0], "query": { "t": "mine", "a": 1 } } };
    assert_eq!(stages, [expected, doc! { "$match": { "t": "mine" } }]);
    let vector = doc! { "$vectorSearch": { "index": "v" } };
    let stages = pipeline(&tenant("t"), Start::Search(vector), vec![], &joined()).unwrap();
    assert_eq!(
        stages[0],
        doc! { "$vectorSearch": { "index": "v", "filter": { "t": "mine" } } }
    );
    for refused in [
        doc! { "$search": {} },
        doc! { "$geoNear": { "query": { "t": "other" } } },
        doc! { "$geoNear": 1 },
    ] {
        assert!(pipeline(&tenant("t"), Start::Search(refused), vec![], &joined()).is_err());
    }
}

#[test]
fn a_stream_tells_the_tenants_events() {
    let events = |deletions, images| Events { deletions, images };
    let written = watch(&tenant("m.t"), events(false, false)).unwrap();
    let matched = doc! {
        "operationType": { "$in": ["insert", "update", "replace"] }, "fullDocument.m.t": "mine",
    };
    let unset = doc! { "$unset": "updateDescription" };
    assert_eq!(written, [doc! { "$match": matched }, unset]);
    assert_eq!(
        watch(&tenant("t"), events(true, false)),
        Err(Refusal::DeletionsUnseen)
    );
    let all = watch(&tenant("t"), events(true, true)).unwrap();
    assert_eq!(all.len(), 1);
    let all = all[0].to_string();
    assert!(all.contains("fullDocumentBeforeChange.t"), "{all}");
    let own = watch(&tenant("_id"), events(true, false)).unwrap()[0].to_string();
    assert!(!own.contains("fullDocument"), "{own}");
    assert_eq!(watch(&Scope::Global, events(true, false)), Ok(vec![]));
}

#[test]
fn what_is_no_scalar_is_no_tenant() {
    use bson::Regex;
    for id in [
        Bson::Null,
        Bson::Undefined,
        Bson::MinKey,
        doc! { "$ne": 1 }.into(),
        Bson::Array(vec![1.into()]),
        Bson::RegularExpression(Regex {
            pattern: bson::raw::cstr!(".*").to_owned(),
            options: bson::raw::cstr!("").to_owned(),
        }),
        f64::NAN.into(),
    ] {
        assert!(matches!(
            Tenant::new("t".into(), id),
            Err(Refusal::TenantNotScalar(_))
        ));
    }
}

#[test]
fn a_scope_of_nothing_lets_nothing_through() {
    let nothing = Scope::Nothing(Refusal::TenantUnknown);
    assert!(filter(&nothing, doc! {}).is_err());
    assert!(document(&nothing, &bson::rawdoc! {}).is_err());
    assert!(update(&nothing, &doc! { "$set": {} }.into()).is_err());
    assert!(pipeline(&nothing, Start::Match(doc! {}), vec![], &joined()).is_err());
    assert!(
        watch(
            &nothing,
            Events {
                deletions: false,
                images: true
            }
        )
        .is_err()
    );
}

#[test]
fn strings_that_a_collation_may_take_for_equal_are_no_tenants() {
    use crate::declared::{DeclaredCollection, DeclaredTenant};
    let of = |options: Document, id: Bson| {
        let declared = DeclaredCollection {
            options,
            tenant: Some(DeclaredTenant::Key("t".into())),
            ..DeclaredCollection::default()
        };
        Scope::of(&declared, Ok(id))
    };
    let english = || doc! { "collation": { "locale": "en", "strength": 2 } };
    assert_eq!(
        of(english(), "acme".into()),
        Scope::Nothing(Refusal::TenantCollated)
    );
    assert!(matches!(of(english(), 7.into()), Scope::Tenant(_)));
    for options in [doc! {}, doc! { "collation": { "locale": "simple" } }] {
        assert!(matches!(of(options, "acme".into()), Scope::Tenant(_)));
    }
}
