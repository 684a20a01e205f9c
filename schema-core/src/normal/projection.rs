//! `wildcardProjection`.

use bson::{Bson, Document};

use super::canonical::{sorted, truthy};

/// The projection as flat dotted paths to 0 or 1, sorted; `_id: 0` is implied and left out.
pub(super) fn projection(written: &Document) -> Document {
    let mut flat = Document::new();
    flatten("", written, &mut flat);
    if flat.get("_id") == Some(&Bson::Int32(0)) {
        flat.remove("_id");
    }
    sorted(flat)
}

fn flatten(prefix: &str, nested: &Document, flat: &mut Document) {
    for (name, value) in nested {
        let path = format!("{prefix}{name}");
        match value {
            Bson::Document(inner) => flatten(&format!("{path}."), inner, flat),
            value => {
                flat.insert(path, i32::from(truthy(value)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    #[test]
    fn spellings_of_one_projection_are_the_same() {
        let normal = doc! { "a.b": 1, "c": 1 };
        assert_eq!(projection(&doc! { "c": true, "a": { "b": 1.0 } }), normal);
        assert_eq!(projection(&doc! { "a.b": 1_i64, "_id": 0, "c": 2 }), normal);
        assert_ne!(projection(&doc! { "a.b": 1, "c": 1, "_id": 1 }), normal);
        assert_ne!(projection(&doc! { "a.b": 0, "c": 0 }), normal);
    }
}
