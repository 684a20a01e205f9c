//! `check`: which documents the declared validators would refuse.

use std::path::Path;

use super::arguments::Check;
use super::progress::Counting;
use super::run::{DONE, NOT_AS_DECLARED, Site};
use crate::check::{self, Declared, Report, Wanted};
use crate::connect::Server;
use crate::error::{Error, Result};
use crate::output;

/// Checks the collections of the server.
pub(super) async fn on_server(site: &Site<'_>, server: &Server, asked: &Check) -> Result<u8> {
    let declared = Declared::all(site.declared, &site.settings.scope.only);
    let counting = Counting::new("documents", site.console.is_quiet());
    let onlooker = |name: &str, done, total| counting.at(name, done, total);
    let reports = check::collections(server, &declared, wanted(asked), &onlooker).await;
    counting.finish();
    answer(site, server.name(), &reports?)
}

/// Checks a file; no server is asked.
pub(super) fn on_dump(site: &Site<'_>, path: &Path, asked: &Check) -> Result<u8> {
    let declared = Declared::all(site.declared, &[]);
    let name = collection_of(site, path)?;
    let found = declared.iter().find(|it| it.name == name);
    let Some(evaluated) = found.and_then(|it| it.evaluated.as_ref()) else {
        let told = format!("`{name}` has no validator that could be evaluated without a server");
        return Err(Error::Usage(told));
    };
    let counting = Counting::new("bytes", site.console.is_quiet());
    let onlooker = |name: &str, done, total| counting.at(name, done, total);
    let report = check::dump(path, &name, evaluated, wanted(asked), &onlooker);
    counting.finish();
    answer(site, &site.settings.database, &[report?])
}

fn wanted(asked: &Check) -> Wanted {
    Wanted {
        limit: asked.limit as usize,
        sample: asked.sample,
    }
}

/// The one that `--only` names, or else the one that the file is named after.
fn collection_of(site: &Site<'_>, path: &Path) -> Result<String> {
    let named = match site.settings.scope.only.as_slice() {
        [] => named_after(path),
        [only] => only.clone(),
        _ => {
            let told = "`--dump` is a file of one collection; name one with `--only`";
            return Err(Error::Usage(told.to_owned()));
        }
    };
    let is_declared = site.declared.collections.iter().any(|it| it.name == named);
    if is_declared {
        return Ok(named);
    }
    let told = format!("`{named}` is no declared collection; name the file's with `--only`");
    Err(Error::Usage(told))
}

/// `tasks` of `dump/tracker/tasks.bson.gz`.
fn named_after(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.strip_suffix(".bson").unwrap_or(name).to_owned()
}

fn answer(site: &Site<'_>, database: &str, reports: &[Report]) -> Result<u8> {
    site.console.answer(
        |mut out| output::check::write(&mut out, reports),
        || output::check::document(database, reports),
    )?;
    let is_clean = reports.iter().all(|it| it.refused == 0);
    Ok(if is_clean { DONE } else { NOT_AS_DECLARED })
}
