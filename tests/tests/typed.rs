//! Typed access: what queries and updates are made of, and what the server makes of them.

#[path = "typed/stored.rs"]
mod stored;
#[path = "typed/update.rs"]
mod update;
