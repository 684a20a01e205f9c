//! The tenants of a world: those that are there, and whose documents are whose.

use bson::Bson;
use schema_core::declared::{DeclaredCollection, DeclaredTenant};

use super::{Building, There, is_tenants_own};
use crate::seed::error::SeedError;
use crate::seed::tenants::Spread;
use crate::seed::world::Tenants;

impl Building<'_> {
    /// Where the tenants' keys come from, and how many there are.
    pub(super) fn tenants(&mut self) -> (Tenants, u64) {
        let own = self.declared.iter().position(is_tenants_own);
        if let Some(own) = own {
            let count = self.count(&self.declared[own].name);
            if count > 0 {
                self.sources[own].spread = Spread::one_each(count);
                return (Tenants::Own(own), count);
            }
        }
        let keys = self.known_tenants(own);
        if keys.is_empty() && own.is_none() {
            let drawn = self.declared.iter().enumerate().find_map(|(at, declared)| {
                let Some(DeclaredTenant::Key(path)) = &declared.tenant else {
                    return None;
                };
                let filled = self.count(&declared.name) > 0;
                filled.then(|| (at, path.split('.').map(str::to_owned).collect()))
            });
            if let Some((at, path)) = drawn {
                return (Tenants::Drawn(at, path), self.request.tenants);
            }
        }
        let count = keys.len() as u64;
        self.take_what_is_there(&keys);
        (Tenants::Known(keys), count)
    }

    /// The tenants of what is there: those that have documents of every collection that is there
    /// and may be referred to.
    pub(super) fn known_tenants(&self, own: Option<usize>) -> Vec<Bson> {
        let mut lists = Vec::new();
        for declared in self.declared {
            let Some(there) = self.request.there.get(&declared.name) else {
                continue;
            };
            let is_own = own.is_some_and(|own| self.declared[own].name == declared.name);
            let keys = there.iter().filter_map(|it| {
                if is_own {
                    Some(&it.id)
                } else {
                    it.tenant.as_ref()
                }
            });
            let mut list: Vec<Bson> = Vec::new();
            for key in keys {
                if !list.contains(key) {
                    list.push(key.clone());
                }
            }
            if !list.is_empty() {
                lists.push(list);
            }
        }
        let Some((first, others)) = lists.split_first() else {
            return Vec::new();
        };
        let in_all = first
            .iter()
            .filter(|key| others.iter().all(|list| list.contains(key)));
        in_all.cloned().collect()
    }

    pub(super) fn take_what_is_there(&mut self, keys: &[Bson]) {
        for (source, declared) in self.sources.iter_mut().zip(self.declared) {
            let Some(there) = self.request.there.get(&source.name) else {
                continue;
            };
            let (ids, spread) = grouped(there, keys, is_tenants_own(declared), source.is_tenanted);
            source.there = Some(ids);
            source.spread = spread;
        }
    }

    pub(super) fn no_tenants(&self, declared: &DeclaredCollection) -> SeedError {
        let own = self.declared.iter().find(|it| is_tenants_own(it));
        let path = match &declared.tenant {
            Some(DeclaredTenant::Key(path)) => path.clone(),
            _ => String::new(),
        };
        SeedError::NoParent {
            collection: declared.name.clone(),
            path,
            target: own.map_or_else(|| "tenants".to_owned(), |own| own.name.clone()),
        }
    }
}

/// What is there, by tenant.
fn grouped(there: &[There], keys: &[Bson], is_own: bool, is_tenanted: bool) -> (Vec<Bson>, Spread) {
    if !is_tenanted {
        let ids: Vec<Bson> = there.iter().map(|it| it.id.clone()).collect();
        let spread = Spread::uneven(ids.len() as u64, 1);
        return (ids, spread);
    }
    let (mut ids, mut sizes) = (Vec::new(), Vec::new());
    for key in keys {
        let of_tenant = there.iter().filter(|it| {
            if is_own {
                it.id == *key
            } else {
                it.tenant.as_ref() == Some(key)
            }
        });
        let before = ids.len();
        ids.extend(of_tenant.map(|it| it.id.clone()));
        sizes.push((ids.len() - before) as u64);
    }
    (ids, Spread::of_sizes(&sizes))
}
