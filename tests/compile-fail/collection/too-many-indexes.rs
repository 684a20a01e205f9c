//! One more than the server takes.

use bson::oid::ObjectId;
use schema_core::Collection;
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", global = "an example")]
#[index(keys(k0))]
#[index(keys(k1))]
#[index(keys(k2))]
#[index(keys(k3))]
#[index(keys(k4))]
#[index(keys(k5))]
#[index(keys(k6))]
#[index(keys(k7))]
#[index(keys(k8))]
#[index(keys(k9))]
#[index(keys(k10))]
#[index(keys(k11))]
#[index(keys(k12))]
#[index(keys(k13))]
#[index(keys(k14))]
#[index(keys(k15))]
#[index(keys(k16))]
#[index(keys(k17))]
#[index(keys(k18))]
#[index(keys(k19))]
#[index(keys(k20))]
#[index(keys(k21))]
#[index(keys(k22))]
#[index(keys(k23))]
#[index(keys(k24))]
#[index(keys(k25))]
#[index(keys(k26))]
#[index(keys(k27))]
#[index(keys(k28))]
#[index(keys(k29))]
#[index(keys(k30))]
#[index(keys(k31))]
#[index(keys(k32))]
#[index(keys(k33))]
#[index(keys(k34))]
#[index(keys(k35))]
#[index(keys(k36))]
#[index(keys(k37))]
#[index(keys(k38))]
#[index(keys(k39))]
#[index(keys(k40))]
#[index(keys(k41))]
#[index(keys(k42))]
#[index(keys(k43))]
#[index(keys(k44))]
#[index(keys(k45))]
#[index(keys(k46))]
#[index(keys(k47))]
#[index(keys(k48))]
#[index(keys(k49))]
#[index(keys(k50))]
#[index(keys(k51))]
#[index(keys(k52))]
#[index(keys(k53))]
#[index(keys(k54))]
#[index(keys(k55))]
#[index(keys(k56))]
#[index(keys(k57))]
#[index(keys(k58))]
#[index(keys(k59))]
#[index(keys(k60))]
#[index(keys(k61))]
#[index(keys(k62))]
#[index(keys(k63))]
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
    k33: i32,
    k34: i32,
    k35: i32,
    k36: i32,
    k37: i32,
    k38: i32,
    k39: i32,
    k40: i32,
    k41: i32,
    k42: i32,
    k43: i32,
    k44: i32,
    k45: i32,
    k46: i32,
    k47: i32,
    k48: i32,
    k49: i32,
    k50: i32,
    k51: i32,
    k52: i32,
    k53: i32,
    k54: i32,
    k55: i32,
    k56: i32,
    k57: i32,
    k58: i32,
    k59: i32,
    k60: i32,
    k61: i32,
    k62: i32,
    k63: i32,
}

fn main() {}
