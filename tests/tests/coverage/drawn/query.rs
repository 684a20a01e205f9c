//! What a drawn query is to the model, and to the server.

use bson::{Bson, Document};
use schema_core::model::{Comparison, Filter, Query, QueryOption, Role, Value};

use super::{DrawnQuery, PATHS, leak};

impl DrawnQuery {
    /// Whether its own conditions leave the filter's fields alone.
    pub(super) fn is_free(&self, filter: &Filter) -> bool {
        let mut own = self.conditions();
        let sorted = self.sort.iter().map(|(path, _)| *path);
        own.extend(sorted);
        leaves(filter).iter().all(|(path, ..)| !own.contains(path))
    }

    fn conditions(&self) -> Vec<u8> {
        let lists = self.any_of.iter().map(|(path, _)| *path);
        let plain = self.eq.iter().chain(&self.range).copied();
        plain.chain(lists).collect()
    }

    pub(super) fn terms(&self) -> Vec<(u8, Role)> {
        let mut terms = Vec::new();
        terms.extend(self.eq.iter().map(|path| (*path, Role::Equal)));
        terms.extend(self.any_of.iter().map(|(path, _)| (*path, Role::AnyOf)));
        terms.extend(self.sort.iter().map(|(path, down)| {
            let role = if *down {
                Role::Descending
            } else {
                Role::Ascending
            };
            (*path, role)
        }));
        terms.extend(self.range.iter().map(|path| (*path, Role::Range)));
        terms.extend(self.filter.iter().flat_map(fixed));
        terms
    }

    pub(super) fn model(&self) -> Query {
        let terms = self.terms().into_iter();
        let terms = terms.flat_map(|(path, role)| [path, role as u8]).collect();
        let lists = self.any_of.iter().map(|(_, most)| *most);
        let lists = lists.chain(self.filter.iter().flat_map(lengths)).collect();
        let mut options = vec![QueryOption::Lists(leak(lists))];
        options.extend(self.filter.map(QueryOption::Filter));
        if !self.tenant {
            options.push(QueryOption::AcrossTenants("drawn"));
        }
        Query {
            name: "drawn",
            terms: leak(terms),
            options: leak(options),
        }
    }

    pub(crate) fn term_path(&self, term: usize) -> &'static str {
        PATHS[self.terms()[term].0 as usize]
    }

    /// Whether a key behind the first ones that have values, each, has one as well: the server can
    /// sort all the same, at the price of keys that it examines in vain.
    pub(crate) fn has_late_values(&self, spec: &Document) -> bool {
        let valued: Vec<&str> = self
            .terms()
            .into_iter()
            .filter(|(_, role)| {
                matches!(
                    role,
                    Role::Equal | Role::Fixed | Role::AnyOf | Role::FixedAnyOf
                )
            })
            .map(|(path, _)| PATHS[path as usize])
            .chain(self.tenant.then_some("t"))
            .collect();
        let has_value = |path: &&String| valued.contains(&path.as_str());
        let key = spec.get_document("key").expect("a key");
        key.keys()
            .skip_while(has_value)
            .any(|path| has_value(&path))
    }

    /// Whether a value that it is given may happen to satisfy the index's filter.
    pub(crate) fn may_satisfy(&self, spec: &Document) -> bool {
        let conditions = self.conditions();
        conditions.into_iter().any(|path| is_filtered(spec, path))
    }

    /// The paths of its conditions, but for those that the index's filter is about.
    pub(crate) fn bounded_paths(&self, spec: &Document) -> Vec<String> {
        let own = self.conditions();
        let constants = self.filter.iter().flat_map(fixed).map(|(path, _)| path);
        let constants = constants.filter(|path| !is_filtered(spec, *path));
        let tenant = self.tenant.then_some(0);
        let paths = own.into_iter().chain(constants).chain(tenant);
        paths.map(|path| PATHS[path as usize].to_owned()).collect()
    }

    /// The filter that it stands for. Each path has one entry: the development server does not prove
    /// a partial index's filter from within an `$and`.
    pub(crate) fn document(&self) -> Document {
        let mut all = Document::new();
        if self.tenant {
            demand(&mut all, 0, "$eq", 1.into());
        }
        for path in &self.eq {
            demand(&mut all, *path, "$eq", 1.into());
        }
        for (path, most) in &self.any_of {
            let values: Vec<i32> = (0..*most as i32).collect();
            demand(&mut all, *path, "$in", values.into());
        }
        for path in &self.range {
            demand(&mut all, *path, "$gte", 2.into());
        }
        for (path, operator, value) in self.filter.iter().flat_map(leaves) {
            demand(&mut all, path, operator, value);
        }
        all
    }

    pub(crate) fn order(&self) -> Document {
        let keys = self.sort.iter().map(|(path, down)| {
            let direction = if *down { -1 } else { 1 };
            (PATHS[*path as usize].to_owned(), Bson::Int32(direction))
        });
        keys.collect()
    }
}

fn fixed(filter: &Filter) -> Vec<(u8, Role)> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(fixed).collect(),
        Filter::Compare(path, Comparison::Eq, _) => vec![(*path, Role::Fixed)],
        Filter::OneOf(path, _) => vec![(*path, Role::FixedAnyOf)],
        Filter::Exists(path) => vec![(*path, Role::FixedExists)],
        Filter::Compare(path, ..) | Filter::Type(path, _) => vec![(*path, Role::FixedRange)],
        Filter::Or(_) => unreachable!("none is drawn"),
    }
}

fn lengths(filter: &Filter) -> Vec<u32> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(lengths).collect(),
        Filter::OneOf(_, values) => vec![values.len() as u32],
        _ => vec![],
    }
}

/// Whether the index's filter is about the path.
fn is_filtered(spec: &Document, path: u8) -> bool {
    let partial = spec.get_document("partialFilterExpression").ok();
    let filtered = partial.map(ToString::to_string).unwrap_or_default();
    filtered.contains(&format!("\"{}\"", PATHS[path as usize]))
}

fn demand(all: &mut Document, path: u8, operator: &str, value: Bson) {
    let entry = all.entry(PATHS[path as usize].to_owned());
    let entry = entry.or_insert_with(|| Document::new().into());
    let operators = entry.as_document_mut().expect("operators alone");
    assert!(operators.insert(operator, value).is_none(), "one of each");
}

/// What a filter demands: a path, an operator and its value.
pub(super) fn leaves(filter: &Filter) -> Vec<(u8, &'static str, Bson)> {
    match filter {
        Filter::And(parts) => parts.iter().flat_map(leaves).collect(),
        Filter::Compare(path, comparison, value) => {
            let operator = match comparison {
                Comparison::Eq => "$eq",
                Comparison::Lt => "$lt",
                Comparison::Lte => "$lte",
                Comparison::Gt => "$gt",
                Comparison::Gte => "$gte",
            };
            vec![(*path, operator, number(value))]
        }
        Filter::OneOf(path, values) => {
            let values: Vec<Bson> = values.iter().map(number).collect();
            vec![(*path, "$in", values.into())]
        }
        Filter::Exists(path) => vec![(*path, "$exists", true.into())],
        Filter::Or(_) | Filter::Type(..) => unreachable!("none is drawn"),
    }
}

fn number(value: &Value) -> Bson {
    match value {
        Value::Integer(number) => Bson::Int32(*number as i32),
        _ => unreachable!("numbers alone are drawn"),
    }
}
