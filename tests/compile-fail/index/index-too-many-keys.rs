//! More keys than an index can have.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(
    k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, k10, k11, k12, k13, k14, k15, k16, k17, k18, k19, k20,
    k21, k22, k23, k24, k25, k26, k27, k28, k29, k30, k31, k32
))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    k0: i32,
    k1: i32,
    k2: i32,
    k3: i32,
    k4: i32,
    k5: i32,
    k6: i32,
    k7: i32,
    k8: i32,
    k9: i32,
    k10: i32,
    k11: i32,
    k12: i32,
    k13: i32,
    k14: i32,
    k15: i32,
    k16: i32,
    k17: i32,
    k18: i32,
    k19: i32,
    k20: i32,
    k21: i32,
    k22: i32,
    k23: i32,
    k24: i32,
    k25: i32,
    k26: i32,
    k27: i32,
    k28: i32,
    k29: i32,
    k30: i32,
    k31: i32,
    k32: i32,
}

fn main() {}
