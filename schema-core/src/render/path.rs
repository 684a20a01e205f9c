//! Paths in stored names.

use crate::model::{Collection, Content, Doc, Form, Path, Shape, Tagging, Variants};

/// The stored form of the path at this position of the collection's list. What leads nowhere has
/// stopped the compilation.
pub(super) fn stored(model: &Collection, path: usize) -> String {
    let path = &model.paths[path];
    if path.is_stored() {
        return path.text.to_owned();
    }
    let doc = model.doc.get();
    let segments = if path.field == Path::OPEN {
        in_doc(doc, path.rest)
    } else {
        at_field(doc, usize::from(path.field), path.rest)
    };
    segments.unwrap_or_default().join(".")
}

/// The stored names of a path, or nothing where it leads nowhere.
type Segments = Option<Vec<&'static str>>;

fn at_field(doc: &'static Doc, field: usize, rest: &[u64]) -> Segments {
    with(doc.stored_name(field), enter(doc.shapes[field], rest))
}

fn with(name: &'static str, rest: Segments) -> Segments {
    rest.map(|rest| [vec![name], rest].concat())
}

fn enter(shape: Shape, rest: &[u64]) -> Segments {
    if rest.is_empty() {
        return Some(Vec::new());
    }
    match shape.form {
        Form::Document(doc) => in_doc(doc.get(), rest),
        Form::Array(array) => enter(array.items, rest),
        Form::Newtype(newtype) => enter(newtype.inner, rest),
        Form::Variants(variants) => in_variants(variants.get(), rest),
        Form::Scalar | Form::Integer(..) | Form::Enumeration(_) | Form::Tuple(_) | Form::Map(_) => {
            None
        }
    }
}

fn in_doc(doc: &'static Doc, rest: &[u64]) -> Segments {
    let (hash, behind) = rest.split_first()?;
    if let Some(field) = doc.position(*hash) {
        return at_field(doc, field, behind);
    }
    let flattened = (0..doc.shapes.len()).filter(|field| doc.flags(*field).flattened());
    flattened
        .into_iter()
        .find_map(|field| enter(doc.shapes[field], rest))
}

fn in_variants(all: &'static Variants, rest: &[u64]) -> Segments {
    let (hash, behind) = rest.split_first()?;
    match all.tagging {
        Tagging::Internal(tag) | Tagging::Adjacent(tag, _)
            if tag.hash == *hash && behind.is_empty() =>
        {
            return Some(vec![tag.name]);
        }
        Tagging::Adjacent(_, content) if content.hash == *hash => {
            return with(content.name, in_any(all, behind));
        }
        _ => {}
    }
    let Some(variant) = all.variants.iter().find(|variant| variant.hash == *hash) else {
        return in_any(all, rest);
    };
    let inside = in_content(variant.content, behind);
    match all.tagging {
        Tagging::External if !variant.untagged => with(variant.stored_name, inside),
        Tagging::Adjacent(_, content) if !variant.untagged => with(content.name, inside),
        _ => inside,
    }
}

/// A field of the same name has the same stored name in each variant that has it, or the first
/// one's decides.
fn in_any(all: &'static Variants, rest: &[u64]) -> Segments {
    all.variants
        .iter()
        .find_map(|variant| in_content(variant.content, rest))
}

fn in_content(content: Content, rest: &[u64]) -> Segments {
    match content {
        _ if rest.is_empty() => Some(Vec::new()),
        Content::Unit | Content::Tuple(_) => None,
        Content::Newtype(doc) => enter(doc.shapes[0], rest),
        Content::Struct(doc) => in_doc(doc, rest),
    }
}
