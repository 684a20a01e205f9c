//! What is declared around the indexes: queries across tenants, a shard key, a collation.

use syn::{DeriveInput, parse_quote};

use super::{Around, Context, indexes};
use crate::{
    faults::Faults,
    parse::{Allows, Collation, CollectionAttrs, KeyPath, Stored, StoredType, indexes as parse},
};

/// The texts of the faults of a collection's indexes.
fn faults(input: &DeriveInput, around: Around) -> Vec<String> {
    let mut faults = Faults::default();
    let (attrs, _) = CollectionAttrs::parse(&input.attrs, &mut faults);
    let stored = StoredType::parse(input, &mut faults).unwrap();
    let Stored::Document(fields) = &stored.form else {
        panic!("not a struct with fields");
    };
    let declared = parse(&input.attrs, &mut faults);
    let context = Context {
        ident: &input.ident,
        attrs: &attrs,
        fields,
        outer: &Allows::default(),
        around,
    };
    indexes(&context, declared, &mut faults);
    faults.texts()
}

/// The names of the broken rules.
fn broken(input: &DeriveInput, around: Around) -> Vec<String> {
    let rule = |text: String| {
        let (_, rule) = text.rsplit_once('[').unwrap_or_default();
        rule.trim_end_matches(']').to_owned()
    };
    faults(input, around).into_iter().map(rule).collect()
}

fn sharded_by(fields: &[&str]) -> Around {
    Around {
        shard_key: fields.iter().map(|field| KeyPath::field(field)).collect(),
        ..Around::default()
    }
}

#[test]
fn an_index_that_serves_a_query_across_tenants_needs_no_tenant_key() {
    let input = parse_quote! {
        #[collection(name = "refresh", tenant = org)]
        #[index(keys(code, org), unique)]
        #[index(keys(hash), unique)]
        #[index(keys(state))]
        struct Refresh { #[serde(rename = "_id")] id: String, org: String, code: String, hash: String, state: String }
    };
    let query = |fields: &[&str]| Around {
        across_tenants: vec![fields.iter().map(|field| KeyPath::field(field)).collect()],
        ..Around::default()
    };
    let without = "index-without-tenant".to_owned();
    let both = [without.clone(), without.clone()];
    assert_eq!(broken(&input, Around::default()), both);
    assert_eq!(broken(&input, query(&["hash"])), [without]);
    // A query that names more fields than the index has is served by it, too.
    assert_eq!(broken(&input, query(&["hash", "state"])).len(), 0);
    assert_eq!(broken(&input, query(&["code"])), both);
}

#[test]
fn a_unique_index_starts_with_the_shard_key() {
    let input = parse_quote! {
        #[collection(name = "users", tenant = tenant_id)]
        #[index(keys(tenant_id, email), unique)]
        #[index(keys(tenant_id))]
        struct User { #[serde(rename = "_id")] id: String, tenant_id: String, email: String }
    };
    // The shard key's own index is never redundant.
    assert_eq!(broken(&input, sharded_by(&["tenant_id"])).len(), 0);
    let found = faults(&input, sharded_by(&["tenant_id", "id"]));
    let expected = "the unique index does not start with the shard key `tenant_id, id`; write \
                    `keys(tenant_id, id, …)` [index-unique-without-shard-key]";
    assert_eq!(found[0], expected);
    let hashed = Around {
        shard_key_is_hashed: true,
        ..sharded_by(&["tenant_id"])
    };
    assert_eq!(broken(&input, hashed), ["index-unique-without-shard-key"]);
    assert_eq!(broken(&input, Around::default()), ["index-redundant"]);
}

#[test]
fn what_the_server_expires_as_a_whole_has_no_ttl_index() {
    let input = parse_quote! {
        #[collection(name = "log", global = "everybody's")]
        #[index(keys(at), expire_after = "1d")]
        struct Entry { #[serde(rename = "_id")] id: String, at: DateTime }
    };
    let around = Around {
        no_ttl: Some("a time series"),
        ..Around::default()
    };
    let expected = "the server expires no single document of a time series; remove the TTL, or the \
                    collection's option [ttl-unsupported-collection]";
    assert_eq!(faults(&input, around), [expected]);
}

#[test]
fn an_index_without_a_collation_has_the_collections() {
    let input: DeriveInput = parse_quote! {
        #[collection(name = "words", global = "everybody's")]
        #[index(keys(word))]
        #[index(keys(word), name = "german", collation(locale = "de"))]
        #[index(keys(word), name = "simple", collation(locale = "simple"))]
        struct Word { #[serde(rename = "_id")] id: String, word: String }
    };
    let in_collection = |meta: syn::Meta| Around {
        collation: Some(<Collation as darling::FromMeta>::from_meta(&meta).unwrap()),
        ..Around::default()
    };
    assert_eq!(broken(&input, Around::default()), ["index-duplicate"]);
    let german = in_collection(parse_quote!(collation(locale = "de", strength = 3)));
    assert_eq!(broken(&input, german), ["index-duplicate"]);
    let french = in_collection(parse_quote!(collation(locale = "fr")));
    assert_eq!(broken(&input, french).len(), 0);
}
