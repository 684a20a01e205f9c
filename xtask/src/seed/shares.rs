//! How many documents each collection gets of a whole.

use std::collections::BTreeMap;

use schema_core::declared::{DeclaredCollection, DeclaredDatabase};

use super::build::is_tenants_own;

/// How many times as many documents a collection has as what its documents must refer to.
const TIMES: f64 = 5.0;
/// How deep references go that count.
const DEPTH: u32 = 3;
/// The share of what is deleted by its date before long.
const SHORT_LIVED: f64 = 1.0 / 3.0;
/// The most tenants that nobody asked for.
const TENANTS: u64 = 1_000;

/// What a command line asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// How many documents in all.
    pub total: Option<u64>,
    /// How many of single collections.
    pub named: BTreeMap<String, u64>,
    /// The collections that are filled; all where none is named.
    pub only: Vec<String>,
    /// How many tenants.
    pub tenants: Option<u64>,
}

/// How many documents each collection gets, and how many tenants there are.
///
/// `needed` are for each collection the positions of those that its documents must refer to.
/// Without a total, a named collection brings what it must refer to along.
pub fn counts(
    declared: &DeclaredDatabase,
    needed: &[Vec<usize>],
    asked: &Asked,
) -> (BTreeMap<String, u64>, u64) {
    let all = &declared.collections;
    let weights = weights(all, needed);
    let total = asked
        .total
        .map_or_else(|| implied(all, &weights, asked), |total| total as f64);
    let tenants = asked.tenants.unwrap_or_else(|| tenants(all, asked, total));
    let wanted = wanted(all, needed, asked);
    let named: u64 = asked.named.values().sum();
    let free = |at: &usize| wanted[*at] && !asked.named.contains_key(&all[*at].name);
    let own = all
        .iter()
        .enumerate()
        .filter(|(at, it)| is_tenants_own(it) && free(at));
    let own: u64 = own.map(|_| tenants).sum();
    let rest = match asked.total {
        Some(total) => total.saturating_sub(named).saturating_sub(own) as f64,
        None => total,
    };
    let sum: f64 = (0..all.len()).filter(free).map(|at| weights[at]).sum();
    let mut counts = BTreeMap::new();
    for (at, collection) in all.iter().enumerate() {
        let count = match asked.named.get(&collection.name) {
            Some(count) => *count,
            None if !wanted[at] => 0,
            None if is_tenants_own(collection) => tenants,
            None if asked.total.is_none() => (total * weights[at]).ceil() as u64,
            None => share(rest, weights[at], sum),
        };
        let most = capped(collection);
        counts.insert(collection.name.clone(), count.min(most));
    }
    if asked.total.is_some() {
        let largest = (0..all.len())
            .filter(free)
            .max_by(|one, two| weights[*one].total_cmp(&weights[*two]));
        settle(&mut counts, largest.map(|at| all[at].name.as_str()), asked);
    }
    let own = all.iter().find(|it| is_tenants_own(it));
    let tenants = own
        .and_then(|own| counts.get(&own.name))
        .copied()
        .filter(|it| *it > 0);
    (
        counts,
        tenants.unwrap_or_else(|| asked.tenants.unwrap_or(1).max(1)),
    )
}

/// Gives the largest collection what rounding left over, or takes it from there.
fn settle(counts: &mut BTreeMap<String, u64>, largest: Option<&str>, asked: &Asked) {
    let sum: u64 = counts.values().sum();
    let total = asked.total.unwrap_or(sum);
    if let Some(count) = largest.and_then(|name| counts.get_mut(name)) {
        *count = (*count + total).saturating_sub(sum).max(1);
    }
}

/// A share of a whole; something, where there is anything.
fn share(rest: f64, weight: f64, sum: f64) -> u64 {
    if weight == 0.0 || rest < 1.0 {
        return 0;
    }
    ((rest * weight / sum).round() as u64).max(1)
}

/// The relative numbers of documents. Of a tenants' own collection it is 0: it has one a tenant.
fn weights(all: &[DeclaredCollection], needed: &[Vec<usize>]) -> Vec<f64> {
    (0..all.len())
        .map(|at| {
            if is_tenants_own(&all[at]) || !all[at].options.contains_key("validator") {
                return 0.0;
            }
            let depth = depth(needed, at, &mut Vec::new()).min(DEPTH);
            let share = if expires(&all[at]) { SHORT_LIVED } else { 1.0 };
            TIMES.powi(depth as i32) * share
        })
        .collect()
}

/// The length of the longest chain of documents that one must refer to.
fn depth(needed: &[Vec<usize>], at: usize, seen: &mut Vec<usize>) -> u32 {
    if seen.contains(&at) {
        return 0;
    }
    seen.push(at);
    let inner = needed[at].iter().filter(|target| **target != at);
    let depth = inner.map(|target| depth(needed, *target, seen) + 1).max();
    seen.pop();
    depth.unwrap_or_default()
}

fn expires(collection: &DeclaredCollection) -> bool {
    let mut indexes = collection.indexes.iter();
    indexes.any(|index| index.contains_key("expireAfterSeconds"))
}

/// The collections that are filled.
fn wanted(all: &[DeclaredCollection], needed: &[Vec<usize>], asked: &Asked) -> Vec<bool> {
    let mut wanted: Vec<bool> = all
        .iter()
        .map(|it| asked.total.is_some() || asked.named.contains_key(&it.name))
        .collect();
    if asked.total.is_none() {
        // What is needed may need something itself.
        for _ in 0..all.len() {
            for at in 0..all.len() {
                if wanted[at] {
                    needed[at].iter().for_each(|target| wanted[*target] = true);
                }
            }
        }
    }
    let only = |it: &DeclaredCollection| asked.only.is_empty() || asked.only.contains(&it.name);
    wanted
        .iter()
        .zip(all)
        .map(|(wanted, it)| *wanted && only(it))
        .collect()
}

/// Documents for each weight of 1, by the named collection that has most.
fn implied(all: &[DeclaredCollection], weights: &[f64], asked: &Asked) -> f64 {
    let of = all.iter().zip(weights).filter_map(|(it, weight)| {
        let count = asked.named.get(&it.name)?;
        (*weight > 0.0).then(|| *count as f64 / weight)
    });
    of.fold(0.0, f64::max)
}

/// A tenant for each hundred documents of a small database, fewer and larger ones of a large one.
fn tenants(all: &[DeclaredCollection], asked: &Asked, total: f64) -> u64 {
    let total = match asked.total {
        Some(total) => total,
        None => asked.named.values().sum::<u64>().max(total as u64),
    };
    if all.iter().all(|it| {
        !matches!(
            it.tenant,
            Some(schema_core::declared::DeclaredTenant::Key(_))
        )
    }) {
        return 0;
    }
    let tenants = ((total as f64).sqrt() / 10.0).round() as u64;
    tenants.clamp(total.min(2), TENANTS).max(1)
}

/// The most documents of a capped collection.
fn capped(collection: &DeclaredCollection) -> u64 {
    let most = collection.options.get("max");
    let most = most.and_then(|most| most.as_i64().or_else(|| most.as_i32().map(i64::from)));
    most.and_then(|most| u64::try_from(most).ok())
        .filter(|most| *most > 0)
        .unwrap_or(u64::MAX)
}
