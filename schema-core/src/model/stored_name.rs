//! A path in stored names, at compile time and at run time.

use super::{Collection, Content, Doc, Form, Path, Shape, Tagging, Variants};
use crate::rules::name_at;

/// A stored name of a path, as far as it was looked for.
#[derive(Clone, Copy)]
enum Name {
    /// The one that was looked for.
    Here(&'static [u8]),
    /// The path leads to a field, and has fewer names.
    Beyond,
}

/// The stored name at this position of a path; none behind the last one. A stored path is one name.
pub(crate) const fn stored_name(
    collection: &Collection,
    path: &'static Path,
    at: usize,
) -> Option<&'static [u8]> {
    if path.is_stored() {
        return if at == 0 {
            Some(path.text.as_bytes())
        } else {
            None
        };
    }
    let doc = collection.doc.get();
    let name = if path.field == Path::OPEN {
        in_doc(doc, path.rest, at)
    } else {
        at_field(doc, path.field as usize, path.rest, at)
    };
    match name {
        Some(Name::Here(name)) => Some(name),
        Some(Name::Beyond) | None => None,
    }
}

const fn at_field(doc: &'static Doc, field: usize, rest: &[u64], at: usize) -> Option<Name> {
    let name = name_at(doc.names, field * 2 + 1);
    with(
        name,
        at,
        enter(*doc.shapes[field], rest, at.saturating_sub(1)),
    )
}

/// A name before others, of which the one behind it was looked for. What leads nowhere has none.
const fn with(name: &'static [u8], at: usize, behind: Option<Name>) -> Option<Name> {
    match behind {
        Some(_) if at == 0 => Some(Name::Here(name)),
        behind => behind,
    }
}

const fn enter(shape: Shape, rest: &[u64], at: usize) -> Option<Name> {
    if rest.is_empty() {
        return Some(Name::Beyond);
    }
    match shape.form {
        Form::Document(doc) => in_doc(doc.get(), rest, at),
        Form::Array(array) => enter(array.items, rest, at),
        Form::Newtype(newtype) => enter(newtype.inner, rest, at),
        Form::Variants(variants) => in_variants(variants.get(), rest, at),
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) | Form::Tuple(_) | Form::Map(_) => {
            None
        }
    }
}

const fn in_doc(doc: &'static Doc, rest: &[u64], at: usize) -> Option<Name> {
    let Some((hash, behind)) = rest.split_first() else {
        return None;
    };
    if let Some(field) = doc.position(*hash) {
        return at_field(doc, field, behind, at);
    }
    let mut field = 0;
    while field < doc.shapes.len() {
        if doc.flags(field).flattened()
            && let Some(name) = enter(*doc.shapes[field], rest, at)
        {
            return Some(name);
        }
        field += 1;
    }
    None
}

const fn in_variants(all: &'static Variants, rest: &[u64], at: usize) -> Option<Name> {
    let Some((hash, behind)) = rest.split_first() else {
        return None;
    };
    match all.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent(tag, _)
            if tag.hash == *hash && behind.is_empty() =>
        {
            return with(tag.name.as_bytes(), at, Some(Name::Beyond));
        }
        Tagging::Adjacent(_, content) if content.hash == *hash => {
            let inside = in_any(all, behind, at.saturating_sub(1));
            return with(content.name.as_bytes(), at, inside);
        }
        _ => {}
    }
    let mut position = 0;
    while position < all.variants.len() {
        let variant = &all.variants[position];
        if variant.hash == *hash {
            let before = match all.tagging {
                Tagging::External if !variant.untagged => variant.stored_name,
                Tagging::Adjacent(_, content) if !variant.untagged => content.name,
                _ => return in_content(variant.content, behind, at),
            };
            let inside = in_content(variant.content, behind, at.saturating_sub(1));
            return with(before.as_bytes(), at, inside);
        }
        position += 1;
    }
    in_any(all, rest, at)
}

/// A field of the same name has the same stored name in each variant that has it, or the first
/// one's decides.
const fn in_any(all: &'static Variants, rest: &[u64], at: usize) -> Option<Name> {
    let mut position = 0;
    while position < all.variants.len() {
        if let Some(name) = in_content(all.variants[position].content, rest, at) {
            return Some(name);
        }
        position += 1;
    }
    None
}

const fn in_content(content: Content, rest: &[u64], at: usize) -> Option<Name> {
    match content {
        _ if rest.is_empty() => Some(Name::Beyond),
        Content::Unit | Content::Tuple(_) => None,
        Content::Newtype(doc) => enter(*doc.shapes[0], rest, at),
        Content::Struct(doc) => in_doc(doc, rest, at),
    }
}
