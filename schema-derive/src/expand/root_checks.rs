//! The checks of what a collection needs of its documents: the tenant key, the version, the `_id`.

use quote::quote;

use super::{
    checks::{Check, at},
    collection::Parsed,
    paths::Paths,
};
use crate::{
    check::{self, Class, Verdict, position},
    parse::{CollectionAttrs, Field, KeyPath},
};

impl Parsed<'_> {
    /// Where the tokens cannot tell that the tenant key is there and no `Option`.
    pub(super) fn tenant_check(&self, path: usize) -> Option<Check> {
        let (tenant, root) = (self.attrs.tenant.as_ref()?, &self.root);
        let field = position(self.fields, &tenant.value).map(|at| &self.fields[at]);
        let single = tenant.value.segments.len() == 1;
        let told = field.is_some_and(|field| {
            let class = Class::of(&field.ty);
            let wrong = matches!(class, Class::Optional(_))
                || (single && matches!(class, Class::Array(_) | Class::Map(_)));
            // What is wrong was reported; what is right for certain needs no check.
            let told = wrong || (single && !class.is_open());
            field.serde.sometimes_skipped || (told && field.type_tells())
        });
        if told {
            return None;
        }
        Some(at(
            tenant.value.span(),
            "tenant_key",
            &quote!(#root, &__MODEL.paths[#path]),
        ))
    }

    /// Where only the compiler knows whether the tenant key is a string under a collation.
    pub(super) fn tenant_collated_check(&self, path: usize) -> Option<Check> {
        let (tenant, root) = (self.attrs.tenant.as_ref()?, &self.root);
        let open = check::tenant_collated(self.attrs, self.fields) == Verdict::Open;
        let arguments = quote!(#root, &__MODEL.paths[#path]);
        open.then(|| at(tenant.value.span(), "tenant_collated", &arguments))
    }

    /// The field of the version, where the tokens show it or cannot tell that there is none.
    pub(super) fn version_path(&self) -> Option<KeyPath> {
        self.attrs.schema_version.as_ref()?;
        let path = KeyPath::field("schema_version");
        check::may_start(self.fields, &path).then_some(path)
    }

    pub(super) fn version_check(&self, paths: &mut Paths) -> Option<Check> {
        let path = self.version_path()?;
        let field = position(self.fields, &path).map(|at| &self.fields[at]);
        let told = field.is_some_and(|field| {
            Class::of(&field.ty) != Class::Unknown || !field.type_tells() || field.poisoned
        });
        let version = self.attrs.schema_version.as_ref()?;
        let (path, root) = (paths.intern(&path, self.fields), &self.root);
        let span = field.map_or(version.span, Field::span);
        let arguments = quote!(#root, &__MODEL.paths[#path]);
        (!told).then(|| at(span, "schema_version", &arguments))
    }

    /// What only the compiler knows of a document into which other types are flattened.
    pub(super) fn root_checks(&self) -> Vec<Check> {
        let (span, root) = (self.input.ident.span(), &self.root);
        let told = self.fields.iter().any(|field| field.stored_name == "_id");
        if told || !check::is_open(self.fields) {
            return Vec::new();
        }
        if let Some(generated) = self.attrs.generated_id.as_ref().filter(|key| key.value) {
            return vec![at(generated.span, "generated_id", &quote!(#root))];
        }
        let type_name = self.input.ident.to_string();
        vec![at(span, "id_field", &quote!(#root, #type_name))]
    }
}

/// Whether a field is required whatever serde does: the tenant key and the version.
pub(super) fn is_key(attrs: &CollectionAttrs, field: &Field) -> bool {
    let tenant = attrs.tenant.as_ref();
    tenant.is_some_and(|tenant| tenant.value.first() == field.name)
        || (attrs.schema_version.is_some() && field.name == "schema_version")
}
