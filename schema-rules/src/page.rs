//! A rule as a page of the documentation.

use crate::Rule;

impl Rule {
    /// The rule's page in Markdown, as it stands under `docs/rules/`.
    pub fn page(&self) -> String {
        let level = if self.starred {
            format!(
                "It can be suppressed where it fires, with `allow({} = \"why\")`.",
                self.attribute_name()
            )
        } else {
            "It cannot be suppressed.".to_owned()
        };
        format!(
            "# {name}\n\nGroup: {group}. {level}\n\n**{demand}.**\n\n{why}\n\n\
             ## Fails\n\n```rust,ignore\n{fails}\n```\n\n\
             ## Write instead\n\n```rust,ignore\n{instead}\n```\n\n\
             Source: MongoDB documentation, \"{source}\".\n",
            name = self.name,
            group = self.group.name(),
            demand = sentence(self.demand),
            why = self.why,
            fails = self.fails,
            instead = self.instead,
            source = self.source,
        )
    }
}

/// `text` with its first letter in upper case.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + chars.as_str()
    })
}
