//! Fields of a struct.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use schema_rules::BSON_TYPES;
use syn::{Attribute, Ident, Path, Type, Visibility, spanned::Spanned};

use super::{
    Allows, Bound, Helper, RenameRule, doc_comment,
    entries::{entries, meta, take_each},
    keyword::{bounds, unknown_key},
    nearest, path_text,
    serde::SerdeField,
    unraw,
};
use crate::{check::Class, faults::Faults};

/// A field that is stored.
#[derive(Debug)]
pub(crate) struct Field {
    /// The name in Rust; none in a newtype.
    pub(crate) ident: Option<Ident>,
    /// The name in Rust as text; in a newtype its position.
    pub(crate) name: String,
    /// The name in the database.
    pub(crate) stored_name: String,
    /// Whether other crates can name the field's type.
    pub(crate) public: bool,
    /// Who sees the field.
    pub(crate) vis: Visibility,
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
    /// The BSON type of what is this deep inside, on the user's word, and where that is said.
    pub(crate) inner_bson: Option<(u8, String, Span)>,
    /// The suppressed rules.
    pub(crate) allows: Allows,
    /// Whether what it references may be outside of the database, by a reason.
    pub(crate) outside: bool,
}

const OTHER_KEYS: &[&str] = &["items", "values", "references", "required", "allow"];

impl Field {
    /// A whole type as a field whose own fields stand in its place.
    pub(crate) fn flattened(ident: &Ident) -> Self {
        Self {
            ident: Some(ident.clone()),
            name: String::new(),
            stored_name: String::new(),
            public: false,
            vis: Visibility::Inherited,
            ty: syn::parse_quote!(#ident),
            attrs: FieldAttrs::default(),
            serde: SerdeField {
                flatten: true,
                ..SerdeField::default()
            },
            poisoned: false,
        }
    }

    /// Whether what is stored is decided by the type, and by nothing that the user said.
    pub(crate) fn type_tells(&self) -> bool {
        self.attrs.bson.is_none() && self.serde.helper.is_none()
    }

    /// What the tokens of the type show, where the type decides what is stored; a helper that is a
    /// type is asked by the compiler. None where the user or a known helper says it.
    pub(crate) fn class(&self) -> Option<Class> {
        match (&self.attrs.bson, &self.attrs.inner_bson, &self.serde.helper) {
            (Some(_), _, _) | (_, _, Some(Helper::Known(_))) => None,
            (None, None, None) => Some(Class::of(&self.ty)),
            _ => Some(Class::Unknown),
        }
    }

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
        .enumerate()
        .map(|(position, field)| one(position, field, rename_all, container_default, faults));
    parsed.filter(|field| !field.serde.skipped).collect()
}

fn one(
    position: usize,
    field: &syn::Field,
    rename_all: RenameRule,
    container_default: bool,
    faults: &mut Faults,
) -> Field {
    let before = faults.count();
    let mut serde = SerdeField::parse(&field.attrs);
    serde.default |= container_default;
    let mut attrs = field_attrs(&field.attrs, faults);
    describe(&mut attrs, field);
    let name = field
        .ident
        .as_ref()
        .map_or_else(|| position.to_string(), unraw);
    Field {
        stored_name: serde
            .rename
            .clone()
            .unwrap_or_else(|| rename_all.field(&name)),
        ident: field.ident.clone(),
        name,
        public: matches!(field.vis, Visibility::Public(_)),
        vis: field.vis.clone(),
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

fn field_attrs(attrs: &[Attribute], faults: &mut Faults) -> FieldAttrs {
    let mut parsed = FieldAttrs::default();
    take_each(&entries(attrs, "field", faults), faults, |entry| {
        parsed.take(entry)
    });
    parsed
}

impl FieldAttrs {
    fn take(&mut self, item: &NestedMeta) -> Result<()> {
        let meta = meta(item)?;
        if let Some(found) = bounds(meta, 0) {
            return self.add(found?);
        }
        match path_text(meta.path()).as_str() {
            "references" => self.references = Some(Path::from_meta(meta)?),
            "required" => self.required = bool::from_meta(meta)?,
            "allow" => self.allows.0.extend(Allows::from_meta(meta)?.0),
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
                let text = format!(
                    "`{}` is given twice; remove one of them",
                    bound.keyword.name
                );
                return Err(Error::custom(text).with_span(&bound.span));
            }
            self.push(bound);
        }
        Ok(())
    }

    fn push(&mut self, bound: Bound) {
        match (bound.keyword.name, &bound.value) {
            ("bson", super::BoundValue::Text(alias)) if bound.depth == 0 => {
                self.bson = Some(alias.clone());
            }
            ("bson", super::BoundValue::Text(alias)) => {
                self.inner_bson = Some((bound.depth, alias.clone(), bound.span));
            }
            _ => self.bounds.push(bound),
        }
    }
}

/// Whether a BSON type's alias is one that the server knows, or one of these.
pub(super) fn known_alias(alias: &str, others: &[&'static str]) -> std::result::Result<(), String> {
    // `$type` and `bsonType` take one for all numbers as well.
    let all = BSON_TYPES.iter().chain(&["number"]);
    let known = all.chain(others).copied();
    if known.clone().any(|known| known == alias) {
        return Ok(());
    }
    Err(format!(
        "`{alias}` is not a BSON type; {}",
        nearest(known, alias)
    ))
}
