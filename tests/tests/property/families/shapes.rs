//! The forms that a collection's type and its `_id` may have.

use bson::oid::ObjectId;
use proptest::prelude::*;
use schema_core::{Collection, Embedded};
use serde::Serialize;

use crate::drawn::{Drawn, distinct, drawn, object_id, text};

hold! {
    a_newtype_of_a_generic_type: Servers;
    another_of_the_same_type: Stacks;
    a_struct_as_the_id: Read;
    an_id_that_the_driver_makes: Generated;
    a_collection_inside_another: Outer;
    a_closed_nested_document: Tree;
    a_tuple_struct: Measured;
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Resource<C> {
    #[serde(rename = "_id")]
    id: ObjectId,
    name: String,
    #[field(max_items = 3)]
    versions: Vec<C>,
    config: C,
    maybe: Option<C>,
}

fn resource<C: Drawn + 'static>() -> impl Strategy<Value = Resource<C>> {
    let versions = prop::collection::vec(C::drawn(), 0..=3);
    let all = (
        object_id(),
        text(0, 5),
        versions,
        C::drawn(),
        prop::option::of(C::drawn()),
    );
    all.prop_map(|(id, name, versions, config, maybe)| Resource {
        id,
        name,
        versions,
        config,
        maybe,
    })
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct ServerConfig {
    #[field(minimum = 1)]
    port: u16,
}

drawn!(ServerConfig { port: 1_u16.. });

#[derive(Debug, Clone, Serialize, Embedded)]
#[serde(rename_all = "lowercase")]
enum StackConfig {
    File,
    Url(String),
}

drawn!(
    StackConfig = prop_oneof![
        Just(StackConfig::File),
        text(0, 4).prop_map(StackConfig::Url)
    ]
);

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "Server", global = "a test")]
struct Servers(Resource<ServerConfig>);

drawn!(Servers = resource().prop_map(Servers));

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "Stack", global = "a test")]
struct Stacks(Resource<StackConfig>);

drawn!(Stacks = resource().prop_map(Stacks));

#[derive(Debug, Clone, Serialize, Embedded)]
struct ReadKey {
    channel: String,
    user: ObjectId,
}

drawn!(ReadKey {
    channel: text(0, 4),
    user: object_id()
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "reads", global = "a test")]
struct Read {
    #[serde(rename = "_id")]
    id: ReadKey,
    open: bool,
}

drawn!(Read {
    id: ReadKey::drawn(),
    open: any::<bool>()
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "generated", global = "a test", generated_id)]
struct Generated {
    value: Option<ReadKey>,
}

drawn!(Generated {
    value: prop::option::of(ReadKey::drawn())
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "outer", global = "a test")]
struct Outer {
    #[serde(rename = "_id")]
    id: i64,
    read: Read,
    #[field(max_items = 2)]
    reads: Vec<Read>,
}

drawn!(Outer {
    id: any::<i64>(),
    read: Read::drawn(),
    reads: prop::collection::vec(Read::drawn(), 0..=2),
});

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "trees", global = "a test")]
struct Tree {
    #[serde(rename = "_id")]
    id: i32,
    branch: Branch<Branch<Branch<ReadKey>>>,
}

#[derive(Debug, Clone, Serialize, Embedded)]
struct Branch<T> {
    inner: Option<T>,
    #[field(max_items = 2)]
    more: Vec<T>,
}

fn branch<T: std::fmt::Debug + Clone + 'static>(
    inner: impl Strategy<Value = T> + Clone + 'static,
) -> impl Strategy<Value = Branch<T>> + Clone {
    let more = prop::collection::vec(inner.clone(), 0..=2);
    (prop::option::of(inner), more).prop_map(|(inner, more)| Branch { inner, more })
}

drawn!(Tree {
    id: any::<i32>(),
    branch: branch(branch(branch(ReadKey::drawn())))
});

#[derive(Debug, Clone, Serialize, Embedded)]
struct Reading(
    #[field(min_length = 1, max_length = 4)] String,
    #[field(minimum = -90, maximum = 90)] Option<i32>,
    #[serde(skip)] (),
    #[field(max_items = 2, unique_items, items(maximum = 5))] Vec<i64>,
    Tuned<bool>,
);

/// A tuple struct with a parameter.
#[derive(Debug, Clone, Serialize, Embedded)]
struct Tuned<T>(
    #[field(multiple_of = 3)] i64,
    T,
    #[field(max_items = 2)] Vec<T>,
);

fn reading() -> impl Strategy<Value = Reading> + Clone {
    let tuned = (
        -9_i64..=9,
        any::<bool>(),
        prop::collection::vec(any::<bool>(), 0..=2),
    );
    let tuned = tuned.prop_map(|(third, value, more)| Tuned(third * 3, value, more));
    let numbers = distinct(-9_i64..=5, 0, 2);
    let all = (text(1, 4), prop::option::of(-90..=90), numbers, tuned);
    let all =
        all.prop_map(|(name, degrees, numbers, tuned)| Reading(name, degrees, (), numbers, tuned));
    all.boxed()
}

#[derive(Debug, Clone, Serialize, Collection)]
#[collection(name = "measured", global = "a test")]
struct Measured {
    #[serde(rename = "_id")]
    id: i32,
    first: Reading,
    #[field(max_items = 2, items(items(min_length = 1, max_length = 3)))]
    others: Vec<Reading>,
    maybe: Option<Reading>,
}

fn shorter() -> impl Strategy<Value = Reading> {
    reading().prop_map(|Reading(name, degrees, nothing, numbers, tuned)| {
        Reading(
            name.chars().take(3).collect(),
            degrees,
            nothing,
            numbers,
            tuned,
        )
    })
}

drawn!(Measured {
    id: any::<i32>(),
    first: reading(),
    others: prop::collection::vec(shorter(), 0..=2),
    maybe: prop::option::of(reading()),
});
