//! Evaluates a validator as the server does, without one.
//!
//! [`Validator::compile`] takes what `collMod` and `create` take as `validator`, refuses what the
//! server refuses, with its error codes, and is then asked about documents as they lie in memory:
//! nothing is built, and for a document that is valid nothing is allocated.
//!
//! Source of the rules: manual, "$jsonSchema", "Schema Validation", "BSON Types".

mod application;
mod arrays;
mod decimal;
mod dependencies;
mod dotted;
mod enumeration;
mod equal;
mod error;
mod explain;
mod key;
mod logic;
mod names;
mod node;
mod number;
mod numbers;
mod objects;
mod place;
mod raw;
mod size;
mod stored;
mod strings;
mod types;
mod validator;
mod whole;

pub use crate::broken::Broken;
pub use application::{Invalid, Validate, ValidateError};
pub use error::{CompileError, Malformed};
pub use validator::Validator;
