//! Updates by typed paths are what the server takes.

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};
use mongodb::options::UpdateModifications;
use schema_core::{
    Collection, Embedded,
    driver::{CollectionAccess, Update},
};
use serde::{Deserialize, Serialize};
use tracker::{Member, Project, Role, Status, Task};

/// The operators of an update.
fn operators<T>(update: &Update<T>) -> Document {
    match update.modifications().unwrap() {
        UpdateModifications::Document(operators) => operators.clone(),
        other => panic!("{other:?}"),
    }
}

fn error<T>(update: &Update<T>) -> String {
    update.modifications().unwrap_err().to_string()
}

#[test]
fn each_operator_writes_the_stored_path_and_what_serde_writes() {
    let due = DateTime::from_millis(86_400_000);
    let update = Update::<Task>::with(|u, f| {
        u.set(f.title(), "Write")
            .set(f.status(), Status::InProgress)
            .set(f.due_at(), due)
            .inc(f.comment_count(), 1)
            .max(f.position(), 4)
            .current_date(f.created_at())
            .set(f.assignee().fields().name(), "Ada")
    });
    let expected = doc! {
        "$set": { "title": "Write", "status": "in_progress", "dueAt": due, "assignee.name": "Ada" },
        "$inc": { "commentCount": 1 },
        "$max": { "position": 4_i64 },
        "$currentDate": { "createdAt": true },
    };
    assert_eq!(operators(&update), expected);
    let none = Update::<Task>::with(|u, f| u.set(f.due_at(), None));
    assert_eq!(operators(&none), doc! { "$set": { "dueAt": Bson::Null } });
}

#[test]
fn what_is_pushed_stays_within_the_bound() {
    let push = |slice| Update::<Task>::with(|u, f| u.push(f.labels(), "new").slice(slice));
    let each = doc! { "$each": ["new"], "$slice": -5 };
    assert_eq!(operators(&push(-5)), doc! { "$push": { "labels": each } });
    assert!(error(&push(-21)).contains("longer than the 20 of `max_items`"));
    let update = Update::<Task>::with(|u, f| u.push_each(f.labels(), ["a", "b"]).keep_last());
    let each = doc! { "$each": ["a", "b"], "$slice": -20 };
    assert_eq!(operators(&update), doc! { "$push": { "labels": each } });
}

#[test]
fn items_are_found_by_their_fields() {
    let user_id = ObjectId::new();
    let update = Update::<Project>::with(|u, f| {
        let editors = f.members().filtered("editor");
        u.set(editors.fields().role(), Role::Viewer)
            .items_where("editor", f.members(), |m| m.role(), Role::Editor)
            .items_where("editor", f.members(), |m| m.user_id(), user_id)
    });
    assert_eq!(
        operators(&update),
        doc! { "$set": { "members.$[editor].role": "viewer" } }
    );
    let filter = doc! { "editor.role": { "$eq": "editor" }, "editor.userId": { "$eq": user_id } };
    assert_eq!(update.array_filters(), [filter]);

    let role = Role::Owner;
    let member = Member { user_id, role };
    let update = Update::<Project>::with(|u, f| u.pull(f.members(), member));
    let member = doc! { "userId": user_id, "role": "owner" };
    assert_eq!(
        operators(&update),
        doc! { "$pullAll": { "members": [member] } }
    );
    let update =
        Update::<Project>::with(|u, f| u.pull_where(f.members(), |m| m.user_id(), user_id));
    let condition = doc! { "userId": { "$eq": user_id } };
    assert_eq!(
        operators(&update),
        doc! { "$pull": { "members": condition } }
    );
}

#[test]
fn paths_that_hold_each_other_are_an_error() {
    let update = Update::<Task>::with(|u, f| {
        u.set(f.assignee(), None)
            .set(f.assignee().fields().name(), "Ada")
    });
    assert!(error(&update).contains("`assignee` and `assignee.name`"));
    let update = Update::<Task>::with(|u, f| {
        u.inc(f.comment_count(), 1)
            .set_on_insert(f.comment_count(), 0)
    });
    assert!(error(&update).contains("change each part once"));
}

/// Helpers, fields that may be missing, and what is flattened.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "notes", global = "an example")]
struct Note {
    #[serde(rename = "_id")]
    id: ObjectId,
    #[serde(with = "bson::serde_helpers::datetime::FromChrono04DateTime")]
    at: chrono::DateTime<chrono::Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<String>,
    #[serde(default)]
    seen: u32,
    #[serde(flatten)]
    origin: Origin,
    #[field(allow(array_without_max_items = "an example"))]
    log: Vec<String>,
    r#type: i64,
}

#[derive(Serialize, Deserialize, Embedded)]
struct Origin {
    #[serde(rename = "src")]
    source: String,
}

#[test]
fn helpers_write_what_they_write_in_documents() {
    let at = chrono::DateTime::from_timestamp(86_400, 0).unwrap();
    let update = Update::<Note>::with(|u, f| {
        u.set(f.at(), at)
            .unset(f.hint())
            .mul(f.seen(), 2)
            .set(f.origin().fields().source(), "mail")
            .push(f.log(), "read")
            .keep_all()
            .set(f.r#type(), 3)
    });
    let expected = doc! {
        "$set": { "at": DateTime::from_millis(86_400_000), "src": "mail", "type": 3_i64 },
        "$unset": { "hint": "" },
        "$mul": { "seen": 2_i64 },
        "$push": { "log": { "$each": ["read"] } },
    };
    assert_eq!(operators(&update), expected);
    assert_eq!(Note::paths().at().path(), "at");
}
