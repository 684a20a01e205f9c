//! The specifications of indexes that use every option.

use bson::{Bson, doc, oid::ObjectId};
use schema_core::{Collection, Embedded};
use serde::Serialize;

use super::declared;

#[derive(Serialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, due_at = -1, assignee.full_name = 1))]
#[index(keys(tenant_id, people.full_name), name = "by_people")]
#[index(keys(tenant_id, title), unique)]
#[index(keys(due_at), expire_after = "1h 30m")]
#[index(keys(tenant_id, status), name = "and", partial = (status == Status::InProgress && priority >= 3))]
#[index(keys(tenant_id, status), name = "twice", partial = (priority > 1 && priority < 5))]
#[index(keys(tenant_id, status), name = "or", partial = (open == true || (priority <= -1 && exists(due_at))))]
#[index(keys(tenant_id, status), name = "in", partial = one_of(status, [Status::Todo, self::Status::InProgress]))]
#[index(keys(tenant_id, status), name = "type", partial = type_of(assignee.full_name, "string"))]
#[index(keys(tenant_id, status), name = "date", partial = due_at > date("2026-01-31T00:00:00Z"))]
#[index(keys(tenant_id, status), name = "id", partial = tenant_id == object_id("65f1a5c0e13f4b2a9c8d7e6f"))]
#[index(keys(tenant_id, status), name = "null", partial = due_at == null)]
#[index(keys(tenant_id, status), name = "float", partial = score == 2.5)]
#[index(keys(tenant_id, status), name = "long", partial = score == -9_223_372_036_854_775_808)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    title: String,
    status: Status,
    priority: i32,
    open: bool,
    score: f64,
    due_at: Option<bson::DateTime>,
    assignee: Option<Person>,
    #[field(max_items = 5)]
    people: Vec<Option<Box<Person>>>,
}

#[derive(Serialize, Embedded)]
struct Person {
    #[serde(rename = "name")]
    full_name: String,
}

#[derive(Serialize, Embedded)]
#[serde(rename_all = "snake_case")]
enum Status {
    Todo,
    InProgress,
}

#[test]
fn keys_are_stored_paths_and_names_are_the_default_ones() {
    let indexes = declared::<Task>().indexes;
    let first = doc! {
        "name": "tenantId_1_dueAt_-1_assignee.name_1",
        "key": { "tenantId": 1, "dueAt": -1, "assignee.name": 1 },
    };
    let second = doc! { "name": "by_people", "key": { "tenantId": 1, "people.name": 1 } };
    let third =
        doc! { "name": "tenantId_1_title_1", "key": { "tenantId": 1, "title": 1 }, "unique": true };
    let fourth = doc! { "name": "dueAt_1", "key": { "dueAt": 1 }, "expireAfterSeconds": 5400 };
    for (index, mut expected) in indexes.iter().zip([first, second, third, fourth]) {
        let name = expected.remove("name").unwrap();
        assert_eq!(index.get("name"), Some(&name));
        assert_eq!(
            index.get_document("key").unwrap(),
            expected.get_document("key").unwrap()
        );
        for (option, value) in &expected {
            assert_eq!(index.get(option), Some(value), "{name}");
        }
        assert_eq!(index.len(), expected.len() + 1, "{name}");
    }
}

#[test]
fn filters_are_what_the_server_takes() {
    let object_id = ObjectId::parse_str("65f1a5c0e13f4b2a9c8d7e6f").unwrap();
    let date = bson::DateTime::parse_rfc3339_str("2026-01-31T00:00:00Z").unwrap();
    let expected = doc! {
        "and": { "status": "in_progress", "priority": { "$gte": 3 } },
        "twice": { "$and": [{ "priority": { "$gt": 1 } }, { "priority": { "$lt": 5 } }] },
        "or": { "$or": [
            { "open": true },
            { "priority": { "$lte": -1 }, "dueAt": { "$exists": true } },
        ] },
        "in": { "status": { "$in": ["todo", "in_progress"] } },
        "type": { "assignee.name": { "$type": "string" } },
        "date": { "dueAt": { "$gt": date } },
        "id": { "tenantId": object_id },
        "null": { "dueAt": Bson::Null },
        "float": { "score": 2.5 },
        "long": { "score": i64::MIN },
    };
    for index in &declared::<Task>().indexes[4..] {
        let name = index.get_str("name").unwrap();
        let filter = index.get("partialFilterExpression");
        assert_eq!(filter, expected.get(name), "{name}");
    }
    assert_eq!(declared::<Task>().indexes.len(), 4 + expected.len());
}

/// More fields than a chunk, a byte of positions or a message could hold.
#[test]
fn a_struct_may_have_hundreds_of_fields() {
    macro_rules! wide {
        ($($field:ident)*) => {
            #[derive(Serialize, Collection)]
            #[collection(name = "wide", global = "an example")]
            #[index(keys(last))]
            struct Wide { #[serde(rename = "_id")] id: ObjectId, $($field: i32,)* last: i32 }
        };
    }
    wide! {
        f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16 f17 f18 f19
        f20 f21 f22 f23 f24 f25 f26 f27 f28 f29 f30 f31 f32 f33 f34 f35 f36 f37 f38 f39
        f40 f41 f42 f43 f44 f45 f46 f47 f48 f49 f50 f51 f52 f53 f54 f55 f56 f57 f58 f59
        f60 f61 f62 f63 f64 f65 f66 f67 f68 f69 f70 f71 f72 f73 f74 f75 f76 f77 f78 f79
        f80 f81 f82 f83 f84 f85 f86 f87 f88 f89 f90 f91 f92 f93 f94 f95 f96 f97 f98 f99
        f100 f101 f102 f103 f104 f105 f106 f107 f108 f109 f110 f111 f112 f113 f114 f115 f116 f117 f118 f119
        f120 f121 f122 f123 f124 f125 f126 f127 f128 f129 f130 f131 f132 f133 f134 f135 f136 f137 f138 f139
        f140 f141 f142 f143 f144 f145 f146 f147 f148 f149 f150 f151 f152 f153 f154 f155 f156 f157 f158 f159
        f160 f161 f162 f163 f164 f165 f166 f167 f168 f169 f170 f171 f172 f173 f174 f175 f176 f177 f178 f179
        f180 f181 f182 f183 f184 f185 f186 f187 f188 f189 f190 f191 f192 f193 f194 f195 f196 f197 f198 f199
        f200 f201 f202 f203 f204 f205 f206 f207 f208 f209 f210 f211 f212 f213 f214 f215 f216 f217 f218 f219
        f220 f221 f222 f223 f224 f225 f226 f227 f228 f229 f230 f231 f232 f233 f234 f235 f236 f237 f238 f239
        f240 f241 f242 f243 f244 f245 f246 f247 f248 f249 f250 f251 f252 f253 f254 f255 f256 f257 f258 f259
        f260 f261 f262 f263 f264 f265 f266 f267 f268 f269 f270 f271 f272 f273 f274 f275 f276 f277 f278 f279
        f280 f281 f282 f283 f284 f285 f286 f287 f288 f289 f290 f291 f292 f293 f294 f295 f296 f297 f298 f299
    }
    assert_eq!(
        declared::<Wide>().indexes,
        [doc! { "name": "last_1", "key": { "last": 1 } }]
    );
    let properties = super::json_schema::<Wide>();
    assert_eq!(properties.get_document("properties").unwrap().len(), 302);
}
