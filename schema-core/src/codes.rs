//! The server's error codes that something is made of. Source: Error Codes (server source,
//! `error_codes.yml`).

/// The user lacks a privilege.
pub const UNAUTHORIZED: i32 = 13;
/// The credentials are refused.
pub const AUTHENTICATION_FAILED: i32 = 18;
/// The collection or the database does not exist.
pub const NAMESPACE_NOT_FOUND: i32 = 26;
/// The command took longer than `maxTimeMS`.
pub const MAX_TIME_MS_EXPIRED: i32 = 50;
/// The validator refuses the document.
pub const DOCUMENT_VALIDATION_FAILURE: i32 = 121;
/// What was taken for a collection is a view.
pub const COMMAND_NOT_SUPPORTED_ON_VIEW: i32 = 166;
/// Documents share a key of the index that is to become unique.
pub const CANNOT_CONVERT_INDEX_TO_UNIQUE: i32 = 359;
/// A unique index has the key already.
pub const DUPLICATE_KEY: i32 = 11000;
