//! The traits that the derive macros implement.

use crate::{
    declared::DeclaredDatabase,
    model::{Collection, CollectionRef, Database, Shape},
    render,
    rules::previous_of,
    upgrade::{Older, ReadError, UpgradeFn},
};

/// A type whose values are stored inside a document.
///
/// `#[derive(Embedded)]` and `#[derive(Collection)]` implement it; it is implemented for the types
/// of the standard library and of `bson` that serde writes in a known form. What is stored is taken
/// from how a value is serialised, never from its type's name.
#[diagnostic::on_unimplemented(
    message = "it is not known what `{Self}` is stored as [unknown-serialization]",
    label = "not a type that a document can hold",
    note = "where `{Self}` is yours, write `#[derive(Embedded)]` on it; where it is another crate's, turn on the feature of `schema-core` of that crate's name",
    note = "or say what is stored with `#[field(bson = \"…\")]`"
)]
pub trait EmbeddedSchema {
    /// What a value is stored as.
    const SHAPE: Shape;
    /// The same by reference. A list of references costs the compiler nothing to tell immutable.
    #[doc(hidden)]
    const STORED: &'static Shape = &Self::SHAPE;
    /// The type itself, or what an `Option`, an array or a pointer holds at its end.
    type Leaf: ?Sized;
    /// The leaf's field types: sixteen tuples of sixteen types, filled up with `()`.
    type Fields;
}

/// A type whose values are a collection's documents; derived by `#[derive(Collection)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection",
    label = "not a collection",
    note = "write `#[derive(Collection)]` and `#[collection(name = \"…\")]` on `{Self}`"
)]
pub trait CollectionSchema: EmbeddedSchema {
    /// The collection's name in the database.
    const NAME: &'static str;
    /// Everything that is declared of the collection.
    const MODEL: &'static Collection = Self::REFERENCE.get();
    /// The same, without the compiler validating all of it again wherever another type names it.
    #[doc(hidden)]
    const REFERENCE: CollectionRef;

    /// Makes one of a document of an older shape; a type that names no shape before has none.
    #[doc(hidden)]
    fn older(document: Older<'_>) -> Result<Self, ReadError>
    where
        Self: Sized,
    {
        Err(document.unknown(Self::MODEL))
    }
}

/// A set of collections that make up one database; derived by `#[derive(Database)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a database",
    label = "not a database",
    note = "write `#[derive(Database)]` and `#[database(name = \"…\", collections(…))]` on `{Self}`"
)]
pub trait DatabaseSchema {
    /// Everything that is declared of the database.
    const MODEL: &'static Database;

    /// Renders the declarations to the server's own forms.
    fn declared() -> DeclaredDatabase {
        render::database(Self::MODEL)
    }

    /// What makes documents of older shapes ones of the current shape: for each collection that
    /// names a shape before, by its name.
    fn upgrades() -> Vec<(String, UpgradeFn)> {
        let upgrades = Self::MODEL.collections.iter();
        let upgrades = upgrades.filter_map(|model| {
            let (_, upgrade) = previous_of(model)?;
            Some((model.name.to_owned(), upgrade))
        });
        upgrades.collect()
    }
}
