//! Documents: `required`, `properties` and what else is admitted.
//!
//! A document has one form, or several where enums are flattened into it. A closed schema admits
//! nothing that it does not list itself, so flattened fields are merged into each form.

use bson::{Array, Bson, Document};

use super::{bounds, schema, variants};
use crate::model::{Doc, Field, Form, Keyword, Placed, Shape, Types};

/// One form that a document may take.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Alternative {
    /// The documentation comment of the variant that it is of.
    pub(super) description: &'static str,
    /// The names of the fields that are always there.
    pub(super) required: Vec<String>,
    /// The schemas of the fields that are listed.
    pub(super) properties: Document,
    /// The schemas of the fields whose names match a pattern.
    pub(super) patterns: Document,
    /// What holds for all other fields.
    pub(super) rest: Rest,
    /// How many fields there may be beside those that are listed.
    pub(super) most_others: Option<u32>,
}

/// What holds for the fields that are not listed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) enum Rest {
    /// There are none.
    #[default]
    Closed,
    /// Anything.
    Open,
    /// Each has this schema.
    Of(Document),
}

impl Alternative {
    /// Nothing but this field, which is always there.
    pub(super) fn of_field(name: &str, schema: Document) -> Self {
        let mut alternative = Self::default();
        alternative.required.push(name.to_owned());
        alternative.properties.insert(name, schema);
        alternative
    }

    /// Gives a listed field another schema.
    pub(super) fn replace(&mut self, name: &str, schema: &Document) {
        if self.properties.contains_key(name) {
            self.properties.insert(name, schema.clone());
        }
    }

    /// This one with the fields of another in the same document.
    pub(super) fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.required.extend(other.required.iter().cloned());
        both.properties.extend(other.properties.clone());
        both.patterns.extend(other.patterns.clone());
        both.rest = match (&self.rest, &other.rest) {
            (Rest::Open, _) | (_, Rest::Open) => Rest::Open,
            (Rest::Of(schema), _) | (_, Rest::Of(schema)) => Rest::Of(schema.clone()),
            (Rest::Closed, Rest::Closed) => Rest::Closed,
        };
        both.most_others = self.most_others.or(other.most_others);
        if both.description.is_empty() {
            both.description = other.description;
        }
        both
    }

    /// Inserts the keywords.
    pub(super) fn insert(self, schema: &mut Document) {
        // The server refuses an empty list.
        if !self.required.is_empty() {
            let names: Array = self.required.into_iter().map(Bson::String).collect();
            schema.insert("required", names);
        }
        if let Some(others) = self.most_others {
            let most = i64::from(others) + self.properties.len() as i64;
            schema.insert("maxProperties", bounds::integer(most));
        }
        schema.insert("properties", self.properties);
        if !self.patterns.is_empty() {
            schema.insert("patternProperties", self.patterns);
        }
        match self.rest {
            Rest::Closed => drop(schema.insert("additionalProperties", false)),
            Rest::Open => {}
            Rest::Of(other) => drop(schema.insert("additionalProperties", other)),
        }
    }
}

/// Inserts the forms of a document, one for null where that is admitted in its place, and its
/// description where the place has none of its own.
pub(super) fn insert(
    schema: &mut Document,
    description: &str,
    mut forms: Vec<Alternative>,
    null: bool,
) {
    let alone = forms.len() == 1;
    let description = match &forms[..] {
        [only] if description.is_empty() => only.description,
        _ => description,
    };
    if !description.is_empty() && !schema.contains_key("description") {
        schema.insert("description", description);
    }
    if alone {
        forms.remove(0).insert(schema);
    } else {
        let forms = forms.into_iter().map(branch);
        let null = null.then(|| bson::doc! { "bsonType": "null" });
        schema.insert("anyOf", forms.chain(null).collect::<Vec<_>>());
    }
}

/// A form as a branch of its own.
pub(super) fn branch(form: Alternative) -> Document {
    let mut schema = bson::doc! { "bsonType": "object" };
    if !form.description.is_empty() {
        schema.insert("description", form.description);
    }
    form.insert(&mut schema);
    schema
}

/// The forms of a document with known fields: never none.
pub(super) fn of_doc(doc: &Doc) -> Vec<Alternative> {
    let rest = if doc.additional_properties {
        Rest::Open
    } else {
        Rest::Closed
    };
    let mut forms = vec![Alternative {
        rest,
        ..Alternative::default()
    }];
    for field in doc.fields() {
        if field.flags.flattened() {
            forms = product(&forms, &of_flattened(&field));
        } else {
            let property = schema::field_schema(&field);
            for form in &mut forms {
                if field.flags.required() {
                    form.required.push(field.stored_name.to_owned());
                }
                form.properties.insert(field.stored_name, property.clone());
            }
        }
    }
    forms
}

fn product(outer: &[Alternative], inner: &[Alternative]) -> Vec<Alternative> {
    outer
        .iter()
        .flat_map(|outer| inner.iter().map(|inner| outer.with(inner)))
        .collect()
}

/// The forms of a flattened field. One that may be absent brings no required field.
fn of_flattened(field: &Field) -> Vec<Alternative> {
    let mut forms = match field.shape.resolved().form {
        Form::Map(_) | Form::Scalar => vec![of_names(&field.shape, &field.keywords)],
        _ => of_shape(&field.shape),
    };
    if !field.flags.required() || field.shape.types.intersects(Types::NULL) {
        for form in &mut forms {
            form.required.clear();
        }
    }
    for placed in field.keywords.iter().filter(|placed| placed.depth == 0) {
        if let Keyword::MaxProperties(most) = placed.keyword {
            for form in &mut forms {
                form.most_others = Some(most);
            }
        }
    }
    forms
}

/// What a map admits beside the fields of the document that it is flattened into.
fn of_names(shape: &Shape, keywords: &[Placed]) -> Alternative {
    let mut schema = schema::value_schema(shape, keywords, 0);
    let mut part = |key| match schema.remove(key) {
        Some(Bson::Document(part)) => part,
        _ => Document::new(),
    };
    let (properties, patterns) = (part("properties"), part("patternProperties"));
    let rest = match schema.remove("additionalProperties") {
        Some(Bson::Document(other)) => Rest::Of(other),
        Some(_) => Rest::Closed,
        None => Rest::Open,
    };
    Alternative {
        properties,
        patterns,
        rest,
        ..Alternative::default()
    }
}

/// The forms of a value that is flattened.
pub(super) fn of_shape(shape: &Shape) -> Vec<Alternative> {
    match shape.form {
        Form::Document(doc) => {
            let doc = doc.get();
            let mut forms = of_doc(doc);
            if let [only] = &mut forms[..] {
                only.description = doc.description;
            }
            forms
        }
        Form::Newtype(newtype) => of_shape(&newtype.inner),
        Form::Variants(all) => variants::forms(all.get()),
        Form::Map(_) => vec![of_names(shape, &[])],
        _ => vec![Alternative {
            rest: Rest::Open,
            ..Alternative::default()
        }],
    }
}
