//! A key of which the stored name is too long for an index.

use bson::oid::ObjectId;
use schema_core::{Collection};
use serde::Serialize;

#[derive(Serialize, Collection)]
#[collection(name = "tasks", tenant = tenant_id)]
#[index(keys(tenant_id, status, title))]
struct Task {
    #[serde(rename = "_id")]
    id: ObjectId,
    tenant_id: ObjectId,
    status: i32,
    #[serde(
        rename = "\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        a_name_that_no_one_should_have_to_read_in_a_database__\
        end"
    )]
    title: String,
}

fn main() {}
