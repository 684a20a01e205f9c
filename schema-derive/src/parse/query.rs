//! `#[query(…)]`.

use darling::{Error, FromMeta, Result};
use proc_macro2::Span;
use schema_rules::coverage::Role;
use syn::{
    Attribute, Expr, Ident, Meta, Token,
    ext::IdentExt,
    parse::{Parse, ParseStream},
    punctuated::Punctuated,
    spanned::Spanned,
};

use super::{
    Allows, BoundValue, Comparison, Filter, KeyPath, Keyed, Reason,
    entries::{list, read},
    number::literal_number,
    value::parse_list,
};
use crate::faults::Faults;

/// A query as it is declared.
#[derive(Debug)]
pub(crate) struct Query {
    /// Where its name is written.
    pub(crate) span: Span,
    /// The name.
    pub(crate) name: String,
    /// The fields that equal a given value.
    pub(crate) eq: Vec<KeyPath>,
    /// The fields that equal one of several given values.
    pub(crate) any_of: Vec<AnyOf>,
    /// The order of the result.
    pub(crate) sort: Vec<SortKey>,
    /// The fields that lie between given values.
    pub(crate) range: Vec<KeyPath>,
    /// The constant condition.
    pub(crate) filter: Option<Filter>,
    /// The fields of a text search.
    pub(crate) text: Vec<KeyPath>,
    /// The field of a search by distance.
    pub(crate) near: Vec<KeyPath>,
    /// The fields of the result, where they are not all.
    pub(crate) project: Vec<KeyPath>,
    /// How often it runs, in words.
    pub(crate) frequency: Option<Keyed<String>>,
    /// Why it names no tenant.
    pub(crate) across_tenants: Option<Keyed<Reason>>,
    /// The suppressed rules.
    pub(crate) allows: Allows,
    /// Whether no fault of its own was found.
    pub(crate) sound: bool,
    /// The keys of the index that serves it, in words, where one may.
    pub(crate) index: Option<String>,
    /// The first field of the shard key, where no condition on it tells which shards to ask.
    pub(crate) untargeted: Option<String>,
}

/// `any_of(field, max = 4)`
#[derive(Debug, Clone)]
pub(crate) struct AnyOf {
    /// The field.
    pub(crate) path: KeyPath,
    /// The most values of the list.
    pub(crate) max: u32,
}

/// A key of a sort order.
#[derive(Debug, Clone)]
pub(crate) struct SortKey {
    /// The field.
    pub(crate) path: KeyPath,
    /// Whether it is in descending order.
    pub(crate) descending: bool,
}

#[derive(Debug, Default, FromMeta)]
struct QueryAttrs {
    name: Option<Keyed<String>>,
    eq: Option<Listed<KeyPath>>,
    #[darling(multiple)]
    any_of: Vec<AnyOf>,
    sort: Option<Listed<SortKey>>,
    range: Option<Listed<KeyPath>>,
    filter: Option<Filter>,
    text: Option<Listed<KeyPath>>,
    near: Option<Listed<KeyPath>>,
    project: Option<Listed<KeyPath>>,
    frequency: Option<Keyed<String>>,
    across_tenants: Option<Keyed<Reason>>,
    #[darling(multiple, rename = "allow")]
    allows: Vec<Allows>,
}

/// The queries of a type; one with a broken attribute is left out, after its faults were added.
pub(crate) fn queries(attrs: &[Attribute], faults: &mut Faults) -> Vec<Query> {
    let attrs = attrs.iter().filter(|attr| attr.path().is_ident("query"));
    attrs.filter_map(|attr| query(attr, faults)).collect()
}

fn query(attr: &Attribute, faults: &mut Faults) -> Option<Query> {
    let place = attr.path().span();
    let entries = faults.handle(list(&attr.meta), place)?;
    let (attrs, whole) = read::<QueryAttrs>(&entries, faults);
    if !whole {
        return None;
    }
    let Some(name) = attrs.name else {
        faults.add(place, "the query has no name; write `name = \"…\"`");
        return None;
    };
    Some(Query {
        span: name.span,
        name: name.value,
        eq: items(attrs.eq),
        any_of: attrs.any_of,
        sort: items(attrs.sort),
        range: items(attrs.range),
        filter: attrs.filter,
        text: items(attrs.text),
        near: items(attrs.near),
        project: items(attrs.project),
        frequency: attrs.frequency,
        across_tenants: attrs.across_tenants,
        allows: Allows(
            attrs
                .allows
                .into_iter()
                .flat_map(|allows| allows.0)
                .collect(),
        ),
        sound: true,
        index: None,
        untargeted: None,
    })
}

fn items<T>(list: Option<Listed<T>>) -> Vec<T> {
    list.map(|list| list.0).unwrap_or_default()
}

impl Query {
    /// Every path in it, in no order.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &KeyPath> {
        let plain = [&self.eq, &self.range, &self.text, &self.near, &self.project];
        let lists = self.any_of.iter().map(|list| &list.path);
        let sorted = self.sort.iter().map(|key| &key.path);
        let filtered = self.filter.iter().flat_map(Filter::paths);
        plain
            .into_iter()
            .flatten()
            .chain(lists)
            .chain(sorted)
            .chain(filtered)
    }

    /// Its terms, in the order of its grammar, then the constants that its filter demands of one
    /// field each.
    pub(crate) fn terms(&self) -> Vec<(&KeyPath, Role)> {
        let lists = self.any_of.iter().map(|list| (&list.path, Role::AnyOf));
        let sorted = self.sort.iter().map(|key| (&key.path, key.role()));
        each(&self.eq, Role::Equal)
            .chain(lists)
            .chain(sorted)
            .chain(each(&self.range, Role::Range))
            .chain(each(&self.text, Role::Text))
            .chain(each(&self.near, Role::Near))
            .chain(each(&self.project, Role::Project))
            .chain(self.filter.iter().flat_map(fixed))
            .collect()
    }

    /// The most values of each term that has a list.
    pub(crate) fn lists(&self) -> Vec<u32> {
        let given = self.any_of.iter().map(|list| list.max);
        given
            .chain(self.filter.iter().flat_map(fixed_lists))
            .collect()
    }

    /// The fields of its conditions on given values.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = &KeyPath> {
        let lists = self.any_of.iter().map(|list| &list.path);
        self.eq.iter().chain(lists).chain(&self.range)
    }
}

fn each(paths: &[KeyPath], role: Role) -> impl Iterator<Item = (&KeyPath, Role)> {
    paths.iter().map(move |path| (path, role))
}

/// What a filter demands of each field, where it demands all of it.
fn fixed(filter: &Filter) -> Vec<(&KeyPath, Role)> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(fixed).collect(),
        Filter::Or(_) => either(filter),
        Filter::Compare(path, Comparison::Eq, _) => vec![(path, Role::Fixed)],
        Filter::OneOf(path, _) => vec![(path, Role::FixedAnyOf)],
        Filter::Exists(path) => vec![(path, Role::FixedExists)],
        Filter::Compare(path, ..) | Filter::Type(path, _) => vec![(path, Role::FixedRange)],
    }
}

/// Of one field, alternatives are bounds; one scan has none for a field or else another.
fn either(filter: &Filter) -> Vec<(&KeyPath, Role)> {
    let paths: Vec<&KeyPath> = filter.paths().into_iter().collect();
    let alike = paths.iter().all(|path| *path == paths[0]);
    let role = if alike {
        Role::FixedRange
    } else {
        Role::FixedEither
    };
    paths.into_iter().map(|path| (path, role)).collect()
}

fn fixed_lists(filter: &Filter) -> Vec<u32> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(fixed_lists).collect(),
        Filter::OneOf(_, values) => vec![u32::try_from(values.len()).unwrap_or(u32::MAX)],
        _ => Vec::new(),
    }
}

impl SortKey {
    /// Its part in the order.
    fn role(&self) -> Role {
        if self.descending {
            Role::Descending
        } else {
            Role::Ascending
        }
    }
}

/// `key(a, b)`, with at least one item.
#[derive(Debug, Clone)]
struct Listed<T>(Vec<T>);

impl<T: Parse> FromMeta for Listed<T> {
    fn from_meta(item: &Meta) -> Result<Self> {
        let list = parse_list(item, Punctuated::<T, Token![,]>::parse_terminated)?;
        if list.is_empty() {
            let key = super::path_text(item.path());
            let text = format!("`{key}` names no field; write `{key}(field)`, or remove it");
            return Err(Error::custom(text).with_span(item));
        }
        Ok(Self(list.into_iter().collect()))
    }
}

impl Parse for SortKey {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.parse()?;
        if !input.peek(Token![=]) {
            return Ok(Self {
                path,
                descending: false,
            });
        }
        input.parse::<Token![=]>()?;
        let value: Expr = input.parse()?;
        match literal_number(&value) {
            Some(BoundValue::Integer(1)) => Ok(Self {
                path,
                descending: false,
            }),
            Some(BoundValue::Integer(-1)) => Ok(Self {
                path,
                descending: true,
            }),
            _ => Err(syn::Error::new(
                value.span(),
                "this is not the order of a key; write `1` or `-1`",
            )),
        }
    }
}

impl FromMeta for AnyOf {
    fn from_meta(item: &Meta) -> Result<Self> {
        parse_list(item, AnyOf::parse)
    }
}

impl Parse for AnyOf {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path: KeyPath = input.parse()?;
        let missing = || {
            let name = path.text();
            let text =
                format!("the list of `{name}` has no bound; write `any_of({name}, max = 4)`");
            syn::Error::new(path.span(), text)
        };
        if input.is_empty() {
            return Err(missing());
        }
        input.parse::<Token![,]>()?;
        if input.is_empty() {
            return Err(missing());
        }
        let key = input.call(Ident::parse_any)?;
        if key != "max" || !input.peek(Token![=]) {
            let text = "`any_of` takes one field and its bound; write `any_of(field, max = 4)`";
            return Err(syn::Error::new(key.span(), text));
        }
        input.parse::<Token![=]>()?;
        let max = bound(&input.parse()?)?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Self { path, max })
    }
}

fn bound(value: &Expr) -> syn::Result<u32> {
    match literal_number(value) {
        Some(BoundValue::Integer(number @ 1..=2_147_483_647)) => {
            Ok(u32::try_from(number).unwrap_or(u32::MAX))
        }
        _ => Err(syn::Error::new(
            value.span(),
            "this is not the most values of a list; write a whole number, such as `max = 4`",
        )),
    }
}
