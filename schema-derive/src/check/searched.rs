//! Rules about the types of what queries compare and search.

use schema_rules::{QUERY_SEARCH_TYPE, QUERY_VALUE_TYPE};

use super::{
    Context, Verdict,
    index::{is_place, is_text},
};
use crate::{
    faults::Faults,
    parse::{KeyPath, Query},
};

impl Context<'_> {
    /// The constants of each query's filter, and the fields that it searches.
    pub(crate) fn queried_types(&self, all: &[Query], faults: &mut Faults) {
        for query in all {
            if let Some(filter) = &query.filter {
                self.values_fit(filter, &QUERY_VALUE_TYPE, faults);
            }
            for path in query
                .text
                .iter()
                .filter(|path| self.is_text(path) == Verdict::Broken)
            {
                let wrong = format!("`{}` is not stored as a string", path.text());
                let instead = "search the text of a string";
                faults.broken_with(&QUERY_SEARCH_TYPE, &[], path.span(), &wrong, instead);
            }
            for path in query
                .near
                .iter()
                .filter(|path| self.is_place(path) == Verdict::Broken)
            {
                let wrong = format!("`{}` is not stored as a place", path.text());
                let instead = "search a GeoJSON object, or an array of longitude and latitude";
                faults.broken_with(&QUERY_SEARCH_TYPE, &[], path.span(), &wrong, instead);
            }
        }
    }

    /// Whether words can be searched in a field.
    pub(crate) fn is_text(&self, path: &KeyPath) -> Verdict {
        match self.told(path) {
            _ if path.stored => Verdict::Holds,
            Some(class) => is_text(&class),
            None => Verdict::Open,
        }
    }

    /// Whether distances can be measured from a field.
    pub(crate) fn is_place(&self, path: &KeyPath) -> Verdict {
        match self.told(path) {
            _ if path.stored => Verdict::Holds,
            Some(class) => is_place(&class),
            None => Verdict::Open,
        }
    }
}
