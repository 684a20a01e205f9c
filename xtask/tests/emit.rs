//! The declared schema in the forms that `emit` prints.

use bson::{Bson, doc, oid::ObjectId};
use insta::assert_snapshot;
use schema_core::declared::{
    DeclaredCollection, DeclaredDatabase, DeclaredQuery, DeclaredTenant, Exception, ExceptionPlace,
};
use schema_xtask::emit::{Schema, json_schema, markdown, mongosh, roles};
use serde_json::{Value, json};

fn tasks() -> DeclaredCollection {
    let item = doc! { "bsonType": "object", "additionalProperties": false, "properties": {
        "kind": { "enum": ["card"] }, "number": { "bsonType": "string", "pattern": "^[0-9|`]+$" },
    } };
    let other = doc! { "bsonType": "object", "properties": {
        "kind": { "enum": ["cash"] }, "amount": { "bsonType": "decimal", "minimum": 0, "exclusiveMinimum": true },
    } };
    let schema = doc! {
        "bsonType": "object",
        "description": "A unit of work.\n\nWith | and <b>.",
        "required": ["_id", "tenantId", "title"],
        "additionalProperties": false,
        "properties": {
            "_id": { "bsonType": "objectId" },
            "tenantId": { "bsonType": "objectId", "description": "Whose it is." },
            "title": { "bsonType": "string", "minLength": 1, "maxLength": 200 },
            "status": { "enum": ["open", "done"] },
            "count": { "bsonType": ["int", "long"], "minimum": 0, "maximum": 255 },
            "weight": { "bsonType": ["double", "int", "long", "null"], "multipleOf": 0.5 },
            "labels": { "bsonType": "array", "maxItems": 20, "uniqueItems": true, "items": { "bsonType": "string" } },
            "counts": { "bsonType": "object", "maxProperties": 5, "additionalProperties": { "bsonType": "int" } },
            "flags": { "bsonType": "object", "patternProperties": { "^[a-z]+$": { "bsonType": "bool" } } },
            "pair": { "bsonType": "array", "items": [{ "bsonType": "string" }, { "bsonType": "date" }] },
            "payment": { "anyOf": [item, other, { "bsonType": "null" }] },
        },
    };
    DeclaredCollection {
        name: "tasks".into(),
        type_name: "Task".into(),
        schema_version: Some(2),
        options: doc! {
            "changeStreamPreAndPostImages": { "enabled": true },
            "validator": { "$jsonSchema": schema }, "validationLevel": "strict", "validationAction": "error",
        },
        indexes: vec![
            doc! { "name": "tenantId_1_status_1", "key": { "tenantId": 1, "status": 1 } },
            doc! { "name": "open", "key": { "tenantId": 1, "2": -1 }, "unique": true,
            "partialFilterExpression": { "status": "open", "count": { "$gte": 5_000_000_000_i64 } } },
        ],
        shard_key: Some(doc! { "tenantId": 1, "_id": 1 }),
        external_indexes: Vec::new(),
        write_concern: Some(doc! { "w": "majority", "wtimeout": 5000 }),
        read_concern: Some("majority".into()),
        tenant: Some(DeclaredTenant::Key("tenantId".into())),
        queries: vec![DeclaredQuery {
            name: "board".into(),
            equal: vec!["tenantId".into()],
            any_of: vec![("status".into(), 2)],
            sort: doc! { "count": -1 },
            filter: Some(doc! { "status": "open" }),
            frequency: Some("each page".into()),
            ..DeclaredQuery::default()
        }],
        ..DeclaredCollection::default()
    }
}

fn declared() -> DeclaredDatabase {
    let log = DeclaredCollection {
        name: "log".into(),
        type_name: "Entry".into(),
        options: doc! { "capped": true, "size": 4096 },
        tenant: Some(DeclaredTenant::Global("the operators' own".into())),
        ..DeclaredCollection::default()
    };
    let exception = Exception {
        rule: "money-as-float".into(),
        type_name: "Task".into(),
        place: ExceptionPlace::Field("weight".into()),
        reason: "no money | at all".into(),
        needed: true,
    };
    DeclaredDatabase {
        name: "tracker".into(),
        collections: vec![tasks(), log],
        exceptions: vec![exception],
        ..DeclaredDatabase::default()
    }
}

fn schema<'a>(declared: &'a DeclaredDatabase, only: &'a [String]) -> Schema<'a> {
    Schema {
        declared,
        database: "tracker_test",
        only,
    }
}

/// The head and the data; what is done with it is a file of its own.
#[test]
fn a_script_for_mongosh() {
    let script = mongosh::script(&schema(&declared(), &[]));
    let (data, work) = script.split_once("  // Waits for a majority").unwrap();
    assert_snapshot!(data);
    assert!(!work.contains("drop("), "it drops nothing");
}

#[test]
fn the_script_holds_what_it_is_given_and_runs_nothing_of_it() {
    let mut declared = declared();
    declared.collections[1].name = "a\";\n*/ evil() //".into();
    declared.collections[1].type_name = "E\nevil()".into();
    let script = mongosh::script(&schema(&declared, &[]));
    assert!(
        script.contains(r#"name: "a\";\n*/ evil() //","#),
        "{script}"
    );
    assert!(
        script
            .lines()
            .all(|line| !line.trim().starts_with("evil()"))
    );
}

#[test]
fn json_schema_of_draft_4() {
    let document = json_schema::document(&schema(&declared(), &[]));
    assert_snapshot!(serde_json::to_string_pretty(&document).unwrap());
}

#[test]
fn standard_types_stand_beside_bson_types_at_every_depth() {
    let document = json_schema::document(&schema(&declared(), &[]));
    let at = |pointer: &str| document.pointer(&format!("/definitions/tasks{pointer}"));
    assert_eq!(at("/type"), Some(&json!("object")));
    assert_eq!(at("/properties/labels/items/type"), Some(&json!("string")));
    assert_eq!(
        at("/properties/weight/type"),
        Some(&json!(["number", "null"]))
    );
    assert_eq!(at("/properties/payment/anyOf/2/type"), Some(&json!("null")));
    assert_eq!(at("/properties/_id/type"), None);
    assert_eq!(at("/properties/pair/items/0/type"), Some(&json!("string")));
    assert_eq!(
        at("/properties/flags/patternProperties/^[a-z]+$/type"),
        Some(&json!("boolean"))
    );
}

/// A property may be called like a keyword.
#[test]
fn a_property_is_no_keyword() {
    let mut declared = declared();
    let properties = doc! { "bsonType": { "bsonType": "string" }, "items": { "bsonType": "bool" } };
    declared.collections[0].options =
        doc! { "validator": { "$jsonSchema": { "properties": properties } } };
    let document = json_schema::document(&schema(&declared, &[]));
    let expected = json!({
        "bsonType": { "bsonType": "string", "type": "string" },
        "items": { "bsonType": "bool", "type": "boolean" },
    });
    assert_eq!(document["definitions"]["tasks"]["properties"], expected);
}

#[test]
fn a_page_for_people() {
    assert_snapshot!(markdown::page(&schema(&declared(), &[])));
}

#[test]
fn a_page_has_every_field_index_query_and_exception() {
    let page = markdown::page(&schema(&declared(), &[]));
    for expected in [
        "`labels[]`",
        "`payment(card).number`",
        "`counts.*`",
        "`flags./^[a-z]+$/`",
        "`pair[1]`",
        "`tenantId_1_status_1`",
        "`board`",
        "each page",
        "field weight of Task",
        "the operators' own",
    ] {
        assert!(page.contains(expected), "{expected}: {page}");
    }
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let tables: Vec<&str> = page.lines().filter(|line| line.starts_with('|')).collect();
    for rows in tables.windows(2) {
        let is_head = rows[1].starts_with("| ---") || rows[0].contains("---");
        assert!(!is_head || cells(rows[0]) == cells(rows[1]), "{rows:?}");
    }
}

#[test]
fn roles_for_mongosh() {
    assert_snapshot!(roles::script(&schema(&declared(), &[])));
}

#[test]
fn the_application_may_not_change_the_schema_and_plan_may_change_nothing() {
    let document = roles::document(&schema(&declared(), &[]));
    let actions = |role: usize| -> Vec<&str> {
        let privileges = document["roles"][role]["privileges"].as_array().unwrap();
        let lists = privileges
            .iter()
            .map(|it| it["actions"].as_array().unwrap());
        lists.flatten().filter_map(Value::as_str).collect()
    };
    let plan = actions(0);
    assert!(
        plan.iter()
            .all(|it| ["find", "listCollections", "listIndexes", "collStats"].contains(it)),
        "{plan:?}"
    );
    for action in [
        "collMod",
        "createIndex",
        "dropIndex",
        "createCollection",
        "enableSharding",
    ] {
        assert!(actions(1).contains(&action), "{action}");
        assert!(!actions(2).contains(&action), "{action}");
    }
    assert!(actions(2).contains(&"changeStream"));
    assert!(!actions(1).contains(&"dropCollection"));
}

#[test]
fn only_what_is_chosen_is_printed() {
    let (declared, only) = (declared(), ["log".to_owned()]);
    let schema = schema(&declared, &only);
    for text in [
        mongosh::script(&schema)
            .split_once("  // Waits")
            .unwrap()
            .0
            .to_owned(),
        markdown::page(&schema)
            .split("## Accepted")
            .next()
            .unwrap()
            .to_owned(),
        json_schema::document(&schema).to_string(),
        roles::document(&schema).to_string(),
    ] {
        assert!(text.contains("log") && !text.contains("tasks"), "{text}");
    }
}

/// Every type that BSON has, as mongosh reads it.
#[test]
fn values_are_written_by_constructors() {
    let mut declared = declared();
    declared.collections[0].options = doc! {
        "l": 1_i64, "d": 2.0, "n": f64::NAN, "x": 0.1, "dec": Bson::Decimal128("1.50".parse().unwrap()),
        "id": ObjectId::from_bytes([1; 12]), "at": bson::DateTime::from_millis(1),
        "old": bson::DateTime::from_millis(-100_000_000_000_000),
        "re": bson::Regex { pattern: "a/\"b".try_into().unwrap(), options: "i".try_into().unwrap() },
        "bin": bson::Binary { subtype: bson::spec::BinarySubtype::Uuid, bytes: vec![1, 2] },
        "ts": bson::Timestamp { time: 1, increment: 2 }, "min": Bson::MinKey, "null": null,
        "undefined": Bson::Undefined,
    };
    let script = mongosh::script(&schema(&declared, &[]));
    for expected in [
        "l: NumberLong(\"1\")",
        "d: Double(2.0)",
        "n: NaN",
        "x: 0.1",
        "dec: NumberDecimal(\"1.50\")",
        "id: ObjectId(\"010101010101010101010101\")",
        "at: ISODate(\"1970-01-01T00:00:00.001Z\")",
        "old: new Date(-100000000000000)",
        r#"re: BSONRegExp("a/\"b", "i")"#,
        "bin: BinData(4, \"AQI=\")",
        "ts: Timestamp({ t: 1, i: 2 })",
        "min: MinKey()",
        "null: null",
        "undefined: EJSON.parse(",
    ] {
        assert!(script.contains(expected), "{expected}: {script}");
    }
}
