//! The command line and `apply`, through the real binary and against a running server.

mod in_place;
mod inspect;
mod killed;
mod lock;
mod mongosh;
mod node;
mod overrides;
mod own_server;
mod retire;
mod rules;
mod run;
mod saved;
mod support;
mod unique;
mod unreachable;
mod usage;
