//! What runs on the server and cannot be looked into.

use bson::{Bson, Document};

use super::Refusal;

/// The most levels that the server admits in what it is sent. Source: MongoDB Limits and Thresholds,
/// and the server's own limit of what it parses.
pub(super) const MOST_LEVELS: usize = 180;

/// Refuses JavaScript and the server's internal operators, anywhere inside.
pub(super) fn no_scripts(document: &Document) -> Result<(), Refusal> {
    in_document(document, 0)
}

fn in_document(document: &Document, level: usize) -> Result<(), Refusal> {
    if level > MOST_LEVELS {
        return Err(Refusal::TooDeep(MOST_LEVELS));
    }
    for (key, value) in document {
        if runs_script(key) || key.starts_with("$_internal") {
            return Err(Refusal::Script(key.clone()));
        }
        in_value(value, level + 1)?;
    }
    Ok(())
}

fn in_value(value: &Bson, level: usize) -> Result<(), Refusal> {
    match value {
        Bson::Document(document) => in_document(document, level),
        Bson::Array(_) if level > MOST_LEVELS => Err(Refusal::TooDeep(MOST_LEVELS)),
        Bson::Array(items) => items.iter().try_for_each(|item| in_value(item, level + 1)),
        Bson::JavaScriptCode(_) | Bson::JavaScriptCodeWithScope(_) => {
            Err(Refusal::Script("JavaScript code".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Source: `$where`, `$function (aggregation)`, `$accumulator (aggregation)`.
fn runs_script(key: &str) -> bool {
    matches!(key, "$where" | "$function" | "$accumulator" | "$mapReduce")
}
