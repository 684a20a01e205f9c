//! Reading and writing inside one tenant, on a running server.

#[path = "access/commands.rs"]
mod commands;
#[path = "access/edges.rs"]
mod edges;
#[path = "access/failures.rs"]
mod failures;
#[path = "access/pages.rs"]
mod pages;
#[path = "access/whole.rs"]
mod whole;
