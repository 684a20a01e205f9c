//! Rules about indexes.

use schema_rules::{
    Group, INDEX_DUPLICATE_NAME, INDEX_PATH_UNKNOWN, INDEX_UNIQUE_NULLABLE, INDEX_WITHOUT_TENANT,
    PARTIAL_PATH_UNKNOWN, Rule, TENANT_KEY_NOT_FIRST, TTL_COMPOUND, TTL_NOT_DATE, TTL_OUT_OF_RANGE,
};
use syn::Ident;

use super::{Class, may_start, nearest_field, position, seconds};
use crate::{
    faults::Faults,
    parse::{Allows, CollectionAttrs, Field, Index, KeyPath},
};

/// What the rules about an index look at.
struct Context<'a> {
    ident: &'a Ident,
    attrs: &'a CollectionAttrs,
    fields: &'a [Field],
    outer: &'a Allows,
}

/// The rules about each index, and about them beside each other. An index with an unknown path is
/// left out of what is returned.
pub(crate) fn indexes(
    ident: &Ident,
    attrs: &CollectionAttrs,
    fields: &[Field],
    outer: &Allows,
    mut all: Vec<Index>,
    faults: &mut Faults,
) -> Vec<Index> {
    let context = Context {
        ident,
        attrs,
        fields,
        outer,
    };
    all.retain(|index| context.paths_are_fields(index, faults));
    for index in &all {
        super::allowed_where_it_fires(Group::Index, &index.attrs.allows(), faults);
        name_is_valid(index, faults);
        keys_are_distinct(index, faults);
        context.starts_with_tenant(index, faults);
        ttl_has_one_key(index, faults);
        ttl_is_in_range(index, faults);
        context.ttl_is_a_date(index, faults);
        context.unique_keys_are_there(index, faults);
    }
    context.names_are_distinct(&all, faults);
    all
}

impl Context<'_> {
    /// Each path starts with a field of the struct; what follows, the compiler checks.
    fn paths_are_fields(&self, index: &Index, faults: &mut Faults) -> bool {
        let before = faults.count();
        for key in &index.keys {
            self.path_is_a_field(&INDEX_PATH_UNKNOWN, &key.path, faults);
        }
        for path in index.attrs.partial.iter().flat_map(|filter| filter.paths()) {
            self.path_is_a_field(&PARTIAL_PATH_UNKNOWN, path, faults);
        }
        faults.count() == before
    }

    fn path_is_a_field(&self, rule: &Rule, path: &KeyPath, faults: &mut Faults) {
        if !may_start(self.fields, path) {
            let name = crate::parse::unraw(path.first());
            let wrong = format!("`{name}` is not a field of `{}`", self.ident);
            faults.broken_with(
                rule,
                &[],
                path.span(),
                &wrong,
                &nearest_field(self.fields, &name),
            );
        }
    }

    /// The tenant key is among the keys, and comes first.
    fn starts_with_tenant(&self, index: &Index, faults: &mut Faults) {
        let Some(tenant) = &self.attrs.tenant else {
            return;
        };
        if !may_start(self.fields, &tenant.value) {
            return;
        }
        let tenant = tenant.value.text();
        let single_ttl = index.attrs.expire_after.is_some() && index.keys.len() == 1;
        let allows = index.attrs.allows();
        match index.keys.iter().position(|key| key.path.text() == tenant) {
            Some(0) => {}
            None if single_ttl => {}
            None => {
                let wrong =
                    format!("the index does not have the tenant key `{tenant}` among its keys");
                let instead = format!("write `keys({tenant}, …)`");
                faults.broken_with(
                    &INDEX_WITHOUT_TENANT,
                    &[&allows, self.outer],
                    index.span,
                    &wrong,
                    &instead,
                );
            }
            Some(_) if index.attrs.unique => {}
            Some(at) => {
                let wrong = format!("the tenant key `{tenant}` is not the first key of the index");
                let instead = format!("write `keys({tenant}, …)`");
                let span = index.keys[at].path.span();
                faults.broken_with(
                    &TENANT_KEY_NOT_FIRST,
                    &[&allows, self.outer],
                    span,
                    &wrong,
                    &instead,
                );
            }
        }
    }

    /// Where the tokens show that the key is no date, the compiler is not asked.
    fn ttl_is_a_date(&self, index: &Index, faults: &mut Faults) {
        if index.attrs.expire_after.is_none() || index.keys.len() != 1 {
            return;
        }
        let path = &index.keys[0].path;
        if let Some(field) = self.plain(path)
            && Class::of(&field.ty).is_no_date()
        {
            let wrong = format!(
                "`{}` is not stored as a date, so no document would ever expire",
                path.text()
            );
            faults.broken(&TTL_NOT_DATE, &[], path.span(), &wrong);
        }
    }

    /// A key of a unique index that the tokens show to be optional.
    fn unique_keys_are_there(&self, index: &Index, faults: &mut Faults) {
        if !index.attrs.unique {
            return;
        }
        let allows = index.attrs.allows();
        let tenant = self.attrs.tenant_text();
        for key in &index.keys {
            let Some(field) = self.plain(&key.path) else {
                continue;
            };
            // The tenant key has a rule of its own, which says the same.
            if tenant.as_deref() == Some(&key.path.text()) {
                continue;
            }
            if collides(field) && !is_covered(index, &key.path, field) {
                let (wrong, instead) = nullable_key(index, &key.path);
                faults.broken_with(
                    &INDEX_UNIQUE_NULLABLE,
                    &[&allows, self.outer],
                    key.path.span(),
                    &wrong,
                    &instead,
                );
            }
        }
    }

    /// The field at a path of one segment, where its type is a well-known one.
    fn plain(&self, path: &KeyPath) -> Option<&Field> {
        let field = position(self.fields, path).map(|at| &self.fields[at])?;
        let told = path.segments.len() == 1 && !field.poisoned && field.type_tells();
        told.then_some(field)
    }

    /// Two indexes with one name, given or by default.
    fn names_are_distinct(&self, all: &[Index], faults: &mut Faults) {
        for (at, index) in all.iter().enumerate() {
            if let Some(twin) = all[..at].iter().find(|other| self.same_name(other, index)) {
                let both_named = index.attrs.name.is_some() && twin.attrs.name.is_some();
                let span = index
                    .attrs
                    .name
                    .as_ref()
                    .map_or(index.span, |name| name.span);
                let what = if both_named { "name" } else { "default name" };
                faults.broken(
                    &INDEX_DUPLICATE_NAME,
                    &[],
                    span,
                    &format!("two indexes have the same {what}"),
                );
            }
        }
    }

    fn same_name(&self, a: &Index, b: &Index) -> bool {
        match (&a.attrs.name, &b.attrs.name) {
            (Some(a), Some(b)) => a.value == b.value,
            (None, None) => key_texts(a) == key_texts(b),
            (Some(name), None) => self
                .default_name(b)
                .is_some_and(|default| default == name.value),
            (None, Some(name)) => self
                .default_name(a)
                .is_some_and(|default| default == name.value),
        }
    }

    /// The default name of an index without nested paths, whose stored form the tokens show.
    fn default_name(&self, index: &Index) -> Option<String> {
        let parts = index.keys.iter().map(|key| {
            let field = position(self.fields, &key.path).map(|at| &self.fields[at])?;
            let direction = if key.descending { -1 } else { 1 };
            (key.path.segments.len() == 1).then(|| format!("{}_{direction}", field.stored_name))
        });
        parts
            .collect::<Option<Vec<_>>>()
            .map(|parts| parts.join("_"))
    }
}

fn key_texts(index: &Index) -> Vec<(String, bool)> {
    index
        .keys
        .iter()
        .map(|key| (key.path.text(), key.descending))
        .collect()
}

/// Source: createIndexes, `name`.
fn name_is_valid(index: &Index, faults: &mut Faults) {
    if let Some(name) = &index.attrs.name
        && (matches!(name.value.as_str(), "" | "*" | "_id_") || name.value.contains('\0'))
    {
        let text = format!(
            "{} is no valid name of an index; choose another name",
            super::shown(&name.value)
        );
        faults.add(name.span, text);
    }
}

/// Source: createIndexes, `key`.
fn keys_are_distinct(index: &Index, faults: &mut Faults) {
    for (at, key) in index.keys.iter().enumerate() {
        let text = key.path.text();
        if index.keys[..at]
            .iter()
            .any(|other| other.path.text() == text)
        {
            let text = format!("key `{text}` is given twice; remove one of them");
            faults.add(key.path.span(), text);
        }
    }
}

/// The server refuses a TTL on several keys.
fn ttl_has_one_key(index: &Index, faults: &mut Faults) {
    if let Some(expire_after) = &index.attrs.expire_after
        && index.keys.len() > 1
    {
        let wrong = format!("a TTL index cannot have {} keys", index.keys.len());
        faults.broken(&TTL_COMPOUND, &[], expire_after.span, &wrong);
    }
}

fn ttl_is_in_range(index: &Index, faults: &mut Faults) {
    if let Some(expire_after) = &index.attrs.expire_after
        && let Err(wrong) = seconds(&expire_after.value)
    {
        faults.broken(&TTL_OUT_OF_RANGE, &[], expire_after.span, &wrong);
    }
}

/// Whether the tokens show that documents without a value are possible, and that it is no date,
/// which may mark what is deleted.
fn collides(field: &Field) -> bool {
    match Class::of(&field.ty) {
        Class::Optional(inner) => matches!(
            *inner,
            Class::Text | Class::Integer(_) | Class::Float | Class::Bool
        ),
        _ => false,
    }
}

/// What is wrong with a key that may have no value, and what to write instead.
fn nullable_key(index: &Index, path: &KeyPath) -> (String, String) {
    let text = path.text();
    let there = index.attrs.partial.as_ref();
    if there.is_some_and(|filter| filter.excludes_missing(path)) {
        let instead = format!(
            "leave out the null with `skip_serializing_if = \"Option::is_none\"`, or write \
             `partial = type_of({text}, \"…\")`"
        );
        let wrong =
            format!("key `{text}` of a unique index may be null, and all such documents collide");
        return (wrong, instead);
    }
    let wrong = format!(
        "key `{text}` of a unique index may be missing or null, and all such documents collide"
    );
    (wrong, INDEX_UNIQUE_NULLABLE.remedy.to_owned())
}

/// Whether the index leaves out the documents without a value.
fn is_covered(index: &Index, path: &KeyPath, field: &Field) -> bool {
    index.attrs.partial.as_ref().is_some_and(|filter| {
        filter.excludes_null(path) || (field.serde.none_left_out && filter.excludes_missing(path))
    })
}
