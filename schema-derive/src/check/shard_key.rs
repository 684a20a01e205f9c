//! Rules about a collection's shard key.

use schema_rules::{
    SHARD_KEY_ARRAY, SHARD_KEY_MONOTONIC, SHARD_KEY_PATH_UNKNOWN, SHARD_KEY_TENANT_ONLY,
    UNSUPPORTED_COMBINATION,
};
use syn::Ident;

use super::{Class, may_start, nearest_field, position};
use crate::{
    faults::Faults,
    parse::{Allows, CollectionAttrs, Field, ShardKeyPart},
};

/// The rules about a shard key that tokens show. Returns whether each part is a field, so that the
/// compiler can be asked about the rest.
pub(crate) fn shard_key(
    ident: &Ident,
    attrs: &CollectionAttrs,
    fields: &[Field],
    outer: &Allows,
    faults: &mut Faults,
) -> bool {
    let Some(key) = &attrs.shard_key else {
        return false;
    };
    let parts = &key.value.0;
    let before = faults.count();
    for part in parts {
        part_is_a_field(ident, part, fields, faults);
    }
    if faults.count() > before {
        return false;
    }
    parts_are_distinct(parts, faults);
    one_is_hashed(parts, faults);
    is_not_the_tenant_alone(attrs, parts, outer, faults);
    does_not_grow(&parts[0], fields, outer, faults);
    for part in parts {
        part_is_no_array(part, fields, faults);
        time_series_has_it(attrs, part, faults);
    }
    true
}

fn part_is_a_field(ident: &Ident, part: &ShardKeyPart, fields: &[Field], faults: &mut Faults) {
    if !may_start(fields, &part.path) {
        let name = part.path.first().to_owned();
        let wrong = format!("`{name}` is not a field of `{ident}`");
        let instead = nearest_field(fields, &name);
        faults.broken_with(
            &SHARD_KEY_PATH_UNKNOWN,
            &[],
            part.path.span(),
            &wrong,
            &instead,
        );
    }
}

fn parts_are_distinct(parts: &[ShardKeyPart], faults: &mut Faults) {
    for (at, part) in parts.iter().enumerate() {
        if parts[..at]
            .iter()
            .any(|other| other.path.text() == part.path.text())
        {
            let text = format!(
                "`{}` is in the shard key twice; remove one of them",
                part.path.text()
            );
            faults.add(part.path.span(), text);
        }
    }
}

/// Source: Hashed Sharding.
fn one_is_hashed(parts: &[ShardKeyPart], faults: &mut Faults) {
    for part in parts.iter().filter(|part| part.hashed).skip(1) {
        let wrong = "a shard key cannot hash two fields";
        let instead = format!("write `{}` without `hashed`", part.path.text());
        faults.broken_with(
            &UNSUPPORTED_COMBINATION,
            &[],
            part.path.span(),
            wrong,
            &instead,
        );
    }
}

fn is_not_the_tenant_alone(
    attrs: &CollectionAttrs,
    parts: &[ShardKeyPart],
    outer: &Allows,
    faults: &mut Faults,
) {
    if let ([part], Some(tenant)) = (parts, &attrs.tenant)
        && part.path.text() == tenant.value.text()
    {
        let wrong = format!(
            "the shard key is the tenant key `{}` alone",
            part.path.text()
        );
        let span = part.path.span();
        faults.broken(&SHARD_KEY_TENANT_ONLY, &[outer], span, &wrong);
    }
}

/// A leading `_id` that the tokens show to be a counter; about other types the compiler is asked.
fn does_not_grow(part: &ShardKeyPart, fields: &[Field], outer: &Allows, faults: &mut Faults) {
    let Some(field) = plain(part, fields) else {
        return;
    };
    if !part.hashed
        && field.stored_name == "_id"
        && matches!(Class::of(&field.ty), Class::Integer(..))
    {
        let wrong = format!(
            "the shard key starts with `{}`, which grows with every insert",
            field.name
        );
        faults.broken(&SHARD_KEY_MONOTONIC, &[outer], part.path.span(), &wrong);
    }
}

fn part_is_no_array(part: &ShardKeyPart, fields: &[Field], faults: &mut Faults) {
    let array = plain(part, fields)
        .is_some_and(|field| matches!(Class::of(&field.ty).present(), Class::Array(_)));
    if array {
        let wrong = format!("`{}` of the shard key is an array", part.path.text());
        faults.broken(&SHARD_KEY_ARRAY, &[], part.path.span(), &wrong);
    }
}

/// Source: Shard a Time Series Collection.
fn time_series_has_it(attrs: &CollectionAttrs, part: &ShardKeyPart, faults: &mut Faults) {
    let Some(series) = attrs.time_series.as_ref().map(|key| &key.value) else {
        return;
    };
    let meta = series
        .meta
        .as_ref()
        .is_some_and(|meta| meta.first() == part.path.first());
    if !meta && part.path.text() != series.time.text() {
        let wrong = format!("a time series cannot be sharded by `{}`", part.path.text());
        let instead = "shard it by its meta field, or by what is inside";
        faults.broken_with(
            &UNSUPPORTED_COMBINATION,
            &[],
            part.path.span(),
            &wrong,
            instead,
        );
    }
}

/// The field of a path of one segment, where its type is told by its tokens.
pub(crate) fn plain<'a>(part: &ShardKeyPart, fields: &'a [Field]) -> Option<&'a Field> {
    let field = position(fields, &part.path).map(|at| &fields[at])?;
    let told = part.path.segments.len() == 1 && !field.poisoned && field.type_tells();
    told.then_some(field)
}
