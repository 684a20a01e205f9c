//! Whatever the comparison of two validators calls a widening is one, by the server's own judgement.
//!
//! Schemas are drawn and mutated, and the server counts the documents of one collection that the
//! old one accepts and the new one refuses. `COMPARE_SEED` and `COMPARE_PAIRS` look elsewhere and
//! longer.

use std::env;

use bson::{Bson, Document, doc};
use futures::{StreamExt, TryStreamExt, stream};
use mongodb::Collection;
use schema_xtask::compare::{self, Verdict};
use schema_xtask::dev_server::testing::TestDatabase;
use schema_xtask::normal::{Collations, NormalOptions};

const NAMES: [&str; 3] = ["a", "b", "k"];
const TYPES: [&str; 9] = [
    "int", "long", "double", "number", "string", "bool", "null", "array", "object",
];

/// A small generator of numbers (SplitMix64), so that a seed says it all.
struct Draw(u64);

impl Draw {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.number() % limit as u64) as usize
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn small(&mut self) -> Bson {
        Bson::Int32(self.below(4) as i32)
    }

    fn scalar(&mut self) -> Bson {
        let number = self.below(5) as i32 - 1;
        match self.below(8) {
            0 | 1 => number.into(),
            2 => i64::from(number).into(),
            3 => (f64::from(number) + self.one(&[0.0, 0.5])).into(),
            4 | 5 => self.one(&["", "x", "xy", "yx", "xyz"]).into(),
            6 => self.chance(50).into(),
            _ => Bson::Null,
        }
    }

    fn value(&mut self, depth: usize) -> Bson {
        match self.below(if depth == 0 { 5 } else { 9 }) {
            5 | 6 => Bson::Array((0..self.below(4)).map(|_| self.value(depth - 1)).collect()),
            7 | 8 => self.object(depth - 1).into(),
            _ => self.scalar(),
        }
    }

    fn object(&mut self, depth: usize) -> Document {
        let mut object = Document::new();
        for name in NAMES {
            if self.chance(60) {
                object.insert(name, self.value(depth));
            }
        }
        object
    }

    fn schema(&mut self, depth: usize) -> Document {
        let mut schema = Document::new();
        for _ in 0..self.below(4) {
            self.add_keyword(&mut schema, depth);
        }
        schema
    }

    fn some<T: Clone + PartialEq>(&mut self, of: &[T]) -> Vec<T> {
        let mut some = vec![self.one(of)];
        for _ in 0..self.below(of.len()) {
            let next = self.one(of);
            if !some.contains(&next) {
                some.push(next);
            }
        }
        some
    }

    fn add_keyword(&mut self, schema: &mut Document, depth: usize) {
        match self.below(if depth == 0 { 8 } else { 18 }) {
            0 | 1 => drop(schema.insert("bsonType", self.some(&TYPES))),
            2 => drop(schema.insert("enum", self.members())),
            3 => self.limit(schema, "minimum", "exclusiveMinimum"),
            4 => self.limit(schema, "maximum", "exclusiveMaximum"),
            5 => {
                let name = self.one(&["minLength", "maxLength", "minItems", "maxItems"]);
                schema.insert(name, self.small());
            }
            6 => {
                let name = self.one(&["minProperties", "maxProperties"]);
                schema.insert(name, self.small());
            }
            7 => {
                schema.insert(self.one(&["pattern"]), self.one(&["^x", "y$", "x"]));
            }
            8 | 9 => drop(schema.insert("properties", self.named(depth))),
            10 => drop(schema.insert("required", self.some(&NAMES))),
            11 => {
                let closed = self.one(&[Bson::Boolean(false), Bson::Boolean(true)]);
                let rest = if self.chance(40) {
                    self.schema(depth - 1).into()
                } else {
                    closed
                };
                schema.insert("additionalProperties", rest);
            }
            12 => {
                let pattern = self.one(&["^a", "k", "."]);
                schema.insert(
                    "patternProperties",
                    doc! { pattern: self.schema(depth - 1) },
                );
            }
            13 => self.items(schema, depth),
            14 => {
                let name = self.one(&["anyOf", "oneOf", "allOf"]);
                let members: Vec<Document> = (0..=self.below(3))
                    .map(|_| self.schema(depth - 1))
                    .collect();
                schema.insert(name, members);
            }
            15 => drop(schema.insert("not", self.schema(depth - 1))),
            16 => {
                let name = self.one(&NAMES);
                let demand: Bson = if self.chance(50) {
                    self.some(&NAMES).into()
                } else {
                    self.schema(depth - 1).into()
                };
                schema.insert("dependencies", doc! { name: demand });
            }
            _ if self.chance(50) => drop(schema.insert("uniqueItems", self.chance(70))),
            _ => drop(schema.insert("multipleOf", self.one(&[1, 2, 4]))),
        }
    }

    fn members(&mut self) -> Vec<Bson> {
        let mut members: Vec<Bson> = Vec::new();
        for _ in 0..=self.below(4) {
            let next = self.scalar();
            let number = |value: &Bson| {
                let whole = value.as_i32().map(f64::from);
                let long = value.as_i64().and_then(|it| i32::try_from(it).ok());
                value.as_f64().or(whole).or(long.map(f64::from))
            };
            let known = members
                .iter()
                .any(|it| *it == next || number(it).is_some() && number(it) == number(&next));
            if !known {
                members.push(next);
            }
        }
        members
    }

    fn limit(&mut self, schema: &mut Document, name: &str, exclusive: &str) {
        let value = self.one(&[0.0, 1.0, 1.5, 2.0]);
        schema.insert(name, value);
        if self.chance(40) {
            schema.insert(exclusive, self.chance(70));
        }
    }

    fn named(&mut self, depth: usize) -> Document {
        let names = self.some(&NAMES);
        names
            .into_iter()
            .map(|name| (name.to_owned(), self.schema(depth - 1).into()))
            .collect()
    }

    fn items(&mut self, schema: &mut Document, depth: usize) {
        if self.chance(50) {
            schema.insert("items", self.schema(depth - 1));
            return;
        }
        let positions: Vec<Document> = (0..=self.below(2))
            .map(|_| self.schema(depth - 1))
            .collect();
        schema.insert("items", positions);
        if self.chance(60) {
            let rest: Bson = if self.chance(50) {
                false.into()
            } else {
                self.schema(depth - 1).into()
            };
            schema.insert("additionalItems", rest);
        }
    }

    /// Changes one thing, somewhere inside.
    fn mutate(&mut self, schema: &mut Document, depth: usize) {
        let inner: Vec<String> = schema
            .iter()
            .filter(|(_, value)| has_schemas(value))
            .map(|(name, _)| name.clone())
            .collect();
        if !inner.is_empty() && depth > 0 && self.chance(70) {
            let name = self.one(&inner);
            if let Some(value) = schema.get_mut(&name) {
                return self.mutate_inside(value, &name, depth - 1);
            }
        }
        let names: Vec<String> = schema.keys().cloned().collect();
        match self.below(5) {
            0 | 1 if !names.is_empty() => self.drop_keyword(schema, &names),
            2 | 3 if !names.is_empty() => {
                let name = self.one(&names);
                self.change(schema, &name);
            }
            _ => self.add_keyword(schema, depth),
        }
    }

    fn drop_keyword(&mut self, schema: &mut Document, names: &[String]) {
        let name = self.one(names);
        schema.remove(&name);
        match name.as_str() {
            "minimum" => drop(schema.remove("exclusiveMinimum")),
            "maximum" => drop(schema.remove("exclusiveMaximum")),
            _ => {}
        }
    }

    /// A bound moves, a list grows or shrinks.
    fn change(&mut self, schema: &mut Document, name: &str) {
        let up = self.chance(60);
        let extra = self.members();
        match schema.get_mut(name) {
            Some(Bson::Int32(bound)) if name != "multipleOf" => {
                *bound = (*bound + if up { 1 } else { -1 }).max(0);
            }
            Some(Bson::Int32(factor)) => *factor = if up { *factor * 2 } else { 1 },
            Some(Bson::Double(bound)) => *bound += if up { 0.5 } else { -0.5 },
            Some(Bson::Boolean(flag)) => *flag = !*flag,
            Some(Bson::Array(values)) if !up && values.len() > 1 => drop(values.pop()),
            Some(Bson::Array(values)) if name == "bsonType" => {
                let new = Bson::from(self.one(&TYPES));
                if !values.contains(&new) {
                    values.push(new);
                }
            }
            Some(Bson::Array(values)) if name == "enum" => {
                *values = extra;
            }
            _ => {}
        }
    }

    fn mutate_inside(&mut self, value: &mut Bson, name: &str, depth: usize) {
        let by_name = ["properties", "patternProperties", "dependencies"].contains(&name);
        match value {
            Bson::Document(named) if by_name => {
                let names: Vec<String> = named.keys().cloned().collect();
                let chosen = self.one(&names);
                match named.get_mut(&chosen) {
                    _ if self.chance(10) => drop(named.remove(&chosen)),
                    Some(Bson::Document(inner)) => self.mutate(inner, depth),
                    _ => {}
                }
            }
            Bson::Document(inner) => self.mutate(inner, depth),
            Bson::Array(members) => {
                let position = self.below(members.len());
                match members.get_mut(position) {
                    _ if self.chance(15) => members.push(self.schema(depth).into()),
                    Some(Bson::Document(inner)) => self.mutate(inner, depth),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

fn has_schemas(value: &Bson) -> bool {
    match value {
        Bson::Document(inner) => !inner.is_empty(),
        Bson::Array(members) => members.iter().any(|member| member.as_document().is_some()),
        _ => false,
    }
}

fn validation(schema: &Document) -> Document {
    let options = doc! { "validator": { "$jsonSchema": schema } };
    let normal = NormalOptions::declared(&options, &Collations::default());
    normal.validation.document().clone()
}

fn pair(draw: &mut Draw) -> (Document, Document) {
    let mut old = draw.schema(3);
    if draw.chance(70) {
        old.insert("properties", draw.named(3));
    }
    let mut new = old.clone();
    for _ in 0..=draw.below(3) {
        draw.mutate(&mut new, 3);
    }
    (old, new)
}

fn from_environment(name: &str, default: u64) -> u64 {
    env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[tokio::test]
async fn a_widening_accepts_all_that_was_accepted() {
    let seed = from_environment("COMPARE_SEED", 4);
    let pairs = from_environment("COMPARE_PAIRS", 4_000);
    println!("COMPARE_SEED={seed} COMPARE_PAIRS={pairs}");
    let mut draw = Draw(seed);
    let database = TestDatabase::create().await.expect("a server");
    let documents: Collection<Document> = database.database().collection("documents");
    let drawn: Vec<Document> = (0..400).map(|_| draw.object(2)).collect();
    documents.insert_many(&drawn).await.expect("documents");

    let pairs: Vec<(Document, Document)> = (0..pairs).map(|_| pair(&mut draw)).collect();
    let widening: Vec<&(Document, Document)> = pairs
        .iter()
        .filter(|(old, new)| {
            compare::validations(&validation(old), &validation(new)) == Verdict::Widens
        })
        .collect();
    assert!(
        widening.len() * 8 > pairs.len(),
        "too few to say much: {}",
        widening.len()
    );
    let telling = stream::iter(widening)
        .map(|(old, new)| check(&documents, old, new))
        .buffer_unordered(4)
        .try_fold(0, |telling, accepted| async move {
            Ok(telling + usize::from(accepted > 0))
        })
        .await;
    let telling = telling.unwrap_or_else(|wrong: String| panic!("{wrong}"));
    assert!(
        telling > 200,
        "old schemas that accept nothing prove nothing: {telling}"
    );
}

/// How many documents the old schema accepts; none of them may be refused by the new one.
async fn check(
    documents: &Collection<Document>,
    old: &Document,
    new: &Document,
) -> Result<u64, String> {
    let old_query = doc! { "$jsonSchema": old };
    let refused = doc! { "$and": [&old_query, { "$nor": [{ "$jsonSchema": new }] }] };
    let example = documents
        .find_one(refused)
        .await
        .map_err(|error| format!("{error}: {old} {new}"))?;
    if let Some(example) = example {
        return Err(format!(
            "{example} is accepted by {old} and refused by {new}"
        ));
    }
    documents
        .count_documents(old_query)
        .await
        .map_err(|error| error.to_string())
}
