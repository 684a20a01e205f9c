//! Enums that hold data: one branch a variant, which names its tag's value.

use bson::{Bson, Document, doc};

use super::{
    bounds,
    object::{self, Alternative, Rest},
    schema,
};
use crate::model::{Content, Doc, Tagging, Variant, Variants};

/// Inserts one branch a variant, and one for null where it is admitted.
pub(super) fn insert(schema: &mut Document, all: &Variants, null: bool) {
    if !all.description.is_empty() && !schema.contains_key("description") {
        schema.insert("description", all.description);
    }
    let mut branches: Vec<Document> = all
        .variants
        .iter()
        .flat_map(|variant| branches(all, variant))
        .collect();
    let admits_null = doc! { "bsonType": "null" };
    if null && !branches.contains(&admits_null) {
        branches.push(admits_null);
    }
    schema.insert("anyOf", branches);
}

fn branches(all: &Variants, variant: &Variant) -> Vec<Document> {
    match (tagging(all, variant), variant.content) {
        (Tagging::External, Content::Unit) => vec![doc! { "enum": [variant.stored_name] }],
        (Tagging::Untagged, content) => vec![content_schema(all, content)],
        _ => of_variant(all, variant)
            .into_iter()
            .map(object::branch)
            .collect(),
    }
}

/// The forms of an enum that is flattened into a document.
pub(super) fn forms(all: &Variants) -> Vec<Alternative> {
    all.variants
        .iter()
        .flat_map(|variant| of_variant(all, variant))
        .collect()
}

fn tagging(all: &Variants, variant: &Variant) -> Tagging {
    if variant.untagged {
        Tagging::Untagged
    } else {
        all.tagging
    }
}

/// The forms of the documents that a variant is stored as.
fn of_variant(all: &Variants, variant: &Variant) -> Vec<Alternative> {
    let tag = doc! { "enum": [variant.stored_name] };
    let content = || content_schema(all, variant.content);
    let mut forms = match (tagging(all, variant), variant.content) {
        (Tagging::External, _) => vec![Alternative::of_field(variant.stored_name, content())],
        (Tagging::Adjacent(key, _), Content::Unit) => vec![Alternative::of_field(key.name, tag)],
        (Tagging::Adjacent(key, other), _) => {
            let tag = Alternative::of_field(key.name, tag);
            vec![tag.with(&Alternative::of_field(other.name, content()))]
        }
        (Tagging::Internal(key), inner) => {
            let tag = Alternative::of_field(key.name, tag);
            of_content(inner)
                .iter()
                .map(|form| tag.with(form))
                .collect()
        }
        (Tagging::Untagged, inner) => of_content(inner),
    };
    for form in &mut forms {
        if all.additional_properties {
            form.rest = Rest::Open;
        }
        if let Some(doc) = variant.content.doc() {
            form.description = doc.description;
        }
    }
    forms
}

/// The forms of the fields that a variant brings into a document.
fn of_content(content: Content) -> Vec<Alternative> {
    match content {
        Content::Unit | Content::Tuple(_) => vec![Alternative::default()],
        Content::Struct(doc) => object::of_doc(doc),
        Content::Newtype(doc) => object::of_shape(doc.shapes[0]),
    }
}

/// The schema of what a variant holds, as a value.
fn content_schema(all: &Variants, content: Content) -> Document {
    match content {
        Content::Unit => doc! { "bsonType": "null" },
        Content::Newtype(doc) => match doc.fields().next() {
            Some(field) => schema::field_schema(&field),
            None => Document::new(),
        },
        Content::Tuple(doc) => tuple(doc),
        Content::Struct(doc) => {
            let mut schema = doc! { "bsonType": "object" };
            let mut forms = object::of_doc(doc);
            if all.additional_properties {
                for form in &mut forms {
                    form.rest = Rest::Open;
                }
            }
            object::insert(&mut schema, doc.description, forms, false);
            schema
        }
    }
}

/// Values by position, exactly as many as there are fields.
fn tuple(doc: &Doc) -> Document {
    let items: Vec<Bson> = doc
        .fields()
        .map(|field| schema::field_schema(&field).into())
        .collect();
    let length = bounds::integer(items.len() as i64);
    doc! { "bsonType": "array", "items": items, "minItems": length.clone(), "maxItems": length }
}
