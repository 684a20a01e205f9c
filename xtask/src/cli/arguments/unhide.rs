//! `unhide`

use clap::Args;

pub(super) const HELP: &str = "\
An index that is no longer declared is hidden before it is dropped: queries do without it, and it
is kept up to date, so it can be given back at once. It then stays until the collection declares
other indexes; to keep it for good, declare it or name it in `external_index`.

Examples:
  cargo xtask unhide tasks/email_1
  cargo xtask unhide email_1         where only one collection has an index of that name";

#[derive(Debug, Args)]
pub(crate) struct Unhide {
    /// The index, as COLLECTION/INDEX or by its name alone
    #[arg(value_name = "INDEX")]
    pub(crate) index: String,
}
