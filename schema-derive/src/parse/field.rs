//! Fields of a struct.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use syn::{Attribute, Ident, Meta, Path, Type, spanned::Spanned};

use super::{
    Allows, Bound, RenameRule, doc_comment,
    keyword::{bounds, unknown_key},
    serde::SerdeField,
    unraw,
};
use crate::faults::Faults;

/// A field that is stored.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name in Rust; none in a newtype.
    pub(crate) ident: Option<Ident>,
    /// The name in Rust as text.
    pub(crate) name: String,
    /// The name in the database.
    pub(crate) stored_name: String,
    /// Whether other crates can name the field's type.
    pub(crate) public: bool,
    /// The type.
    pub(crate) ty: Type,
    /// What `#[field(…)]` says.
    pub(crate) attrs: FieldAttrs,
    /// What serde's attributes say.
    pub(crate) serde: SerdeField,
    /// Whether an attribute of it was broken, so that nothing further is said about it.
    pub(crate) poisoned: bool,
}

/// What `#[field(…)]` says.
#[derive(Debug, Default)]
pub(crate) struct FieldAttrs {
    /// Bounds and annotations, by depth.
    pub(crate) bounds: Vec<Bound>,
    /// The collection whose `_id` it is.
    pub(crate) references: Option<Path>,
    /// Whether the validator requires it, whatever serde does.
    pub(crate) required: bool,
    /// The BSON type on the user's word, as an alias.
    pub(crate) bson: Option<String>,
    /// The suppressed rules.
    pub(crate) allows: Allows,
}

const OTHER_KEYS: &[&str] = &["items", "values", "references", "required", "bson", "allow"];

/// The aliases that `bson = "…"` takes: all of `bsonType`, and `any`.
const BSON_ALIASES: &[&str] = &[
    "double",
    "string",
    "object",
    "array",
    "binData",
    "undefined",
    "objectId",
    "bool",
    "date",
    "null",
    "regex",
    "dbPointer",
    "javascript",
    "symbol",
    "javascriptWithScope",
    "int",
    "timestamp",
    "long",
    "decimal",
    "minKey",
    "maxKey",
    "number",
    "any",
];

impl Field {
    /// Where a message about the field belongs.
    pub(crate) fn span(&self) -> Span {
        self.ident
            .as_ref()
            .map_or_else(|| self.ty.span(), Ident::span)
    }

    /// Whether every document of the application has the field, so that older ones cannot lack it
    /// either.
    pub(crate) fn always_written(&self) -> bool {
        !self.serde.sometimes_skipped
    }
}

/// The stored fields of a struct, in the order of their declaration.
pub(crate) fn fields(
    fields: &syn::Fields,
    rename_all: RenameRule,
    container_default: bool,
    faults: &mut Faults,
) -> Vec<Field> {
    let parsed = fields
        .iter()
        .map(|field| one(field, rename_all, container_default, faults));
    parsed.filter(|field| !field.serde.skipped).collect()
}

fn one(
    field: &syn::Field,
    rename_all: RenameRule,
    container_default: bool,
    faults: &mut Faults,
) -> Field {
    let before = faults.count();
    let mut serde = SerdeField::parse(&field.attrs);
    serde.default |= container_default;
    let mut attrs = faults.handle(field_attrs(&field.attrs)).unwrap_or_default();
    describe(&mut attrs, field);
    let name = field.ident.as_ref().map(unraw).unwrap_or_default();
    Field {
        stored_name: serde
            .rename
            .clone()
            .unwrap_or_else(|| rename_all.field(&name)),
        ident: field.ident.clone(),
        name,
        public: matches!(field.vis, syn::Visibility::Public(_)),
        ty: field.ty.clone(),
        attrs,
        serde,
        poisoned: faults.count() > before,
    }
}

/// A documentation comment is the description where none is given.
fn describe(attrs: &mut FieldAttrs, field: &syn::Field) {
    let Some(keyword) = super::Keyword::named("description") else {
        return;
    };
    let text = doc_comment(&field.attrs);
    let given = attrs
        .bounds
        .iter()
        .any(|bound| bound.depth == 0 && bound.keyword == keyword);
    if !text.is_empty() && !given {
        let value = super::BoundValue::Text(text);
        attrs.bounds.push(Bound {
            keyword,
            depth: 0,
            value,
            span: field.span(),
        });
    }
}

fn field_attrs(attrs: &[Attribute]) -> Result<FieldAttrs> {
    let mut errors = Error::accumulator();
    let mut parsed = FieldAttrs::default();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("field")) {
        for item in errors
            .handle(super::collection::list(&attr.meta))
            .unwrap_or_default()
        {
            errors.handle(parsed.take(&item));
        }
    }
    errors.finish_with(parsed)
}

impl FieldAttrs {
    fn take(&mut self, item: &NestedMeta) -> Result<()> {
        let NestedMeta::Meta(meta) = item else {
            return Err(Error::custom("expected a key, such as `max_length = 40`").with_span(item));
        };
        if let Some(found) = bounds(meta, 0) {
            return self.add(found?);
        }
        match meta.path().get_ident().map(ToString::to_string).as_deref() {
            Some("references") => {
                self.references =
                    Some(Path::from_meta(meta).map_err(|error| error.with_span(meta))?)
            }
            Some("required") => self.required = bool::from_meta(meta)?,
            Some("bson") => self.bson = Some(bson_alias(meta)?),
            Some("allow") => self.allows.0.extend(Allows::from_meta(meta)?.0),
            _ => return Err(unknown_key(meta, OTHER_KEYS)),
        }
        Ok(())
    }

    fn add(&mut self, found: Vec<Bound>) -> Result<()> {
        for bound in found {
            let twice = self
                .bounds
                .iter()
                .any(|other| other.keyword == bound.keyword && other.depth == bound.depth);
            if twice {
                return Err(Error::duplicate_field(bound.keyword.name).with_span(&bound.span));
            }
            self.bounds.push(bound);
        }
        Ok(())
    }
}

fn bson_alias(meta: &Meta) -> Result<String> {
    let alias = String::from_meta(meta)?;
    if BSON_ALIASES.contains(&alias.as_str()) {
        return Ok(alias);
    }
    let error = Error::unknown_value_with_alts(&alias, BSON_ALIASES).to_string();
    let nearest = error
        .split_once("Did you mean ")
        .map_or(String::new(), |(_, near)| format!("; did you mean {near}"));
    Err(Error::custom(format!("`{alias}` is not a BSON type{nearest}")).with_span(meta))
}
