//! Cursors that the server forgets.

use bson::doc;
use mongodb::Client;
use schema_xtask::dev_server::testing::ThrowAway;

use crate::site::Site;

/// `CursorNotFound`, `CursorKilled`, and a primary that steps down.
const CODES: [i32; 3] = [43, 237, 189];

#[tokio::test]
async fn one_that_is_lost_is_opened_again_after_the_last_document() {
    let server = ThrowAway::start().await.expect("a server");
    for code in CODES {
        let site = Site::of_version_1(server.uri(), &format!("lost_{code}")).await;
        site.fill(3000).await;
        let client = Client::with_uri_str(server.uri()).await.expect("a client");
        let data = doc! { "failCommands": ["getMore"], "errorCode": code };
        let point = doc! {
            "configureFailPoint": "failCommand", "mode": { "times": 3 }, "data": data,
        };
        let admin = client.database("admin");
        admin.run_command(point).await.expect("a fail point");
        let (exit, status) = site.json("migrate run --batch-size 100 --workers 1");
        assert_eq!(exit, Some(0), "{code}: {status:#}");
        let progress = &status["migrations"][0]["progress"];
        assert_eq!(progress["migratedDocuments"], 3000, "{code}: {status:#}");
        assert_eq!(progress["processedDocuments"], 3000, "{code}: {status:#}");
        site.assert_finished();
    }
}
