//! Typed access: what queries and updates are made of, and what the server makes of them.

#[path = "typed/cards.rs"]
mod cards;
#[path = "typed/query.rs"]
mod query;
#[path = "typed/reads.rs"]
mod reads;
#[path = "typed/stored.rs"]
mod stored;
#[path = "typed/tracker_operations.rs"]
mod tracker_operations;
#[path = "typed/update.rs"]
mod update;
#[path = "typed/versions.rs"]
mod versions;
#[path = "typed/write_back.rs"]
mod write_back;
