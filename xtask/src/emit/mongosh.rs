//! `emit --target mongosh`: a script that brings a database to the declared schema.

use bson::{Bson, Document, doc};
use schema_core::declared::DeclaredCollection;

use super::Schema;
use super::shell::{literal, string};
use crate::normal::{Collations, NormalIndex};
use crate::output::visible;
use crate::plan;

/// What the script does, in JavaScript that needs `database` and `schema`.
const WORK: &str = include_str!("mongosh.js");

/// The script: data first, then what is done with it.
pub fn script(schema: &Schema<'_>) -> String {
    let collections: Vec<String> = schema.collections().map(collection).collect();
    format!(
        "{}(() => {{\n  \"use strict\";\n\n  const database = db.getSiblingDB({});\n\n  const schema = [\n{}  ];\n\n{WORK}",
        head(schema),
        string(schema.database),
        collections.concat(),
    )
}

fn head(schema: &Schema<'_>) -> String {
    let name = visible(schema.database);
    format!(
        "\
// The declared schema of the database {name}, written by `cargo xtask emit --target mongosh`.
//
//   mongosh --quiet \"mongodb://localhost:27017\" --file schema.js
//
// Creates what is missing and changes in place what differs: validators, options, expiry, hidden and
// unique indexes. It drops nothing, asks nothing, and can be run again; it ends with exit code 1 at
// the first thing that cannot be done. A new or lower expiry deletes documents within minutes.
// `cargo xtask apply` does more: it retires indexes, brings validators in by stages, and keeps a
// history.

"
    )
}

fn collection(declared: &DeclaredCollection) -> String {
    let mut fields = vec![
        format!("name: {}", string(&declared.name)),
        format!("options: {}", document(&declared.options, 6)),
        format!("indexes: [{}]", indexes(declared)),
    ];
    if let Some(key) = &declared.shard_key {
        fields.push(format!("shardKey: {}", document(key, 6)));
    }
    let fields: Vec<String> = fields.iter().map(|it| format!("      {it},\n")).collect();
    format!(
        "    // {}\n    {{\n{}    }},\n",
        title(declared),
        fields.concat()
    )
}

/// Type, version and description, on one line.
fn title(declared: &DeclaredCollection) -> String {
    let version = declared
        .schema_version
        .map(|version| format!(", version {version}"));
    let description = super::description(declared).map(|text| format!(": {text}"));
    let title = format!(
        "{}{}{}",
        declared.type_name,
        version.unwrap_or_default(),
        description.unwrap_or_default()
    );
    visible(&title.replace('\n', " "))
}

fn indexes(declared: &DeclaredCollection) -> String {
    let collations = Collations::of_declared(&declared.options);
    let indexes: Vec<String> = declared
        .indexes
        .iter()
        .map(|spec| {
            let spare = plan::spare_name(&NormalIndex::declared(spec, &collations));
            let index = doc! { "spec": spec, "spare": spare };
            format!("\n        {},", document(&index, 8))
        })
        .collect();
    if indexes.is_empty() {
        return String::new();
    }
    format!("{}\n      ", indexes.concat())
}

fn document(document: &Document, indent: usize) -> String {
    literal(&Bson::Document(document.clone()), indent)
}
