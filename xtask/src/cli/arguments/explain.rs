//! `explain`

use clap::Args;

use crate::explain::RATIO;

pub(super) const HELP: &str = "\
Each query is run by the server's explain with values that documents of the collection have, those
that most of a sample share. What it used is compared with the index that the compiler chose: the
same index, nothing sorted in memory, few keys and documents for each that is returned, none at all
where the index holds all that is asked for. Of few documents a few more keys are no mismatch, and
the notes say so; on an empty collection counts mean nothing, and only the plan is compared.

Every query is read to its end, bounded by `--max-time`. Exit code 2: a query is not as declared.

Examples:
  cargo xtask explain --dev
  cargo xtask explain --only tasks --ratio 1.5 --max-time 10s
  cargo xtask explain -v                      with the commands and the stages of their plans
  cargo xtask explain --format json | jq '.queries[] | select(.mismatch)'";

#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// How many keys and documents may be examined for each document that is returned
    #[arg(long, value_name = "RATIO", default_value_t = RATIO, value_parser = ratio)]
    pub(crate) ratio: f64,
}

fn ratio(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(ratio) if ratio.is_finite() && ratio >= 1.0 => Ok(ratio),
        _ => Err("write a number of at least 1, such as 1.2".to_owned()),
    }
}
