//! What the server is and can do.

use bson::{DateTime, Document, doc};
use futures::join;

use super::Server;
use crate::error::{Error, Result};
use crate::live::{Facts, Make, Topology};

/// `maxWireVersion` of each release, for servers that do not tell their version (MongoDB's source,
/// `wire_version.h`).
const WIRE_VERSIONS: [(i64, (u32, u32)); 10] = [
    (27, (8, 2)),
    (26, (8, 1)),
    (25, (8, 0)),
    (21, (7, 0)),
    (17, (6, 0)),
    (13, (5, 0)),
    (9, (4, 4)),
    (8, (4, 2)),
    (7, (4, 0)),
    (6, (3, 6)),
];

impl Server {
    /// What the server is and can do; asked of it once.
    ///
    /// What the user may not ask, or the server does not answer, is taken for what most servers
    /// are.
    pub async fn facts(&self) -> Result<&Facts> {
        self.facts.get_or_try_init(|| self.ask()).await
    }

    /// The server's clock; this machine's where the server shows none.
    pub async fn now(&self) -> Result<DateTime> {
        let hello = tolerated(self.command(doc! { "hello": 1 }).await)?;
        let shown = hello.get_datetime("localTime");
        Ok(shown.copied().unwrap_or_else(|_| DateTime::now()))
    }

    async fn ask(&self) -> Result<Facts> {
        let parameter = doc! { "getParameter": 1, "featureCompatibilityVersion": 1 };
        let (hello, build, parameter) = join!(
            self.command(doc! { "hello": 1 }),
            self.admin_command(doc! { "buildInfo": 1 }),
            self.admin_command(parameter),
        );
        let (hello, build) = (tolerated(hello)?, tolerated(build)?);
        Ok(Facts {
            version: version(&hello, &build),
            fcv: compatibility(&tolerated(parameter)?),
            topology: topology(&hello),
            make: make(&self.addresses, &hello, &build),
        })
    }
}

/// Nothing, where the server answered that it will not tell.
fn tolerated(reply: Result<Document>) -> Result<Document> {
    match reply {
        Err(
            error @ (Error::Unreachable { .. } | Error::Authentication { .. } | Error::Tls { .. }),
        ) => Err(error),
        Err(_) => Ok(Document::new()),
        Ok(reply) => Ok(reply),
    }
}

fn version(hello: &Document, build: &Document) -> (u32, u32, u32) {
    let part = |at: usize| {
        let parts = build.get_array("versionArray").ok()?;
        u32::try_from(number(parts.get(at)?)?).ok()
    };
    if let (Some(major), Some(minor)) = (part(0), part(1)) {
        return (major, minor, part(2).unwrap_or_default());
    }
    let wire = hello.get("maxWireVersion").and_then(number);
    let known = wire.and_then(|wire| WIRE_VERSIONS.iter().find(|(known, _)| *known <= wire));
    known.map_or(Facts::default().version, |(_, (major, minor))| {
        (*major, *minor, 0)
    })
}

fn number(value: &bson::Bson) -> Option<i64> {
    match value {
        bson::Bson::Int32(number) => Some((*number).into()),
        bson::Bson::Int64(number) => Some(*number),
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a version, written as a double"
        )]
        bson::Bson::Double(number) => Some(*number as i64),
        _ => None,
    }
}

/// `{featureCompatibilityVersion: {version: "8.0"}}`.
fn compatibility(reply: &Document) -> Option<(u32, u32)> {
    let told = reply.get_document("featureCompatibilityVersion").ok()?;
    let (major, minor) = told.get_str("version").ok()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

fn topology(hello: &Document) -> Topology {
    if hello.get_str("msg").is_ok_and(|it| it == "isdbgrid") {
        Topology::Sharded
    } else if hello.contains_key("setName") || hello.is_empty() {
        Topology::ReplicaSet
    } else {
        Topology::Standalone
    }
}

/// Other makes mostly tell who they are, or by what they lack; the cloud's also by their addresses
/// (the rules of MongoDB's own shell, package `mongodb-build-info`).
fn make(addresses: &str, hello: &Document, build: &Document) -> Make {
    let other = |name: &str| Make::Other(name.to_owned());
    let internal = |reply: &Document| {
        reply
            .get_document("internal")
            .is_ok_and(|internal| internal.contains_key("documentdb_versions"))
    };
    if build.contains_key("secantusVersion") {
        other("SecantusDB")
    } else if build.contains_key("ferretdb") || build.contains_key("ferretdbVersion") {
        other("FerretDB")
    } else if build.contains_key("_t") || addresses.contains(".cosmos.azure.com") {
        other("Azure Cosmos DB")
    } else if addresses.contains(".docdb.amazonaws.com") {
        other("Amazon DocumentDB")
    } else if internal(hello) || internal(build) {
        other("DocumentDB")
    } else if !build.is_empty() && !build.contains_key("gitVersion") {
        other("a server of another make than MongoDB's")
    } else {
        Make::MongoDb
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mongod() -> Document {
        doc! { "version": "7.0.14", "gitVersion": "ce59cfc6", "versionArray": [7, 0, 14, 0],
        "openssl": {}, "storageEngines": ["wiredTiger"], "ok": 1.0 }
    }

    #[test]
    fn other_makes_are_told_apart() {
        let local = "`127.0.0.1:27017`";
        let with = |build: Document| make(local, &doc! {}, &build);
        let other = |name: &str| Make::Other(name.to_owned());
        assert_eq!(with(mongod()), Make::MongoDb);
        assert_eq!(with(doc! {}), Make::MongoDb, "refused");
        let mut percona = mongod();
        percona.insert("psmdbVersion", "7.0.14-8");
        assert_eq!(with(percona), Make::MongoDb, "built from MongoDB's source");
        let ferret = doc! { "version": "7.0.77", "gitVersion": "x",
        "ferretdb": { "version": "v2.1.0" } };
        assert_eq!(with(ferret), other("FerretDB"));
        let cosmos = doc! { "_t": "BuildInfoResponse", "version": "4.2.0", "ok": 1 };
        assert_eq!(with(cosmos), other("Azure Cosmos DB"));
        let hello = doc! { "internal": { "documentdb_versions": ["0.103"] } };
        assert_eq!(make(local, &hello, &mongod()), other("DocumentDB"));
        let amazon = "`x.cluster-y.eu-west-1.docdb.amazonaws.com:27017`";
        let build = doc! { "version": "5.0.0", "versionArray": [5, 0, 0, 0] };
        assert_eq!(make(amazon, &doc! {}, &build), other("Amazon DocumentDB"));
        assert!(matches!(with(build), Make::Other(_)));
    }

    #[test]
    fn the_version_is_told_or_inferred() {
        assert_eq!(version(&doc! {}, &mongod()), (7, 0, 14));
        assert_eq!(version(&doc! { "maxWireVersion": 17 }, &doc! {}), (6, 0, 0));
        assert_eq!(version(&doc! { "maxWireVersion": 19 }, &doc! {}), (6, 0, 0));
        let doubles = doc! { "versionArray": [8.0, 1.0, 2.0] };
        assert_eq!(version(&doc! {}, &doubles), (8, 1, 2));
    }

    #[test]
    fn topologies_and_compatibility_are_read() {
        assert_eq!(topology(&doc! { "msg": "isdbgrid" }), Topology::Sharded);
        assert_eq!(topology(&doc! { "setName": "rs0" }), Topology::ReplicaSet);
        assert_eq!(topology(&doc! { "ok": 1 }), Topology::Standalone);
        let reply = doc! { "featureCompatibilityVersion": { "version": "7.0" } };
        assert_eq!(compatibility(&reply), Some((7, 0)));
        assert_eq!(compatibility(&doc! {}), None);
    }
}
