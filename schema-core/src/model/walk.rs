//! Following a path through the model, at compile time.

use super::{Content, Doc, FieldFlags, Form, Keyword, Path, Shape, Tagging, Types, Variants};

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

impl Presence {
    const CERTAIN: Self = Self {
        may_be_missing: false,
        may_be_null: false,
        may_be_empty: false,
    };

    /// Behind it, where `missing` tells that nothing may be there.
    const fn behind(self, missing: bool) -> Self {
        Self {
            may_be_missing: self.may_be_missing | missing,
            may_be_null: false,
            may_be_empty: false,
        }
    }
}

impl Walk {
    /// Follows `path` from `doc`, through `Option`, arrays, newtypes and flattened fields.
    pub const fn along(doc: &'static Doc, path: &Path) -> Self {
        if path.is_stored() {
            return Self::Poison;
        }
        if path.field == Path::OPEN {
            return in_doc(doc, path, 0, Presence::CERTAIN);
        }
        at_field(doc, path.field as usize, path, 0, Presence::CERTAIN)
    }

    /// Of two documents of which a value may be either, what both say.
    const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Poison, _) | (_, Self::Poison) => Self::Poison,
            (Self::Found(one), Self::Found(two)) => Self::Found(Found {
                shape: Shape::scalar(one.shape.types.or(two.shape.types)),
                types: one.types.or(two.types),
                presence: Presence {
                    may_be_missing: one.presence.may_be_missing | two.presence.may_be_missing,
                    may_be_null: one.presence.may_be_null | two.presence.may_be_null,
                    may_be_empty: one.presence.may_be_empty | two.presence.may_be_empty,
                },
            }),
            (Self::Found(found), Self::Unknown { .. })
            | (Self::Unknown { .. }, Self::Found(found)) => Self::Found(Found {
                presence: Presence {
                    may_be_missing: true,
                    ..found.presence
                },
                ..found
            }),
            (unknown, Self::Unknown { .. }) => unknown,
        }
    }
}

/// Arrives at the field at this position, which the segment named.
const fn at_field(
    doc: &'static Doc,
    field: usize,
    path: &Path,
    segment: usize,
    presence: Presence,
) -> Walk {
    let shape = *doc.shapes[field];
    if shape.is_poison() {
        return Walk::Poison;
    }
    let types = stored_types(&shape, doc.flags(field));
    let missing = presence.may_be_missing | !doc.flags(field).required();
    let null = types.intersects(Types::NULL);
    let empty = may_be_empty_array(doc, field, &shape);
    if segment + 1 == path.len() {
        let presence = Presence {
            may_be_missing: missing,
            may_be_null: null,
            may_be_empty: empty,
        };
        return Walk::Found(Found {
            shape,
            types,
            presence,
        });
    }
    // Behind a null, and behind an array that may be empty, there is nothing.
    let missing = missing | null | empty;
    enter(shape, path, segment + 1, presence.behind(missing))
}

/// Looks for the segment inside a value.
const fn enter(shape: Shape, path: &Path, segment: usize, presence: Presence) -> Walk {
    if shape.is_poison() {
        return Walk::Poison;
    }
    match shape.form {
        Form::Document(doc) => in_doc(doc.get(), path, segment, presence),
        Form::Array(array) => enter(array.items, path, segment, presence),
        Form::Newtype(newtype) => enter(newtype.inner, path, segment, presence),
        Form::Variants(variants) => in_variants(variants.get(), path, segment, presence),
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) | Form::Tuple(_) | Form::Map(_) => {
            Walk::Unknown { segment, doc: None }
        }
    }
}

/// Looks for the segment among a document's fields, then among those of its flattened fields.
const fn in_doc(doc: &'static Doc, path: &Path, segment: usize, presence: Presence) -> Walk {
    if let Some(field) = doc.position(path.hash(segment)) {
        return at_field(doc, field, path, segment, presence);
    }
    let mut field = 0;
    while field < doc.shapes.len() {
        if doc.flags(field).flattened() {
            let shape = *doc.shapes[field];
            // What is no document cannot be flattened, which was reported.
            if !shape.types.intersects(Types::OBJECT) {
                return Walk::Poison;
            }
            let missing = !doc.flags(field).required() | shape.types.intersects(Types::NULL);
            let walk = enter(shape, path, segment, presence.behind(missing));
            if !matches!(walk, Walk::Unknown { .. }) {
                return walk;
            }
        }
        field += 1;
    }
    Walk::Unknown {
        segment,
        doc: Some(doc),
    }
}

/// Looks for the segment in an enum: as a tag, as the name of a variant, as the key of all content,
/// or as a field of some variants.
const fn in_variants(
    all: &'static Variants,
    path: &Path,
    segment: usize,
    presence: Presence,
) -> Walk {
    let hash = path.hash(segment);
    if let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = all.tagging
        && tag.hash == hash
        && segment + 1 == path.len()
    {
        let (shape, types) = (Shape::scalar(Types::STRING), Types::STRING);
        return Walk::Found(Found {
            shape,
            types,
            presence,
        });
    }
    let through_content =
        matches!(all.tagging, Tagging::Adjacent(_, content) if content.hash == hash);
    let mut walk: Option<Walk> = None;
    let mut at = 0;
    while at < all.variants.len() {
        let variant = &all.variants[at];
        if variant.hash == hash {
            return in_content(
                variant.content,
                path,
                segment + 1,
                presence.behind(all.variants.len() > 1),
            );
        }
        let found = if through_content {
            in_content(variant.content, path, segment + 1, presence)
        } else if variant.untagged
            || matches!(all.tagging, Tagging::Internal(_) | Tagging::Untagged)
        {
            in_content(variant.content, path, segment, presence)
        } else {
            Walk::Unknown { segment, doc: None }
        };
        walk = Some(match walk {
            None => found,
            Some(walk) => walk.or(found),
        });
        at += 1;
    }
    match walk {
        Some(walk) => walk,
        None => Walk::Unknown { segment, doc: None },
    }
}

/// Looks for the segment in what a variant holds; the content itself where there is none left.
const fn in_content(content: Content, path: &Path, segment: usize, presence: Presence) -> Walk {
    let end = segment == path.len();
    match content {
        Content::Unit => Walk::Unknown {
            segment: if end { segment - 1 } else { segment },
            doc: None,
        },
        Content::Newtype(doc) if end => {
            let shape = *doc.shapes[0];
            let null = shape.types.intersects(Types::NULL);
            Walk::Found(Found {
                shape,
                types: shape.types,
                presence: Presence {
                    may_be_null: null,
                    may_be_empty: may_be_empty_array(doc, 0, &shape),
                    ..presence
                },
            })
        }
        Content::Newtype(doc) => {
            let shape = *doc.shapes[0];
            enter(
                shape,
                path,
                segment,
                presence.behind(shape.types.intersects(Types::NULL)),
            )
        }
        Content::Tuple(_) if end => found_whole(Types::ARRAY, presence),
        Content::Struct(_) if end => found_whole(Types::OBJECT, presence),
        Content::Tuple(_) => Walk::Unknown { segment, doc: None },
        Content::Struct(doc) => in_doc(doc, path, segment, presence),
    }
}

const fn found_whole(types: Types, presence: Presence) -> Walk {
    Walk::Found(Found {
        shape: Shape::scalar(types),
        types,
        presence,
    })
}

/// The types that a field's own values have, by what serde leaves out.
pub(crate) const fn stored_types(shape: &Shape, flags: FieldFlags) -> Types {
    if flags.none_left_out() {
        shape.types_without_none()
    } else {
        shape.types
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
            && let Keyword::MinItems(1..) = placed.keyword
        {
            return false;
        }
        at += 1;
    }
    true
}
