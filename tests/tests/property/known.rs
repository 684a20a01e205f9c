//! Where the development server is known to differ from MongoDB. What rests on that is left out
//! there, and tested where `MONGO_SCHEMA_TEST_URI` names a server.

use std::env;

use bson::Bson;
use schema_xtask::dev_server::testing::TEST_URI_VARIABLE;

use super::breaks::Break;

/// A way in which the development server differs.
struct Deviation {
    /// What it does; for the reader.
    #[allow(dead_code)]
    what: &'static str,
    /// Whether breaking a document so rests on it.
    concerns: fn(&Break) -> bool,
}

const DEVIATIONS: [Deviation; 4] = [
    Deviation {
        what: "`minimum` and `maximum` are ignored for Decimal128",
        concerns: |it| is_bound(it) && matches!(it.now, Bson::Decimal128(_)),
    },
    Deviation {
        what: "NaN keeps every `minimum`",
        concerns: |it| is_bound(it) && matches!(it.now, Bson::Double(value) if value.is_nan()),
    },
    Deviation {
        what: "`multipleOf` is computed in binary, and not at all for Decimal128",
        concerns: |it| {
            it.keyword == "multipleOf" && matches!(it.now, Bson::Decimal128(_) | Bson::Double(_))
        },
    },
    Deviation {
        what: "to `uniqueItems` objects with their fields in another order are not the same",
        concerns: |it| it.keyword == "uniqueItems" && it.reordered,
    },
];

fn is_bound(it: &Break) -> bool {
    matches!(it.keyword.as_str(), "minimum" | "maximum")
}

/// Whether the server to test against is not to be asked this.
pub(crate) fn is_left_out(it: &Break) -> bool {
    is_development_server() && DEVIATIONS.iter().any(|deviation| (deviation.concerns)(it))
}

/// Whether no server is named, so that one for development is started.
pub(crate) fn is_development_server() -> bool {
    env::var(TEST_URI_VARIABLE).map_or(true, |uri| uri.is_empty())
}
