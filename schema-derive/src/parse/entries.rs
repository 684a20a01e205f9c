//! The entries of an attribute, each taken alone, so that a broken one spoils no other.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, Meta, MetaList, Token, punctuated::Punctuated, spanned::Spanned};

use crate::faults::Faults;

/// How each attribute and each key is written, for the message about one that is written differently.
const FORMS: &[(&str, &str)] = &[
    ("accepts", "accepts(1)"),
    ("across_tenants", "across_tenants = \"why\""),
    ("action", "action = \"error\""),
    ("additional_properties", "additional_properties = true"),
    ("allow", "allow(rule_name = \"why\")"),
    ("any_of", "any_of(field, max = 4)"),
    ("bits", "bits = 26"),
    ("bson", "bson = \"date\""),
    ("capped", "capped(size = \"1MiB\", max = 1000)"),
    ("change_stream_images", "change_stream_images"),
    ("clustered", "clustered"),
    ("coarsest_indexed_level", "coarsest_indexed_level = 0"),
    ("collation", "collation(locale = \"en\", strength = 2)"),
    ("collection", "collection(name = \"…\", tenant = field)"),
    ("collections", "collections(A, B)"),
    ("crate", "crate = path"),
    ("database", "database(name = \"…\", collections(A, B))"),
    ("default_language", "default_language = \"english\""),
    ("description", "description = \"…\""),
    ("embedded", "embedded(additional_properties = true)"),
    ("eq", "eq(a, b.c)"),
    ("exclusive_maximum", "exclusive_maximum = 100"),
    ("exclusive_minimum", "exclusive_minimum = 0"),
    ("expire_after", "expire_after = \"180d\""),
    ("external", "external(\"legacy_*\")"),
    ("external_index", "external_index(\"ops_*\")"),
    ("field", "field(max_length = 200)"),
    ("filter", "filter = (field == constant)"),
    ("finest_indexed_level", "finest_indexed_level = 30"),
    ("frequency", "frequency = \"100 a second\""),
    ("generated_id", "generated_id"),
    ("global", "global = \"why\""),
    ("hidden", "hidden"),
    ("index", "index(keys(a, b))"),
    ("items", "items(max_length = 40)"),
    ("keys", "keys(a, b.c = -1)"),
    ("language_override", "language_override = \"language\""),
    ("level", "level = \"strict\""),
    ("max", "max = 180"),
    ("max_items", "max_items = 20"),
    ("max_length", "max_length = 200"),
    ("max_properties", "max_properties = 50"),
    ("max_size", "max_size = \"64KiB\""),
    ("maximum", "maximum = 100"),
    ("min", "min = -180"),
    ("min_items", "min_items = 1"),
    ("min_length", "min_length = 1"),
    ("min_properties", "min_properties = 1"),
    ("minimum", "minimum = 0"),
    ("multiple_of", "multiple_of = 5"),
    ("name", "name = \"…\""),
    ("near", "near(field)"),
    ("partial", "partial = (field == constant)"),
    ("pattern", "pattern = \"^…$\""),
    ("previous", "previous = Type"),
    ("project", "project(a, b.c)"),
    ("query", "query(name = \"…\", eq(a, b))"),
    ("range", "range(a, b.c)"),
    ("read_concern", "read_concern = \"majority\""),
    ("references", "references = Type"),
    ("required", "required"),
    ("schema_version", "schema_version = 2"),
    ("server", "server = \"6.0\""),
    ("shard_key", "shard_key(tenant_id, id)"),
    ("sort", "sort(a, b.c = -1)"),
    ("sparse", "sparse"),
    ("strict_bson_type", "strict_bson_type"),
    ("tenant", "tenant = field"),
    ("text", "text(field)"),
    ("time_series", "time_series(time = field, meta = field)"),
    ("title", "title = \"…\""),
    ("unique", "unique"),
    ("unique_items", "unique_items"),
    (
        "validation",
        "validation(level = \"strict\", action = \"error\")",
    ),
    ("values", "values(max_items = 20)"),
    ("weights", "weights(title = 10)"),
    ("wildcard_projection", "wildcard_projection(include(field))"),
    (
        "write_concern",
        "write_concern(w = \"majority\", journal, timeout = \"5s\")",
    ),
];

/// Keys that may stand several times.
const REPEATABLE: &[&str] = &[
    "allow",
    "any_of",
    "external",
    "external_index",
    "items",
    "values",
];

/// The entries of every attribute of this name, in the order of the source.
pub(super) fn entries(attrs: &[Attribute], name: &str, faults: &mut Faults) -> Vec<NestedMeta> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident(name));
    attrs
        .flat_map(|attr| entries_of(attr, faults).unwrap_or_default())
        .collect()
}

/// The entries of one attribute.
pub(super) fn entries_of(attr: &Attribute, faults: &mut Faults) -> Option<Vec<NestedMeta>> {
    let name = super::path_text(attr.path());
    let entries = list(&attr.meta).map_err(|error| malformed(error, &name));
    faults.handle(entries, attr.path().span())
}

/// Reads all attributes of this name as one. Returns what was understood, and whether that is all.
pub(super) fn read_all<T: FromMeta + Default>(
    attrs: &[Attribute],
    name: &str,
    faults: &mut Faults,
) -> (T, bool) {
    let before = faults.count();
    let entries = entries(attrs, name, faults);
    let (read, _) = read(&entries, faults);
    (read, faults.count() == before)
}

/// Takes each entry; one that is broken or repeats a key is reported and left out. Returns whether
/// all were taken.
pub(super) fn take_each(
    entries: &[NestedMeta],
    faults: &mut Faults,
    mut take: impl FnMut(&NestedMeta) -> Result<()>,
) -> bool {
    let before = faults.count();
    let mut seen = Vec::new();
    for entry in entries {
        let (name, place) = key(entry);
        if seen.contains(&name) && !REPEATABLE.contains(&name.as_str()) {
            let text = format!("`{name}` is given twice; remove one of them");
            faults.add(place, text);
        } else {
            let taken = meta(entry).and_then(|_| take(entry));
            let taken = taken.map_err(|error| malformed(error, &name));
            faults.handle(taken, place);
        }
        seen.push(name);
    }
    faults.count() == before
}

/// Reads entries that darling knows how to take. Returns what was understood, and whether that is
/// all.
pub(super) fn read<T: FromMeta + Default>(
    entries: &[NestedMeta],
    faults: &mut Faults,
) -> (T, bool) {
    let mut understood = Vec::new();
    let whole = take_each(entries, faults, |entry| {
        T::from_list(std::slice::from_ref(entry))?;
        understood.push(entry.clone());
        Ok(())
    });
    (T::from_list(&understood).unwrap_or_default(), whole)
}

/// The entry's key, or its own tokens where it has none, and where it stands.
fn key(entry: &NestedMeta) -> (String, Span) {
    let text = match entry {
        NestedMeta::Meta(meta) => super::path_text(meta.path()),
        NestedMeta::NameValueInvalidExpr(pair) => super::path_text(&pair.path),
        other @ NestedMeta::Lit(_) => other.to_token_stream().to_string(),
    };
    (text, entry.span())
}

/// The entry as a key with what it was given.
pub(super) fn meta(entry: &NestedMeta) -> Result<&Meta> {
    match entry {
        NestedMeta::Meta(meta) => Ok(meta),
        NestedMeta::NameValueInvalidExpr(pair) => Err(pair.error.clone()),
        NestedMeta::Lit(_) => {
            let text = format!(
                "`{}` is not a key; write `key = …`",
                entry.to_token_stream()
            );
            Err(Error::custom(text).with_span(entry))
        }
    }
}

/// What darling and syn say of a value that they did not expect, with how the key is written.
pub(super) fn malformed(error: Error, key: &str) -> Error {
    let form = FORMS.iter().find(|(name, _)| *name == key);
    let form = form.map_or_else(|| format!("{key} = …"), |(_, form)| (*form).to_owned());
    let errors = error.flatten().into_iter().map(|error| {
        let span = error.span();
        let text = syn::Error::from(error.with_span(&span)).to_string();
        Error::custom(with_form(&text, key, &form)).with_span(&span)
    });
    Error::multiple(errors.collect())
}

/// A sentence of darling or syn that ends with what to write; one that does is left as it is.
fn with_form(text: &str, key: &str, form: &str) -> String {
    // `Unexpected literal type`, `Unexpected meta-item format` and the like; a value that is none of
    // a few has them listed behind it.
    let unlisted = text.starts_with("Unknown literal value") && !text.contains(". ");
    if text.starts_with("Unexpected ") || unlisted {
        format!("`{key}` is not written like this; write `{form}`")
    } else if text.contains("; ") || text.starts_with("Unknown ") {
        text.to_owned()
    } else {
        let text = text.replace("expected identifier", "expected ident");
        let text = text.replace("expected ident", "expected a name");
        format!("{text}; write `{form}`")
    }
}

/// The entries in the parentheses of an attribute; none where it has no parentheses.
pub(super) fn list(meta: &Meta) -> Result<Vec<NestedMeta>> {
    match meta {
        Meta::List(list) => nested(list),
        Meta::Path(_) => Ok(Vec::new()),
        Meta::NameValue(pair) => {
            let name = super::path_text(&pair.path);
            let text = format!("`{name}` takes its keys in parentheses; write `{name}(…)`");
            Err(Error::custom(text).with_span(&pair.value))
        }
    }
}

/// The entries of a list. Parsed in place, so that a list that ends too early is reported at its
/// end.
pub(super) fn nested(list: &MetaList) -> Result<Vec<NestedMeta>> {
    let entries = list.parse_args_with(Punctuated::<NestedMeta, Token![,]>::parse_terminated)?;
    Ok(entries.into_iter().collect())
}
