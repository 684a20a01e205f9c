//! `dependencies`, of both kinds.

use bson::{Bson, Document, doc};

use super::dotted::Path;
use super::node::Node;
use super::place::{Result, Written};
use super::raw::Value;

/// What is asked where a property is there, null included.
#[derive(Debug)]
pub(super) struct Dependency {
    property: Path,
    then: Then,
}

#[derive(Debug)]
enum Then {
    Names(Vec<Path>),
    Schema(Node),
}

impl Dependency {
    pub(super) fn compile(written: Written<'_>) -> Result<Vec<Self>> {
        let Some(named) = written.document("dependencies")? else {
            return Ok(Vec::new());
        };
        let place = written.place.inner("dependencies")?;
        let here = Written {
            schema: named,
            place: &place,
        };
        let compiled = named.iter().map(|(name, value)| {
            let then = match value {
                Bson::Document(schema) => Then::Schema(Node::compile(schema, &place.inner(name)?)?),
                Bson::Array(_) => {
                    let names = here.names(value, name)?;
                    Then::Names(names.into_iter().map(Path::new).collect())
                }
                _ => return Err(place.mismatch(name, "an object or an array")),
            };
            let property = Path::new(name);
            Ok(Self { property, then })
        });
        compiled.collect()
    }

    pub(super) fn holds(&self, value: Value<'_>) -> bool {
        !self.property.is_in(value)
            || match &self.then {
                Then::Names(names) => names.iter().all(|name| name.is_in(value)),
                Then::Schema(node) => node.holds(value),
            }
    }

    pub(super) fn explain(all: &[Self], value: Value<'_>) -> Option<Document> {
        let faulty = all.iter().filter(|it| !it.holds(value));
        let faults: Vec<Document> = faulty.map(|it| it.fault(value)).collect();
        let fault = || doc! { "operatorName": "dependencies", "failingDependencies": &faults };
        (!faults.is_empty()).then(fault)
    }

    fn fault(&self, value: Value<'_>) -> Document {
        let mut fault = doc! { "conditionalProperty": self.property.to_string() };
        match &self.then {
            Then::Schema(node) => fault.insert("details", node.details(value)),
            Then::Names(names) => {
                let missing = names.iter().filter(|name| !name.is_in(value));
                let missing: Vec<String> = missing.map(Path::to_string).collect();
                fault.insert("missingProperties", missing)
            }
        };
        fault
    }
}
