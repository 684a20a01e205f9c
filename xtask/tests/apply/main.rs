//! The command line and `apply`, through the real binary and against a running server.

mod in_place;
mod inspect;
mod killed;
mod lock;
mod rules;
mod run;
mod support;
mod unique;
mod unreachable;
mod usage;
