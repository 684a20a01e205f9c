//! Asking a server whether it is there.

use std::time::Duration;

use bson::doc;
use mongodb::Client;
use mongodb::options::ClientOptions;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client that gives up soon.
pub(super) async fn impatient_client(uri: &str) -> mongodb::error::Result<Client> {
    let mut options = ClientOptions::parse(uri).await?;
    options.connect_timeout = Some(PATIENCE);
    options.server_selection_timeout = Some(PATIENCE);
    Client::with_options(options)
}

/// Whether a server answers `ping` at `uri` within five seconds.
pub(super) async fn answers(uri: &str) -> bool {
    let ping = async {
        let client = impatient_client(uri).await?;
        client
            .database("admin")
            .run_command(doc! { "ping": 1 })
            .await
    };
    matches!(tokio::time::timeout(PATIENCE, ping).await, Ok(Ok(_)))
}
