//! The command line and `apply`, through the real binary and against a running server.

mod inspect;
mod killed;
mod lock;
mod mongosh;
mod node;
mod overrides;
mod own_server;
mod rules;
mod run;
mod saved;
mod support;
mod unreachable;
mod usage;
