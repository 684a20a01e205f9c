//! A schema with what is hard to fill: every kind of bound, unique keys of every kind, circles.

use std::collections::{BTreeMap, BTreeSet};

use bson::{Binary, DateTime, Decimal128, Timestamp, Uuid, oid::ObjectId};
use schema_core::geo::{LineString, Point, Polygon};
use schema_core::{Collection, Database, Embedded};
use serde::{Deserialize, Serialize};

/// Whoever has an account.
#[derive(Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "accounts", global = "shared by all")]
#[index(keys(code), unique)]
#[index(keys(slug), unique)]
#[index(keys(number), unique)]
#[index(keys(aliases), unique)]
pub(crate) struct Account {
    #[serde(rename = "_id")]
    pub(crate) id: i64,
    #[field(pattern = "^[A-Z]{3}[0-9]{2}$")]
    pub(crate) code: String,
    #[field(min_length = 6, max_length = 6)]
    pub(crate) slug: String,
    #[field(minimum = 1000, maximum = 9999)]
    pub(crate) number: i32,
    #[field(min_items = 1, max_items = 3, items(max_length = 30))]
    pub(crate) aliases: Vec<String>,
    #[field(references = Account)]
    pub(crate) manager: Option<i64>,
    #[field(references = Team)]
    pub(crate) team: Option<String>,
}

/// A team, in a circle with the accounts.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "teams", global = "shared by all")]
pub(crate) struct Team {
    #[serde(rename = "_id")]
    #[field(pattern = "^team-[a-z]{4,8}$")]
    pub(crate) id: String,
    #[field(references = Account)]
    pub(crate) lead: i64,
}

/// A pair of references that is there once.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "memberships", global = "shared by all")]
#[index(keys(account, team), unique)]
pub(crate) struct Membership {
    #[serde(rename = "_id")]
    pub(crate) id: Uuid,
    #[field(references = Account)]
    pub(crate) account: i64,
    #[field(references = Team)]
    pub(crate) team: String,
}

#[derive(Serialize, Deserialize, Embedded)]
pub(crate) struct SeatKey {
    pub(crate) row: Row,
    #[field(minimum = 1, maximum = 40)]
    pub(crate) number: i32,
}

#[derive(Serialize, Deserialize, Embedded, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Row {
    A,
    B,
    C,
}

/// A document whose `_id` is one.
#[derive(Serialize, Deserialize, Collection)]
#[collection(name = "seats", global = "shared by all")]
pub(crate) struct Seat {
    #[serde(rename = "_id")]
    pub(crate) id: SeatKey,
}

#[derive(Serialize, Deserialize, Embedded)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Payment {
    Card {
        #[field(pattern = r"^\d{4}$")]
        last_four: String,
    },
    Transfer {
        #[field(pattern = "^[A-Z]{2}[0-9]{14,20}$")]
        iban: String,
        #[field(minimum = 0, multiple_of = 0.25)]
        factor: f64,
    },
    Cash,
}

#[derive(Serialize, Deserialize, Embedded)]
pub(crate) enum Event {
    Opened,
    Moved((i32, i32)),
    Noted {
        #[field(max_length = 5)]
        text: String,
    },
}

/// One of everything.
#[derive(Serialize, Deserialize, Collection)]
#[serde(rename_all = "camelCase")]
#[collection(name = "things", global = "shared by all")]
#[index(keys(place = "2dsphere"))]
#[index(keys(spot = "2dsphere"))]
#[index(keys(seen_at), expire_after = "1h")]
pub(crate) struct Thing {
    #[serde(rename = "_id")]
    pub(crate) id: ObjectId,
    #[field(references = Account)]
    pub(crate) owner: i64,
    #[field(exclusive_minimum = 0, maximum = 1)]
    pub(crate) share: f64,
    #[field(minimum = 0, multiple_of = 5)]
    pub(crate) fives: i64,
    #[field(minimum = 0, maximum = 1000)]
    pub(crate) price: Decimal128,
    pub(crate) small: u8,
    pub(crate) flags: BTreeSet<Row>,
    #[field(min_items = 2, max_items = 4, unique_items)]
    pub(crate) numbers: Vec<i32>,
    pub(crate) corners: [i32; 3],
    pub(crate) payment: Payment,
    #[field(max_items = 5)]
    pub(crate) events: Vec<Event>,
    #[field(max_properties = 3, keys(pattern = "^[a-z]{2}(-[A-Z]{2})?$"))]
    pub(crate) titles: BTreeMap<String, String>,
    pub(crate) by_row: BTreeMap<Row, i32>,
    pub(crate) place: Point,
    pub(crate) area: Option<Polygon>,
    pub(crate) way: Option<LineString>,
    #[field(bson = "object")]
    pub(crate) spot: Spot,
    pub(crate) picture: Binary,
    pub(crate) stamp: Timestamp,
    pub(crate) created_at: DateTime,
    pub(crate) updated_at: Option<DateTime>,
    pub(crate) seen_at: DateTime,
    #[field(pattern = "^#[0-9a-f]{6}$")]
    pub(crate) colour: String,
    #[field(min_length = 300, max_length = 310)]
    pub(crate) body: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    #[serde(flatten)]
    pub(crate) more: More,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Spot;

#[derive(Serialize, Deserialize, Embedded)]
pub(crate) struct More {
    pub(crate) extra: bool,
    #[field(max_length = 2)]
    pub(crate) country: Option<String>,
}

/// All of it.
#[derive(Database)]
#[database(
    name = "everything",
    collections(Account, Team, Membership, Seat, Thing)
)]
pub(crate) struct Everything;
