//! An enum's variant by its Rust name, as a filter names it.

use crate::{
    EmbeddedSchema,
    model::{Form, Shape},
};

/// What is known of a variant that a filter names.
#[derive(Clone, Copy)]
pub struct StoredVariant {
    /// Its stored name; none where it is not stored as a string.
    pub name: Option<&'static str>,
    /// The names of all variants of its enum; empty where they are not known.
    pub all: &'static str,
}

/// The stored name of the variant `name`, of which `value` is one, of an enum that is stored as a
/// string; none where it is not. That the variant exists, the compiler has checked at `value`.
pub const fn stored_variant<T: EmbeddedSchema>(_value: &T, name: &str) -> StoredVariant {
    let all = match T::SHAPE.resolved().form {
        Form::Enumeration(pairs) => pairs,
        _ => "",
    };
    // The fault of a poisoned enum was already reported.
    let name = if T::SHAPE.is_poison() {
        Some("")
    } else {
        find(&T::SHAPE, name)
    };
    StoredVariant { name, all }
}

/// The name, or nothing where the rule about it stops the compilation.
pub const fn name_of(stored: StoredVariant) -> &'static str {
    match stored.name {
        Some(name) => name,
        None => "",
    }
}

const fn find(shape: &Shape, name: &str) -> Option<&'static str> {
    let Form::Enumeration(pairs) = shape.resolved().form else {
        return None;
    };
    let mut rest = pairs;
    while !rest.is_empty() {
        let (in_rust, after) = split_at_nul(rest);
        let (stored, after) = split_at_nul(after);
        if same(in_rust.as_bytes(), name.as_bytes()) {
            return Some(stored);
        }
        rest = after;
    }
    None
}

/// What stands before the first NUL, and what stands behind it.
const fn split_at_nul(text: &'static str) -> (&'static str, &'static str) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && bytes[at] != 0 {
        at += 1;
    }
    if at == bytes.len() {
        return (text, "");
    }
    let (before, from_nul) = text.split_at(at);
    (before, from_nul.split_at(1).1)
}

/// Whether two names are the same.
pub(crate) const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::find;
    use crate::model::Shape;

    #[test]
    fn variants_are_found_by_their_rust_names() {
        let shape = Shape::enumeration("Todo\0todo\0InProgress\0in_progress\0");
        assert_eq!(find(&shape, "Todo"), Some("todo"));
        assert_eq!(find(&shape, "InProgress"), Some("in_progress"));
        assert_eq!(find(&shape, "todo"), None);
        assert_eq!(find(&Shape::POISON, "Todo"), None);
    }
}
