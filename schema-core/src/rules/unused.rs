//! Whether a rule that is suppressed would be broken otherwise: the same questions as the constant
//! functions ask, at run time, for what only types decide.

use schema_rules::{
    ARRAY_TOO_LARGE, ARRAY_WITHOUT_MAX_ITEMS, DATE_AS_STRING, DOCUMENT_TOO_LARGE,
    DYNAMIC_FIELD_NAMES, INDEX_UNIQUE_NULLABLE, MAP_WITHOUT_MAX_PROPERTIES, MONEY_AS_FLOAT,
    QUERY_NOT_COVERED, QUERY_WITHOUT_INDEX, REFERENCE_OUTSIDE_DATABASE, REFERENCE_TYPE_MISMATCH,
    Rule, SHARD_KEY_MONOTONIC, SPARSE_NO_EFFECT, UNSIGNED_OVERFLOW, names_a_date, names_money,
};

use super::{
    array, collection, contents, database, field, index, index_keys, map_keys, named, place::Place,
    size,
};
use crate::coverage::{self, Candidate};
use crate::model::{
    Allow, Collection, CollectionOption, Database, Doc, Filter, Form, Index, IndexOption, Keyword,
    Marks, Place as Where, Shape, Tenant, Value, own_docs,
};

/// Whether a field breaks a rule.
type OfField = fn(&Database, &'static Doc, usize) -> bool;

/// The rules about fields that types decide.
const OF_FIELDS: [(&Rule, OfField); 9] = [
    (&ARRAY_WITHOUT_MAX_ITEMS, |_, doc, field| {
        anywhere(doc, field, &|shape, place| match shape.form {
            Form::Array(array) => !shape.is_poison() && contents::lacks_max_items(array, place),
            _ => false,
        })
    }),
    (&ARRAY_TOO_LARGE, |_, doc, field| {
        anywhere(doc, field, &|shape, place| match shape.form {
            Form::Array(items) => {
                !shape.is_poison() && array::is_large_array(doc, field, items, place.depth)
            }
            _ => false,
        })
    }),
    (&MAP_WITHOUT_MAX_PROPERTIES, |_, doc, field| {
        anywhere(doc, field, &|shape, place| match shape.form {
            Form::Map(map) => !shape.is_poison() && contents::lacks_max_properties(map, place),
            _ => false,
        })
    }),
    (&DYNAMIC_FIELD_NAMES, |_, doc, field| {
        anywhere(doc, field, &|shape, place| match shape.form {
            Form::Map(map) => map_keys::takes_any_name(map, place),
            _ => false,
        })
    }),
    (&UNSIGNED_OVERFLOW, |_, doc, field| {
        anywhere(doc, field, &|shape, place| {
            contents::may_overflow(shape.marks, place)
        })
    }),
    (&DATE_AS_STRING, |_, doc, field| {
        let marked = |shape: &Shape, _: Place<'_>| shape.marks.intersects(Marks::TEXT_DATE);
        let named = !doc.generic && names_a_date(doc.name(field));
        anywhere(doc, field, &marked) || (named && named::is_any_text(doc.shapes[field]))
    }),
    (&MONEY_AS_FLOAT, |_, doc, field| {
        names_money(doc.name(field)) && named::holds_floats(doc.shapes[field])
    }),
    (&REFERENCE_TYPE_MISMATCH, |database, doc, field| {
        let mut targets = references(doc, field);
        targets.any(|name| match collection_of(database, name) {
            Some(target) => field::stores_another_type(doc, field, target),
            // Of another database, of which nothing is known here.
            None => true,
        })
    }),
    (&REFERENCE_OUTSIDE_DATABASE, |database, doc, field| {
        references(doc, field).any(|name| !database::has(database, name))
    }),
];

/// Whether an index breaks a rule.
type OfIndex = fn(&Collection, usize) -> bool;

/// The rules about indexes that types decide.
const OF_INDEXES: [(&Rule, OfIndex); 2] = [
    (&INDEX_UNIQUE_NULLABLE, unique_keys_collide),
    (&SPARSE_NO_EFFECT, |collection, at| {
        has(&collection.indexes[at], &IndexOption::Sparse)
            && index_keys::always_there(collection, at).is_some()
    }),
];

/// Whether a query breaks a rule.
type OfQuery = fn(&'static Collection, usize) -> bool;

/// The rules about queries that types decide.
const OF_QUERIES: [(&Rule, OfQuery); 2] = [
    (&QUERY_WITHOUT_INDEX, |collection, query| {
        coverage::serving(collection, query).is_empty()
    }),
    (&QUERY_NOT_COVERED, |collection, query| {
        let serving = coverage::serving(collection, query).into_iter();
        let mut declared = serving.filter_map(|candidate| match candidate {
            Candidate::Declared(index) => Some(index),
            Candidate::Id | Candidate::ShardKey => None,
        });
        !declared.any(|index| coverage::covered_by(collection, query, index).is_ok())
    }),
];

/// Whether a rule that is suppressed at a field would be broken there.
pub(crate) fn at_field(database: &Database, doc: &'static Doc, field: usize, rule: &str) -> bool {
    find(&OF_FIELDS, rule).is_none_or(|breaks| breaks(database, doc, field))
}

/// Whether a rule that is suppressed for a collection or an index of it would be broken there.
pub(crate) fn in_collection(
    database: &Database,
    collection: &'static Collection,
    allow: &Allow,
) -> bool {
    match allow.place {
        Where::Collection => anywhere_in(database, collection, allow.rule),
        Where::Index(position, _) => find(&OF_INDEXES, allow.rule)
            .is_none_or(|breaks| breaks(collection, usize::from(position))),
        Where::Query(name) => find(&OF_QUERIES, allow.rule).is_none_or(|breaks| {
            let named = |at: &usize| collection.queries[*at].name == name;
            let mut queries = 0..collection.queries.len();
            queries.find(named).is_none_or(|at| breaks(collection, at))
        }),
        Where::Field(_) => true,
    }
}

/// Whether a rule would be broken by the collection, or by a field or an index of it at which it is
/// not suppressed.
fn anywhere_in(database: &Database, collection: &'static Collection, rule: &str) -> bool {
    if rule == DOCUMENT_TOO_LARGE.name {
        return size::is_large_document(collection);
    }
    if rule == SHARD_KEY_MONOTONIC.name {
        return shard_key_grows(collection);
    }
    if let Some(breaks) = find(&OF_INDEXES, rule) {
        let own = |at: usize| {
            let here = |place| matches!(place, Where::Index(index, _) if usize::from(index) == at);
            is_suppressed(collection.allows, rule, here)
        };
        return (0..collection.indexes.len()).any(|at| !own(at) && breaks(collection, at));
    }
    if let Some(breaks) = find(&OF_QUERIES, rule) {
        let own = |at: usize| {
            let here =
                |place| matches!(place, Where::Query(it) if it == collection.queries[at].name);
            is_suppressed(collection.allows, rule, here)
        };
        return (0..collection.queries.len()).any(|at| !own(at) && breaks(collection, at));
    }
    let Some(breaks) = find(&OF_FIELDS, rule) else {
        return true;
    };
    own_docs(collection).into_iter().any(|doc| {
        let own = |at: usize| {
            let here = |place| matches!(place, Where::Field(field) if usize::from(field) == at);
            is_suppressed(doc.allows, rule, here)
        };
        (0..doc.shapes.len()).any(|at| !own(at) && breaks(database, doc, at))
    })
}

fn is_suppressed(allows: &[Allow], rule: &str, here: impl Fn(Where) -> bool) -> bool {
    let mut allows = allows.iter();
    allows.any(|allow| allow.rule == rule && here(allow.place))
}

fn find<T: Copy>(rules: &[(&Rule, T)], name: &str) -> Option<T> {
    let mut rules = rules.iter();
    rules.find_map(|(rule, breaks)| (rule.name == name).then_some(*breaks))
}

/// Whether this is so of some place of a field.
fn anywhere(
    doc: &'static Doc,
    field: usize,
    so: &dyn Fn(&'static Shape, Place<'static>) -> bool,
) -> bool {
    inside(doc.shapes[field], Place::field(doc, field), so)
}

fn inside(
    shape: &'static Shape,
    place: Place<'static>,
    so: &dyn Fn(&'static Shape, Place<'static>) -> bool,
) -> bool {
    so(shape, place)
        || match shape.form {
            Form::Array(array) => inside(&array.items, place.inside(), so),
            Form::Map(map) => inside(&map.values, place.inside_map(), so),
            Form::Tuple(items) => items.iter().any(|item| inside(item, place.inside(), so)),
            _ => false,
        }
}

/// The collections that a field references, by their stored names.
fn references(doc: &'static Doc, field: usize) -> impl Iterator<Item = &'static str> {
    let placed = doc.keywords.iter();
    let placed = placed.filter(move |placed| usize::from(placed.field) == field);
    placed.filter_map(|placed| match placed.keyword {
        Keyword::References(reference) => Some(reference.collection),
        _ => None,
    })
}

fn collection_of(database: &Database, name: &str) -> Option<&'static Collection> {
    let mut all = database.collections.iter();
    all.find(|collection| collection.name == name).copied()
}

fn shard_key_grows(collection: &'static Collection) -> bool {
    let mut options = collection.options.iter();
    options.any(|option| match option {
        CollectionOption::ShardKey(key) => collection::grows(collection, key.path(0)),
        _ => false,
    })
}

fn has(index: &Index, option: &IndexOption) -> bool {
    let same =
        |other: &IndexOption| std::mem::discriminant(other) == std::mem::discriminant(option);
    index.options.iter().any(same)
}

/// Whether documents without a value collide in a key of a unique index.
fn unique_keys_collide(collection: &Collection, at: usize) -> bool {
    let own = &collection.indexes[at];
    has(own, &IndexOption::Unique)
        && (0..own.key_count()).any(|key| {
            let path = own.path(key);
            // The tenant key has a rule of its own, and of a stored path nothing is known.
            let is_tenant = matches!(collection.tenant, Tenant::Key(it) if usize::from(it) == path);
            let spared = is_tenant
                || collection.paths[path].is_stored()
                || filter(own).is_some_and(|filter| excludes(filter, path, false));
            !spared
                && index::colliding(collection, at, key, leaves_out_missing(own, path)).is_some()
        })
}

fn leaves_out_missing(index: &Index, path: usize) -> bool {
    let sparse = has(index, &IndexOption::Sparse) && index.key_count() == 1;
    sparse || filter(index).is_some_and(|filter| excludes(filter, path, true))
}

fn filter(index: &Index) -> Option<&Filter> {
    index.options.iter().find_map(|option| match option {
        IndexOption::Partial(filter) => Some(filter),
        _ => None,
    })
}

/// Whether every document that a filter matches has a value at a path: one that may be null where
/// that is enough.
fn excludes(filter: &Filter, path: usize, null_is_enough: bool) -> bool {
    let here = |at: u8| usize::from(at) == path;
    match *filter {
        Filter::And(parts) => parts.iter().any(|it| excludes(it, path, null_is_enough)),
        Filter::Or(parts) => parts.iter().all(|it| excludes(it, path, null_is_enough)),
        Filter::Compare(at, _, value) => here(at) && value != Value::Null,
        Filter::Exists(at) => null_is_enough && here(at),
        Filter::Type(at, alias) => here(at) && alias != "null",
        Filter::OneOf(at, values) => here(at) && !values.contains(&Value::Null),
    }
}
