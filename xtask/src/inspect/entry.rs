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
    /// Reads an entry; none for one without a name.
    pub(super) fn of(mut listed: Document) -> Option<Self> {
        let options = match listed.remove("options") {
            Some(bson::Bson::Document(options)) => options,
            _ => Document::new(),
        };
        Some(Self {
            name: listed.get_str("name").ok()?.to_owned(),
            // Servers before 3.4 list no type; they have no other kind.
            kind: kind(listed.get_str("type").unwrap_or("collection")),
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
        let entry = Entry::of(doc! { "name": "x", "type": "hologram" }).map(Entry::outside);
        let entry = entry.expect("an entry");
        assert_eq!(entry.kind, LiveKind::Other("hologram".to_owned()));
        assert!(entry.options.is_empty());
        assert!(Entry::of(doc! { "type": "collection" }).is_none());
    }
}
