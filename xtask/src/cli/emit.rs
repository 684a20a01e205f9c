//! `emit`: the declared schema for other tools and for people.

use serde_json::{Value, json};

use super::arguments::{Format, Target};
use super::run::Site;
use crate::emit::{Schema, json, json_schema, markdown, mongosh, roles};
use crate::error::Result;

/// What is printed.
enum Printed {
    /// A document, whatever the format.
    Document(Value),
    /// A text.
    Text(String),
}

/// Prints the declared schema in the wanted form.
pub(super) fn run(site: &Site<'_>, target: Target, format: Format) -> Result<()> {
    let schema = Schema {
        declared: site.declared,
        database: &site.settings.database,
        only: &site.settings.scope.only,
    };
    match (printed(&schema, target, format), format) {
        (Printed::Document(document), _) => site.console.document(&document),
        (Printed::Text(text), Format::Human) => site.console.text(&text),
        (Printed::Text(text), Format::Json) => site.console.document(&json!({
            "format": 1, "database": schema.database, "text": text,
        })),
    }
}

fn printed(schema: &Schema<'_>, target: Target, format: Format) -> Printed {
    match target {
        Target::Json => Printed::Document(json::document(schema)),
        Target::JsonSchema => Printed::Document(json_schema::document(schema)),
        Target::Mongosh => Printed::Text(mongosh::script(schema)),
        Target::Markdown => Printed::Text(markdown::page(schema)),
        Target::Roles if format == Format::Json => Printed::Document(roles::document(schema)),
        Target::Roles => Printed::Text(roles::script(schema)),
    }
}
