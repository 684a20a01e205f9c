//! The command line and `apply`, through the real binary and against a running server.

mod data;
mod inspect;
mod killed;
mod lock;
mod phases;
mod rules;
mod run;
mod stages;
mod support;
mod unreachable;
mod usage;
