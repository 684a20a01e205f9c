//! Bytes.

use bson::spec::BinarySubtype;
use bson::{Binary, Bson};

use super::draw::Key;
use super::names::words;
use super::node::Node;

/// Bytes: a UUID where the name says so.
pub(super) fn binary(node: &Node, key: Key) -> Bson {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&key.number().to_be_bytes());
    bytes[8..].copy_from_slice(&key.named("more").number().to_be_bytes());
    let name = node.place.rsplit('.').next().unwrap_or_default();
    let words = words(name);
    let is_id = words
        .iter()
        .any(|word| ["id", "uuid", "guid"].contains(&word.as_str()));
    if !is_id {
        return Bson::Binary(Binary {
            subtype: BinarySubtype::Generic,
            bytes: bytes.to_vec(),
        });
    }
    // Version 4, variant 1 (RFC 9562): in the second half, so that the number stays whole.
    let mut uuid = [0; 16];
    uuid.copy_from_slice(&bytes);
    uuid[8] = (bytes[8] & 0x3f) | 0x80;
    uuid[15] = bytes[6];
    uuid[6] = (bytes[6] & 0x0f) | 0x40;
    Bson::Binary(Binary {
        subtype: BinarySubtype::Uuid,
        bytes: uuid.to_vec(),
    })
}
