//! What is declared of a collection, in the server's own forms, rendered once.

use std::sync::OnceLock;

use bson::{Document, doc};
use mongodb::options::{CollectionOptions, ReadConcern, WriteConcern};

use super::order::Sorted;
use crate::{
    coverage::{Candidate, serving},
    declared::{DeclaredCollection, DeclaredQuery, DeclaredTenant},
    model::{Collection, Query, QueryOption, Role, Types, Walk},
    render,
};

/// What is declared of a collection; the derive keeps one in a static for each.
pub struct Facts {
    model: &'static Collection,
    rendered: OnceLock<Rendered>,
}

struct Rendered {
    declared: DeclaredCollection,
    queries: Vec<QueryFacts>,
    serves_a_tenant: bool,
}

/// What is declared of a query.
pub(super) struct QueryFacts {
    /// What each of its terms does with which stored path, in their order.
    pub(super) terms: Vec<(Role, String)>,
    /// The keys of the index that the compiler found to serve it, where one does.
    pub(super) index: Option<Document>,
    /// The fields by which a sort tells one document from the next: without the tenant key, which is
    /// the same in all, and up to `_id`, behind which nothing is left to be decided.
    pub(super) order: Vec<Sorted>,
    /// What is returned, where that is not the whole document.
    pub(super) projection: Option<Document>,
}

impl Facts {
    /// The facts of a collection, not rendered yet.
    pub const fn new(model: &'static Collection) -> Self {
        Self {
            model,
            rendered: OnceLock::new(),
        }
    }

    /// The model.
    pub fn model(&self) -> &'static Collection {
        self.model
    }

    /// The collection's name.
    pub fn name(&self) -> &'static str {
        self.model.name
    }

    /// The server's own forms.
    pub fn declared(&self) -> &DeclaredCollection {
        &self.rendered().declared
    }

    /// The query at this position of the collection's list, as it is declared and what follows of it.
    pub(super) fn query(&self, at: usize) -> (&'static Query, &DeclaredQuery, &QueryFacts) {
        let rendered = self.rendered();
        (
            &self.model.queries[at],
            &rendered.declared.queries[at],
            &rendered.queries[at],
        )
    }

    /// Whether an index finds all documents of one tenant.
    pub(super) fn serves_a_tenant(&self) -> bool {
        self.rendered().serves_a_tenant
    }

    /// Whether images of what was before a change are kept.
    pub(super) fn has_images(&self) -> bool {
        self.declared()
            .options
            .contains_key("changeStreamPreAndPostImages")
    }

    /// The declared concerns, as the driver takes them.
    pub(super) fn concerns(&self) -> CollectionOptions {
        let declared = self.declared();
        let mut options = CollectionOptions::default();
        options.read_concern = declared.read_concern.as_ref().map(ReadConcern::custom);
        options.write_concern = self.write_concern();
        options
    }

    /// The declared write concern. What cannot be read as one is not declared: the macro has checked
    /// each part.
    pub(super) fn write_concern(&self) -> Option<WriteConcern> {
        let declared = self.declared().write_concern.clone();
        declared.and_then(|concern| bson::deserialize_from_document(concern).ok())
    }

    fn rendered(&self) -> &Rendered {
        self.rendered.get_or_init(|| {
            let declared = render::collection(self.model);
            let queries = (0..self.model.queries.len())
                .map(|at| query_facts(self.model, &declared, at))
                .collect();
            Rendered {
                serves_a_tenant: serves_a_tenant(&declared),
                queries,
                declared,
            }
        })
    }
}

fn query_facts(model: &'static Collection, declared: &DeclaredCollection, at: usize) -> QueryFacts {
    let query = &model.queries[at];
    let path = |term| render::stored_path(model, query.path(term));
    QueryFacts {
        terms: (0..query.term_count())
            .map(|term| (query.role(term), path(term)))
            .collect(),
        index: serving(model, at)
            .first()
            .and_then(|index| keys(declared, *index)),
        order: order(model, declared, at),
        projection: projection(&declared.queries[at].project),
    }
}

fn order(model: &'static Collection, declared: &DeclaredCollection, at: usize) -> Vec<Sorted> {
    let query = &model.queries[at];
    let tenant = match &declared.tenant {
        Some(DeclaredTenant::Key(path)) if !crosses(query) => Some(path),
        _ => None,
    };
    let mut order: Vec<Sorted> = Vec::new();
    for term in 0..query.term_count() {
        let ascending = match query.role(term) {
            Role::Ascending => true,
            Role::Descending => false,
            _ => continue,
        };
        let path = render::stored_path(model, query.path(term));
        let decided = order.last().is_some_and(|it| it.path == "_id");
        if decided || tenant == Some(&path) {
            continue;
        }
        let types = stored_types(model, query.path(term));
        order.push(Sorted {
            path,
            ascending,
            types,
        });
    }
    order
}

fn crosses(query: &Query) -> bool {
    let mut options = query.options.iter();
    options.any(|option| matches!(option, QueryOption::AcrossTenants(_)))
}

/// What may be stored at the path at this position of the collection's list.
fn stored_types(model: &'static Collection, path: usize) -> Types {
    match Walk::along(model.doc.get(), &model.paths[path]) {
        Walk::Found(found) => found.types,
        Walk::Unknown { .. } | Walk::Poison => Types::ANY,
    }
}

/// The index's keys: by them it is found whatever its name is.
fn keys(declared: &DeclaredCollection, index: Candidate) -> Option<Document> {
    let specification = match index {
        Candidate::Id => return Some(doc! { "_id": 1 }),
        Candidate::Declared(at) => declared.indexes.get(at),
        Candidate::ShardKey => declared.indexes.last(),
    };
    specification?.get_document("key").ok().cloned()
}

/// Without `_id`, unless it is named: an index that covers a query does not hold it by itself.
fn projection(paths: &[String]) -> Option<Document> {
    let mut projection: Document = paths.iter().map(|path| (path.clone(), 1.into())).collect();
    if !projection.is_empty() && !projection.contains_key("_id") {
        projection.insert("_id", 0);
    }
    (!projection.is_empty()).then_some(projection)
}

/// Whether one of the indexes holds every document and starts with the tenant key.
fn serves_a_tenant(declared: &DeclaredCollection) -> bool {
    let Some(DeclaredTenant::Key(path)) = &declared.tenant else {
        return false;
    };
    let holds_all = |index: &Document| {
        ["partialFilterExpression", "sparse", "hidden"]
            .iter()
            .all(|option| !index.contains_key(option))
    };
    let starts = |index: &Document| {
        let keys = index.get_document("key").ok();
        keys.and_then(|keys| keys.iter().next())
            .is_some_and(|(key, kind)| key == path && kind.as_str().is_none())
    };
    let is_time_series = declared.options.contains_key("timeseries");
    path == "_id"
        || is_time_series
        || declared
            .indexes
            .iter()
            .any(|it| holds_all(it) && starts(it))
}
