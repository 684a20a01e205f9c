//! Renders the constant model to what the server takes: `create` options with a `$jsonSchema`
//! validator, and createIndexes specifications.

mod collation;
mod index;
mod object;
mod path;
mod schema;
mod variants;

use bson::{Document, doc};

use crate::{
    declared::{DeclaredCollection, DeclaredDatabase},
    model::{Collection, CollectionOption, Database, Shape},
};

/// Renders all that a database declares.
pub fn database(database: &Database) -> DeclaredDatabase {
    DeclaredDatabase {
        name: database.name.to_owned(),
        collections: database
            .collections
            .iter()
            .map(|model| collection(model))
            .collect(),
    }
}

/// Renders all that a collection declares.
pub fn collection(model: &Collection) -> DeclaredCollection {
    DeclaredCollection {
        name: model.name.to_owned(),
        type_name: model.type_name.to_owned(),
        schema_version: schema_version(model).map(|(version, _)| version),
        options: options(model),
        indexes: model
            .indexes
            .iter()
            .map(|spec| index::specification(model, spec))
            .collect(),
    }
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

/// The options of the `create` command. Level and action are spelt out, so that a reader of the
/// plan sees what will be enforced.
fn options(model: &Collection) -> Document {
    let (mut level, mut action) = ("strict", "error");
    let mut options = Document::new();
    for option in model.options {
        match option {
            CollectionOption::ValidationLevel(value) => level = value,
            CollectionOption::ValidationAction(value) => action = value,
            CollectionOption::Collation(parameters) => {
                options.insert("collation", collation::collation(parameters));
            }
            CollectionOption::SchemaVersion { .. } => {}
        }
    }
    options.extend(doc! {
        "validator": { "$jsonSchema": schema::validator(model) },
        "validationLevel": level,
        "validationAction": action,
    });
    options
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
