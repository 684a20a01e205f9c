//! What a query's function is given, and the command that it sends.

use bson::{Bson, DateTime, Document, doc, oid::ObjectId};
use mongodb::Client;
use schema_core::{
    Collection, Embedded,
    driver::{As, CrossTenant, Find, GlobalCollection, Near, ScopedCollection, TenantScope},
};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "visits", tenant = org)]
#[index(keys(org, guest.id, at))]
#[index(keys(org, state, at = -1), partial = (open == true))]
#[index(keys(org, tags))]
#[index(keys(org, type, hex))]
#[index(keys(org, "extra.code"))]
#[index(keys(token), unique)]
#[query(name = "of_guest", eq(guest.id), range(at), frequency = "often")]
#[query(name = "in_state", any_of(state, max = 3), sort(at = -1), filter = (open == true))]
#[query(name = "tagged", any_of(tags, max = 40))]
#[query(name = "of_kind", eq(r#type, hex))]
#[query(name = "with_code", eq("extra.code"))]
#[query(
    name = "redeem",
    eq(token),
    across_tenants = "before the tenant is known"
)]
struct Visit {
    #[serde(rename = "_id")]
    id: VisitId,
    org: String,
    guest: Option<Guest>,
    at: DateTime,
    state: Option<State>,
    open: bool,
    #[field(max_items = 50)]
    tags: Vec<String>,
    #[serde(rename = "kind")]
    r#type: Kind,
    #[serde(with = "bson::serde_helpers::object_id::FromHexString")]
    hex: String,
    extra: Document,
    token: i64,
}

#[derive(Clone, Copy, Serialize, Deserialize, Embedded)]
struct VisitId(ObjectId);

#[derive(Serialize, Deserialize, Embedded)]
struct Guest {
    #[serde(rename = "guestId", with = "bson::serde_helpers::uuid_1::AsBinary")]
    pub id: uuid::Uuid,
}

#[derive(Clone, Copy, Serialize, Deserialize, Embedded)]
#[serde(rename_all = "lowercase")]
enum State {
    Waiting,
    Inside,
    Gone,
}

#[derive(Clone, Serialize, Deserialize, Embedded)]
struct Kind {
    major: i32,
}

async fn visits() -> ScopedCollection<Visit> {
    // Nothing is sent.
    let client = Client::with_uri_str("mongodb://127.0.0.1:1").await.unwrap();
    TenantScope::new(&client.database("test"), "acme".to_owned()).collection()
}

#[allow(clippy::needless_pass_by_value)] // reads as the query does where it is run
fn filter<T, R>(find: Find<T, R>) -> Document {
    let command = find.command().unwrap();
    command.get_document("filter").unwrap().clone()
}

/// The conditions beside the tenant key.
fn conditions<T, R>(find: Find<T, R>) -> Document {
    let filter = filter(find);
    assert!(filter.to_string().contains("acme"), "{filter}");
    flat(filter)
        .into_iter()
        .filter(|(key, _)| key != "org")
        .collect()
}

/// What stands in `$and`, side by side.
fn flat(filter: Document) -> Document {
    let parts = filter.into_iter().flat_map(|(key, value)| match value {
        Bson::Array(parts) if key == "$and" => {
            let parts = parts
                .into_iter()
                .filter_map(|part| part.as_document().cloned());
            parts.flat_map(flat).collect::<Vec<_>>()
        }
        value => vec![(key, value)],
    });
    parts.collect()
}

#[tokio::test]
async fn values_are_written_as_their_fields_are() {
    let visits = visits().await;
    let guest = uuid::Uuid::from_u128(7);
    let binary = Bson::from(bson::Uuid::from_bytes(*guest.as_bytes()));
    let (from, to) = (DateTime::from_millis(0), DateTime::from_millis(9));
    let found = conditions(visits.query().of_guest(guest, from..to));
    let at = doc! { "$gte": from, "$lt": to };
    assert_eq!(found, doc! { "guest.guestId": { "$eq": binary }, "at": at });
    let ends = (std::ops::Bound::Excluded(from), std::ops::Bound::Unbounded);
    let found = conditions(visits.query().of_guest(guest, ends));
    assert_eq!(found.get_document("at").unwrap(), &doc! { "$gt": from });

    let id = ObjectId::new();
    let kind = Kind { major: 3 };
    let found = conditions(visits.query().of_kind(&kind, id.to_hex()));
    let kind = doc! { "$eq": { "major": 3 } };
    assert_eq!(found, doc! { "kind": kind, "hex": { "$eq": id } });
}

#[tokio::test]
async fn lists_are_bounded_and_may_hold_null_where_the_field_may() {
    let visits = visits().await;
    let found = conditions(visits.query().in_state([Some(State::Waiting), None]));
    let state = doc! { "$in": ["waiting", Bson::Null] };
    assert_eq!(found, doc! { "state": state, "open": true });
    let both = [State::Inside, State::Gone];
    let found = conditions(visits.query().in_state(&both[..]));
    assert_eq!(
        found.get("state"),
        Some(&doc! { "$in": ["inside", "gone"] }.into())
    );

    let many: Vec<String> = (0..41).map(|at| format!("tag {at}")).collect();
    let found = visits.query().tagged(many.clone()).command();
    let error = found.unwrap_err().to_string();
    assert!(
        error.contains("41 values, and the query admits 40"),
        "{error}"
    );
    let found = conditions(visits.query().tagged(&many[..2]));
    let tags = doc! { "$in": ["tag 0", "tag 1"] };
    assert_eq!(found, doc! { "tags": tags });
    let found = conditions(visits.query().tagged(["one"]));
    assert!(found.contains_key("tags"));
}

#[tokio::test]
async fn a_value_is_never_an_operator() {
    let visits = visits().await;
    let found = conditions(visits.query().with_code(doc! { "$gt": "" }));
    assert_eq!(found, doc! { "extra.code": { "$eq": { "$gt": "" } } });
    let found = conditions(visits.query().with_code("a"));
    assert_eq!(found, doc! { "extra.code": { "$eq": "a" } });
}

#[tokio::test]
async fn what_crosses_tenants_is_asked_for_across_them() {
    let client = Client::with_uri_str("mongodb://127.0.0.1:1").await.unwrap();
    let all = CrossTenant::new(&client.database("test"), "a login");
    let visits = all.collection::<Visit>();
    assert_eq!(
        filter(visits.query().redeem(7)),
        doc! { "token": { "$eq": 7_i64 } }
    );
}

/// Places, words, and what is covered, in a global collection.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "shops", global = "an example")]
#[index(keys(place = "2dsphere"))]
#[index(keys(words = "text"))]
#[index(keys(city, name))]
#[query(name = "around", near(place))]
#[query(name = "about", text(words))]
#[query(name = "names", eq(city), sort(name), project(city, name))]
struct Shop {
    #[serde(rename = "_id")]
    id: ObjectId,
    place: schema_core::geo::Point,
    words: String,
    city: String,
    name: String,
}

/// What the covered query yields.
#[derive(Deserialize)]
#[allow(dead_code)]
struct Name {
    city: String,
    name: String,
}

#[tokio::test]
async fn places_and_words_are_searched_and_names_are_covered() {
    let client = Client::with_uri_str("mongodb://127.0.0.1:1").await.unwrap();
    let shops = GlobalCollection::<Shop>::new(&client.database("test"));
    let near = Near::from([16.37, 48.21]).at_most(500.0);
    let point = doc! { "type": "Point", "coordinates": [16.37, 48.21] };
    let near_point = doc! { "$geometry": point, "$maxDistance": 500.0 };
    let found = filter(shops.query().around(near));
    let place = found.get_document("place").unwrap();
    let operand = place.get("$near").or(place.get("$nearSphere"));
    assert_eq!(operand, Some(&near_point.into()));
    let found = filter(shops.query().about("good coffee"));
    assert_eq!(found, doc! { "$text": { "$search": "good coffee" } });
    let names = shops.query().names("Vienna").command().unwrap();
    let projection = doc! { "city": 1, "name": 1, "_id": 0 };
    assert_eq!(names.get_document("projection").unwrap(), &projection);
    assert_eq!(names.get_document("sort").unwrap(), &doc! { "name": 1 });
    let _: Find<Shop, As<Name>> = shops.query().names("Vienna").as_type::<Name>();
}
