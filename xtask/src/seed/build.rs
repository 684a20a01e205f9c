//! Puts together what is made: from declarations, counts, and what is there already.

mod tenanted;

use std::collections::BTreeMap;

use bson::Bson;
use schema_core::declared::{DeclaredCollection, DeclaredDatabase, DeclaredTenant};

use super::draw::Key;
use super::error::{SeedError, SeedResult};
use super::node::{Kind, Node, Role};
use super::tenants::Spread;
use super::time::Window;
use super::world::{Source, Values, World};
use super::{names, order, roles, schema, unique};

/// What is asked for.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// What decides everything that is drawn.
    pub seed: u64,
    /// The day that documents are made for: its start, in milliseconds since 1970.
    pub day: i64,
    /// How many tenants there are, where their collection is not filled and none are there.
    pub tenants: u64,
    /// How many documents are made, by collection.
    pub counts: BTreeMap<String, u64>,
    /// The collections of which that many were asked for by name.
    pub insisted: Vec<String>,
    /// What is there, of collections that are not filled.
    pub there: BTreeMap<String, Vec<There>>,
}

/// A document that is there already.
#[derive(Debug, Clone, PartialEq)]
pub struct There {
    /// Its `_id`.
    pub id: Bson,
    /// Its tenant's key, where it has one.
    pub tenant: Option<Bson>,
}

impl World {
    /// Everything that is to be made, and what people should know of it.
    ///
    /// # Errors
    ///
    /// What cannot be made: see [`SeedError`].
    pub fn new(declared: &DeclaredDatabase, request: &Request) -> SeedResult<(Self, Vec<String>)> {
        let mut building = Building {
            declared: &declared.collections,
            request,
            sources: Vec::new(),
            notes: Vec::new(),
        };
        building.read()?;
        let (tenants, keys) = building.tenants();
        for at in order::parents_first(building.declared, &building.sources) {
            building.place(at, keys)?;
        }
        for source in &mut building.sources {
            roles::limit_dates(source, request.day);
        }
        building.choose_parents();
        let copies: Vec<usize> = (0..building.sources.len()).collect();
        for at in copies {
            roles::copy(&mut building.sources, at);
        }
        let world = Self {
            key: Key::of_seed(request.seed),
            day: request.day,
            order: order::parents_first(building.declared, &building.sources),
            sources: building.sources,
            tenants,
        };
        Ok((world, building.notes))
    }
}

struct Building<'a> {
    declared: &'a [DeclaredCollection],
    request: &'a Request,
    sources: Vec<Source>,
    notes: Vec<String>,
}

impl Building<'_> {
    /// Reads every collection that is filled; of the others only what is there counts.
    fn read(&mut self) -> SeedResult<()> {
        for declared in self.declared {
            let count = self.count(&declared.name);
            let root = if count > 0 {
                if !declared.options.contains_key("validator") {
                    return Err(SeedError::Schema {
                        collection: declared.name.clone(),
                        why: "it has none, so nothing says what its documents are; leave it out with `--only`".to_owned(),
                    });
                }
                schema::read(&declared.name, &declared.options)?
            } else {
                schema::read(&declared.name, &bson::Document::new())?
            };
            let mut source = Source {
                spread: Spread::uneven(count, 1),
                window: Window::before(self.request.day),
                ..empty(declared, root)
            };
            roles::assign(&mut source, declared, self.declared);
            self.sources.push(source);
        }
        Ok(())
    }

    fn count(&self, collection: &str) -> u64 {
        let count = self.request.counts.get(collection);
        count.copied().unwrap_or_default()
    }

    /// Says how many documents a collection has of each tenant, after those that it refers to.
    fn place(&mut self, at: usize, tenants: u64) -> SeedResult<()> {
        let declared = &self.declared[at];
        let count = self.count(&declared.name);
        if count == 0 {
            return Ok(());
        }
        let mut active = tenants;
        for (target, path) in roles::needed(&self.sources[at], declared, self.declared) {
            let there = &self.sources[target];
            if there.spread.count() == 0 && target != at {
                return Err(SeedError::NoParent {
                    collection: declared.name.clone(),
                    path,
                    target: there.name.clone(),
                });
            }
            if there.is_tenanted && self.sources[at].is_tenanted && target != at {
                active = active.min(there.spread.tenants());
            }
        }
        if self.sources[at].is_tenanted && !is_tenants_own(declared) {
            if active == 0 {
                return Err(self.no_tenants(declared));
            }
            self.sources[at].spread = Spread::uneven(count, active);
        }
        self.limit(at, count)
    }

    /// Keeps to what unique indexes admit.
    fn limit(&mut self, at: usize, count: u64) -> SeedResult<()> {
        let declared = &self.declared[at];
        let limits = unique::mark(&mut self.sources[at], declared, count)?;
        for (index, combination) in limits {
            let source = &self.sources[at];
            let most = |tenant| self.most(at, &source.combinations[combination].keys, tenant);
            let by_tenant = source.combinations[combination].by_tenant;
            let spread = if by_tenant {
                source.spread.at_most(most)
            } else {
                let all = self.most(at, &source.combinations[combination].keys, u64::MAX);
                Spread::uneven(
                    source.spread.count().min(all),
                    source.spread.tenants().max(1),
                )
            };
            if spread.count() < source.spread.count() {
                if self.request.insisted.contains(&declared.name) {
                    return Err(SeedError::TooFewKeys {
                        collection: declared.name.clone(),
                        index,
                        most: spread.count(),
                        asked: count,
                    });
                }
                self.notes.push(format!(
                    "`{}` gets {} documents rather than {count}; its unique index `{index}` admits no more",
                    declared.name,
                    spread.count(),
                ));
                self.sources[at].spread = spread;
            }
        }
        Ok(())
    }

    /// How many documents of a tenant the keys tell apart; of all where there is no such tenant.
    fn most(&self, at: usize, keys: &[Values], tenant: u64) -> u64 {
        let size = |values: &Values| match *values {
            Values::Fixed(size) => size,
            Values::Documents(target) => {
                let target = &self.sources[target];
                if tenant != u64::MAX && target.is_tenanted && self.sources[at].is_tenanted {
                    let range = target.spread.of(tenant);
                    range.end - range.start
                } else {
                    target.spread.count()
                }
            }
        };
        keys.iter()
            .map(size)
            .fold(1, |all: u64, size| all.saturating_mul(size))
    }

    /// Of the documents that one must refer to, the one that must be older: of the collection that
    /// comes last in the order, and else the tenant itself.
    fn choose_parents(&mut self) {
        let order = order::parents_first(self.declared, &self.sources);
        let rank = |at: usize| order.iter().position(|it| *it == at);
        for at in 0..self.sources.len() {
            let declared = &self.declared[at];
            let needed = roles::needed(&self.sources[at], declared, self.declared);
            let older = needed
                .into_iter()
                .filter(|(target, path)| rank(*target) < rank(at) && !path.contains('.'));
            let parent = older.max_by_key(|(target, _)| rank(*target));
            self.sources[at].parent = parent.map(|(target, path)| (path, target));
        }
    }
}

/// The collections that a collection's documents must refer to, and by which path.
pub(super) fn needed_of(
    declared: &DeclaredCollection,
    all: &[DeclaredCollection],
) -> SeedResult<Vec<(usize, String)>> {
    let root = schema::read(&declared.name, &declared.options)?;
    Ok(roles::needed(&empty(declared, root), declared, all))
}

fn empty(declared: &DeclaredCollection, root: Node) -> Source {
    Source {
        name: declared.name.clone(),
        root,
        spread: Spread::uneven(0, 1),
        is_tenanted: matches!(declared.tenant, Some(DeclaredTenant::Key(_))),
        there: None,
        window: Window::before(0),
        parent: None,
        combinations: Vec::new(),
    }
}

/// Whether a collection's documents are the tenants themselves.
pub(super) fn is_tenants_own(declared: &DeclaredCollection) -> bool {
    matches!(&declared.tenant, Some(DeclaredTenant::Key(path)) if path == "_id")
}

/// Whether a place may be a key that tells any number of documents apart.
pub(super) fn is_plentiful(node: &Node) -> bool {
    node.values.is_empty()
        && node.branches.is_empty()
        && node.role == Role::Free
        && !matches!(
            node.kinds.first(),
            None | Some(Kind::Bool | Kind::Array | Kind::Object)
        )
}

/// What a date's name says of the time at which its document begins.
pub(super) fn begins(node: &Node) -> bool {
    matches!(
        node.phase,
        names::Phase::Created | names::Phase::Started | names::Phase::Happened
    )
}
