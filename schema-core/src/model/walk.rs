//! Following a path through the model, at compile time and at run time alike.

use super::{Doc, FieldFlags, Form, Path, Shape, Types};

/// Where a path leads.
#[derive(Clone, Copy)]
pub enum Walk {
    /// To a field.
    Found(Found),
    /// Nowhere: the segment at this position is no field of the document.
    Unknown {
        /// The segment's position in the path, of which 0 is the first.
        segment: usize,
        /// The document that lacks it; none where something that is no document was to be entered.
        doc: Option<&'static Doc>,
    },
    /// Through something whose fault was already reported, or along a stored path, about whose
    /// types nothing is known.
    Poison,
}

/// The field at the end of a path.
#[derive(Clone, Copy)]
pub struct Found {
    /// What the field is stored as.
    pub shape: Shape,
    /// The BSON types that its own values have.
    pub types: Types,
    /// Whether a document may lack it, or hold null in its place.
    pub presence: Presence,
}

/// Whether a document may lack the value at the end of a path, or hold null in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Presence {
    /// Some document of this shape may not have it.
    pub may_be_missing: bool,
    /// Some document of this shape may have null for it.
    pub may_be_null: bool,
    /// Some document of this shape may have an array without items there.
    pub may_be_empty: bool,
}

impl Walk {
    /// Follows `path` from `doc`, through `Option`, arrays and newtypes.
    pub const fn along(doc: &'static Doc, path: &Path) -> Self {
        let mut presence = Presence {
            may_be_missing: false,
            may_be_null: false,
            may_be_empty: false,
        };
        if path.is_stored() {
            return Self::Poison;
        }
        let mut doc = doc;
        let mut field = path.field as usize;
        let mut segment = 0;
        loop {
            let shape = doc.shapes[field];
            if shape.is_poison() {
                return Self::Poison;
            }
            let types = stored_types(&shape, doc.flags(field));
            presence.may_be_missing |= !doc.flags(field).required();
            presence.may_be_null = types.intersects(Types::NULL);
            presence.may_be_empty = may_be_empty_array(doc, field, &shape);
            if segment == path.rest.len() {
                return Self::Found(Found {
                    shape,
                    types,
                    presence,
                });
            }
            // Behind a null, and behind an array that may be empty, there is nothing.
            presence.may_be_missing |= presence.may_be_null || presence.may_be_empty;
            match enter(shape) {
                Entered::Document(inner) => match inner.position(path.rest[segment]) {
                    Some(position) => {
                        doc = inner;
                        field = position;
                        segment += 1;
                    }
                    None => {
                        return Self::Unknown {
                            segment: segment + 1,
                            doc: Some(inner),
                        };
                    }
                },
                Entered::Poison => return Self::Poison,
                Entered::Nothing => {
                    return Self::Unknown {
                        segment: segment + 1,
                        doc: None,
                    };
                }
            }
        }
    }
}

/// The types that a field's own values have, by what serde leaves out.
pub(crate) const fn stored_types(shape: &Shape, flags: FieldFlags) -> Types {
    if flags.none_left_out() {
        shape.types_without_none()
    } else {
        shape.types
    }
}

/// What stands behind a value, where a path goes on.
enum Entered {
    Document(&'static Doc),
    Poison,
    Nothing,
}

/// Enters a value: the document that it is, or that its items are.
const fn enter(shape: Shape) -> Entered {
    let mut shape = shape;
    loop {
        if shape.is_poison() {
            return Entered::Poison;
        }
        match shape.form {
            Form::Document(doc) => return Entered::Document(doc.get()),
            Form::Array(array) => shape = array.items,
            Form::Newtype(newtype) => shape = newtype.inner,
            Form::Scalar | Form::Integer(..) | Form::Enumeration(_) | Form::Map(_) => {
                return Entered::Nothing;
            }
        }
    }
}

/// Whether a field is an array of which nothing says that it has an item.
const fn may_be_empty_array(doc: &Doc, field: usize, shape: &Shape) -> bool {
    let Form::Array(array) = shape.resolved().form else {
        return false;
    };
    if let Some(length) = array.length {
        return length == 0;
    }
    let mut at = 0;
    while at < doc.keywords.len() {
        let placed = &doc.keywords[at];
        if placed.field as usize == field
            && placed.depth == 0
            && let super::Keyword::MinItems(1..) = placed.keyword
        {
            return false;
        }
        at += 1;
    }
    true
}
