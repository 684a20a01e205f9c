//! Whether a live database is as it is declared.
//!
//! Read-only and in one pass, for an application's start: nothing is created, changed or counted.
//! What is not declared is no difference, as for `cargo xtask plan`.

mod compare;
mod difference;
#[cfg(feature = "driver")]
mod error;
pub mod listing;
#[cfg(feature = "driver")]
mod live;
#[cfg(feature = "driver")]
mod read;

pub use compare::{Listed, Sharded, differences};
pub use difference::{Difference, Found};
#[cfg(feature = "driver")]
pub use error::VerifyError;
#[cfg(feature = "driver")]
pub use live::{ensure, verify, verify_declared};
