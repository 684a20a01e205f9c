//! Reads a `$jsonSchema` for generation. Source: $jsonSchema, Available Keywords.

use bson::{Bson, Document};

use super::draw::Key;
use super::error::{SeedError, SeedResult};
use super::geo;
use super::keywords::{bare, kinds, lists, property, property_names, values, whole};
use super::names::{self, words};
use super::node::{Array, Kind, Node, Object, Others, Property, Role, Text};
use super::number::Numbers;
use super::pattern::Patterns;
use super::subject::subject;
use super::text;

/// The most code points of a text where nothing is said.
const MOST_TEXT: u64 = 1_000;
/// How often what people write is tried against patterns before texts are made from those instead.
const TRIALS: u64 = 40;

/// Reads the validator of a collection.
pub(super) fn read(collection: &str, options: &Document) -> SeedResult<Node> {
    let schema = options
        .get_document("validator")
        .and_then(|validator| validator.get_document("$jsonSchema"));
    let schema = schema.cloned().unwrap_or_default();
    let mut root = Reader { collection }.node(vec![schema], &[])?;
    root.null = false;
    root.kinds.retain(|kind| *kind == Kind::Object);
    if root.kinds.is_empty() {
        root.kinds.push(Kind::Object);
    }
    Ok(root)
}

struct Reader<'a> {
    collection: &'a str,
}

impl Reader<'_> {
    /// What keeps all of these schemas, at a stored path.
    fn node(&self, schemas: Vec<Document>, path: &[&str]) -> SeedResult<Node> {
        let mut schemas = together(schemas);
        let place = self.place(path);
        let branches = match alternatives(&mut schemas) {
            Some(branches) => self.branches(&schemas, branches, path)?,
            None => Vec::new(),
        };
        let (kinds, null) = kinds(&schemas);
        let words = words(path.last().unwrap_or(&""));
        let mut node = Node {
            values: values(&schemas, &kinds, null),
            text: self.text(&schemas, path, &kinds)?,
            numbers: Numbers::of(&schemas),
            usual: names::usual(&words),
            array: self.array(&schemas, path)?,
            object: self.object(&schemas, path)?,
            phase: names::phase(&words),
            expires_after: None,
            is_place: false,
            geometry: None,
            is_needed: false,
            combined: None,
            role: Role::Free,
            schema: bare(&schemas),
            place,
            kinds,
            null,
            branches,
        };
        node.geometry = geo::geometry(&node);
        node.null &= node.values.is_empty() || node.values.contains(&Bson::Null);
        refuse_impossible(&node)?;
        Ok(node)
    }

    /// The alternatives that some value keeps together with everything else.
    fn branches(
        &self,
        schemas: &[Document],
        branches: Vec<Document>,
        path: &[&str],
    ) -> SeedResult<Vec<Node>> {
        let mut possible = Vec::new();
        let mut impossible = None;
        for branch in branches {
            match self.node([schemas, &[branch]].concat(), path) {
                Ok(node) => possible.push(node),
                Err(error @ SeedError::Bounds { .. }) => impossible = Some(error),
                Err(error) => return Err(error),
            }
        }
        match impossible {
            Some(error) if possible.is_empty() => Err(error),
            _ => Ok(possible),
        }
    }

    fn place(&self, path: &[&str]) -> String {
        let path = path.join(".");
        format!("{}.{path}", self.collection)
    }

    fn text(&self, schemas: &[Document], path: &[&str], kinds: &[Kind]) -> SeedResult<Text> {
        let lengths = |key| schemas.iter().filter_map(move |schema| whole(schema, key));
        let least = lengths("minLength").max().unwrap_or_default();
        let most = lengths("maxLength").min().unwrap_or(MOST_TEXT.max(least));
        let patterns: Vec<String> = schemas
            .iter()
            .filter_map(|schema| schema.get_str("pattern").ok().map(str::to_owned))
            .collect();
        let mut text = Text {
            least,
            most,
            patterns: None,
            subject: subject(self.collection, path),
            is_usual: true,
            shape: None,
        };
        if patterns.is_empty() || !kinds.contains(&Kind::Text) {
            return Ok(text);
        }
        let wrong = |pattern: String, why: String| SeedError::Pattern {
            field: self.place(path),
            pattern,
            why,
        };
        let read = Patterns::new(&patterns, least, most);
        let read = read.map_err(|(pattern, why)| wrong(pattern, why))?;
        text.is_usual = (0..TRIALS).all(|trial| {
            let mut draws = Key::of_seed(trial).draws();
            read.admit(&text::about(text.subject, 0, &mut draws))
        });
        if !text.is_usual && read.draw(&mut Key::of_seed(0).draws()).is_none() {
            let why = "none of the texts that were tried matches".to_owned();
            return Err(wrong(patterns.join("` and `"), why));
        }
        text.patterns = Some(read);
        Ok(text)
    }

    fn array(&self, schemas: &[Document], path: &[&str]) -> SeedResult<Array> {
        let numbers = |key| schemas.iter().filter_map(move |schema| whole(schema, key));
        let mut array = Array {
            least: numbers("minItems").max().unwrap_or_default(),
            most: numbers("maxItems").min(),
            unique: schemas
                .iter()
                .any(|schema| schema.get_bool("uniqueItems").unwrap_or(false)),
            ..Array::default()
        };
        let mut items = Vec::new();
        for schema in schemas {
            match schema.get("items") {
                Some(Bson::Document(each)) => items.push(each.clone()),
                Some(Bson::Array(tuple)) if array.tuple.is_empty() => {
                    for item in tuple.iter().filter_map(Bson::as_document) {
                        array.tuple.push(self.node(vec![item.clone()], path)?);
                    }
                }
                _ => {}
            }
        }
        if !items.is_empty() {
            array.items = Some(Box::new(self.node(items, path)?));
        }
        Ok(array)
    }

    fn object(&self, schemas: &[Document], path: &[&str]) -> SeedResult<Object> {
        let numbers = |key| schemas.iter().filter_map(move |schema| whole(schema, key));
        let mut object = Object {
            least: numbers("minProperties").max().unwrap_or_default(),
            most: numbers("maxProperties").min(),
            ..Object::default()
        };
        let is_closed = |schema: &Document| {
            schema
                .get_bool("additionalProperties")
                .is_ok_and(|open| !open)
        };
        let required = |name: &str| {
            let lists = schemas
                .iter()
                .filter_map(|it| it.get_array("required").ok());
            lists.flatten().any(|it| it.as_str() == Some(name))
        };
        for name in property_names(schemas) {
            let all: Vec<Document> = schemas
                .iter()
                .filter_map(|schema| property(schema, name).cloned())
                .collect();
            let is_left_out = schemas
                .iter()
                .any(|schema| is_closed(schema) && !lists(schema, name));
            if is_left_out {
                continue;
            }
            let path = [path, &[name]].concat();
            object.properties.push(Property {
                name: name.to_owned(),
                required: required(name),
                node: self.node(all, &path)?,
            });
        }
        object.others = self.others(schemas, path)?;
        Ok(object)
    }

    fn others(&self, schemas: &[Document], path: &[&str]) -> SeedResult<Option<Others>> {
        let path = [path, &["*"]].concat();
        for schema in schemas {
            let patterns = schema.get_document("patternProperties").ok();
            if let Some((name, values)) = patterns.and_then(|patterns| patterns.iter().next()) {
                let values = values.as_document().cloned().unwrap_or_default();
                let names = Patterns::new(&[name.to_owned()], 1, 64).and_then(|names| match names
                    .draw(&mut Key::of_seed(0).draws())
                {
                    Some(_) => Ok(names),
                    None => Err((name.to_owned(), "no name that was tried matches".to_owned())),
                });
                let names = names.map_err(|(pattern, why)| SeedError::Pattern {
                    field: self.place(&path),
                    pattern,
                    why,
                })?;
                return Ok(Some(Others {
                    names: Some(names),
                    node: Box::new(self.node(vec![values], &path)?),
                }));
            }
            if let Ok(values) = schema.get_document("additionalProperties") {
                return Ok(Some(Others {
                    names: None,
                    node: Box::new(self.node(vec![values.clone()], &path)?),
                }));
            }
        }
        Ok(None)
    }
}

fn refuse_impossible(node: &Node) -> SeedResult<()> {
    let bounds = |why: &str| {
        Err(SeedError::Bounds {
            field: node.place.clone(),
            why: why.to_owned(),
        })
    };
    if node.kinds.is_empty() && !node.null {
        return bounds("it admits no type that can be generated");
    }
    if node.text.least > node.text.most && node.kinds == [Kind::Text] {
        return bounds("no text is that long and that short");
    }
    if node.array.most.is_some_and(|most| most < node.array.least) {
        return bounds("no array has that many and that few items");
    }
    Ok(())
}

/// Takes `allOf` apart: all of what is in it has to hold as well.
fn together(schemas: Vec<Document>) -> Vec<Document> {
    let mut all = Vec::new();
    for mut schema in schemas {
        let inner = match schema.remove("allOf") {
            Some(Bson::Array(inner)) => inner,
            _ => Vec::new(),
        };
        all.push(schema);
        let inner = inner.into_iter().filter_map(|it| match it {
            Bson::Document(schema) => Some(schema),
            _ => None,
        });
        all.extend(together(inner.collect()));
    }
    all
}

/// Takes the first list of alternatives away.
fn alternatives(schemas: &mut [Document]) -> Option<Vec<Document>> {
    for schema in schemas {
        for key in ["anyOf", "oneOf"] {
            if let Some(Bson::Array(branches)) = schema.remove(key) {
                let branches = branches.into_iter().filter_map(|it| match it {
                    Bson::Document(branch) => Some(branch),
                    _ => None,
                });
                return Some(branches.collect());
            }
        }
    }
    None
}
