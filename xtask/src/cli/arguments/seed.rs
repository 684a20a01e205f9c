//! `seed`

use bson::DateTime;
use clap::Args;

use crate::seed::Asked;

pub(super) const HELP: &str = "\
Documents keep every rule of the validators and unique indexes, and refer to documents that are
there; those of a tenant refer to that tenant's. The first tenants are the largest. A share of N
goes to each collection: most to what others must be there for. The same seed and day give the same
documents, byte for byte. Dates lie before the day, or ahead of it where the server would delete the
document at once.

Nothing is filled that was not applied before, nor a collection that holds documents, unless with
`--append`. Without `--dev` the server is named and asked about, the answer defaulting to no.

Examples:
  cargo xtask seed --docs 1000 --dev
  cargo xtask seed --docs tasks=20000 --dev          and what a task must refer to
  cargo xtask seed --docs 1000000 --docs users=500 --tenants 50 --dev
  cargo xtask seed --docs 5000 --only comments --dev    for the tasks that are there
  cargo xtask seed --docs 1000 --seed 7 --append --dev  other documents besides";

#[derive(Debug, Args)]
#[expect(
    clippy::struct_field_names,
    reason = "the flag is called so, and the command too"
)]
pub(crate) struct Seed {
    /// How many documents: in all, or of one collection; comma-separated or repeated
    #[arg(long, value_name = "N|COLLECTION=N", value_delimiter = ',', required = true,
          value_parser = docs)]
    pub(crate) docs: Vec<Docs>,
    /// What decides everything that is drawn
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many tenants [default: few, by the number of documents]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) tenants: Option<u64>,
    /// The day that documents are made for, such as 2026-11-30 [default: today]
    #[arg(long, value_name = "DATE", value_parser = day)]
    pub(crate) as_of: Option<DateTime>,
    /// Also fill collections that hold documents
    #[arg(long)]
    pub(crate) append: bool,
    /// Fill the server without asking
    #[arg(long, short)]
    pub(crate) yes: bool,
}

/// How many documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Docs {
    /// In all.
    Total(u64),
    /// Of a collection.
    Of(String, u64),
}

fn docs(text: &str) -> Result<Docs, String> {
    let number = |text: &str| {
        let digits = text.replace('_', "");
        digits
            .parse()
            .map_err(|_| "write a number of documents, such as 1000 or tasks=1000".to_owned())
    };
    match text.split_once('=') {
        Some((collection, count)) => Ok(Docs::Of(collection.to_owned(), number(count)?)),
        None => number(text).map(Docs::Total),
    }
}

fn day(text: &str) -> Result<DateTime, String> {
    let start = format!("{text}T00:00:00Z");
    DateTime::parse_rfc3339_str(start)
        .map_err(|_| "write a day as year, month and day, such as 2026-11-30".to_owned())
}

impl Seed {
    /// The collections of which a number is asked for by name.
    pub(crate) fn insisted(&self) -> Vec<String> {
        let named = self.docs.iter().filter_map(|docs| match docs {
            Docs::Of(name, _) => Some(name.clone()),
            Docs::Total(_) => None,
        });
        named.collect()
    }

    /// What is asked for of these collections.
    ///
    /// # Errors
    ///
    /// Two totals, in words.
    pub(crate) fn asked(&self, only: &[String]) -> Result<Asked, String> {
        let mut asked = Asked {
            only: only.to_vec(),
            tenants: self.tenants,
            ..Asked::default()
        };
        for docs in &self.docs {
            match docs {
                Docs::Total(_) if asked.total.is_some() => {
                    return Err("`--docs` gives two totals; give one, and counts of single collections as COLLECTION=N".to_owned());
                }
                Docs::Total(total) => asked.total = Some(*total),
                Docs::Of(name, count) => {
                    asked.named.insert(name.clone(), *count);
                }
            }
        }
        Ok(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_of_all_or_of_one() {
        assert_eq!(docs("1_000"), Ok(Docs::Total(1000)));
        assert_eq!(docs("tasks=5"), Ok(Docs::Of("tasks".into(), 5)));
        for wrong in ["", "x", "tasks=", "-1", "tasks=x"] {
            assert!(docs(wrong).is_err(), "{wrong}");
        }
        assert!(day("2026-11-30").is_ok());
        assert!(day("30.11.2026").is_err());
    }
}
