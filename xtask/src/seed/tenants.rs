//! How a collection's documents are spread over tenants: the first has most, and each has some.

/// How fast the tenants' sizes fall: the second has 1 / 2^FALL of the first's documents.
const FALL: f64 = 0.8;

/// The documents of each tenant, by their numbers: those of one stand beside each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spread {
    /// Where each tenant's begin, and where the last one's end.
    starts: Vec<u64>,
}

impl Spread {
    /// Spreads `count` documents over the first of `tenants`, each of which gets at least one.
    pub(super) fn uneven(count: u64, tenants: u64) -> Self {
        let tenants = tenants.min(count);
        let weights: Vec<f64> = (0..tenants)
            .map(|tenant| (tenant as f64 + 1.0).powf(-FALL))
            .collect();
        let all: f64 = weights.iter().sum();
        let spare = (count - tenants) as f64;
        let (mut starts, mut sum) = (vec![0], 0.0);
        for (tenant, weight) in weights.iter().enumerate() {
            sum += weight;
            let share = (spare * sum / all).round() as u64;
            starts.push(share + tenant as u64 + 1);
        }
        if let Some(end) = starts.last_mut() {
            *end = count;
        }
        Self { starts }
    }

    /// One document for each tenant: the tenants' own.
    pub(super) fn one_each(tenants: u64) -> Self {
        Self {
            starts: (0..=tenants).collect(),
        }
    }

    /// So many documents of each tenant.
    pub(super) fn of_sizes(sizes: &[u64]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for size in sizes {
            end += size;
            starts.push(end);
        }
        Self { starts }
    }

    /// The same with no more documents of a tenant than `most` says of it.
    pub(super) fn at_most(&self, most: impl Fn(u64) -> u64) -> Self {
        let sizes = (0..self.tenants()).map(|tenant| {
            let range = self.of(tenant);
            (range.end - range.start).min(most(tenant))
        });
        Self::of_sizes(&sizes.collect::<Vec<_>>())
    }

    /// How many tenants have any.
    pub(super) fn tenants(&self) -> u64 {
        self.starts.len() as u64 - 1
    }

    /// How many documents there are.
    pub(super) fn count(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// Whose document this is.
    pub(super) fn tenant(&self, document: u64) -> u64 {
        let after = self.starts.partition_point(|start| *start <= document);
        (after as u64).saturating_sub(1)
    }

    /// A tenant's documents; none where it has none.
    pub(super) fn of(&self, tenant: u64) -> std::ops::Range<u64> {
        let at = tenant as usize;
        match (self.starts.get(at), self.starts.get(at + 1)) {
            (Some(start), Some(end)) => *start..*end,
            _ => 0..0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tenant_has_some_and_the_first_has_most() {
        let spread = Spread::uneven(1_000, 20);
        assert_eq!((spread.tenants(), spread.count()), (20, 1_000));
        let sizes: Vec<u64> = (0..20)
            .map(|at| spread.of(at))
            .map(|it| it.end - it.start)
            .collect();
        assert!(sizes.iter().all(|size| *size >= 1));
        assert!(sizes[0] > 5 * sizes[19], "{sizes:?}");
        assert_eq!(sizes.iter().sum::<u64>(), 1_000);
        for document in 0..1_000 {
            assert!(spread.of(spread.tenant(document)).contains(&document));
        }
    }

    #[test]
    fn fewer_documents_than_tenants_go_to_the_first() {
        let spread = Spread::uneven(3, 20);
        assert_eq!((spread.tenants(), spread.count()), (3, 3));
        assert_eq!(spread.of(2), 2..3);
        assert_eq!(spread.of(7), 0..0);
        assert_eq!(Spread::uneven(0, 20).count(), 0);
    }

    #[test]
    fn a_limit_shortens_what_is_longer() {
        let spread = Spread::uneven(100, 4).at_most(|_| 10);
        assert_eq!(spread.count(), 40);
        assert_eq!(spread.of(3), 30..40);
    }
}
