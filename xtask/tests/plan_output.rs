//! What people and programs read.

mod plan_support;
#[path = "plan_output/programs.rs"]
mod programs;

use anstream::adapter::strip_str;
use bson::doc;
use insta::assert_snapshot;
use plan_support::{database, declared, live, make, server};
use programs::document;
use schema_xtask::live::LiveDatabase;
use schema_xtask::output::{Verbosity, human};
use schema_xtask::overrides::Override;
use schema_xtask::plan::{Plan, Scope, Status, Unmanaged};

type Writer = fn(&mut Vec<u8>, &Plan, Verbosity) -> std::io::Result<()>;

fn text(write: Writer, plan: &Plan, verbosity: Verbosity) -> String {
    let mut written = Vec::new();
    write(&mut written, plan, verbosity).unwrap();
    strip_str(&String::from_utf8(written).unwrap()).to_string()
}

/// A change of each kind that this slice plans.
fn every_kind() -> Plan {
    let wanted = database(vec![
        declared(
            "users",
            doc! { "validator": { "$jsonSchema": { "bsonType": "object" } } },
            vec![doc! { "key": { "email": 1 }, "name": "email_1", "unique": true }],
        ),
        declared(
            "tasks",
            doc! { "validator": { "$jsonSchema": { "required": ["title"] } }, "capped": true, "size": 4096 },
            vec![
                doc! { "key": { "tenantId": 1, "status": 1 }, "name": "tenantId_1_status_1" },
                doc! { "key": { "tenantId": 1, "slug": 1 }, "name": "slug", "unique": true,
                "partialFilterExpression": { "slug": { "$type": "string" } } },
                doc! { "key": { "at": 1 }, "name": "at_1", "expireAfterSeconds": 60 },
                doc! { "key": { "p": "2d" }, "name": "p_2d", "bits": 20 },
            ],
        ),
    ]);
    let mut state = server(vec![
        live(
            "tasks",
            doc! {},
            vec![
                doc! { "v": 2, "key": { "slug": 1 }, "name": "slug" },
                doc! { "v": 2, "key": { "at": 1 }, "name": "expiry", "expireAfterSeconds": 3600 },
                doc! { "v": 2, "key": { "p": "2d" }, "name": "p_2d" },
                doc! { "v": 2, "key": { "old": 1 }, "name": "old_1" },
            ],
        ),
        live("foreign", doc! {}, vec![]),
    ]);
    state.owned.indexes.insert(("tasks".into(), "old_1".into()));
    make(&wanted, &state)
}

/// One collection with one index, to be created.
fn creation() -> Plan {
    let index = doc! { "key": { "tenantId": 1, "_id": 1 }, "name": "tenantId_1__id_1" };
    make(
        &database(vec![declared("tasks", doc! {}, vec![index])]),
        &LiveDatabase::default(),
    )
}

fn in_sync() -> Plan {
    make(
        &database(vec![declared("tasks", doc! {}, vec![])]),
        &server(vec![live("tasks", doc! {}, vec![])]),
    )
}

#[test]
fn a_plan_for_people() {
    assert_snapshot!(text(human::write_plan, &every_kind(), Verbosity::Normal), @r#"
    users
      +   collection [safe]
          declared by Task, missing on the server
      +   index email_1 { email: 1 } unique [safe]
          declared by Task, missing on the server

    tasks
      ~   validator [caution]
          differs from Task in `validator` (absent on the server, {"$jsonSchema":{"required":["title"]}} declared)
          note: tightens: validationLevel strict, validationAction error, was no validator
          note: nothing is enforced yet, so it comes by stages: `warn`, then `moderate`, then the declared level and action, each after 1 day of the one before it and once no document violates it (`--observe`)
      ~   options [destructive] blocked
          differs from Task in `capped` (absent on the server, true declared), `size` (absent on the server, 4096 declared)
          note: the server cannot change `capped`, `size` of an existing collection; rename it by hand, apply to create the declared one, and copy the documents over
      ~   index expiry { at: 1 } expireAfterSeconds: 60 [destructive]
          differs from Task in `expireAfterSeconds` (3600 on the server, 60 declared)
          note: documents older than that are deleted within minutes
      +   index tenantId_1_status_1 { tenantId: 1, status: 1 } [safe]
          declared by Task, missing on the server
          note: the collection holds documents, so the build takes time
      +   index slug_393884d4 { tenantId: 1, slug: 1 } unique partialFilterExpression: { slug: { $type: "string" } } [caution]
          declared by Task, missing on the server
          note: the name `slug` is taken by another index, so this one is called `slug_393884d4`
          note: the collection holds documents, so the build takes time
          note: documents that share a key keep it from becoming unique, and once it is, such writes are refused
      -/+ index p_2d { p: "2d" } bits: 20 [destructive]
          differs from Task in `bits` (absent on the server, 20 declared)
          note: the server allows no two indexes that differ in these options alone, so there is a time without the index
      ~   index old_1 { old: 1 } hidden [destructive]
          created by this tool, no longer declared by Task
          note: queries do without it, and it is kept up to date; `unhide` gives it back at once
      -   index old_1 { old: 1 } hidden [destructive] held
          created by this tool, no longer declared by Task
          note: held until it was hidden for 7 days and nobody wanted it back; the first apply after that drops it

    unmanaged (left alone)
      index slug on tasks
      collection foreign

    plan: 4 to create, 4 to modify, 1 to replace, 1 to drop; of these 1 held, 1 blocked
    "#);
}

#[test]
fn a_quiet_plan() {
    assert_snapshot!(text(human::write_plan, &every_kind(), Verbosity::Quiet), @r#"
    users
      +   collection [safe]
      +   index email_1 { email: 1 } unique [safe]

    tasks
      ~   validator [caution]
      ~   options [destructive] blocked
      ~   index expiry { at: 1 } expireAfterSeconds: 60 [destructive]
      +   index tenantId_1_status_1 { tenantId: 1, status: 1 } [safe]
      +   index slug_393884d4 { tenantId: 1, slug: 1 } unique partialFilterExpression: { slug: { $type: "string" } } [caution]
      -/+ index p_2d { p: "2d" } bits: 20 [destructive]
      ~   index old_1 { old: 1 } hidden [destructive]
      -   index old_1 { old: 1 } hidden [destructive] held

    plan: 4 to create, 4 to modify, 1 to replace, 1 to drop; of these 1 held, 1 blocked
    "#);
}

#[test]
fn a_verbose_plan() {
    assert_snapshot!(text(human::write_plan, &creation(), Verbosity::Verbose), @r#"
    tasks
      +   collection [safe]
          declared by Task, missing on the server
          after: {"validationLevel":"strict","validationAction":"error"}
          command: {"create":"tasks"}
      +   index tenantId_1__id_1 { tenantId: 1, _id: 1 } [safe]
          declared by Task, missing on the server
          after: {"name":"tenantId_1__id_1","key":{"tenantId":1,"_id":1}}
          command: {"createIndexes":"tasks","indexes":[{"key":{"tenantId":1,"_id":1},"name":"tenantId_1__id_1"}]}

    plan: 2 to create, 0 to modify, 0 to replace, 0 to drop
    "#);
}

#[test]
fn what_came_of_a_plan() {
    let mut plan = every_kind();
    let statuses = [
        Status::Applied,
        Status::Failed,
        Status::Held,
        Status::Blocked,
    ];
    for (change, status) in plan.changes.iter_mut().zip(statuses) {
        change.status = status;
    }
    plan.changes[1].error = Some("duplicate key `{ email: \"a\" }` [11000]".into());
    assert_snapshot!(text(human::write_result, &plan, Verbosity::Quiet), @r#"
    users
      +   collection [safe] applied
      +   index email_1 { email: 1 } unique [safe] failed: duplicate key `{ email: "a" }` [11000]

    tasks
      ~   validator [caution] held
      ~   options [destructive] blocked
      ~   index expiry { at: 1 } expireAfterSeconds: 60 [destructive]
      +   index tenantId_1_status_1 { tenantId: 1, status: 1 } [safe]
      +   index slug_393884d4 { tenantId: 1, slug: 1 } unique partialFilterExpression: { slug: { $type: "string" } } [caution]
      -/+ index p_2d { p: "2d" } bits: 20 [destructive]
      ~   index old_1 { old: 1 } hidden [destructive]
      -   index old_1 { old: 1 } hidden [destructive] held

    apply: 1 applied, 5 not reached, 2 held, 1 blocked, 1 failed
    "#);
}

#[test]
fn nothing_to_do() {
    for write in [human::write_plan as Writer, human::write_result] {
        assert_eq!(
            text(write, &in_sync(), Verbosity::Normal),
            "no changes: `tracker` is as declared\n"
        );
    }
}

#[test]
fn names_from_the_server_reach_no_terminal_as_they_are() {
    let mut plan = in_sync();
    plan.unmanaged.push(Unmanaged {
        collection: "a\u{1b}[2J".into(),
        index: Some("b\nc".into()),
    });
    assert_snapshot!(text(human::write_plan, &plan, Verbosity::Normal), @r#"
    unmanaged (left alone)
      index b\nc on a\u{1b}[2J

    no changes: `tracker` is as declared
    "#);
}

#[test]
fn after_a_whole_apply_the_database_is_in_sync() {
    let mut plan = creation();
    assert!(!plan.in_sync());
    for change in &mut plan.changes {
        change.status = Status::Applied;
    }
    assert!(plan.in_sync());
    plan.changes[1].status = Status::Failed;
    assert!(!plan.in_sync());
}

/// With `--only`, nothing is said of what was not looked at.
#[test]
fn a_chosen_collection_alone_is_said_to_be_in_sync() {
    let plan = Plan {
        scope: Scope {
            only: vec!["tasks".into(), "users".into()],
            ..Scope::default()
        },
        ..in_sync()
    };
    let mut out = Vec::new();
    human::write_plan(&mut out, &plan, Verbosity::Normal).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(
        text.ends_with("no changes in `tasks`, `users` of `tracker`; the rest was not looked at\n"),
        "{text}"
    );
}

fn unmanaged(count: usize) -> Plan {
    let mut plan = in_sync();
    plan.unmanaged = (0..count)
        .map(|number| Unmanaged {
            collection: format!("c{number}"),
            index: None,
        })
        .collect();
    plan
}

#[test]
fn long_lists_are_cut_short_unless_all_is_wanted() {
    for (count, verbosity, lines, more) in [
        (20, Verbosity::Normal, 20, None),
        (
            23,
            Verbosity::Normal,
            20,
            Some("  and 3 more; `-v` names all"),
        ),
        (23, Verbosity::Verbose, 23, None),
        (23, Verbosity::Quiet, 0, None),
    ] {
        let text = text(human::write_plan, &unmanaged(count), verbosity);
        assert_eq!(text.matches("  collection c").count(), lines, "{text}");
        let last = text.lines().find(|line| line.contains("more"));
        assert_eq!(last, more);
    }
    let printed: serde_json::Value = serde_json::from_str(&document(&unmanaged(23))).unwrap();
    assert_eq!(printed["unmanaged"].as_array().unwrap().len(), 23);
}

#[test]
fn what_is_not_the_structs_own_is_told_at_every_verbosity() {
    let mut plan = in_sync();
    plan.scope.environment = Some("staging".into());
    let one = |index: Option<&str>, setting, declared, value| Override {
        collection: "tasks".into(),
        index: index.map(Into::into),
        setting,
        declared,
        value,
    };
    plan.scope.overrides = vec![
        one(
            None,
            "validationAction",
            Some("error".into()),
            Some("warn".into()),
        ),
        one(Some("at_1"), "expireAfterSeconds", Some(60.into()), None),
    ];
    for verbosity in [Verbosity::Quiet, Verbosity::Verbose] {
        let text = text(human::write_plan, &plan, verbosity);
        let told = "overrides (environment `staging`)\n  tasks validationAction: \"warn\" instead of \"error\"\n  tasks index at_1 expireAfterSeconds: none instead of 60\n\n";
        assert!(text.starts_with(told), "{text}");
    }
    let printed: serde_json::Value = serde_json::from_str(&document(&plan)).unwrap();
    assert_eq!(printed["environment"], "staging");
    assert_eq!(
        printed["overrides"][1].to_string(),
        r#"{"collection":"tasks","index":"at_1","setting":"expireAfterSeconds","declared":60,"value":null}"#
    );
}

#[test]
fn commands_that_come_first_are_shown_first() {
    let mut plan = creation();
    plan.changes[1].preparation = vec![doc! { "collMod": "tasks" }];
    let text = text(human::write_plan, &plan, Verbosity::Verbose);
    let first = text
        .find(r#"before that: {"collMod":"tasks"}"#)
        .expect("the preparation");
    assert!(
        first < text.rfind("command: ").expect("the command"),
        "{text}"
    );
}
