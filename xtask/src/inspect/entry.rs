//! One entry of `listCollections`.

use bson::Document;

use crate::live::{LiveCollection, LiveKind};

/// What `listCollections` says of one collection.
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: LiveKind,
    options: Document,
}

impl Entry {
    /// Reads an entry; none for one without a name. Only of `wanted` names the options are kept.
    pub(super) fn of(mut listed: Document, wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let name = listed.get_str("name").ok()?.to_owned();
        let options = match listed.remove("options") {
            Some(bson::Bson::Document(options)) if wanted(&name) => options,
            _ => Document::new(),
        };
        Some(Self {
            // Servers before 3.4 list no type; they have no other kind.
            kind: kind(listed.get_str("type").unwrap_or("collection")),
            name,
            options,
        })
    }

    /// The collection as far as `listCollections` tells.
    pub(super) fn outside(self) -> LiveCollection {
        LiveCollection {
            name: self.name,
            kind: self.kind,
            options: self.options,
            ..LiveCollection::default()
        }
    }
}

fn kind(listed: &str) -> LiveKind {
    match listed {
        "collection" => LiveKind::Collection,
        "view" => LiveKind::View,
        "timeseries" => LiveKind::TimeSeries,
        other => LiveKind::Other(other.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bson::doc;

    #[test]
    fn unknown_kinds_and_missing_options_are_tolerated() {
        let entry = Entry::of(doc! { "name": "x", "type": "hologram" }, |_| true);
        let entry = entry.map(Entry::outside).expect("an entry");
        assert_eq!(entry.kind, LiveKind::Other("hologram".to_owned()));
        assert!(entry.options.is_empty());
        assert!(Entry::of(doc! { "type": "collection" }, |_| true).is_none());
    }

    #[test]
    fn what_nobody_wants_keeps_no_options() {
        let listed = doc! { "name": "x", "options": { "validator": { "a": 1 } } };
        let options = |wanted: bool| {
            let entry = Entry::of(listed.clone(), |_| wanted).map(Entry::outside);
            entry.expect("an entry").options
        };
        assert!(options(false).is_empty());
        assert!(!options(true).is_empty());
    }
}
