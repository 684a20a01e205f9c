//! Tasks of version 1, whose labels were one text, become tasks of version 2 while the application
//! goes on writing both.
//!
//! `MIGRATE_DOCUMENTS` sets another number of tasks than the few that a run of all tests takes.

mod cursor;
mod killed;
mod odd;
mod poisoned;
mod site;
mod whole;
mod writers;
