//! Which fields hold the `_id` of another collection's document.

use crate::{
    declared::DeclaredReference,
    model::{Collection, Content, Doc, Form, Keyword, Placed, Shape, Tagging, Variants},
};

/// In place of the names of a map's fields, which are data.
const ANY_NAME: &str = "*";

/// Every reference of a collection, in the order of its fields; each path and target once.
pub(super) fn references(model: &Collection) -> Vec<DeclaredReference> {
    let mut found = Vec::new();
    in_doc(model.doc.get(), &[], &mut found);
    found
}

fn in_doc(doc: &Doc, at: &[&'static str], found: &mut Vec<DeclaredReference>) {
    for field in doc.fields() {
        let mut path = at.to_vec();
        if !field.flags.flattened() {
            path.push(field.stored_name);
        }
        placed(&field.shape, &field.keywords, &path, found);
        in_shape(&field.shape, &path, found);
    }
}

/// What keywords say of a value at a path, and of what is inside of it.
fn placed(
    shape: &Shape,
    keywords: &[Placed],
    at: &[&'static str],
    found: &mut Vec<DeclaredReference>,
) {
    for placed in keywords {
        let Keyword::References(reference) = placed.keyword else {
            continue;
        };
        let reference = DeclaredReference {
            path: below(shape, placed.depth, at).join("."),
            collection: reference.collection.to_owned(),
        };
        if !found.contains(&reference) {
            found.push(reference);
        }
    }
}

/// The path of what is so deep inside a value: arrays are passed over, as in a query.
fn below(shape: &Shape, depth: u8, at: &[&'static str]) -> Vec<&'static str> {
    let (mut path, mut shape) = (at.to_vec(), shape.resolved());
    for _ in 0..depth {
        shape = match shape.form {
            Form::Array(array) => array.items.resolved(),
            Form::Map(map) => {
                path.push(ANY_NAME);
                map.values.resolved()
            }
            _ => return path,
        };
    }
    path
}

fn in_shape(shape: &Shape, at: &[&'static str], found: &mut Vec<DeclaredReference>) {
    match shape.form {
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) => {}
        Form::Document(doc) => in_doc(doc.get(), at, found),
        Form::Array(array) => in_shape(&array.items, at, found),
        Form::Tuple(items) => items.iter().for_each(|item| in_shape(item, at, found)),
        Form::Map(map) => in_shape(&map.values, &with(at, ANY_NAME), found),
        Form::Variants(all) => in_variants(all.get(), at, found),
        Form::Newtype(newtype) => {
            placed(&newtype.inner, newtype.keywords, at, found);
            in_shape(&newtype.inner, at, found);
        }
    }
}

fn in_variants(all: &Variants, at: &[&'static str], found: &mut Vec<DeclaredReference>) {
    for variant in all.variants {
        let path = match all.tagging {
            _ if variant.untagged => at.to_vec(),
            Tagging::External => with(at, variant.stored_name),
            Tagging::Adjacent(_, content) => with(at, content.name),
            Tagging::Internal(_) | Tagging::Untagged => at.to_vec(),
        };
        match variant.content {
            Content::Unit => {}
            Content::Struct(doc) => in_doc(doc, &path, found),
            // Their fields have no names that are stored.
            Content::Newtype(doc) | Content::Tuple(doc) => {
                for field in doc.fields() {
                    placed(&field.shape, &field.keywords, &path, found);
                    in_shape(&field.shape, &path, found);
                }
            }
        }
    }
}

fn with(at: &[&'static str], name: &'static str) -> Vec<&'static str> {
    let mut path = at.to_vec();
    path.push(name);
    path
}
