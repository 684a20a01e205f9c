//! The property that holds it together. Of every type that the language can say: each value within
//! its bounds is accepted by its own validator on a server, whichever of the driver's writers stores
//! it; and a stored document in which one keyword is broken is refused, by that keyword.
//!
//! `PROPTEST_CASES` sets the number of cases of each collection.

#[path = "property/breaks.rs"]
mod breaks;
#[path = "property/drawn.rs"]
mod drawn;
#[path = "property/families/mod.rs"]
mod families;
#[path = "property/holds.rs"]
mod holds;
#[path = "property/keeps.rs"]
mod keeps;
#[path = "property/known.rs"]
mod known;
#[path = "property/named.rs"]
mod named;
#[path = "property/seeded.rs"]
mod seeded;
#[path = "property/values.rs"]
mod values;
#[path = "property/writers.rs"]
mod writers;
