//! Many keys of which the stored names are long in another type.

use bson::oid::ObjectId;
use schema_core::{Collection, Embedded};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(
    tenant_id, wide.a, wide.b, wide.c, wide.d, wide.e, wide.f, wide.g, wide.h, wide.i, wide.j, wide.k,
    wide.l, wide.m
))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    wide: Wide,
}

#[derive(Serialize, Embedded)]
struct Wide {
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___a")]
    a: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___b")]
    b: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___c")]
    c: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___d")]
    d: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___e")]
    e: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___f")]
    f: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___g")]
    g: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___h")]
    h: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___i")]
    i: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___j")]
    j: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___k")]
    k: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___l")]
    l: i32,
    #[serde(rename = "a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database__a_name_that_no_one_should_have_to_read_in_a_database___m")]
    m: i32,
}

fn main() {}
