//! What a schema says of the values that it admits.

use bson::{Bson, Document};

use super::types::Types;

/// Schemas that all hold of one value, and alternatives of which at least one does.
#[derive(Debug, Clone, Default)]
pub(super) struct Known<'a> {
    /// Each of them holds.
    pub(super) all: Vec<&'a Document>,
    /// Of each list at least one member holds: `anyOf` and `oneOf`.
    pub(super) choices: Vec<&'a [Bson]>,
}

impl<'a> Known<'a> {
    /// All of these hold; members of `allOf` are taken in.
    pub(super) fn of(schemas: impl IntoIterator<Item = &'a Document>) -> Self {
        let mut known = Self::default();
        schemas.into_iter().for_each(|schema| known.add(schema));
        known
    }

    /// Also this one holds.
    pub(super) fn add(&mut self, schema: &'a Document) {
        self.all.push(schema);
        documents(schema.get("allOf")).for_each(|member| self.add(member));
        for name in ["anyOf", "oneOf"] {
            if let Ok(members) = schema.get_array(name) {
                self.choices.push(members);
            }
        }
    }

    /// The same, and also this one.
    pub(super) fn with<'b>(&self, schema: &'b Document) -> Known<'b>
    where
        'a: 'b,
    {
        let mut known: Known<'b> = self.clone();
        known.add(schema);
        known
    }

    /// The values of a keyword, in every schema that has it.
    pub(super) fn each(&self, name: &str) -> impl Iterator<Item = &'a Bson> {
        self.all.iter().filter_map(move |schema| schema.get(name))
    }

    /// The types that a value can have; every type where that is not understood.
    pub(super) fn types(&self) -> Types {
        let stated = self.all.iter().map(|schema| {
            let types = Types::of_schema(schema).unwrap_or(Types::ALL);
            types.and(of_enum(schema)).without(excluded(schema))
        });
        stated.fold(Types::ALL, Types::and)
    }

    /// The only values that there can be, where they are few: those of an `enum`, null, both
    /// booleans.
    pub(super) fn values(&self) -> Option<Vec<Bson>> {
        let types = self.types();
        let listed = self.each("enum").filter_map(Bson::as_array);
        if let Some(values) = listed.min_by_key(|values| values.len()) {
            let possible = |value: &&Bson| !Types::of_equal(value).and(types).is_none();
            return Some(values.iter().filter(possible).cloned().collect());
        }
        let mut values = Vec::new();
        for alias in types.aliases() {
            match alias {
                "null" => values.push(Bson::Null),
                "bool" => values.extend([false.into(), true.into()]),
                _ => return None,
            }
        }
        Some(values)
    }
}

/// The members of an array that are documents.
pub(super) fn documents(value: Option<&Bson>) -> impl Iterator<Item = &Document> {
    let members = value.and_then(Bson::as_array).map(Vec::as_slice);
    members
        .unwrap_or_default()
        .iter()
        .filter_map(Bson::as_document)
}

/// The types that the values of an `enum` can have.
fn of_enum(schema: &Document) -> Types {
    schema.get_array("enum").map_or(Types::ALL, |values| {
        values
            .iter()
            .map(Types::of_equal)
            .fold(Types::NONE, Types::or)
    })
}

/// The types that a `not` excludes, where it speaks of types alone.
fn excluded(schema: &Document) -> Types {
    let inner = schema
        .get_document("not")
        .ok()
        .filter(|inner| inner.len() == 1);
    let types = inner.filter(|inner| inner.contains_key("bsonType") || inner.contains_key("type"));
    types.and_then(Types::of_schema).unwrap_or(Types::NONE)
}
