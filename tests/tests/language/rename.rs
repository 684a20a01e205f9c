//! Stored names are those that serde writes, by each of its rules.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

use super::{json_schema, property};

/// Declares a collection and an enum under one rule of serde, and compares the validator with what
/// serde writes.
macro_rules! rule {
    ($name:ident, $rule:literal) => {
        #[test]
        #[allow(non_snake_case)]
        fn $name() {
            #[derive(Serialize, Collection)]
            #[serde(rename_all = $rule)]
            #[collection(name = "tasks", global = "an example")]
            struct Task {
                #[serde(rename = "_id")]
                id: ObjectId,
                plain: i32,
                due_at_last: i32,
                with2_digits_3: i32,
                r#type: i32,
                _hidden: i32,
                double__score: i32,
                status: Status,
            }

            #[derive(Serialize, Embedded, Clone, Copy)]
            #[serde(rename_all = $rule)]
            enum Status {
                Open,
                InProgress,
                HTTPError,
                V2,
            }

            let task = Task {
                id: ObjectId::new(),
                plain: 0,
                due_at_last: 0,
                with2_digits_3: 0,
                r#type: 0,
                _hidden: 0,
                double__score: 0,
                status: Status::Open,
            };
            let written = bson::serialize_to_document(&task).unwrap();
            let written_names: Vec<&String> = written.keys().collect();
            let schema = json_schema::<Task>();
            let properties = schema.get_document("properties").unwrap();
            assert!(
                written.keys().eq(properties.keys()),
                "{written}\n{properties}"
            );

            let all = [
                Status::Open,
                Status::InProgress,
                Status::HTTPError,
                Status::V2,
            ];
            let written: Vec<_> = all
                .map(|one| bson::serialize_to_bson(&one).unwrap())
                .to_vec();
            let status = property::<Task>(written_names.last().unwrap());
            assert_eq!(status.get_array("enum").unwrap(), &written);
        }
    };
}

rule!(lower, "lowercase");
rule!(upper, "UPPERCASE");
rule!(pascal, "PascalCase");
rule!(camel, "camelCase");
rule!(snake, "snake_case");
rule!(screaming_snake, "SCREAMING_SNAKE_CASE");
rule!(kebab, "kebab-case");
rule!(screaming_kebab, "SCREAMING-KEBAB-CASE");

/// A rule for reading alone changes nothing that is stored.
#[test]
fn only_the_rule_for_writing_counts() {
    #[derive(Serialize, serde::Deserialize, Collection)]
    #[serde(rename_all(deserialize = "camelCase"))]
    #[collection(name = "tasks", global = "an example")]
    struct Read {
        #[serde(rename(serialize = "_id", deserialize = "identity"))]
        id: ObjectId,
        due_at: i32,
        #[serde(rename(deserialize = "score"), alias = "points")]
        comment_count: i32,
    }

    #[derive(Serialize, serde::Deserialize, Collection)]
    #[serde(rename_all(serialize = "camelCase"))]
    #[collection(name = "tasks", global = "an example")]
    struct Written {
        #[serde(rename = "_id")]
        id: ObjectId,
        due_at: i32,
    }

    let names = |schema: bson::Document| -> Vec<String> {
        schema
            .get_document("properties")
            .unwrap()
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(
        names(json_schema::<Read>()),
        ["_id", "due_at", "comment_count"]
    );
    assert_eq!(names(json_schema::<Written>()), ["_id", "dueAt"]);
}
