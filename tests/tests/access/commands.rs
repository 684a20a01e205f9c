//! What is sent: one command for each operation, with the declared concerns.

use bson::{Document, doc, oid::ObjectId};
use mongo_schema_tests::recorded::Recorded;
use mongodb::{Client, ClientSession, options::ReadConcern};
use schema_core::{
    Collection,
    driver::{CrossTenant, TenantScope, Update, Write},
};
use schema_xtask::dev_server::testing::TestDatabase;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Collection)]
#[collection(
    name = "orders",
    tenant = tenant,
    write_concern(w = "majority", journal, timeout = "5s"),
    read_concern = "majority"
)]
#[index(keys(tenant, number), unique)]
#[query(name = "numbered", eq(number))]
struct Order {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant: ObjectId,
    number: i64,
}

/// One of a tenant's, of this number.
fn order(tenant: ObjectId, number: i64) -> Order {
    Order {
        id: ObjectId::new(),
        tenant,
        number,
    }
}

/// A database, and a client of it that keeps what it sends.
struct Site {
    database: TestDatabase,
    client: Client,
    sent: Recorded,
}

impl Site {
    async fn create() -> Self {
        let database = TestDatabase::create().await.expect("a server");
        let (client, sent) = Recorded::client(database.uri()).await.expect("a client");
        Self {
            database,
            client,
            sent,
        }
    }

    fn scope(&self, tenant: ObjectId) -> TenantScope<ObjectId> {
        TenantScope::new(&self.client.database(self.database.name()), tenant)
    }

    /// What was sent since it was last asked.
    fn taken(&self) -> Vec<Document> {
        self.sent.taken()
    }

    /// The one command that was sent.
    fn one(&self) -> Document {
        let mut taken = self.taken();
        assert_eq!(taken.len(), 1, "{taken:?}");
        taken.remove(0)
    }
}

#[tokio::test]
async fn each_operation_is_one_command_with_the_declared_concerns() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let orders = site.scope(tenant).collection::<Order>();
    let order = order(tenant, 1);
    let update = || Update::<Order>::operators(doc! { "$inc": { "number": 1_i64 } });
    let concern = doc! { "w": "majority", "wtimeout": 5000, "j": true };
    let concerned = |command: &Document| {
        let sent = command
            .get_document("writeConcern")
            .expect("a write concern");
        let wtimeout = sent
            .get("wtimeout")
            .and_then(|it| it.as_i64().or(it.as_i32().map(i64::from)));
        assert_eq!(
            (sent.get("w"), wtimeout),
            (concern.get("w"), Some(5000)),
            "{command}"
        );
        assert_eq!(sent.get_bool("j").ok(), Some(true), "{command}");
    };

    let index = doc! { "key": { "tenant": 1, "number": 1 }, "name": "number" };
    let build = doc! { "createIndexes": "orders", "indexes": [index] };
    site.database
        .database()
        .run_command(build)
        .await
        .expect("an index");
    orders.insert_one(&order).await.expect("inserted");
    concerned(&site.one());
    orders
        .update_one(order.id, update())
        .await
        .expect("updated");
    let sent = site.one();
    concerned(&sent);
    let updates = sent.get_array("updates").expect("updates");
    let filter = updates[0]
        .as_document()
        .and_then(|it| it.get_document("q").ok());
    assert_eq!(filter, Some(&doc! { "tenant": tenant, "_id": order.id }));
    orders
        .find_one_and_update(order.id, update())
        .await
        .expect("updated");
    concerned(&site.one());
    orders
        .bulk_write([Write::update(order.id, update())])
        .await
        .expect("written");
    concerned(&site.one());

    orders
        .find_one(order.id)
        .await
        .expect("read")
        .expect("there");
    let majority = doc! { "level": "majority" };
    assert_eq!(site.one().get_document("readConcern").ok(), Some(&majority));
    orders
        .query()
        .numbered(4_i64)
        .first()
        .await
        .expect("read")
        .expect("there");
    let sent = site.one();
    let filter = doc! { "tenant": tenant, "number": { "$eq": 4_i64 } };
    assert_eq!(sent.get_document("filter").ok(), Some(&filter));
    let local = orders.with_read_concern(ReadConcern::local());
    local
        .query()
        .numbered(4_i64)
        .hint()
        .first()
        .await
        .expect("read")
        .expect("there");
    let sent = site.one();
    assert_eq!(
        sent.get_document("readConcern").ok(),
        Some(&doc! { "level": "local" })
    );
    assert_eq!(
        sent.get_document("hint").ok(),
        Some(&doc! { "tenant": 1, "number": 1 })
    );
}

#[tokio::test]
async fn a_transaction_has_its_own_concerns_and_reads_its_own_writes() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let scope = site.scope(tenant);
    let orders = scope.collection::<Order>();
    let order = order(tenant, 1);
    orders.insert_one(&order).await.expect("inserted");
    site.taken();
    let raised = Update::<Order>::operators(doc! { "$set": { "number": 9_i64 } });
    let steps = async |session: &mut ClientSession| {
        orders
            .update_one(order.id, raised.clone())
            .session(&mut *session)
            .await?;
        orders.find_one(order.id).session(session).await
    };
    let seen = scope.transaction(steps).await.expect("committed");
    assert_eq!(seen.map(|it| it.number), Some(9));
    let sent = site.taken();
    assert_eq!(sent.len(), 3, "{sent:?}");
    assert!(
        sent[..2].iter().all(|it| !it.contains_key("writeConcern")),
        "{sent:?}"
    );
    let commit = sent[2]
        .get_document("writeConcern")
        .expect("a write concern");
    assert_eq!(commit.get_str("w").ok(), Some("majority"));
}

#[tokio::test]
async fn a_bulk_write_keeps_the_declared_concern_in_a_session_and_not_in_a_transaction() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let scope = site.scope(tenant);
    let orders = scope.collection::<Order>();
    let order = |number| order(tenant, number);
    orders.insert_one(order(1)).await.expect("inserted");
    let mut session = scope.causal_session().await.expect("a session");
    site.taken();
    let second = order(2);
    let bulk = orders.bulk_write([Write::insert(&second)]);
    bulk.session(&mut session).await.expect("written");
    let sent = site.one();
    let concern = sent.get_document("writeConcern").expect("a write concern");
    assert_eq!(concern.get_str("w").ok(), Some("majority"), "{sent}");
    let third = order(3);
    let steps = async |session: &mut ClientSession| {
        // The development server takes no read concern of a bulk write, which the first has.
        orders.find_one(third.id).session(&mut *session).await?;
        let bulk = orders.bulk_write([Write::insert(&third)]);
        bulk.session(session).await
    };
    scope.transaction(steps).await.expect("committed");
    let sent = site.taken();
    assert_eq!(sent.len(), 3, "{sent:?}");
    assert!(!sent[1].contains_key("writeConcern"), "{sent:?}");
    assert_eq!(orders.find_one(third.id).await.expect("read"), Some(third));
}

/// A read that follows a write goes to no member of the set that has not seen it.
#[tokio::test]
async fn a_causal_session_reads_after_what_it_wrote() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let scope = site.scope(tenant);
    let orders = scope.collection::<Order>();
    let order = order(tenant, 1);
    let mut session = scope.causal_session().await.expect("a session");
    let written = orders.insert_one(&order).session(&mut session);
    written.await.expect("written");
    let at = session.operation_time().expect("the time of the write");
    site.taken();
    let read = orders.find_one(order.id).session(&mut session);
    assert_eq!(read.await.expect("read"), Some(order));
    let sent = site.one();
    let concern = sent.get_document("readConcern").expect("a read concern");
    assert_eq!(
        concern.get_timestamp("afterClusterTime").ok(),
        Some(at),
        "{sent}"
    );
    assert_eq!(concern.get_str("level").ok(), Some("majority"), "{sent}");
}

/// What is said of a query holds for each thing that is made of it.
#[tokio::test]
async fn a_hint_and_a_time_limit_are_sent_with_each_operation() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let orders = site.scope(tenant).collection::<Order>();
    let index = doc! { "key": { "tenant": 1, "number": 1 }, "name": "number" };
    let build = doc! { "createIndexes": "orders", "indexes": [index] };
    let built = site.database.database().run_command(build).await;
    built.expect("an index");
    let order = order(tenant, 1);
    orders.insert_one(&order).await.expect("inserted");
    site.taken();
    let numbered = || {
        let time = std::time::Duration::from_secs(7);
        orders.query().numbered(1_i64).hint().max_time(time)
    };
    let of_first = |list: &str| {
        let sent = site.one();
        let list = sent.get_array(list).expect("writes");
        let write = list[0].as_document().expect("a write");
        assert!(write.get_document("hint").is_ok(), "{write}");
    };
    numbered().replace_one(&order).await.expect("replaced");
    of_first("updates");
    numbered().delete_many().await.expect("deleted");
    of_first("deletes");
    numbered().find_one_and_delete().await.expect("asked");
    let sent = site.one();
    assert!(
        sent.contains_key("hint") && sent.contains_key("maxTimeMS"),
        "{sent}"
    );
    numbered().distinct::<i64>("number").await.expect("asked");
    let sent = site.one();
    assert!(sent.contains_key("maxTimeMS"), "{sent}");
}

#[tokio::test]
async fn an_error_in_a_transaction_undoes_it_and_comes_out_as_it_is() {
    let site = Site::create().await;
    let tenant = ObjectId::new();
    let scope = site.scope(tenant);
    let orders = scope.collection::<Order>();
    let order = order(tenant, 1);
    let steps = async |session: &mut ClientSession| {
        orders.insert_one(&order).session(&mut *session).await?;
        let gone = Update::<Order>::operators(doc! { "$set": { "number": 2_i64 } });
        orders
            .update_one(ObjectId::new(), gone)
            .session(session)
            .await
    };
    let outcome = scope.transaction(steps).await;
    assert!(
        matches!(
            outcome,
            Err(schema_core::driver::AccessError::NotMatched { .. })
        ),
        "{outcome:?}"
    );
    assert_eq!(orders.find_one(order.id).await.expect("read"), None);
}

#[tokio::test]
async fn across_tenants_everything_is_seen_for_a_reason() {
    let site = Site::create().await;
    let (one, other) = (ObjectId::new(), ObjectId::new());
    for tenant in [one, other] {
        let order = Order {
            id: ObjectId::new(),
            tenant,
            number: 1,
        };
        let orders = site.scope(tenant).collection::<Order>();
        orders.insert_one(&order).await.expect("inserted");
        assert_eq!(orders.count().await.expect("counted"), 1);
    }
    let across = CrossTenant::new(&site.client.database(site.database.name()), "a test");
    let orders = across.collection::<Order>();
    assert_eq!(orders.reason(), "a test");
    assert_eq!(
        orders
            .driver()
            .count_documents(doc! {})
            .await
            .expect("counted"),
        2
    );
}
