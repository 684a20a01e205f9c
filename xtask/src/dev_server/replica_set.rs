//! Making a lone `mongod` the primary of a replica set (MongoDB manual, "replSetInitiate",
//! "replSetReconfig"): transactions and change streams need one.

use std::time::{Duration, Instant};

use bson::{Bson, Document, doc};
use mongodb::Database;
use mongodb::error::ErrorKind;

use super::error::DevServerError;
use super::ping::impatient_client;

/// The set's name.
pub(super) const NAME: &str = "dev";

/// How long the election of the only member may take.
const PRIMARY_WITHIN: Duration = Duration::from_secs(30);

/// Makes the server at `uri` the writable primary of a set whose only member is `host`.
///
/// Repeats what is refused until 30 s are over: a server that has just started may still be
/// reading its configuration.
pub(super) async fn until_primary(uri: &str, host: &str) -> Result<(), DevServerError> {
    let refused = |source| DevServerError::Refused {
        command: "replSetInitiate",
        source,
    };
    let admin = impatient_client(uri)
        .await
        .map_err(refused)?
        .database("admin");
    let begin = Instant::now();
    loop {
        match step(&admin, host).await {
            Ok(true) => return Ok(()),
            Err(source) if begin.elapsed() > PRIMARY_WITHIN => return Err(refused(source)),
            Ok(false) if begin.elapsed() > PRIMARY_WITHIN => {
                let source = mongodb::error::Error::custom("no primary was elected within 30 s");
                return Err(refused(source));
            }
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

/// One step towards the primary; true when it is reached.
async fn step(admin: &Database, host: &str) -> mongodb::error::Result<bool> {
    let hello = admin.run_command(doc! { "hello": 1 }).await?;
    if hello.get_bool("isWritablePrimary").unwrap_or(false) {
        return Ok(true);
    }
    if !hello.contains_key("setName") {
        configure(admin, host).await?;
    }
    Ok(false)
}

/// Gives the server its first configuration, or its present address in the one it has: the data
/// folder remembers the port of the last run, and a server does not find itself there.
async fn configure(admin: &Database, host: &str) -> mongodb::error::Result<()> {
    let (name, config) = match admin.run_command(doc! { "replSetGetConfig": 1 }).await {
        Ok(reply) => {
            let config = reply.get_document("config").cloned().unwrap_or_default();
            ("replSetReconfig", rehosted(config, host))
        }
        Err(error) if is_uninitialized(&error) => (
            "replSetInitiate",
            doc! { "_id": NAME, "members": [{ "_id": 0, "host": host }] },
        ),
        Err(error) => return Err(error),
    };
    let mut command = doc! { name: config };
    if name == "replSetReconfig" {
        // There is no primary that could agree.
        command.insert("force", true);
    }
    admin.run_command(command).await.map(drop)
}

/// Whether the server says that it has no configuration (error 94, NotYetInitialized).
fn is_uninitialized(error: &mongodb::error::Error) -> bool {
    matches!(error.kind.as_ref(), ErrorKind::Command(refusal) if refusal.code == 94)
}

/// The next version of a configuration, with `host` as its first member's address.
fn rehosted(mut config: Document, host: &str) -> Document {
    let version = config.get_i32("version").unwrap_or(0);
    config.insert("version", version + 1);
    if let Ok(members) = config.get_array_mut("members")
        && let Some(Bson::Document(member)) = members.first_mut()
    {
        member.insert("host", host);
    }
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_port_is_a_new_version_of_the_configuration() {
        let member = |host| doc! { "_id": 0, "host": host, "priority": 1.0 };
        let config =
            |version, host| doc! { "_id": NAME, "version": version, "members": [member(host)] };
        let next = rehosted(config(4, "127.0.0.1:1"), "127.0.0.1:2");
        assert_eq!(next, config(5, "127.0.0.1:2"));
    }
}
