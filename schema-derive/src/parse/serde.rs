//! What serde's attributes say about what is stored.

use darling::{Result, ast::NestedMeta};
use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, ExprPath, Lit, LitStr, Meta, Type, spanned::Spanned};

use super::{Helper, RenameRule};

/// What `#[serde(…)]` on a struct or an enum says about what is stored.
#[derive(Debug, Default)]
pub(crate) struct SerdeContainer {
    /// How the fields of a struct, or the variants of an enum, are renamed.
    pub(crate) rename_all: RenameRule,
    /// Whether a missing field is filled in when reading.
    pub(crate) default: bool,
    /// Whether a struct is stored as its one field.
    pub(crate) transparent: Option<Span>,
    /// How the fields of an enum's variants are renamed.
    pub(crate) rename_all_fields: RenameRule,
    /// The type's own name, which a struct with a tag stores.
    pub(crate) rename: Option<String>,
    /// The key of a tag.
    pub(crate) tag: Option<String>,
    /// The key of a variant's content.
    pub(crate) content: Option<String>,
    /// Whether a variant is not told at all.
    pub(crate) untagged: bool,
    /// The type that is stored in place of this one.
    pub(crate) into: Option<Type>,
    /// What cannot be honoured, with the attribute's key.
    pub(crate) unsupported: Vec<(Span, String)>,
}

/// What `#[serde(…)]` on a field says about what is stored.
#[derive(Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // each is an attribute of its own, and any may stand beside any
pub(crate) struct SerdeField {
    /// The stored name, where one is given.
    pub(crate) rename: Option<String>,
    /// Whether the field is never stored.
    pub(crate) skipped: bool,
    /// Whether some documents do not have the field.
    pub(crate) sometimes_skipped: bool,
    /// Whether a `None` is left out.
    pub(crate) none_left_out: bool,
    /// Whether a missing field is filled in when reading.
    pub(crate) default: bool,
    /// Whether its own fields are stored in its place.
    pub(crate) flatten: bool,
    /// What stores it in place of its type.
    pub(crate) helper: Option<Helper>,
    /// The function of the helper that writes it.
    pub(crate) writer: Option<ExprPath>,
    /// What cannot be honoured, with the attribute's key.
    pub(crate) unsupported: Vec<(Span, String)>,
}

/// What `#[serde(…)]` on a variant says about what is stored.
#[derive(Debug, Default)]
pub(crate) struct SerdeVariant {
    /// The stored name, where one is given.
    pub(crate) rename: Option<String>,
    /// Whether the variant is never stored.
    pub(crate) skipped: bool,
    /// How its fields are renamed.
    pub(crate) rename_all: Option<RenameRule>,
    /// Whether it alone is stored without a tag.
    pub(crate) untagged: bool,
    /// What cannot be honoured, with the attribute's key.
    pub(crate) unsupported: Vec<(Span, String)>,
}

/// Keys that only affect reading, or nothing that is stored.
const READING: &[&str] = &[
    "alias",
    "bound",
    "borrow",
    "crate",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "from",
    "remote",
    "skip_deserializing",
    "try_from",
    "other",
    "field_identifier",
    "variant_identifier",
];

impl SerdeContainer {
    /// Reads `#[serde(…)]`. What serde itself refuses is left to serde to report.
    pub(crate) fn parse(attrs: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for meta in serde_metas(attrs) {
            match key(&meta).as_str() {
                // Without a name it is about reading; a rule of another name is serde's to report.
                "rename_all" => {
                    let rule = serialized_name(&meta).and_then(|rule| RenameRule::named(&rule));
                    serde.rename_all = rule.unwrap_or(serde.rename_all);
                }
                "rename_all_fields" => {
                    let rule = serialized_name(&meta).and_then(|rule| RenameRule::named(&rule));
                    serde.rename_all_fields = rule.unwrap_or_default();
                }
                "tag" => serde.tag = literal(&meta),
                "content" => serde.content = literal(&meta),
                "untagged" => serde.untagged = true,
                "into" => match literal(&meta).and_then(|path| syn::parse_str(&path).ok()) {
                    Some(ty) => serde.into = Some(ty),
                    None => serde.unsupported.push(unsupported(&meta)),
                },
                "default" => serde.default = true,
                "transparent" => serde.transparent = Some(meta.path().span()),
                "rename" => serde.rename = serialized_name(&meta).or(serde.rename),
                other if READING.contains(&other) => {}
                _ => serde.unsupported.push(unsupported(&meta)),
            }
        }
        serde
    }
}

impl SerdeField {
    /// Reads `#[serde(…)]`. What serde itself refuses is left to serde to report.
    pub(crate) fn parse(attrs: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for meta in serde_metas(attrs) {
            match key(&meta).as_str() {
                "rename" => serde.rename = serialized_name(&meta).or(serde.rename),
                "skip" | "skip_serializing" => serde.skipped = true,
                "skip_serializing_if" => {
                    serde.sometimes_skipped = true;
                    serde.none_left_out =
                        literal(&meta).is_some_and(|path| is_option_is_none(&path));
                }
                "default" => serde.default = true,
                "flatten" => serde.flatten = true,
                "with" => serde.take_helper(&meta, Helper::with, "::serialize"),
                "serialize_with" => serde.take_helper(&meta, Helper::serialize_with, ""),
                other if READING.contains(&other) => {}
                _ => serde.unsupported.push(unsupported(&meta)),
            }
        }
        serde
    }

    /// `function` leads from the path to the function that writes.
    fn take_helper(&mut self, meta: &Meta, helper: fn(&str) -> Option<Helper>, function: &str) {
        let path = literal(meta);
        self.helper = path.as_deref().and_then(helper);
        self.writer = path.and_then(|path| writer(meta, &(path + function)));
        if self.helper.is_none() {
            self.unsupported.push(unsupported(meta));
        }
    }
}

impl SerdeVariant {
    /// Reads `#[serde(…)]`. What serde itself refuses is left to serde to report.
    pub(crate) fn parse(attrs: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for meta in serde_metas(attrs) {
            match key(&meta).as_str() {
                "rename" => serde.rename = serialized_name(&meta).or(serde.rename),
                "skip" | "skip_serializing" => serde.skipped = true,
                "rename_all" => {
                    serde.rename_all =
                        serialized_name(&meta).and_then(|rule| RenameRule::named(&rule));
                }
                "untagged" => serde.untagged = true,
                other if READING.contains(&other) => {}
                _ => serde.unsupported.push(unsupported(&meta)),
            }
        }
        serde
    }
}

fn serde_metas(attrs: &[Attribute]) -> impl Iterator<Item = Meta> {
    let lists = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("serde"))
        .map(items);
    lists
        .flat_map(Result::unwrap_or_default)
        .filter_map(|item| match item {
            NestedMeta::Meta(meta) => Some(meta),
            _ => None,
        })
}

fn items(attr: &Attribute) -> Result<Vec<NestedMeta>> {
    super::entries::list(&attr.meta)
}

fn key(meta: &Meta) -> String {
    meta.path()
        .get_ident()
        .map(ToString::to_string)
        .unwrap_or_default()
}

fn unsupported(meta: &Meta) -> (Span, String) {
    (meta.path().span(), key(meta))
}

/// The string in `key = "…"`.
fn literal(meta: &Meta) -> Option<String> {
    match meta {
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// The string in `key = "…"`, or in `key(serialize = "…")`.
fn serialized_name(meta: &Meta) -> Option<String> {
    let Meta::List(list) = meta else {
        return literal(meta);
    };
    let items = NestedMeta::parse_meta_list(list.tokens.clone()).ok()?;
    items.iter().find_map(|item| match item {
        NestedMeta::Meta(meta) if meta.path().is_ident("serialize") => literal(meta),
        _ => None,
    })
}

/// The function at a path, where the attribute stands.
fn writer(meta: &Meta, path: &str) -> Option<ExprPath> {
    let span = match meta {
        Meta::NameValue(pair) => pair.value.span(),
        _ => meta.span(),
    };
    LitStr::new(path, span).parse().ok()
}

fn is_option_is_none(path: &str) -> bool {
    let path: String = path.split_whitespace().collect();
    let mut segments = path.rsplit("::");
    segments.next() == Some("is_none") && segments.next() == Some("Option")
}

#[cfg(test)]
mod tests {
    use super::is_option_is_none;

    #[test]
    fn only_the_method_of_option_is_known_to_remove_null() {
        assert!(is_option_is_none("Option::is_none"));
        assert!(is_option_is_none("::core::option::Option :: is_none"));
        assert!(!is_option_is_none("MyOption::is_none"));
        assert!(!is_option_is_none("is_none"));
    }
}
