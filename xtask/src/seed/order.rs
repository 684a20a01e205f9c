//! In which order collections are filled: what is referred to comes first.

use schema_core::declared::DeclaredCollection;

use super::world::Source;

/// The positions of the collections, each after those that it refers to. Where they refer to each
/// other in a circle, one that need not refer comes first, and else the one declared first.
pub(super) fn parents_first(declared: &[DeclaredCollection], sources: &[Source]) -> Vec<usize> {
    let position = |name: &str| declared.iter().position(|it| it.name == name);
    let targets = |at: usize, all: bool| {
        let references = declared[at].references.iter();
        let references = references.filter(move |reference| {
            all || super::roles::is_needed(&sources[at].root, &reference.path)
        });
        references
            .filter_map(move |reference| position(&reference.collection).filter(|it| *it != at))
    };
    let mut order: Vec<usize> = Vec::new();
    while order.len() < declared.len() {
        let waiting: Vec<usize> = (0..declared.len())
            .filter(|at| !order.contains(at))
            .collect();
        let free = |all: bool| {
            let mut waiting = waiting.iter();
            waiting.find(|at| targets(**at, all).all(|target| order.contains(&target)))
        };
        let next = free(true).or_else(|| free(false)).or(waiting.first());
        let Some(next) = next.copied() else {
            break;
        };
        order.push(next);
    }
    order
}
