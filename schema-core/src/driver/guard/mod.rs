//! What scopes or refuses a document before it is sent: pure functions on BSON.
//!
//! Every operation goes through here. A filter gets the tenant's equality beside all that it says,
//! so that it can only narrow; a document, an update or a stage that could name, move or leave the
//! tenant is refused. What cannot be proven to stay inside is refused, with a reason.

mod document;
mod filter;
mod join;
mod path;
mod pipeline;
mod raw;
mod refusal;
mod scope;
mod script;
mod stage;
#[cfg(test)]
mod tests;
mod update;
mod watch;

pub use document::document;
pub use filter::{by_id, filter};
pub use pipeline::{Start, pipeline};
pub use refusal::Refusal;
pub use scope::{Joined, Scope, Tenant};
pub use update::{array_filters, update};
pub use watch::{Events, watch};
