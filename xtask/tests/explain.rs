//! Replies of explain in every shape that servers give it, as the manual ("Explain Results") shows
//! them, and what is thought of each.

use bson::{Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredQuery};
use schema_xtask::explain::{Counts, Explained, RATIO, Reach, Reading, Verdict, judge, read};
use schema_xtask::output::{Verbosity, explain as output};

fn collection() -> DeclaredCollection {
    DeclaredCollection {
        name: "tasks".into(),
        indexes: vec![
            doc! { "name": "t_1_s_1", "key": { "t": 1, "s": 1 } },
            doc! { "name": "t_1", "key": { "t": 1 } },
        ],
        ..DeclaredCollection::default()
    }
}

fn query() -> DeclaredQuery {
    DeclaredQuery {
        name: "board".into(),
        equal: vec!["t".into()],
        sort: doc! { "s": 1 },
        served_by: vec!["t_1_s_1".into()],
        ..DeclaredQuery::default()
    }
}

fn by_id() -> DeclaredQuery {
    DeclaredQuery {
        sort: Document::new(),
        served_by: vec!["_id_".into()],
        ..query()
    }
}

fn live() -> Vec<(String, Document)> {
    vec![
        ("_id_".into(), doc! { "_id": 1 }),
        ("t_1_s_1".into(), doc! { "t": 1, "s": 1 }),
        ("t_1".into(), doc! { "t": 1 }),
    ]
}

fn scan() -> Document {
    doc! {
        "stage": "IXSCAN", "keyPattern": { "t": 1, "s": 1 }, "indexName": "t_1_s_1",
        "isMultiKey": false, "direction": "forward",
    }
}

fn stats(returned: i32, keys: i32, documents: i32) -> Document {
    doc! {
        "executionSuccess": true, "nReturned": returned, "executionTimeMillis": 0,
        "totalKeysExamined": keys, "totalDocsExamined": documents, "executionStages": {},
    }
}

fn reply(winning: Document, stats: Document) -> Document {
    doc! {
        "explainVersion": "1",
        "queryPlanner": {
            "namespace": "app.tasks", "maxScansToExplodeReached": false,
            "winningPlan": winning, "rejectedPlans": [{ "stage": "COLLSCAN" }],
        },
        "executionStats": stats, "ok": 1.0,
    }
}

fn fetch(inner: Document) -> Document {
    doc! { "stage": "FETCH", "inputStage": inner }
}

fn verdict(query: &DeclaredQuery, reply: &Document) -> (Verdict, Vec<String>) {
    judge((&collection(), query), &read(reply), &live(), RATIO)
}

fn says(notes: &[String], part: &str) -> bool {
    notes.iter().any(|note| note.contains(part))
}

#[test]
fn a_classic_plan_by_its_index_is_as_declared() {
    let reply = reply(fetch(scan()), stats(100, 101, 100));
    let reading = read(&reply);
    assert_eq!(reading.stages(), ["FETCH", "IXSCAN"]);
    assert_eq!(reading.indexes(), ["t_1_s_1"]);
    let counts = Counts {
        returned: 100,
        keys: 101,
        documents: 100,
    };
    assert_eq!(reading.counts, Some(counts));
    assert_eq!(verdict(&query(), &reply), (Verdict::AsDeclared, vec![]));
}

#[test]
fn a_slot_based_plan_stands_beneath_its_query_plan() {
    let mut sbe = reply(
        doc! {
            "isCached": false,
            "queryPlan": { "stage": "FETCH", "planNodeId": 2, "inputStage": scan() },
            "slotBasedPlan": { "slots": "$$RESULT=s7", "stages": "[2] nlj inner [] … COLLSCAN …" },
        },
        stats(100, 100, 100),
    );
    sbe.insert("explainVersion", "2");
    assert_eq!(read(&sbe).indexes(), ["t_1_s_1"]);
    assert_eq!(verdict(&query(), &sbe).0, Verdict::AsDeclared);
}

#[test]
fn express_plans_and_look_ups_by_id_name_their_index() {
    let express = doc! {
        "isCached": false, "stage": "EXPRESS_IXSCAN", "keyPattern": "{ t: 1, s: 1 }",
        "indexName": "t_1_s_1",
    };
    let simple = DeclaredQuery {
        sort: Document::new(),
        ..query()
    };
    let found = reply(express, stats(1, 1, 1));
    assert_eq!(verdict(&simple, &found).0, Verdict::AsDeclared);
    for stage in ["IDHACK", "EXPRESS_CLUSTERED_IXSCAN", "CLUSTERED_IXSCAN"] {
        let found = reply(
            doc! { "stage": stage, "direction": "forward" },
            stats(1, 1, 1),
        );
        assert_eq!(read(&found).indexes(), ["_id_"], "{stage}");
        assert_eq!(verdict(&by_id(), &found).0, Verdict::AsDeclared, "{stage}");
        assert_eq!(verdict(&query(), &found).0, Verdict::OtherIndex, "{stage}");
    }
    let by_name =
        doc! { "stage": "EXPRESS_IXSCAN", "keyPattern": "{ _id: 1 }", "indexName": "_id_" };
    assert_eq!(
        verdict(&by_id(), &reply(by_name, stats(1, 1, 1))).0,
        Verdict::AsDeclared
    );
}

#[test]
fn each_shard_is_looked_at() {
    let shard = |name: &str, plan: Document| {
        doc! { "shardName": name, "connectionString": "rs/h:1", "winningPlan": plan, "rejectedPlans": [] }
    };
    let filtered =
        |inner: Document| fetch(doc! { "stage": "SHARDING_FILTER", "inputStage": inner });
    let one = doc! { "stage": "SINGLE_SHARD", "shards": [shard("a", filtered(scan()))] };
    let one = reply(one, stats(50, 50, 50));
    assert_eq!(read(&one).reach, Some(Reach::Targeted));
    assert_eq!(verdict(&query(), &one), (Verdict::AsDeclared, vec![]));

    let sbe = doc! { "queryPlan": filtered(scan()), "slotBasedPlan": {} };
    let good = doc! {
        "stage": "SHARD_MERGE_SORT", "shards": [shard("a", filtered(scan())), shard("b", sbe)],
    };
    let good = reply(good, stats(50, 50, 50));
    assert_eq!(read(&good).reach, Some(Reach::Scattered(2)));
    let (all, notes) = verdict(&query(), &good);
    assert_eq!(all, Verdict::AsDeclared);
    assert!(says(&notes, "2 shards"), "{notes:?}");

    let wrong = doc! {
        "stage": "SHARD_MERGE",
        "shards": [shard("a", filtered(scan())), shard("b", doc! { "stage": "COLLSCAN" })],
    };
    let (worst, notes) = verdict(&query(), &reply(wrong, stats(50, 500, 500)));
    assert_eq!(worst, Verdict::CollectionScan);
    assert!(says(&notes, "on shard `b`"), "{notes:?}");
}

#[test]
fn aggregations_hold_a_query_in_their_cursor() {
    let cursor = reply(fetch(scan()), stats(30, 30, 30));
    let plain = doc! { "stages": [{ "$cursor": cursor.clone() }, { "$limit": 5_i64 }] };
    assert_eq!(read(&plain).stages(), ["$limit", "FETCH", "IXSCAN"]);
    assert_eq!(verdict(&query(), &plain).0, Verdict::AsDeclared);
    let sorting =
        doc! { "stages": [{ "$cursor": cursor.clone() }, { "$sort": { "sortKey": { "s": 1 } } }] };
    assert_eq!(verdict(&query(), &sorting).0, Verdict::SortInMemory);
    let pushed_down = {
        let mut whole = cursor.clone();
        whole
            .get_document_mut("queryPlanner")
            .expect("a planner")
            .insert("optimizedPipeline", true);
        whole
    };
    assert_eq!(verdict(&query(), &pushed_down).0, Verdict::AsDeclared);
    let sharded = doc! { "shards": { "a": plain.clone(), "b": cursor } };
    let reading = read(&sharded);
    assert_eq!(reading.reach, Some(Reach::Scattered(2)));
    assert_eq!(reading.counts.map(|it| it.returned), Some(60));
    assert_eq!(reading.plans.len(), 2);
}

#[test]
fn merged_scans_and_alternatives_are_scans() {
    let merge =
        doc! { "stage": "SORT_MERGE", "sortPattern": { "s": 1 }, "inputStages": [scan(), scan()] };
    let merged = reply(fetch(merge), stats(20, 22, 20));
    assert_eq!(verdict(&query(), &merged).0, Verdict::AsDeclared);
    let other = doc! { "stage": "IXSCAN", "keyPattern": { "t": 1 }, "indexName": "t_1" };
    let or = doc! { "stage": "SUBPLAN", "inputStage": fetch(doc! { "stage": "OR", "inputStages": [scan(), other] }) };
    let (worst, notes) = verdict(&query(), &reply(or, stats(20, 22, 20)));
    assert_eq!(worst, Verdict::OtherIndex);
    assert!(says(&notes, "`t_1`"), "{notes:?}");
}

#[test]
fn sorts_and_scans_of_everything_are_mismatches() {
    let sort = doc! { "stage": "SORT", "sortPattern": { "s": 1 }, "memLimit": 104_857_600, "inputStage": scan() };
    let mut sorted = reply(fetch(sort), stats(20, 20, 20));
    assert_eq!(verdict(&query(), &sorted).0, Verdict::SortInMemory);
    let planner = sorted.get_document_mut("queryPlanner").expect("a planner");
    planner.insert("maxScansToExplodeReached", true);
    let (_, notes) = verdict(&query(), &sorted);
    assert!(says(&notes, "too many values"), "{notes:?}");
    let everything = reply(
        doc! { "stage": "COLLSCAN", "direction": "forward" },
        stats(20, 0, 900),
    );
    assert_eq!(verdict(&query(), &everything).0, Verdict::CollectionScan);
    // Where the index is not there at all, that is the reason.
    let reading = read(&everything);
    let absent = [("_id_".to_owned(), doc! { "_id": 1 })];
    let (_, notes) = judge((&collection(), &query()), &reading, &absent, RATIO);
    assert!(says(&notes, "not on the server"), "{notes:?}");
}

#[test]
fn an_adopted_index_is_known_by_its_key() {
    let mut adopted = scan();
    adopted.insert("indexName", "made_by_hand");
    adopted.insert("keyPattern", doc! { "t": 1.0, "s": 1_i64 });
    assert_eq!(
        verdict(&query(), &reply(fetch(adopted), stats(9, 9, 9))).0,
        Verdict::AsDeclared
    );
}

#[test]
fn a_covered_query_fetches_nothing() {
    let covered = DeclaredQuery {
        covered: true,
        project: vec!["s".into()],
        ..query()
    };
    let plan = doc! { "stage": "PROJECTION_COVERED", "transformBy": { "s": 1, "_id": 0 }, "inputStage": scan() };
    assert_eq!(
        verdict(&covered, &reply(plan, stats(40, 40, 0))).0,
        Verdict::AsDeclared
    );
    let fetching = doc! { "stage": "PROJECTION_SIMPLE", "inputStage": fetch(scan()) };
    assert_eq!(
        verdict(&covered, &reply(fetching, stats(40, 40, 40))).0,
        Verdict::NotCovered
    );
    let count = doc! { "stage": "COUNT", "inputStage": {
        "stage": "COUNT_SCAN", "keyPattern": { "t": 1, "s": 1 }, "indexName": "t_1_s_1",
    } };
    assert_eq!(read(&reply(count, stats(1, 40, 0))).indexes(), ["t_1_s_1"]);
}

#[test]
fn much_that_is_examined_for_little_is_a_mismatch() {
    let of = |returned, keys| {
        verdict(
            &query(),
            &reply(fetch(scan()), stats(returned, keys, returned)),
        )
    };
    assert_eq!(of(1000, 1200).0, Verdict::AsDeclared);
    let (worst, notes) = of(1000, 1201);
    assert_eq!(worst, Verdict::ExaminesTooMuch);
    assert!(says(&notes, "1201 keys"), "{notes:?}");
    let (few, notes) = of(6, 10);
    assert_eq!(few, Verdict::AsDeclared);
    assert!(says(&notes, "of so few"), "{notes:?}");
    assert_eq!(of(6, 60).0, Verdict::ExaminesTooMuch);
    assert_eq!(of(0, 1).0, Verdict::NoDocuments);
    let listed = DeclaredQuery {
        any_of: vec![("s".into(), 50)],
        ..query()
    };
    let found = reply(fetch(scan()), stats(6, 60, 6));
    assert_eq!(
        verdict(&listed, &found).0,
        Verdict::AsDeclared,
        "a key beyond each scan"
    );
}

#[test]
fn what_is_not_there_or_not_promised_is_said() {
    let nothing = reply(
        doc! { "stage": "EOF", "type": "nonExistentNamespace" },
        stats(0, 0, 0),
    );
    let (verdict_of, notes) = judge((&collection(), &query()), &read(&nothing), &[], RATIO);
    assert_eq!(verdict_of, Verdict::NoCollection);
    assert!(says(&notes, "cargo xtask apply"), "{notes:?}");
    assert!(verdict_of.is_mismatch());
    assert_eq!(verdict(&query(), &nothing).0, Verdict::NoDocuments);
    let unserved = DeclaredQuery {
        served_by: Vec::new(),
        ..query()
    };
    let everything = reply(doc! { "stage": "COLLSCAN" }, stats(20, 0, 900));
    assert_eq!(verdict(&unserved, &everything).0, Verdict::NothingPromised);
    assert_eq!(verdict(&query(), &doc! { "ok": 1 }).0, Verdict::Unknown);
    assert_eq!(
        read(&doc! { "stages": 5, "queryPlanner": "?" }),
        Reading::default()
    );
}

#[test]
fn what_is_searched_is_not_judged_by_keys() {
    let near = DeclaredQuery {
        near: vec!["place".into()],
        sort: Document::new(),
        served_by: vec!["place_2dsphere".into()],
        ..query()
    };
    let plan = doc! { "stage": "GEO_NEAR_2DSPHERE", "keyPattern": { "place": "2dsphere" }, "indexName": "place_2dsphere" };
    assert_eq!(
        verdict(&near, &reply(plan, stats(3, 400, 300))).0,
        Verdict::AsDeclared
    );
    let text = DeclaredQuery {
        text: vec!["body".into()],
        served_by: vec!["body_text".into()],
        ..by_id()
    };
    let inner = doc! { "stage": "IXSCAN", "indexName": "body_text", "keyPattern": { "_fts": "text", "_ftsx": 1 } };
    let plan = doc! { "stage": "TEXT_MATCH", "indexName": "body_text", "inputStage": fetch(doc! { "stage": "OR", "inputStages": [inner] }) };
    assert_eq!(
        verdict(&text, &reply(plan, stats(3, 400, 300))).0,
        Verdict::AsDeclared
    );
}

fn explained(query: &str, verdict: Verdict, counts: Option<Counts>, notes: &[&str]) -> Explained {
    Explained {
        collection: "tasks".into(),
        query: query.into(),
        declared: vec!["t_1_s_1".into()],
        used: vec!["t_1_s_1".into()],
        verdict,
        counts,
        stages: vec!["FETCH".into(), "IXSCAN".into()],
        notes: notes.iter().map(|it| (*it).to_owned()).collect(),
        command: doc! { "find": "tasks", "filter": { "t": 1 } },
    }
}

fn all() -> Vec<Explained> {
    let counts = |returned, keys| {
        Some(Counts {
            returned,
            keys,
            documents: returned,
        })
    };
    vec![
        explained("board", Verdict::AsDeclared, counts(100, 101), &[]),
        explained(
            "open_work",
            Verdict::ExaminesTooMuch,
            counts(100, 2000),
            &["2000 keys are examined"],
        ),
        explained(
            "pending",
            Verdict::NoDocuments,
            counts(0, 0),
            &["counts mean nothing"],
        ),
        explained("odd\u{1b}[2J", Verdict::Unknown, None, &["time is up"]),
    ]
}

fn text(verbosity: Verbosity) -> String {
    let mut out = Vec::new();
    output::write(&mut out, &all(), verbosity).expect("memory");
    let text = String::from_utf8(out).expect("UTF-8");
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn people_get_a_table_with_notes_below() {
    insta::assert_snapshot!("explain_table", text(Verbosity::Normal));
}

#[test]
fn people_who_want_quiet_get_mismatches_and_others_commands() {
    assert!(!text(Verbosity::Quiet).contains("counts mean nothing"));
    assert!(text(Verbosity::Quiet).contains("2000 keys"));
    assert!(text(Verbosity::Verbose).contains("FETCH < IXSCAN"));
    assert!(!text(Verbosity::Verbose).contains('\u{1b}'));
}

#[test]
fn programs_get_every_query() {
    let document = output::document("app", RATIO, &all());
    assert_eq!(document["mismatches"], 1);
    assert_eq!(document["queries"][1]["verdict"], "examines_too_much");
    assert_eq!(document["queries"][1]["mismatch"], true);
    assert_eq!(document["queries"][0]["counts"]["keys_examined"], 101);
    assert!(document["queries"][3]["counts"].is_null());
}
