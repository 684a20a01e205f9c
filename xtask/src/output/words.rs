//! Names, values and specifications in a line of text.

use bson::{Bson, Document};

/// The text with control characters made visible: a name on the server may hold any, and a
/// terminal would obey them.
pub(super) fn visible(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    text.chars().map(shown).collect()
}

/// An index in a line, such as `{ tenantId: 1, status: 1 } unique`.
pub(super) fn index(spec: &Document) -> String {
    let key = spec.get("key").map(value).unwrap_or_default();
    let options = spec
        .iter()
        .filter(|(name, _)| !["name", "key"].contains(&name.as_str()));
    let options = options.map(|(name, value)| option(name, value));
    visible(
        &std::iter::once(key)
            .chain(options)
            .collect::<Vec<_>>()
            .join(" "),
    )
}

fn option(name: &str, stated: &Bson) -> String {
    match stated {
        Bson::Boolean(true) => name.to_owned(),
        stated => format!("{name}: {}", value(stated)),
    }
}

fn value(value: &Bson) -> String {
    match value {
        Bson::Document(document) if document.is_empty() => "{}".to_owned(),
        Bson::Document(document) => {
            let fields: Vec<String> = document
                .iter()
                .map(|(name, inner)| format!("{name}: {}", self::value(inner)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Bson::Array(values) => format!(
            "[{}]",
            values
                .iter()
                .map(self::value)
                .collect::<Vec<_>>()
                .join(", ")
        ),
        other => other.clone().into_relaxed_extjson().to_string(),
    }
}

/// A document in full, on one line.
pub(super) fn full(document: &Document) -> String {
    visible(
        &Bson::Document(document.clone())
            .into_relaxed_extjson()
            .to_string(),
    )
}
