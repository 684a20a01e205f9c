//! The command line and `apply`, through the real binary and against a running server.

mod auth;
mod faults;
mod history;
mod inspect;
mod killed;
mod killed_between;
mod killed_server;
mod lock;
mod proxy;
mod retry;
mod rules;
mod run;
mod support;
mod unreachable;
mod usage;
