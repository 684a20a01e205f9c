//! `properties`, `required`, `additionalProperties`, `patternProperties`, `minProperties` and
//! `maxProperties`; beside them `dependencies`.

use bson::{Bson, Document, doc};

use super::dependencies::Dependency;
use super::dotted::{Dotted, Path};
use super::explain::{rule, text};
use super::names::{Names, Seen};
use super::node::{Node, Others};
use super::numbers::length;
use super::place::{Result, Written};
use super::raw::Value;
use super::strings::Pattern;

/// What is asked of an object.
#[derive(Debug)]
pub(super) struct Objects {
    names: Names,
    /// Names with dots, which are paths.
    dotted: Vec<Dotted>,
    required_paths: Vec<Path>,
    patterns: Vec<(Pattern, Node)>,
    others: Others,
    min_properties: Option<u64>,
    max_properties: Option<u64>,
    dependencies: Vec<Dependency>,
}

impl Objects {
    /// None where nothing is asked.
    pub(super) fn compile(written: Written<'_>) -> Result<Option<Self>> {
        let keywords = [
            "properties",
            "required",
            "patternProperties",
            "additionalProperties",
            "minProperties",
            "maxProperties",
            "dependencies",
        ];
        if !keywords.iter().any(|keyword| written.has(keyword)) {
            return Ok(None);
        }
        let required = match written.get("required") {
            Some(value) => written.names(value, "required")?,
            None => Vec::new(),
        };
        let mut names = Names::default();
        let mut dotted = Vec::new();
        for (name, node) in nodes(written, "properties")? {
            let is_required = required.contains(&name);
            if name.contains('.') {
                dotted.push(Dotted::compile(name, is_required, written)?);
                names.list(name, None);
            } else {
                names.list(name, Some(node));
            }
        }
        let (paths, plain): (Vec<&str>, _) = required.iter().partition(|name| name.contains('.'));
        for name in plain {
            names.require(name);
        }
        names.sort();
        Ok(Some(Self {
            names,
            dotted,
            required_paths: paths.into_iter().map(Path::new).collect(),
            patterns: patterns(written)?,
            others: Others::compile(written, "additionalProperties")?,
            min_properties: length(written, "minProperties")?,
            max_properties: length(written, "maxProperties")?,
            dependencies: Dependency::compile(written)?,
        }))
    }

    /// Whether the object holds and is whole.
    #[inline]
    pub(super) fn hold(&self, value: Value<'_>) -> bool {
        let (tag, bytes) = value.parts();
        // Over 1,024 names at one level take memory of their own.
        match self.names.count() {
            0..=64 => self.hold_seeing(tag, bytes, [0; 1]),
            65..=1024 => self.hold_seeing(tag, bytes, [0; 16]),
            many => self.hold_seeing(tag, bytes, vec![0; many.div_ceil(64)]),
        }
    }

    /// What is behind the elements is asked once they are known to be whole.
    fn hold_seeing<B: AsMut<[u64]>>(&self, tag: usize, bytes: &[u8], bits: B) -> bool {
        let (value, mut seen) = (Value::of(tag, bytes), Seen::new(bits));
        let mut elements = value.elements();
        let mut count = 0;
        while let Some((found, name, inner)) = self.names.next(&mut elements, seen.next()) {
            count += 1;
            let is_admitted = match found {
                Some(at) => {
                    let known = self.names.at(at);
                    known.holds(inner, seen.is_first(at, &self.names))
                        && (known.listed && self.patterns.is_empty()
                            || self.admit(name, inner, known.listed))
                }
                None => self.admit(name, inner, false),
            };
            if !is_admitted {
                return false;
            }
        }
        elements.are_read()
            && seen.has_all(&self.names)
            && self.has_enough(count)
            && self.has_room(count)
            && self.required_paths.iter().all(|path| path.is_in(value))
            && self.dotted.iter().all(|it| it.holds(value))
            && self.dependencies.iter().all(|it| it.holds(value))
    }

    /// By the schemas that name it by a pattern, or else by that of the others.
    fn admit(&self, name: &[u8], value: Value<'_>, is_listed: bool) -> bool {
        let mut is_named = is_listed;
        for (pattern, node) in &self.patterns {
            if pattern.matches(name) {
                is_named = true;
                if !node.holds(value) {
                    return false;
                }
            }
        }
        is_named || self.others.admit(value)
    }

    fn has_enough(&self, count: u64) -> bool {
        self.min_properties.is_none_or(|min| count >= min)
    }

    fn has_room(&self, count: u64) -> bool {
        self.max_properties.is_none_or(|max| count <= max)
    }

    pub(super) fn explain(&self, value: Value<'_>, stated: &Document, out: &mut Vec<Document>) {
        if !value.is_object() {
            return;
        }
        out.extend(self.properties_fault(value));
        out.extend(self.others_fault(value, stated));
        out.extend(self.patterns_fault(value));
        out.extend(self.required_fault(value, stated));
        let count = value.elements().count();
        let bounds = [
            (self.has_enough(count as u64), "minProperties"),
            (self.has_room(count as u64), "maxProperties"),
        ];
        for (_, keyword) in bounds.iter().filter(|(holds, _)| !holds) {
            let reason = "specified number of properties was not satisfied";
            let mut fault = rule(&[*keyword], stated, reason);
            fault.extend(doc! { "numberOfProperties": count as i32 });
            out.push(fault);
        }
        out.extend(Dependency::explain(&self.dependencies, value));
    }

    fn properties_fault(&self, value: Value<'_>) -> Option<Document> {
        let plain = self.names.nodes().filter_map(|(name, node)| {
            let inner = value.get(name)?;
            let is_faulty = !node.holds(inner);
            is_faulty.then(|| property(&text(name), node, node.details(inner)))
        });
        let dotted = self.dotted.iter().filter_map(|it| {
            let details = it.details(value)?;
            Some(property(it.name(), it.node(), details))
        });
        let faults: Vec<Document> = plain.chain(dotted).collect();
        let fault = || doc! { "operatorName": "properties", "propertiesNotSatisfied": &faults };
        (!faults.is_empty()).then(fault)
    }

    /// Neither listed nor named by a pattern.
    fn others_in<'a>(&self, value: Value<'a>) -> impl Iterator<Item = (&'a [u8], Value<'a>)> {
        value.elements().filter(move |(name, _)| {
            let found = self.names.find(name);
            let is_listed = found.is_some_and(|at| self.names.at(at).listed);
            !is_listed
                && !self
                    .patterns
                    .iter()
                    .any(|(pattern, _)| pattern.matches(name))
        })
    }

    fn others_fault(&self, value: Value<'_>, stated: &Document) -> Option<Document> {
        let mut others = self.others_in(value);
        match &self.others {
            Others::Free => None,
            Others::Refused => {
                let names: Vec<String> = others.map(|(name, _)| text(name)).collect();
                // The server gives no reason here.
                let mut fault = rule(&["additionalProperties"], stated, "");
                fault.remove("reason");
                fault.extend(doc! { "additionalProperties": &names });
                (!names.is_empty()).then_some(fault)
            }
            Others::Of(node) => {
                let (name, inner) = others.find(|(_, inner)| !node.holds(*inner))?;
                let mut fault = doc! { "operatorName": "additionalProperties" };
                fault.extend(node.annotations());
                fault.extend(doc! {
                    "reason": "at least one additional property did not match the subschema",
                    "failingProperty": text(name),
                    "details": node.details(inner),
                });
                Some(fault)
            }
        }
    }

    fn patterns_fault(&self, value: Value<'_>) -> Option<Document> {
        let faults = self.patterns.iter().filter_map(|(pattern, node)| {
            let mut elements = value.elements();
            let faulty =
                |(name, inner): &(&[u8], Value<'_>)| pattern.matches(name) && !node.holds(*inner);
            let (name, inner) = elements.find(faulty)?;
            let mut fault = doc! { "propertyName": text(name) };
            fault.extend(node.annotations());
            fault.extend(doc! { "regexMatched": pattern.as_str(), "details": node.details(inner) });
            Some(fault)
        });
        let faults: Vec<Document> = faults.collect();
        let fault = || doc! { "operatorName": "patternProperties", "details": &faults };
        (!faults.is_empty()).then(fault)
    }

    fn required_fault(&self, value: Value<'_>, stated: &Document) -> Option<Document> {
        let plain = self.names.required();
        let plain = plain.filter(|name| value.get(name).is_none()).map(text);
        let paths = self.required_paths.iter().filter(|path| !path.is_in(value));
        let mut missing: Vec<String> = plain.chain(paths.map(Path::to_string)).collect();
        missing.sort_unstable();
        let mut fault = rule(&["required"], stated, "");
        fault.remove("reason");
        fault.extend(doc! { "missingProperties": &missing });
        (!missing.is_empty()).then_some(fault)
    }
}

fn property(name: &str, node: &Node, details: Vec<Document>) -> Document {
    let mut property = doc! { "propertyName": name };
    property.extend(node.annotations());
    property.extend(doc! { "details": details });
    property
}

fn patterns(written: Written<'_>) -> Result<Vec<(Pattern, Node)>> {
    let place = written.place.inner("patternProperties")?;
    let nodes = nodes(written, "patternProperties")?;
    let compiled = nodes.into_iter().map(|(pattern, node)| {
        let compiled = Pattern::compile(pattern, &place)?;
        Ok((compiled, node))
    });
    compiled.collect()
}

/// A schema behind each name.
fn nodes<'a>(written: Written<'a>, keyword: &str) -> Result<Vec<(&'a str, Node)>> {
    let Some(named) = written.document(keyword)? else {
        return Ok(Vec::new());
    };
    let place = written.place.inner(keyword)?;
    let compiled = named.iter().map(|(name, schema)| match schema {
        Bson::Document(schema) => Ok((name.as_str(), Node::compile(schema, &place.inner(name)?)?)),
        _ => Err(place.mismatch(name, "an object")),
    });
    compiled.collect()
}
