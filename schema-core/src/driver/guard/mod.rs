//! What scopes or refuses a document before it is sent: pure functions on BSON.
//!
//! Every operation goes through here. What cannot be proven to stay inside the tenant is refused,
//! with a reason.

mod refusal;
mod scope;

pub use refusal::Refusal;
pub use scope::Scope;
