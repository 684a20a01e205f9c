//! The command line and `apply`, through the real binary and against a running server.

mod auth;
mod faults;
mod history;
mod in_place;
mod inspect;
mod interrupted;
mod killed;
mod killed_between;
mod killed_server;
mod lock;
mod mongosh;
mod node;
mod overrides;
mod own_server;
mod proxy;
mod retire;
mod retry;
mod rules;
mod run;
mod saved;
mod support;
mod unique;
mod unreachable;
mod usage;
