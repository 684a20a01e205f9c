//! Servers and databases for tests.
//!
//! A test asks for a [`TestDatabase`] and needs nothing else:
//!
//! ```no_run
//! # async fn test() -> Result<(), Box<dyn std::error::Error>> {
//! use schema_xtask::dev_server::testing::TestDatabase;
//!
//! let database = TestDatabase::create().await?;
//! database.database().create_collection("tasks").await?;
//! # Ok(())
//! # }
//! ```

mod mortal;

use std::env;
use std::path::{Path, PathBuf};

use bson::oid::ObjectId;
use mongodb::{Client, Database};
use tokio::sync::OnceCell;

use super::error::DevServerError;
use super::launch::{Launch, Life, Started};
use super::progress::Progress;
use super::{files, find_or_install_in, ping, root};

pub use mortal::Mortal;

/// The environment variable that names a server to test against.
pub const TEST_URI_VARIABLE: &str = "MONGO_SCHEMA_TEST_URI";

/// The server of this test process.
static SHARED: OnceCell<ThrowAway> = OnceCell::const_new();

/// A server on a folder of its own. Both vanish when this value is dropped, and when its process
/// ends in whatever way, `exit` and SIGKILL included.
pub struct ThrowAway {
    started: Started,
    folder: PathBuf,
}

impl ThrowAway {
    /// Starts a server; installs one before that where none is found.
    ///
    /// Fails as [`acquire`](super::acquire) does.
    pub async fn start() -> Result<Self, DevServerError> {
        let root = root();
        let server = find_or_install_in(&root, Progress::stderr()).await?;
        let folder = root.join("tmp").join(ObjectId::new().to_hex());
        files::make_folder(&folder)?;
        let (data, log) = (folder.join("data"), folder.join("log"));
        let life = Life::ThrowAway { folder: &folder };
        let started = Launch {
            server: &server,
            data: &data,
            log: &log,
            life,
            extra: &[],
        }
        .start()
        .await?;
        Ok(Self { started, folder })
    }

    /// Where the server listens, as a connection string without a database.
    pub fn uri(&self) -> &str {
        self.started.uri()
    }

    /// The folder with the server's files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The server to test against: the one that `MONGO_SCHEMA_TEST_URI` names, else a throw-away one
/// that all tests of this process share. May hold a password: not to be printed.
///
/// Fails as [`ThrowAway::start`] does.
pub async fn test_uri() -> Result<String, DevServerError> {
    match env::var(TEST_URI_VARIABLE) {
        Ok(uri) if !uri.is_empty() => Ok(uri),
        _ => SHARED
            .get_or_try_init(ThrowAway::start)
            .await
            .map(|server| server.uri().to_owned()),
    }
}

/// A database with a random name on the server to test against. It, and no other, is dropped with
/// this value, a failed test included.
pub struct TestDatabase {
    client: Client,
    uri: String,
    name: String,
}

impl TestDatabase {
    /// Picks a name; the server makes the database with its first collection.
    ///
    /// Fails where there is no server, and where its connection string cannot be parsed.
    pub async fn create() -> Result<Self, DevServerError> {
        let uri = test_uri().await?;
        let client = Client::with_uri_str(&uri)
            .await
            .map_err(DevServerError::TestUri)?;
        let name = format!("mongo_schema_test_{}", ObjectId::new().to_hex());
        Ok(Self { client, uri, name })
    }

    /// The database's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The server's connection string, without this database. May hold a password.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// A client of the server.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The database itself.
    pub fn database(&self) -> Database {
        self.client.database(&self.name)
    }
}

impl Drop for TestDatabase {
    /// On a thread with a runtime of its own, as the test's own cannot be waited for here.
    fn drop(&mut self) {
        let (uri, name) = (&self.uri, &self.name);
        let result = std::thread::scope(|scope| scope.spawn(|| drop_database(uri, name)).join());
        match result {
            Ok(Ok(())) => {}
            Ok(Err(error)) => eprintln!("cannot drop the test database `{name}`: {error}"),
            Err(_) => eprintln!("cannot drop the test database `{name}`"),
        }
    }
}

fn drop_database(uri: &str, name: &str) -> mongodb::error::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let client = ping::impatient_client(uri).await?;
        client.database(name).drop().await
    })
}
