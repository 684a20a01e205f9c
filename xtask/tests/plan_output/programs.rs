//! What programs read.

use insta::assert_snapshot;
use schema_xtask::output::json;
use schema_xtask::plan::Plan;

use super::{creation, every_kind, in_sync};

pub(super) fn document(plan: &Plan) -> String {
    let mut written = Vec::new();
    json::write(&mut written, plan).unwrap();
    String::from_utf8(written).unwrap()
}

#[test]
fn a_plan_for_programs() {
    assert_snapshot!(document(&creation()), @r#"
    {
      "format": 1,
      "database": "tracker",
      "in_sync": false,
      "data_checked": false,
      "environment": null,
      "overrides": [],
      "changes": [
        {
          "id": "tasks/create_collection/tasks",
          "collection": "tasks",
          "action": "create_collection",
          "class": "safe",
          "reason": "declared by Task, missing on the server",
          "notes": [],
          "before": null,
          "after": {
            "validationLevel": "strict",
            "validationAction": "error"
          },
          "command": {
            "create": "tasks"
          },
          "preparation": [],
          "status": "planned",
          "error": null
        },
        {
          "id": "tasks/create_index/tenantId_1__id_1",
          "collection": "tasks",
          "action": "create_index",
          "class": "safe",
          "reason": "declared by Task, missing on the server",
          "notes": [],
          "before": null,
          "after": {
            "name": "tenantId_1__id_1",
            "key": {
              "tenantId": 1,
              "_id": 1
            }
          },
          "command": {
            "createIndexes": "tasks",
            "indexes": [
              {
                "key": {
                  "tenantId": 1,
                  "_id": 1
                },
                "name": "tenantId_1__id_1"
              }
            ]
          },
          "preparation": [],
          "status": "planned",
          "error": null
        }
      ],
      "unmanaged": [],
      "notes": [],
      "summary": {
        "create": 2,
        "modify": 0,
        "replace": 0,
        "drop": 0
      }
    }
    "#);
}

#[test]
fn an_empty_plan_for_programs() {
    assert_snapshot!(document(&in_sync()), @r#"
    {
      "format": 1,
      "database": "tracker",
      "in_sync": true,
      "data_checked": false,
      "environment": null,
      "overrides": [],
      "changes": [],
      "unmanaged": [],
      "notes": [],
      "summary": {
        "create": 0,
        "modify": 0,
        "replace": 0,
        "drop": 0
      }
    }
    "#);
}

#[test]
fn values_are_relaxed_extended_json_and_every_change_is_there() {
    let printed: serde_json::Value = serde_json::from_str(&document(&every_kind())).unwrap();
    let changes = printed["changes"].as_array().unwrap();
    assert_eq!(changes.len(), every_kind().changes.len());
    assert_eq!(
        printed["summary"].to_string(),
        r#"{"create":4,"modify":4,"replace":1,"drop":1}"#
    );
    let ttl = changes
        .iter()
        .find(|change| change["id"] == "tasks/modify_index/expiry")
        .unwrap();
    assert_eq!(
        ttl["command"].to_string(),
        r#"{"collMod":"tasks","index":{"name":"expiry","expireAfterSeconds":60}}"#
    );
    assert_eq!(ttl["status"], "planned");
    assert_eq!(
        printed["unmanaged"][0].to_string(),
        r#"{"collection":"tasks","index":"slug"}"#
    );
    assert_eq!(
        printed["unmanaged"][1].to_string(),
        r#"{"collection":"foreign","index":null}"#
    );
}
