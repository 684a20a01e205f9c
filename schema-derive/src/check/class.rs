//! What a type's tokens show of what it is stored as.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use crate::parse::About;

/// What the tokens of a type show. A type that is not among the well-known names is `Unknown`, and
/// the compiler decides about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Class {
    /// A string.
    Text,
    /// An integer of this Rust type.
    Integer(&'static str),
    /// A floating-point number.
    Float,
    /// A boolean.
    Bool,
    /// A type of bson that holds no array and no `Option`; what else it is, the compiler tells.
    Single,
    /// An `Option` of it.
    Optional(Box<Class>),
    /// An array of any length of it.
    Array(Box<Class>),
    /// A map from strings to such values.
    Map(Box<Class>),
    /// Anything else.
    Unknown,
}

impl Class {
    /// What the tokens of a type show.
    pub(crate) fn of(ty: &Type) -> Self {
        match ty {
            Type::Paren(paren) => Self::of(&paren.elem),
            Type::Group(group) => Self::of(&group.elem),
            Type::Reference(reference) => Self::of(&reference.elem),
            Type::Slice(slice) => Self::Array(Box::new(Self::of(&slice.elem))),
            Type::Path(path) if path.qself.is_none() => Self::of_path(&path.path),
            _ => Self::Unknown,
        }
    }

    fn of_path(path: &syn::Path) -> Self {
        let Some(last) = path.segments.last() else {
            return Self::Unknown;
        };
        let arguments = type_arguments(&last.arguments);
        match (last.ident.to_string().as_str(), &arguments[..]) {
            ("String" | "str", []) => Self::Text,
            (name, []) if let Some((name, ..)) = range(name) => Self::Integer(name),
            ("f32" | "f64", []) => Self::Float,
            ("bool", []) => Self::Bool,
            ("ObjectId" | "DateTime" | "Decimal128", []) => Self::Single,
            ("Option", [inner]) => Self::Optional(Box::new(Self::of(inner))),
            ("Box" | "Rc" | "Arc" | "Cow", [inner]) => Self::of(inner),
            ("Vec" | "VecDeque" | "BTreeSet", [inner]) | ("HashSet", [inner, ..]) => {
                Self::Array(Box::new(Self::of(inner)))
            }
            ("BTreeMap", [key, value]) | ("HashMap", [key, value, ..])
                if Self::of(key) == Self::Text =>
            {
                Self::Map(Box::new(Self::of(value)))
            }
            _ => Self::Unknown,
        }
    }

    /// What it holds when it is not null.
    pub(crate) fn present(&self) -> &Self {
        match self {
            Self::Optional(inner) => inner.present(),
            other => other,
        }
    }

    /// What stands one level deeper: the items, or the values.
    pub(crate) fn inside(&self) -> Option<&Self> {
        match self.present() {
            Self::Array(inner) | Self::Map(inner) => Some(inner),
            _ => None,
        }
    }

    /// Whether the compiler has to say what it is, here or further inside.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Optional(inner) | Self::Array(inner) | Self::Map(inner) => inner.is_open(),
            other => *other == Self::Unknown,
        }
    }

    /// Whether a keyword about this kind of value says something about it; none where the compiler
    /// has to decide.
    pub(crate) fn is_about(&self, about: About) -> Option<bool> {
        let kind = match self.present() {
            Self::Text => About::Text,
            Self::Integer(_) | Self::Float => About::Number,
            Self::Array(_) => About::Array,
            Self::Map(_) => About::Object,
            Self::Bool => return Some(about == About::Any),
            Self::Single | Self::Optional(_) | Self::Unknown => return None,
        };
        Some(about == About::Any || about == kind)
    }

    /// Whether it is certainly no date.
    pub(crate) fn is_no_date(&self) -> bool {
        match self.present() {
            Self::Text | Self::Integer(_) | Self::Float | Self::Bool | Self::Map(_) => true,
            Self::Array(inner) => inner.is_no_date(),
            Self::Single | Self::Optional(_) | Self::Unknown => false,
        }
    }
}

/// The type with `inner` in the place of what is this deep inside it, as far as the tokens show that.
pub(crate) fn with_inner(ty: &Type, depth: u8, inner: &TokenStream) -> Option<TokenStream> {
    match ty {
        Type::Paren(paren) => with_inner(&paren.elem, depth, inner),
        Type::Group(group) => with_inner(&group.elem, depth, inner),
        Type::Slice(slice) if depth > 0 => {
            let items = with_inner(&slice.elem, depth - 1, inner)?;
            Some(quote!([#items]))
        }
        Type::Array(array) if depth > 0 => {
            let (items, length) = (with_inner(&array.elem, depth - 1, inner)?, &array.len);
            Some(quote!([#items; #length]))
        }
        Type::Path(path) if path.qself.is_none() => path_with_inner(path, depth, inner),
        _ if depth == 0 => Some(inner.clone()),
        _ => None,
    }
}

fn path_with_inner(ty: &TypePath, depth: u8, inner: &TokenStream) -> Option<TokenStream> {
    let last = ty.path.segments.last()?;
    let arguments = type_arguments(&last.arguments);
    // Which of the arguments is inside, and how much deeper that is.
    let (position, step) = match (last.ident.to_string().as_str(), arguments.len()) {
        ("Option" | "Box" | "Rc" | "Arc" | "Cow", 1) => (0, 0),
        _ if depth == 0 => return Some(inner.clone()),
        ("Vec" | "VecDeque" | "LinkedList" | "BinaryHeap" | "BTreeSet", 1) => (0, 1),
        ("HashSet" | "IndexSet", 1 | 2) => (0, 1),
        ("BTreeMap", 2) | ("HashMap" | "IndexMap", 2 | 3) => (1, 1),
        _ => return None,
    };
    let replacement = with_inner(arguments[position], depth - step, inner)?;
    let mut ty = ty.clone();
    let PathArguments::AngleBracketed(list) = &mut ty.path.segments.last_mut()?.arguments else {
        return None;
    };
    let mut types = list
        .args
        .iter_mut()
        .filter(|argument| matches!(argument, GenericArgument::Type(_)));
    *types.nth(position)? = GenericArgument::Type(Type::Verbatim(replacement));
    Some(quote!(#ty))
}

/// The smallest and the largest value that is stored of an integer type. Source: the measured table
/// of `schema_core::shapes`.
const RANGES: &[(&str, i64, i64)] = &[
    ("i8", i8::MIN as i64, i8::MAX as i64),
    ("i16", i16::MIN as i64, i16::MAX as i64),
    ("i32", i32::MIN as i64, i32::MAX as i64),
    ("i64", i64::MIN, i64::MAX),
    ("isize", i64::MIN, i64::MAX),
    ("u8", 0, u8::MAX as i64),
    ("u16", 0, u16::MAX as i64),
    ("u32", 0, u32::MAX as i64),
    ("u64", 0, i64::MAX),
    ("usize", 0, i64::MAX),
];

/// The range of the integer type of this name.
pub(super) fn range(name: &str) -> Option<(&'static str, i64, i64)> {
    RANGES.iter().find(|(known, ..)| *known == name).copied()
}

/// The type arguments in `Name<A, B>`, without lifetimes.
fn type_arguments(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(list) = arguments else {
        return Vec::new();
    };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::Class;

    #[test]
    fn well_known_names_are_told_and_all_others_are_left_to_the_compiler() {
        let array_of_text = Class::Array(Box::new(Class::Text));
        assert_eq!(
            Class::of(&parse_quote!(std::vec::Vec<String>)),
            array_of_text
        );
        assert_eq!(
            Class::of(&parse_quote!(Option<Box<Vec<&'a str>>>)),
            Class::Optional(Box::new(array_of_text))
        );
        assert_eq!(
            Class::of(&parse_quote!(HashMap<String, i64, Hasher>)),
            Class::Map(Box::new(Class::Integer("i64")))
        );
        // `chrono::DateTime<Utc>` has an argument, `bson::DateTime` has none.
        assert_eq!(Class::of(&parse_quote!(DateTime<Utc>)), Class::Unknown);
        assert_eq!(
            Class::of(&parse_quote!(<T as Trait>::String)),
            Class::Unknown
        );
        assert!(Class::of(&parse_quote!(Vec<Option<Status>>)).is_open());
        assert!(!Class::of(&parse_quote!(Vec<Option<ObjectId>>)).is_open());
    }
}
