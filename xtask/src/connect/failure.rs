//! Turns the driver's failures into sentences.

use bson::{Bson, Document};
use mongodb::error::{Error as DriverError, ErrorKind, WriteFailure};

use super::{Server, redact};
use crate::error::Error;

/// `Unauthorized`, the server's code for a missing privilege.
const UNAUTHORIZED: i32 = 13;
/// `NamespaceNotFound`.
const NAMESPACE_NOT_FOUND: i32 = 26;
/// `CannotConvertIndexToUnique`.
const CANNOT_CONVERT_TO_UNIQUE: i32 = 359;
/// `AuthenticationFailed`.
const AUTHENTICATION_FAILED: i32 = 18;

impl Server {
    /// The sentence for `error`, which `command` met.
    pub(super) fn explain(&self, command: &Document, error: &DriverError) -> Error {
        let addresses = self.addresses.clone();
        let said = self.redactor.clean(&reason(error));
        let detail = format!(": {}", said.trim_end_matches('.'));
        match code(error) {
            Some(UNAUTHORIZED) => return self.not_permitted(command),
            Some(NAMESPACE_NOT_FOUND) => {
                return Error::NotFound {
                    namespace: namespace(self.name(), command),
                };
            }
            Some(AUTHENTICATION_FAILED) => return Error::Authentication { addresses, detail },
            Some(CANNOT_CONVERT_TO_UNIQUE) => {
                if let Some(shared) = duplicates(&namespace(self.name(), command), error) {
                    return shared;
                }
            }
            _ => {}
        }
        match error.kind.as_ref() {
            ErrorKind::Authentication { .. } => Error::Authentication { addresses, detail },
            ErrorKind::InvalidTlsConfig { .. } => Error::Tls { addresses, detail },
            ErrorKind::ServerSelection { .. } | ErrorKind::Io(_) if is_tls(&said) => {
                Error::Tls { addresses, detail }
            }
            ErrorKind::ServerSelection { .. } | ErrorKind::Io(_) | ErrorKind::DnsResolve { .. } => {
                Error::Unreachable { addresses, detail }
            }
            _ => Error::Command {
                command: name_of(command).to_owned(),
                namespace: namespace(self.name(), command),
                detail: said,
            },
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
    let detail = redact::safe_complaint(uri, &reason(error))
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
        _ => Error::MalformedUri(detail),
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
        "find" => ("find", "read"),
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
            format!("no majority confirmed it: {}", unconfirmed.message)
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
