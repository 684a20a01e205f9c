//! Asking a server whether it is there.

use std::net::{SocketAddr, TcpStream};
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

/// Whether anything listens at a loopback address; known at once, unlike by [`answers`].
pub(super) fn listens(address: SocketAddr) -> bool {
    TcpStream::connect_timeout(&address, PATIENCE).is_ok()
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
