//! What there is to migrate: collections that name a shape before.

use bson::{Bson, Document, doc};
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredVersions};
use schema_core::upgrade::UpgradeFn;

/// A collection whose documents may be of older shapes, and what upgrades them.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The declared name of the database.
    pub schema: &'a str,
    /// The collection.
    pub declared: &'a DeclaredCollection,
    /// Its shapes.
    pub versions: &'a DeclaredVersions,
    /// What makes a document of an older shape one of the current shape.
    pub upgrade: UpgradeFn,
}

/// The collections that name a shape before, in the order of their declaration; with `only`, those
/// of these names.
pub fn targets<'a>(
    declared: &'a DeclaredDatabase,
    upgrades: &[(String, UpgradeFn)],
    only: &[String],
) -> Vec<Target<'a>> {
    let wanted = |name: &String| only.is_empty() || only.contains(name);
    let collections = declared.collections.iter().filter(|it| wanted(&it.name));
    let targets = collections.filter_map(|collection| {
        let (_, upgrade) = upgrades.iter().find(|(name, _)| *name == collection.name)?;
        Some(Target {
            schema: &declared.name,
            declared: collection,
            versions: collection.versions.as_ref()?,
            upgrade: *upgrade,
        })
    });
    targets.collect()
}

impl<'a> Target<'a> {
    /// The collection's name.
    pub fn name(&self) -> &'a str {
        &self.declared.name
    }

    /// The version to which documents are upgraded.
    pub fn version(&self) -> u32 {
        self.versions.current.version
    }

    /// `_id` of the migration in `_schema.migrations`.
    pub(super) fn id(&self) -> Document {
        doc! { "schema": self.schema, "collection": self.name(), "to": self.version() }
    }

    /// The versions of the shapes before, the oldest first.
    pub(super) fn older(&self) -> Vec<u32> {
        let older = self.versions.older.iter().rev();
        older.map(|shape| shape.version).collect()
    }

    /// What finds the documents of older shapes.
    pub(super) fn outdated(&self) -> Document {
        let mut versions: Vec<Bson> = self.older().into_iter().map(Bson::from).collect();
        if self.versions.unversioned {
            versions.push(Bson::Null);
        }
        doc! { &self.versions.field: { "$in": versions } }
    }

    /// The validator that admits documents of every shape.
    pub(super) fn accepting(&self) -> Document {
        doc! { "$jsonSchema": self.versions.accepting(|_| true) }
    }

    /// The validator that admits those of the current shape alone.
    pub(super) fn current(&self) -> Document {
        doc! { "$jsonSchema": self.versions.current.schema.clone() }
    }
}
