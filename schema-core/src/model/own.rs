//! The documents that a collection's own type declares.

use super::{Collection, Content, Doc, Form};

/// The documents whose fields are declared by a collection's own type: the struct's, the newtype's,
/// or one for each variant. None where serde converts it into another type.
pub(crate) fn own_docs(collection: &Collection) -> Vec<&'static Doc> {
    let root = collection.doc.get();
    // What is no struct is the one nameless field of a document made for it.
    let [shape] = root.shapes else {
        return vec![root];
    };
    if !root.flags(0).flattened() || !root.name(0).is_empty() {
        return vec![root];
    }
    match shape.form {
        Form::Newtype(newtype) => newtype.doc.iter().map(|doc| doc.get()).collect(),
        Form::Variants(all) => all
            .get()
            .variants
            .iter()
            .filter_map(|it| Content::doc(&it.content))
            .collect(),
        _ => Vec::new(),
    }
}
