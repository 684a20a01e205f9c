//! Paths in stored names.

use crate::model::{Collection, stored_name};

/// The stored form of the path at this position of the collection's list. What leads nowhere has
/// stopped the compilation.
pub(crate) fn stored(model: &Collection, path: usize) -> String {
    let path = &model.paths[path];
    let names = (0..).map_while(|at| stored_name(model, path, at));
    let names: Vec<_> = names.map(String::from_utf8_lossy).collect();
    names.join(".")
}
