//! Rules about one field.

use schema_rules::{
    COLLECTION_WITHOUT_TENANT, ID_FIELD_MISSING, RECURSIVE_TYPE, REFERENCE_TYPE_MISMATCH,
    SCHEMA_VERSION_FIELD_MISSING, TENANT_KEY_OPTIONAL,
};

use super::{collection::has_generated_id, message::Message, stored::Stored};
use crate::model::{Collection, Doc, Form, Path, Shape, Types, Variants, Walk};

/// [`REFERENCE_TYPE_MISMATCH`] for the field at this position, which references `target`.
#[track_caller]
pub const fn reference(doc: &Doc, field: usize, target: &Collection) {
    if stores_another_type(doc, field, target) {
        reference_type_mismatch(doc, field, target);
    }
}

/// Whether the field at this position is not stored as the `_id` of `target`, as far as that is
/// known.
pub(super) const fn stores_another_type(doc: &Doc, field: usize, target: &Collection) -> bool {
    let types = leaf(*doc.shapes[field]).types.without(Types::NULL);
    let id_types = match Stored::in_doc(target.doc.get(), b"_id") {
        Stored::Found(id) => id.without(Types::NULL),
        _ if has_generated_id(target) => Types::OBJECT_ID,
        _ => return false,
    };
    !types.is_empty() && !id_types.is_empty() && !types.is(id_types)
}

/// What an array holds at its end, or the shape itself.
const fn leaf(shape: Shape) -> Shape {
    let mut shape = shape;
    loop {
        shape = match shape.form {
            Form::Array(array) => array.items,
            Form::Newtype(newtype) => newtype.inner,
            _ => return shape,
        };
    }
}

#[cold]
#[track_caller]
const fn reference_type_mismatch(doc: &Doc, field: usize, target: &Collection) -> ! {
    Message::new()
        .with(&["field `"])
        .with_name(doc.names, field * 2)
        .with(&[
            "` is not stored as the same type as the `_id` of `",
            target.type_name,
            "`",
        ])
        .fail(REFERENCE_TYPE_MISMATCH.remedy, &REFERENCE_TYPE_MISMATCH)
}

/// [`TENANT_KEY_OPTIONAL`], and that the tenant key's path leads to a field.
#[track_caller]
pub const fn tenant_key(doc: &'static Doc, path: &Path) {
    match Walk::along(doc, path) {
        Walk::Poison => {}
        Walk::Unknown { .. } => Message::new()
            .with(&["tenant key `", path.text, "` does not lead to a field"])
            .fail(COLLECTION_WITHOUT_TENANT.remedy, &COLLECTION_WITHOUT_TENANT),
        Walk::Found(found) => {
            if found.presence.may_be_missing || found.presence.may_be_null {
                Message::new()
                    .with(&["tenant key `", path.text, "` may be missing or null"])
                    .fail(TENANT_KEY_OPTIONAL.remedy, &TENANT_KEY_OPTIONAL)
            }
            super::collection::tenant_scalar(doc, path, &found);
        }
    }
}

/// [`SCHEMA_VERSION_FIELD_MISSING`]: the path leads to an integer.
#[track_caller]
pub const fn schema_version(doc: &'static Doc, path: &Path) {
    let wrong = match Walk::along(doc, path) {
        Walk::Poison => return,
        Walk::Found(found) if found.types.is(Types::INTEGER) => return,
        Walk::Found(_) => "` is not an integer",
        Walk::Unknown { .. } => "` is not a field of the document",
    };
    Message::new().with(&["`", path.text, wrong]).fail(
        SCHEMA_VERSION_FIELD_MISSING.remedy,
        &SCHEMA_VERSION_FIELD_MISSING,
    )
}

/// [`ID_FIELD_MISSING`]: every form of the document has a field that is stored as `_id`.
#[track_caller]
pub const fn id_field(doc: &Doc, type_name: &str) {
    let wrong = match Stored::in_doc(doc, b"_id") {
        Stored::Found(_) | Stored::Unknown => return,
        Stored::Sometimes => "not every variant of `",
        Stored::Absent => "no field of `",
    };
    let what = if matches!(Stored::in_doc(doc, b"_id"), Stored::Sometimes) {
        "` has a field that is stored as `_id`"
    } else {
        "` is stored as `_id`"
    };
    Message::new()
        .with(&[wrong, type_name, what])
        .fail(ID_FIELD_MISSING.remedy, &ID_FIELD_MISSING)
}

/// [`RECURSIVE_TYPE`]: the field at this position does not lead back to its own type.
#[track_caller]
pub const fn not_recursive(doc: &'static Doc, field: usize) {
    let mut seen = Seen::NONE;
    if leads_to(*doc.shapes[field], doc.identity, &mut seen) {
        recursive_type(doc, field);
    }
}

/// The types that a walk has entered.
pub(super) struct Seen {
    types: [u64; Self::MOST],
    count: usize,
}

impl Seen {
    /// The most types that are told apart; what comes after is not entered.
    const MOST: usize = 128;

    /// No type yet.
    pub(super) const NONE: Self = Self {
        types: [0; Self::MOST],
        count: 0,
    };

    /// Whether a type is entered for the first time.
    pub(super) const fn enters(&mut self, identity: u64) -> bool {
        let mut at = 0;
        while at < self.count {
            if self.types[at] == identity {
                return false;
            }
            at += 1;
        }
        if self.count == Self::MOST {
            return false;
        }
        self.types[self.count] = identity;
        self.count += 1;
        true
    }
}

/// Whether a value of this shape may hold one of the type.
const fn leads_to(shape: Shape, identity: u64, seen: &mut Seen) -> bool {
    match shape.form {
        Form::Document(doc) => {
            let doc = doc.get();
            doc.identity == identity
                || (seen.enters(doc.identity) && doc_leads_to(doc, identity, seen))
        }
        Form::Variants(variants) => {
            let variants = variants.get();
            variants.identity == identity
                || (seen.enters(variants.identity) && variants_lead_to(variants, identity, seen))
        }
        Form::Array(array) => leads_to(array.items, identity, seen),
        Form::Map(map) => leads_to(map.values, identity, seen),
        Form::Tuple(items) => {
            let mut at = 0;
            while at < items.len() {
                if leads_to(items[at], identity, seen) {
                    return true;
                }
                at += 1;
            }
            false
        }
        Form::Newtype(newtype) => leads_to(newtype.inner, identity, seen),
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) => false,
    }
}

const fn doc_leads_to(doc: &Doc, identity: u64, seen: &mut Seen) -> bool {
    let mut at = 0;
    while at < doc.shapes.len() {
        if leads_to(*doc.shapes[at], identity, seen) {
            return true;
        }
        at += 1;
    }
    false
}

const fn variants_lead_to(all: &Variants, identity: u64, seen: &mut Seen) -> bool {
    let mut at = 0;
    while at < all.variants.len() {
        if let Some(doc) = all.variants[at].content.doc()
            && doc_leads_to(doc, identity, seen)
        {
            return true;
        }
        at += 1;
    }
    false
}

#[cold]
#[track_caller]
const fn recursive_type(doc: &Doc, field: usize) -> ! {
    Message::new()
        .with(&["`", doc.name, "` contains itself through field `"])
        .with_name(doc.names, field * 2)
        .with(&["`"])
        .fail(RECURSIVE_TYPE.remedy, &RECURSIVE_TYPE)
}
