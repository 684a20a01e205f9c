//! Names, values and specifications in a line of text.

use bson::{Bson, Document};

use crate::normal::telling;

/// The text with control characters made visible: a name on the server may hold any, and a
/// terminal would obey them.
pub(crate) fn visible(text: &str) -> String {
    let shown = |c: char| {
        if c.is_control() || reorders(c) {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    text.chars().map(shown).collect()
}

/// As [`visible`], but lines stay lines: for texts of this tool that quote a server's.
pub(crate) fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(visible).collect();
    lines.join("\n")
}

/// Unicode's marks, embeddings and isolates for direction, which make a text look like another.
pub(crate) fn reorders(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// An index in a line, such as `{ tenantId: 1, status: 1 } unique`.
pub(crate) fn index(spec: &Document) -> String {
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
        Bson::Document(collation) if name == "collation" => {
            format!("{name}: {}", value(&telling(collation).into()))
        }
        stated => format!("{name}: {}", value(stated)),
    }
}

pub(crate) fn value(value: &Bson) -> String {
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

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;
    use crate::normal::{Collations, NormalIndex};

    fn shown(spec: &Document) -> String {
        index(&NormalIndex::declared(spec, &Collations::default()).document())
    }

    #[test]
    fn nothing_reaches_a_terminal_as_a_command() {
        assert_eq!(visible("a\u{1b}[2J\n\u{202e}ü"), r"a\u{1b}[2J\n\u{202e}ü");
        assert_eq!(visible_lines("a\nb\u{7}"), "a\nb\\u{7}");
    }

    #[test]
    fn an_index_is_shown_by_its_key_and_what_is_special_about_it() {
        for (spec, line) in [
            (
                doc! { "key": { "tenantId": 1, "status": -1 }, "unique": true },
                "{ tenantId: 1, status: -1 } unique",
            ),
            (
                doc! { "key": { "at": 1_i64 }, "expireAfterSeconds": 0.0, "hidden": true },
                "{ at: 1 } expireAfterSeconds: 0 hidden",
            ),
            (
                doc! { "key": { "a": 1 }, "collation": { "strength": 2, "locale": "en", "backwards": false } },
                r#"{ a: 1 } collation: { locale: "en", strength: 2 }"#,
            ),
            (
                doc! { "key": { "a": 1 }, "partialFilterExpression": { "b": { "$in": [2, 1] } } },
                "{ a: 1 } partialFilterExpression: { b: { $in: [1, 2] } }",
            ),
        ] {
            assert_eq!(shown(&spec), line);
        }
    }
}
