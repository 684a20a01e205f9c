//! A document that nests too deep and is too large: both are said.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

/// Structs that each hold the next.
macro_rules! nested {
    ($last:ident) => {
        #[derive(Serialize, Embedded)]
        struct $last {
            #[field(max_length = 20_000_000)]
            text: String,
        }
    };
    ($this:ident $next:ident $($rest:ident)*) => {
        #[derive(Serialize, Embedded)]
        struct $this {
            inner: $next,
        }
        nested!($next $($rest)*);
    };
}

nested! {
    L01 L02 L03 L04 L05 L06 L07 L08 L09 L10 L11 L12 L13 L14 L15 L16 L17 L18
    L19 L20 L21 L22 L23 L24 L25 L26 L27 L28 L29 L30 L31 L32 L33 L34 L35 L36
    L37 L38 L39 L40 L41 L42 L43 L44 L45 L46
}

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    tree: L01,
}

fn main() {}
