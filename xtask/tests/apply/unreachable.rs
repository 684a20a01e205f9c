//! Servers that are not there, and connection strings that are none.

use std::net::TcpListener;
use std::time::{Duration, Instant};

use crate::support::{Finished, finished, fixture};

fn plan(uri: &str) -> Finished {
    finished(fixture("plan").args(["--uri", uri]))
}

#[test]
fn an_unreachable_server_is_named_without_the_password() {
    let start = Instant::now();
    let finished = plan("mongodb://ann:hunter22@127.0.0.1:1/tracker");
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(finished.code, Some(1));
    assert!(finished.err.contains("127.0.0.1:1"), "{}", finished.err);
    assert!(!finished.err.contains("hunter22"), "{}", finished.err);
    assert_eq!(finished.err.lines().count(), 1, "{}", finished.err);
}

#[test]
fn a_server_that_accepts_and_says_nothing_is_unreachable() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = silent.local_addr().expect("an address");
    let start = Instant::now();
    let finished = plan(&format!("mongodb://{address}"));
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    assert_eq!(finished.code, Some(1));
    assert!(
        finished.err.contains(&address.to_string()),
        "{}",
        finished.err
    );
}

#[test]
fn a_malformed_connection_string_keeps_its_password() {
    for uri in [
        "mongodb://ann:hunter22",
        "mongodb://ann:hunter22@",
        "mongodb://ann:hunter22@/db",
        "mongodb://ann:hunt/hunter22@host/db",
        "mongodb://ann:hunt@hunter22@host/db",
        "mongodb://ann:hunter22%zz@host/db",
        "ann:hunter22@host",
        "mongodb+srv://ann:hunter22@host:1/db",
        "mongodb://ann:hunter22@host/db?w=hunter22",
        "mongodb://ann:hunter22@host:99999/db",
    ] {
        let finished = plan(uri);
        assert_eq!(finished.code, Some(1), "{uri}: {finished:?}");
        assert!(
            !finished.err.contains("hunter22"),
            "{uri}: {}",
            finished.err
        );
        assert!(
            !finished.err.contains("panicked"),
            "{uri}: {}",
            finished.err
        );
    }
}

/// An option that cannot be is named, and nobody is told to encode a password.
#[test]
fn a_fault_outside_the_password_is_said_as_it_is() {
    for (uri, part) in [
        ("mongodb://ann:hunter22@h/?tls=maybe", "`tls`"),
        (
            "mongodb://ann:hunter22@h/?connectTimeoutMS=soon",
            "connecttimeoutms",
        ),
        ("mongodb://h/?readPreference=nearby", "nearby"),
        ("mongodb://h:99999/", "1 to 65535"),
        ("mongodb://", "hostname"),
    ] {
        let finished = plan(uri);
        assert_eq!(finished.code, Some(1), "{uri}: {finished:?}");
        assert!(finished.err.contains(part), "{uri}: {finished:?}");
        assert!(
            !finished.err.contains("percent-encoded"),
            "{uri}: {finished:?}"
        );
        assert!(!finished.err.contains("hunter22"), "{uri}: {finished:?}");
    }
    let finished = plan("mongodb://ann:p@ss@h/app");
    assert!(finished.err.contains("percent-encoded"), "{finished:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_set_of_another_name_is_said() {
    let server = schema_xtask::dev_server::testing::ThrowAway::start().await;
    let server = server.expect("a server");
    let host = server.uri().split('?').next().expect("a connection string");
    for more in ["", "&directConnection=true"] {
        let finished = plan(&format!("{host}app?replicaSet=nope{more}"));
        assert_eq!(finished.code, Some(1), "{finished:?}");
        assert!(
            finished.err.contains("a member of the replica set `nope`"),
            "{finished:?}"
        );
    }
}
