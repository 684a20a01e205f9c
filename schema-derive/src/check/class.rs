//! What a type's tokens show of what it is stored as.

use syn::{GenericArgument, PathArguments, Type};

use crate::parse::About;

/// What the tokens of a type show. A type that is not among the well-known names is `Unknown`, and
/// the compiler decides about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Class {
    /// A string.
    Text,
    /// An integer.
    Integer,
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
    /// A map with such values.
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
            ("String" | "str" | "char", []) => Self::Text,
            (
                "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize",
                [],
            ) => Self::Integer,
            ("f32" | "f64", []) => Self::Float,
            ("bool", []) => Self::Bool,
            ("ObjectId" | "DateTime" | "Decimal128", []) => Self::Single,
            ("Option", [inner]) => Self::Optional(Box::new(Self::of(inner))),
            ("Box" | "Rc" | "Arc" | "Cow", [inner]) => Self::of(inner),
            ("Vec" | "VecDeque" | "BTreeSet", [inner]) | ("HashSet", [inner, ..]) => {
                Self::Array(Box::new(Self::of(inner)))
            }
            ("BTreeMap", [_, value]) | ("HashMap", [_, value, ..]) => {
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
            Self::Integer | Self::Float => About::Number,
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
            Self::Text | Self::Integer | Self::Float | Self::Bool | Self::Map(_) => true,
            Self::Array(inner) => inner.is_no_date(),
            Self::Single | Self::Optional(_) | Self::Unknown => false,
        }
    }
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
            Class::Map(Box::new(Class::Integer))
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
