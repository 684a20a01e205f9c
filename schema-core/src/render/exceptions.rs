//! The rules that are suppressed somewhere in a database.

use crate::{
    declared::{Exception, ExceptionPlace},
    model::{Allow, Collection, Database, Doc, Form, Place, Shape},
    rules::{previous_of, unused},
};

/// Every rule that is suppressed in a collection or in a shape before it, or in a type that one
/// embeds.
pub(super) fn exceptions(database: &Database) -> Vec<Exception> {
    let mut found = Found {
        database,
        docs: Vec::new(),
        exceptions: Vec::new(),
    };
    for collection in database.collections {
        let shapes = std::iter::successors(Some(*collection), |shape| {
            previous_of(shape).map(|(before, _)| before)
        });
        shapes.for_each(|shape| found.collection(shape));
    }
    let exceptions = found.exceptions.into_iter();
    exceptions.map(|(_, exception)| exception).collect()
}

struct Found<'a> {
    database: &'a Database,
    /// The documents that were visited, by their addresses.
    docs: Vec<*const Doc>,
    /// With the identity of the type of each.
    exceptions: Vec<(u64, Exception)>,
}

impl Found<'_> {
    fn collection(&mut self, collection: &'static Collection) {
        let identity = collection.doc.get().identity;
        for allow in collection.allows {
            let needed = allow.told || unused::in_collection(self.database, collection, allow);
            let place = match allow.place {
                Place::Index(_, keys) => ExceptionPlace::Index(keys.to_owned()),
                Place::Query(name) => ExceptionPlace::Query(name.to_owned()),
                Place::Collection | Place::Field(_) => ExceptionPlace::Collection,
            };
            self.add(identity, collection.type_name, allow, place, needed);
        }
        self.doc(collection.doc.get());
    }

    fn doc(&mut self, doc: &'static Doc) {
        if self.docs.contains(&std::ptr::from_ref(doc)) {
            return;
        }
        self.docs.push(doc);
        for allow in doc.allows {
            if let Place::Field(field) = allow.place {
                let field = usize::from(field);
                let needed = allow.told || unused::at_field(self.database, doc, field, allow.rule);
                let place = ExceptionPlace::Field(doc.name(field).to_owned());
                self.add(doc.identity, doc.name, allow, place, needed);
            }
        }
        for shape in doc.shapes {
            self.shape(shape);
        }
    }

    /// What a value embeds.
    fn shape(&mut self, shape: &'static Shape) {
        match shape.form {
            Form::Document(doc) => self.doc(doc.get()),
            Form::Variants(all) => {
                let docs = all.get().variants.iter();
                for doc in docs.filter_map(|variant| variant.content.doc()) {
                    self.doc(doc);
                }
            }
            Form::Array(array) => self.shape(&array.items),
            Form::Map(map) => self.shape(&map.values),
            Form::Tuple(items) => items.iter().for_each(|item| self.shape(item)),
            // Its document holds what is inside.
            Form::Newtype(newtype) => match newtype.doc {
                Some(doc) => self.doc(doc.get()),
                None => self.shape(&newtype.inner),
            },
            Form::Scalar | Form::Integer(..) | Form::Enumeration(_) => {}
        }
    }

    /// A type with parameters has a document for each of its uses, of which one may need what
    /// another does not.
    fn add(
        &mut self,
        identity: u64,
        type_name: &str,
        allow: &Allow,
        place: ExceptionPlace,
        needed: bool,
    ) {
        let same = |(other, it): &&mut (u64, Exception)| {
            *other == identity && it.rule == allow.rule && it.place == place
        };
        if let Some((_, known)) = self.exceptions.iter_mut().find(same) {
            known.needed |= needed;
            return;
        }
        let exception = Exception {
            rule: allow.rule.to_owned(),
            type_name: type_name.to_owned(),
            place,
            reason: allow.reason.to_owned(),
            needed,
        };
        self.exceptions.push((identity, exception));
    }
}
