//! Values that keep their bounds.

use proptest::{collection::vec, option, prelude::*};

use super::{
    Adjacent, DateTime, Event, External, Internal, Internal2, Label, ObjectId, Person, Reading,
    Stamps, Status, Task, Untagged,
};

/// A string of at most so many code points, of any size.
fn text(most: usize) -> impl Strategy<Value = String> {
    vec(any::<char>(), 0..=most).prop_map(String::from_iter)
}

fn date() -> impl Strategy<Value = DateTime> {
    any::<i64>().prop_map(DateTime::from_millis)
}

fn id() -> impl Strategy<Value = ObjectId> {
    any::<[u8; 12]>().prop_map(ObjectId::from_bytes)
}

fn status() -> impl Strategy<Value = Status> {
    prop_oneof![
        Just(Status::Todo),
        Just(Status::InProgress),
        Just(Status::Done)
    ]
}

fn person() -> impl Strategy<Value = Person> {
    let parts = (id(), text(30), option::of(text(10)));
    parts.prop_map(|(id, display_name, nick)| Person {
        id,
        display_name,
        nick,
    })
}

/// A task.
pub(crate) fn task() -> impl Strategy<Value = Task> {
    let texts = (
        text(200),
        vec(text(8), 0..=12),
        vec(text(5), 0..=3),
        proptest::collection::btree_map(status(), text(3), 0..=3),
        (text(7), option::of(any::<i64>()), vec(text(3), 0..=2)),
    );
    let people = (vec(person(), 0..=11), option::of(person()), status());
    let others = (id(), any::<(i64, i32, f64)>(), option::of(date()));
    (texts, people, others).prop_map(
        |(
            (title, tags, labels, notes, (name, value, marks)),
            (people, assignee, status),
            (id, (position, votes, weight), due_at),
        )| Task {
            title,
            tags,
            labels: labels.into_iter().map(Label).collect(),
            notes,
            reading: Reading(name, value, marks),
            people,
            assignee,
            status,
            id,
            position,
            votes,
            weight,
            due_at,
            ..super::largest_task("")
        },
    )
}

fn external() -> impl Strategy<Value = External> {
    prop_oneof![
        Just(External::Nothing),
        text(20).prop_map(External::Text),
        (any::<i64>(), status()).prop_map(|(number, status)| External::Pair(number, status)),
        (person(), date()).prop_map(|(person, at)| External::Whole { person, at }),
    ]
}

fn internal() -> impl Strategy<Value = Internal> {
    prop_oneof![
        Just(Internal::Nothing),
        person().prop_map(Internal::Someone),
        (person(), date()).prop_map(|(person, at)| Internal::Whole { person, at }),
    ]
}

fn adjacent() -> impl Strategy<Value = Adjacent> {
    prop_oneof![
        Just(Adjacent::Nothing),
        text(20).prop_map(Adjacent::Text),
        (person(), status()).prop_map(|(person, status)| Adjacent::Pair(person, status)),
    ]
}

fn untagged() -> impl Strategy<Value = Untagged> {
    prop_oneof![
        person().prop_map(|person| Untagged::Whole { person }),
        (person(), status()).prop_map(|(person, status)| Untagged::Pair(person, status)),
    ]
}

fn flattened() -> impl Strategy<Value = Internal2> {
    prop_oneof![
        any::<f64>().prop_map(|radius| Internal2::Round { radius }),
        any::<(f64, f64)>().prop_map(|(width, height)| Internal2::Square { width, height }),
    ]
}

/// An event.
pub(crate) fn event() -> impl Strategy<Value = Event> {
    let stamps = (date(), option::of(date()));
    let parts = (
        external(),
        internal(),
        adjacent(),
        untagged(),
        vec(external(), 0..=2),
        stamps,
        flattened(),
    );
    parts.prop_map(
        |(external, internal, adjacent, untagged, many, (created_at, updated_at), flattened)| {
            Event {
                external,
                internal,
                adjacent,
                untagged,
                many,
                stamps: Stamps {
                    created_at,
                    updated_at,
                },
                flattened,
            }
        },
    )
}
