//! The command line of each make of server, and where the server listens.

use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;

use super::replica_set;

/// The command line of `mongod` (MongoDB manual, "mongod"); test commands for the fail points.
pub(super) fn mongod_arguments(data: &Path, port: u16) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["--dbpath".into(), data.into()];
    let port = port.to_string();
    arguments.extend(["--bind_ip", "127.0.0.1", "--port", &port].map(OsString::from));
    arguments.extend(["--replSet", replica_set::NAME, "--oplogSize", "128"].map(OsString::from));
    let rest = [
        "--wiredTigerCacheSizeGB",
        "0.25",
        "--setParameter",
        "enableTestCommands=1",
    ];
    arguments.extend(rest.map(OsString::from));
    arguments.push("--nounixsocket".into());
    arguments
}

/// The command line of `secantusd-rs`. Only what is kept is worth a flush at every commit.
pub(super) fn secantus_arguments(
    configuration: &Path,
    data: &Path,
    port: u16,
    kept: bool,
) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = vec!["--config".into(), configuration.into()];
    arguments.extend(["--storage-path".into(), data.into()]);
    let port = port.to_string();
    arguments.extend(["--host", "127.0.0.1", "--port", &port].map(OsString::from));
    let sizes = [
        "--log-file-max",
        "8MB",
        "--cache-size",
        "256M",
        "--enable-test-commands",
    ];
    arguments.extend(sizes.map(OsString::from));
    arguments.extend(kept.then(|| "--sync-on-commit".into()));
    arguments
}

/// The address that `secantusd-rs` prints when it is ready; only of a whole line.
pub(super) fn printed_address(log: &str) -> Option<SocketAddr> {
    log.split_inclusive('\n')
        .filter_map(|line| {
            line.strip_suffix('\n')?
                .split_once("secantusd-rs listening on ")
        })
        .find_map(|(_, address)| address.trim_end().parse().ok())
}

/// A port that was free a moment ago.
pub(super) fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind(loopback(0))?.local_addr()?.port())
}

/// The address of a port that only this machine reaches.
pub(super) fn loopback(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// A direct connection, as the server is the only member of its set.
pub(super) fn uri(address: SocketAddr) -> String {
    format!("mongodb://{address}/?directConnection=true")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_taken_from_a_whole_line_only() {
        let log = "[INFO] loaded config\nsecantusd-rs listening on 127.0.0.1:44755\nmore\n";
        assert_eq!(printed_address(log), Some(loopback(44755)));
        assert_eq!(
            printed_address("secantusd-rs listening on 127.0.0.1:447"),
            None
        );
        assert_eq!(printed_address("secantusd-rs listening on nowhere\n"), None);
        assert_eq!(printed_address(""), None);
    }

    #[test]
    fn a_uri_names_the_port_and_asks_for_a_direct_connection() {
        assert_eq!(
            uri(loopback(7)),
            "mongodb://127.0.0.1:7/?directConnection=true"
        );
    }

    #[test]
    fn only_a_kept_server_flushes_at_every_commit() {
        let arguments = |kept| secantus_arguments(Path::new("c"), Path::new("d"), 0, kept);
        assert!(arguments(true).contains(&"--sync-on-commit".into()));
        assert!(!arguments(false).contains(&"--sync-on-commit".into()));
    }
}
