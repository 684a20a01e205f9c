//! Turns the driver's failures into sentences.

use std::time::Duration;

use bson::{Bson, Document};
use mongodb::error::{Error as DriverError, ErrorKind, WriteFailure};
use schema_core::codes::{
    AUTHENTICATION_FAILED, CANNOT_CONVERT_INDEX_TO_UNIQUE, COMMAND_NOT_SUPPORTED_ON_VIEW,
    DUPLICATE_KEY, MAX_TIME_MS_EXPIRED, NAMESPACE_NOT_FOUND, UNAUTHORIZED,
};

use super::retry::{Failure, passing};
use super::{Server, redact};
use crate::error::Error;
use crate::live::Make;

/// `CommandNotFound`, `CommandNotSupported`, `NotImplemented`, and what Amazon DocumentDB answers
/// to a feature or an option that it lacks.
const UNSUPPORTED: [i32; 4] = [59, 115, 238, 303];

impl Server {
    /// What became of `command`, which met `error`.
    pub(super) fn failed(&self, command: &Document, error: &DriverError) -> Failure {
        Failure {
            error: self.explain(command, error),
            reason: self.said(error),
            passing: passing(error),
        }
    }

    /// The reason for `error`, without secrets and without a full stop.
    fn said(&self, error: &DriverError) -> String {
        let said = self.redactor.clean(&reason(error));
        said.trim_end_matches('.').to_owned()
    }

    /// The sentence for `error`, which `command` met.
    pub(super) fn explain(&self, command: &Document, error: &DriverError) -> Error {
        let said = self.said(error);
        if let Some(code) = code(error) {
            let shared = || duplicates(&namespace(self.name(), command), error);
            let known = match code {
                CANNOT_CONVERT_INDEX_TO_UNIQUE => shared(),
                _ => self.known(command, code, &said),
            };
            if let Some(known) = known {
                return known;
            }
        }
        let addresses = self.addresses.clone();
        let detail = match &self.replica_set {
            Some(name) if is_of_another_set(error) => format!(
                ": none of them is a member of the replica set `{name}`, which `replicaSet` in the connection string names"
            ),
            _ => format!(": {said}"),
        };
        match error.kind.as_ref() {
            ErrorKind::Write(WriteFailure::WriteConcernError(unconfirmed)) => Error::Unconfirmed {
                what: what(self.name(), command),
                reason: self.redactor.clean(&unconfirmed.message),
            },
            ErrorKind::Authentication { .. } => Error::Authentication { addresses, detail },
            ErrorKind::InvalidTlsConfig { .. } => Error::Tls { addresses, detail },
            ErrorKind::ServerSelection { .. } | ErrorKind::Io(_) if is_tls(&said) => {
                Error::Tls { addresses, detail }
            }
            ErrorKind::ServerSelection { .. }
            | ErrorKind::Io(_)
            | ErrorKind::ConnectionPoolCleared { .. }
            | ErrorKind::DnsResolve { .. } => Error::Unreachable { addresses, detail },
            _ => Error::Command {
                command: name_of(command).to_owned(),
                namespace: namespace(self.name(), command),
                detail: said,
            },
        }
    }

    /// The sentence for what a server says with a code of its own.
    fn known(&self, command: &Document, code: i32, said: &str) -> Option<Error> {
        let namespace = namespace(self.name(), command);
        let (name, detail) = (name_of(command).to_owned(), said.to_owned());
        Some(match code {
            UNAUTHORIZED => self.not_permitted(command),
            NAMESPACE_NOT_FOUND => Error::NotFound { namespace },
            COMMAND_NOT_SUPPORTED_ON_VIEW => Error::IsView { namespace },
            AUTHENTICATION_FAILED => Error::Authentication {
                addresses: self.addresses.clone(),
                detail: format!(": {said}"),
            },
            MAX_TIME_MS_EXPIRED => Error::TimeIsUp {
                limit: limit(self.max_time),
                aftermath: aftermath(&name),
                command: name,
                namespace,
            },
            DUPLICATE_KEY if name == "createIndexes" => Error::NotUnique { namespace, detail },
            code if UNSUPPORTED.contains(&code) => Error::Unsupported {
                server: self.described(),
                command: name,
                namespace,
                detail,
            },
            _ => return None,
        })
    }

    /// The server's addresses, and its make where it is another than MongoDB's.
    fn described(&self) -> String {
        match self.facts.get().map(|facts| &facts.make) {
            Some(Make::Other(make)) => format!("{} ({make})", self.addresses),
            _ => self.addresses.clone(),
        }
    }

    fn not_permitted(&self, command: &Document) -> Error {
        let (action, role) = privilege(name_of(command));
        Error::NotPermitted {
            action: action.to_owned(),
            namespace: namespace(self.name(), command),
            role,
        }
    }
}

fn limit(max_time: Option<Duration>) -> String {
    max_time.map_or_else(
        || "the server's own limit".to_owned(),
        |limit| format!("`--max-time {}`", humantime::format_duration(limit)),
    )
}

/// What is left of a command whose time was up (MongoDB's source, `create_indexes_cmd.cpp`).
fn aftermath(command: &str) -> &'static str {
    match command {
        "createIndexes" => {
            "the server gave up the build and kept nothing of it, unless another command had begun it"
        }
        "collMod" | "create" | "drop" | "dropIndexes" => "nothing was changed",
        _ => "nothing was read to its end",
    }
}

/// What keeps an index from being made unique: the server lists the `_id`s of the documents by the
/// key that they share (manual, "collMod").
fn duplicates(namespace: &str, error: &DriverError) -> Option<Error> {
    let reply = error.server_response()?;
    let reply: Document = bson::deserialize_from_slice(reply.as_bytes()).ok()?;
    let groups: Vec<&Vec<Bson>> = reply
        .get_array("violations")
        .ok()?
        .iter()
        .filter_map(|group| group.as_document()?.get_array("ids").ok())
        .collect();
    let example: Vec<String> = groups.first()?.iter().take(2).map(id).collect();
    Some(Error::Duplicates {
        namespace: namespace.to_owned(),
        groups: groups.len(),
        documents: groups.iter().map(|group| group.len()).sum(),
        example: example.join(" and "),
    })
}

/// An `_id` in a sentence.
fn id(id: &Bson) -> String {
    match id {
        Bson::ObjectId(id) => id.to_hex(),
        other => other.clone().into_relaxed_extjson().to_string(),
    }
}

/// The connection string could not be read.
pub(super) fn malformed(uri: &str, error: &DriverError) -> Error {
    let said = reason(error);
    let complaint = redact::safe_complaint(uri, &said)
        .or_else(|| redact::paraphrased(uri, &said).map(str::to_owned));
    let detail = complaint
        .as_ref()
        .map(|complaint| format!(": {}", complaint.trim_end_matches('.')))
        .unwrap_or_default();
    match error.kind.as_ref() {
        ErrorKind::DnsResolve { .. } => Error::Unreachable {
            addresses: "the `mongodb+srv` host".to_owned(),
            detail,
        },
        ErrorKind::InvalidTlsConfig { .. } => Error::Tls {
            addresses: "the server".to_owned(),
            detail,
        },
        // What the complaint was cannot be said, or it is of the part that needs an encoding.
        _ if redact::may_be_of_credentials(uri, complaint.as_deref()) => {
            Error::MalformedUri(detail)
        }
        _ if detail.contains("scheme") => {
            Error::WrongUri(detail + "; write `mongodb://` or `mongodb+srv://` in front")
        }
        _ => Error::WrongUri(detail),
    }
}

/// The name service did not say in time where the servers are.
pub(super) fn unresolved() -> Error {
    Error::Unreachable {
        addresses: "the `mongodb+srv` host".to_owned(),
        detail: ": the name service did not answer in time".to_owned(),
    }
}

/// The privilege action that a command needs, and a built-in role that has it (MongoDB manual,
/// "Privilege Actions" and "Built-In Roles").
fn privilege(command: &str) -> (&str, &'static str) {
    match command {
        "listCollections" => ("listCollections", "read"),
        "listIndexes" => ("listIndexes", "read"),
        "create" => ("createCollection", "dbAdmin"),
        "createIndexes" => ("createIndex", "dbAdmin"),
        "dropIndexes" => ("dropIndex", "dbAdmin"),
        "drop" => ("dropCollection", "dbAdmin"),
        "collMod" => ("collMod", "dbAdmin"),
        "find" | "aggregate" | "count" => ("find", "read"),
        "collStats" => ("collStats", "dbAdmin"),
        "shardCollection" => ("enableSharding", "clusterManager"),
        other => (other, "readWrite"),
    }
}

/// A command's name: the key of its first field.
pub(super) fn name_of(command: &Document) -> &str {
    command.keys().next().map_or("", String::as_str)
}

/// What a command is about: `database.collection`, or the database alone.
pub(super) fn namespace(database: &str, command: &Document) -> String {
    match command.get_str(name_of(command)) {
        Ok(collection) => format!("{database}.{collection}"),
        Err(_) => database.to_owned(),
    }
}

/// A command and what it is about, such as "`create` on `app.tasks`".
pub(super) fn what(database: &str, command: &Document) -> String {
    let namespace = namespace(database, command);
    format!("`{}` on `{namespace}`", name_of(command))
}

/// The server's error code, where the server spoke.
pub(crate) fn code(error: &DriverError) -> Option<i32> {
    match error.kind.as_ref() {
        ErrorKind::Command(command) => Some(command.code),
        ErrorKind::Write(WriteFailure::WriteError(write)) => Some(write.code),
        _ => None,
    }
}

/// What went wrong, without the driver's wrapping.
fn reason(error: &DriverError) -> String {
    match error.kind.as_ref() {
        ErrorKind::Command(command) => format!("{} ({})", command.message, command.code),
        ErrorKind::Write(WriteFailure::WriteError(write)) => {
            format!("{} ({})", write.message, write.code)
        }
        ErrorKind::Write(WriteFailure::WriteConcernError(unconfirmed)) => {
            unconfirmed.message.clone()
        }
        ErrorKind::ServerSelection { message, .. } => of_topology(message),
        ErrorKind::DnsResolve { message, .. }
        | ErrorKind::Authentication { message, .. }
        | ErrorKind::InvalidArgument { message, .. } => message.clone(),
        ErrorKind::Io(io) => io.to_string(),
        other => other.to_string(),
    }
}

/// The per-server reasons in the driver's description of a topology, each once; without any, that
/// no server was suitable.
fn of_topology(message: &str) -> String {
    let mut reasons: Vec<&str> = message
        .split("Error: ")
        .skip(1)
        .map(|rest| rest.split(", labels: {").next().unwrap_or(rest))
        .map(|rest| {
            rest.trim_start_matches("Kind: ")
                .trim_start_matches("I/O error: ")
        })
        .collect();
    reasons.dedup();
    if !reasons.is_empty() {
        return reasons.join("; ");
    }
    if message.contains("No available servers") {
        return "no answer in time".to_owned();
    }
    "none of the servers that answered is a primary".to_owned()
}

/// Whether the servers that answered belong to a replica set of another name; those of a list are
/// dropped from it without a word.
fn is_of_another_set(error: &DriverError) -> bool {
    let ErrorKind::ServerSelection { message, .. } = error.kind.as_ref() else {
        return false;
    };
    let is_silent = message.contains("No available servers") && !message.contains("Error: ");
    is_silent || message.contains("does not match actual name")
}

fn is_tls(reason: &str) -> bool {
    let reason = reason.to_ascii_lowercase();
    [
        "tls",
        "certificate",
        "invalid peer",
        "corrupt message",
        "handshakefailure",
    ]
    .iter()
    .any(|sign| reason.contains(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_reason_out_of_a_topology() {
        let message = "Server selection timeout: No available servers. Topology: { Type: Unknown, \
                       Servers: [ { Address: 127.0.0.1:1, Type: Unknown, Error: Kind: I/O error: \
                       Connection refused (os error 111), labels: {} } ] }";
        assert_eq!(of_topology(message), "Connection refused (os error 111)");
    }
}
