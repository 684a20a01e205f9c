//! Renders the constant model to what the server takes: `create` options with a `$jsonSchema`
//! validator, and createIndexes specifications.

mod bounds;
mod collation;
mod concern;
mod exceptions;
mod index;
mod object;
mod options;
mod path;
mod query;
mod references;
mod schema;
mod shard_index;
mod variants;
mod versions;

use bson::Document;

use crate::{
    declared::{DeclaredCollection, DeclaredDatabase},
    model::{Collection, CollectionOption, Database, Shape},
};

#[cfg(feature = "driver")]
pub(crate) use path::stored as stored_path;

/// Renders all that a database declares.
pub fn database(database: &Database) -> DeclaredDatabase {
    DeclaredDatabase {
        name: database.name.to_owned(),
        collections: database
            .collections
            .iter()
            .map(|model| collection(model))
            .collect(),
        server: database.server,
        external: database
            .external
            .iter()
            .map(|&name| name.to_owned())
            .collect(),
        exceptions: exceptions::exceptions(database),
    }
}

/// Renders all that a collection declares.
pub fn collection(model: &'static Collection) -> DeclaredCollection {
    let options = options::options(model);
    let shard_key = options::shard_key(model);
    let mut indexes: Vec<Document> = model
        .indexes
        .iter()
        .map(|spec| index::specification(model, spec))
        .collect();
    if let Some(key) = &shard_key {
        indexes.extend(shard_index::implied(key, &options, &indexes));
    }
    let queries = query::queries(model, &indexes);
    DeclaredCollection {
        name: model.name.to_owned(),
        type_name: model.type_name.to_owned(),
        schema_version: schema_version(model).map(|(version, _)| version),
        options,
        indexes,
        shard_key,
        external_indexes: options::external_indexes(model),
        write_concern: concern::write(model),
        read_concern: concern::read(model),
        tenant: query::tenant(model),
        references: references::references(model),
        queries,
        versions: versions::versions(model),
    }
}

/// The index that a collection with this shard key and these options needs beside the declared ones,
/// where none of them serves it.
pub fn shard_index(key: &Document, options: &Document, declared: &[Document]) -> Option<Document> {
    shard_index::implied(key, options, declared)
}

/// Renders what a value is stored as: a schema as it stands under `properties` or `items`.
///
/// ```
/// use schema_core::{EmbeddedSchema, render};
///
/// let schema = render::value(&Option::<u8>::SHAPE);
/// let expected = bson::doc! { "bsonType": ["int", "long", "null"], "minimum": 0, "maximum": 255 };
/// assert_eq!(schema, expected);
/// ```
pub fn value(shape: &Shape) -> Document {
    schema::value_schema(shape, &[], 0)
}

/// The path of this position of the collection's list in stored names.
pub(crate) fn path(model: &Collection, path: usize) -> String {
    path::stored(model, path)
}

/// The version that the validator admits, and the stored name of the field that holds it.
fn schema_version(model: &Collection) -> Option<(u32, String)> {
    model.options.iter().find_map(|option| match *option {
        CollectionOption::SchemaVersion { version, path } => {
            Some((version, path::stored(model, usize::from(path))))
        }
        _ => None,
    })
}
