//! `explain`: declared queries beside what the server does with them.

use super::arguments::Explain;
use super::run::{DONE, NOT_AS_DECLARED, Site};
use crate::connect::Server;
use crate::error::Result;
use crate::explain;
use crate::output::explain as output;

/// Explains every query.
pub(super) async fn run(site: &Site<'_>, server: &Server, wanted: &Explain) -> Result<u8> {
    let only = &site.settings.scope.only;
    let explained = explain::explain(server, site.declared, only, wanted.ratio).await?;
    site.console.answer(
        |mut out| output::write(&mut out, &explained, site.console.verbosity()),
        || output::document(server.name(), wanted.ratio, &explained),
    )?;
    let is_mismatch = explained.iter().any(|it| it.verdict.is_mismatch());
    Ok(if is_mismatch { NOT_AS_DECLARED } else { DONE })
}
