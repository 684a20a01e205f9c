//! Rules about a collection as a whole.

use schema_rules::{
    COLLECTION_WITHOUT_TENANT, ID_FIELD_MISSING, ID_TYPE_UNSUPPORTED, SCHEMA_VERSION_FIELD_MISSING,
    TENANT_KEY_COLLATED, TENANT_KEY_NOT_SCALAR, TENANT_KEY_OPTIONAL, UNSUPPORTED_COMBINATION,
};
use syn::Ident;

use super::{Class, Verdict, is_open, may_start, nearest_field, position};
use crate::{
    faults::Faults,
    parse::{CollectionAttrs, Field},
};

/// The rules about a collection as a whole. Where its attributes were not understood as a `whole`,
/// nothing is said about what they lack.
pub(crate) fn collection(
    ident: &Ident,
    attrs: &CollectionAttrs,
    whole: bool,
    fields: &[Field],
    faults: &mut Faults,
) {
    if whole {
        name_is_given(ident, attrs, faults);
        tenant_is_declared(ident, attrs, faults);
    }
    name_is_valid(attrs, faults);
    tenant_is_a_field(ident, attrs, fields, faults);
    tenant_is_required(attrs, fields, faults);
    tenant_is_scalar(attrs, fields, faults);
    tenant_is_told_apart(attrs, fields, faults);
    id_is_there(ident, attrs, fields, faults);
    id_is_supported(fields, faults);
    version_is_there(ident, attrs, fields, faults);
}

fn name_is_given(ident: &Ident, attrs: &CollectionAttrs, faults: &mut Faults) {
    if attrs.name.is_none() {
        let text = format!("collection `{ident}` has no name; write `#[collection(name = \"…\")]`");
        faults.add(ident.span(), text);
    }
}

/// Source: MongoDB Limits and Thresholds, Naming Restrictions.
fn name_is_valid(attrs: &CollectionAttrs, faults: &mut Faults) {
    let Some(name) = &attrs.name else { return };
    let text = &name.value;
    if text.is_empty()
        || text.contains(['$', '\0'])
        || text.starts_with("system.")
        || text.contains(".system.")
    {
        let wrong = format!("{} is no valid name of a collection", super::shown(text));
        faults.add(
            name.span,
            format!("{wrong}; write one without `$` that does not start with `system.`"),
        );
    } else if text.starts_with("_schema.") {
        faults.add(
            name.span,
            format!("`{text}` is reserved for this tool's own records; choose another name"),
        );
    }
}

/// Exactly one of `tenant` and `global` is said.
fn tenant_is_declared(ident: &Ident, attrs: &CollectionAttrs, faults: &mut Faults) {
    match (&attrs.tenant, &attrs.global) {
        (None, None) => {
            let wrong = format!("collection `{ident}` does not say whose its documents are");
            faults.broken(&COLLECTION_WITHOUT_TENANT, &[], ident.span(), &wrong);
        }
        (Some(_), Some(global)) => {
            let wrong =
                format!("collection `{ident}` has both a tenant key and a reason to have none");
            faults.broken_with(
                &COLLECTION_WITHOUT_TENANT,
                &[],
                global.span,
                &wrong,
                "remove one of them",
            );
        }
        _ => {}
    }
}

fn tenant_is_a_field(
    ident: &Ident,
    attrs: &CollectionAttrs,
    fields: &[Field],
    faults: &mut Faults,
) {
    let Some(tenant) = &attrs.tenant else { return };
    if !may_start(fields, &tenant.value) {
        let name = tenant.value.first();
        let wrong = format!("tenant key `{name}` is not a field of `{ident}`");
        let instead = nearest_field(fields, name);
        faults.broken_with(
            &COLLECTION_WITHOUT_TENANT,
            &[],
            tenant.value.span(),
            &wrong,
            &instead,
        );
    }
}

/// The tenant key of the struct itself is no `Option`, and serde never leaves it out.
fn tenant_is_required(attrs: &CollectionAttrs, fields: &[Field], faults: &mut Faults) {
    let Some(tenant) = &attrs.tenant else { return };
    let Some(field) = position(fields, &tenant.value).map(|at| &fields[at]) else {
        return;
    };
    if field.poisoned {
        return;
    }
    let optional = field.type_tells() && matches!(Class::of(&field.ty), Class::Optional(_));
    if optional || field.serde.sometimes_skipped {
        let wrong = format!(
            "tenant key `{}` may be missing or null",
            tenant.value.text()
        );
        faults.broken(&TENANT_KEY_OPTIONAL, &[], field.span(), &wrong);
    }
}

/// The tenant key that the tokens show to be no single value.
fn tenant_is_scalar(attrs: &CollectionAttrs, fields: &[Field], faults: &mut Faults) {
    let Some(tenant) = &attrs.tenant else { return };
    let Some(field) = position(fields, &tenant.value).map(|at| &fields[at]) else {
        return;
    };
    if field.poisoned || !field.type_tells() || tenant.value.segments.len() > 1 {
        return;
    }
    let what = match Class::of(&field.ty) {
        Class::Array(_) => "an array",
        Class::Map(_) => "a map",
        _ => return,
    };
    let wrong = format!("tenant key `{}` is {what}", field.name);
    faults.broken(&TENANT_KEY_NOT_SCALAR, &[], field.span(), &wrong);
}

/// The tenant key that the tokens show to be a string under a collation. Source: Collation.
fn tenant_is_told_apart(attrs: &CollectionAttrs, fields: &[Field], faults: &mut Faults) {
    let Some(tenant) = &attrs.tenant else { return };
    if tenant_collated(attrs, fields) == Verdict::Broken {
        let wrong = format!(
            "tenant key `{}` is a string, and the collection's collation may take two for equal",
            tenant.value.text()
        );
        faults.broken(&TENANT_KEY_COLLATED, &[], tenant.value.span(), &wrong);
    }
}

/// Whether the tenant key is compared by its bytes, or is no string.
pub(crate) fn tenant_collated(attrs: &CollectionAttrs, fields: &[Field]) -> Verdict {
    let (Some(tenant), Some(collation)) = (&attrs.tenant, &attrs.collation) else {
        return Verdict::Holds;
    };
    if collation.value.is_simple() {
        return Verdict::Holds;
    }
    let field = position(fields, &tenant.value).map(|at| &fields[at]);
    let told = field.filter(|_| tenant.value.segments.len() == 1);
    match told.map(|field| (field.poisoned, field.class())) {
        Some((true, _)) => Verdict::Holds,
        Some((false, Some(class))) => match class.present() {
            Class::Text => Verdict::Broken,
            Class::Unknown => Verdict::Open,
            _ => Verdict::Holds,
        },
        Some((false, None)) | None => Verdict::Open,
    }
}

/// There is an `_id`, or the driver is told to make one.
fn id_is_there(ident: &Ident, attrs: &CollectionAttrs, fields: &[Field], faults: &mut Faults) {
    let id = fields.iter().find(|field| field.stored_name == "_id");
    match (id, &attrs.generated_id) {
        (None, _) if !attrs.has_generated_id() && !is_open(fields) => {
            let wrong = format!("no field of `{ident}` is stored as `_id`");
            faults.broken(&ID_FIELD_MISSING, &[], ident.span(), &wrong);
        }
        (Some(field), Some(generated)) if generated.value => {
            let wrong = format!("`_id` is generated, and stored from field `{}`", field.name);
            faults.broken(&UNSUPPORTED_COMBINATION, &[], generated.span, &wrong);
        }
        _ => {}
    }
}

/// An `_id` that the tokens show to be an array.
fn id_is_supported(fields: &[Field], faults: &mut Faults) {
    let Some(field) = fields.iter().find(|field| field.stored_name == "_id") else {
        return;
    };
    let told = !field.poisoned && field.type_tells();
    if told && matches!(Class::of(&field.ty).present(), Class::Array(_)) {
        let wrong = format!("`_id` field `{}` is an array", field.name);
        faults.broken(&ID_TYPE_UNSUPPORTED, &[], field.span(), &wrong);
    }
}

fn version_is_there(ident: &Ident, attrs: &CollectionAttrs, fields: &[Field], faults: &mut Faults) {
    let Some(version) = &attrs.schema_version else {
        return;
    };
    let Some(field) = fields.iter().find(|field| field.name == "schema_version") else {
        if is_open(fields) {
            return;
        }
        let wrong =
            format!("collection `{ident}` has a schema version, and no field `schema_version`");
        faults.broken(&SCHEMA_VERSION_FIELD_MISSING, &[], version.span, &wrong);
        return;
    };
    let open = matches!(Class::of(&field.ty), Class::Integer(_) | Class::Unknown);
    if !open && !field.poisoned && field.type_tells() {
        let wrong = format!("field `{}` is not an integer", field.name);
        faults.broken(&SCHEMA_VERSION_FIELD_MISSING, &[], field.span(), &wrong);
    }
}
