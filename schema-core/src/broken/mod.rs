//! What is wrong with a document: a flat list, read from the server's own form.

#[cfg(feature = "driver")]
mod driver_error;
mod sentence;

use bson::{Bson, Document};

/// A rule that a document breaks.
///
/// Its `Display` is a sentence for people: "`title` has 250 characters; at most 200 are allowed".
#[derive(Debug, Clone, PartialEq)]
pub struct Broken {
    /// Where: stored names and positions in arrays, joined by dots; empty for the whole document.
    pub path: String,
    /// Which keyword is broken; of an exclusive bound `exclusiveMinimum` or `exclusiveMaximum`. Of
    /// a validator that is no schema, the operator.
    pub keyword: String,
    /// What the keyword asks: the value that it has in the schema. `true` for `required`, the name
    /// beside which it is asked for `dependencies`, null for `anyOf`, `allOf`, `oneOf` and `not`.
    pub wanted: Bson,
    /// What is there: the value; a number of items or properties where these are counted; the
    /// repeated item for `uniqueItems`; the positions of the schemas that hold, where for `oneOf`
    /// several do. None where something is missing, or is not told.
    pub found: Option<Bson>,
    /// Of `anyOf` and `oneOf` what the schema that comes nearest asks.
    pub nearest: Vec<Broken>,
}

impl Broken {
    /// Reads what the server tells, or the evaluator's `Validator::err_info`: the `errInfo` of a
    /// write error of code 121. Empty where it is of no form that is known.
    pub fn of_err_info(err_info: &Document) -> Vec<Self> {
        let details = err_info.get_document("details").unwrap_or(err_info);
        let mut all = Vec::new();
        rule(details, "", &mut all);
        all
    }

    fn new(path: &str, keyword: &str, wanted: Bson, found: Option<Bson>) -> Self {
        Self {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            wanted,
            found,
            nearest: Vec::new(),
        }
    }

    /// How far the value is from what this rule asks: another type, or another variant's tag, is
    /// further than a bound.
    fn distance(&self, from: &str) -> usize {
        let is_tag =
            self.keyword == "enum" && matches!(&self.wanted, Bson::Array(it) if it.len() == 1);
        match self.keyword.as_str() {
            "bsonType" | "type" if self.path == from => 10_000,
            "required" | "additionalProperties" => 10,
            _ if is_tag => 1_000,
            _ => 1,
        }
    }
}

/// Documents of an array.
fn documents<'a>(parent: &'a Document, name: &str) -> impl Iterator<Item = &'a Document> {
    let items = parent.get_array(name).map(Vec::as_slice);
    items
        .unwrap_or_default()
        .iter()
        .filter_map(Bson::as_document)
}

fn names<'a>(parent: &'a Document, name: &str) -> impl Iterator<Item = &'a str> {
    let items = parent.get_array(name).map(Vec::as_slice);
    items.unwrap_or_default().iter().filter_map(Bson::as_str)
}

fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.to_owned(),
        path => format!("{path}.{name}"),
    }
}

/// What one rule of `schemaRulesNotSatisfied`, or the whole of `details`, tells.
fn rule(told: &Document, path: &str, into: &mut Vec<Broken>) {
    let keyword = told.get_str("operatorName").unwrap_or_default();
    match keyword {
        "$jsonSchema" => rules(told, "schemaRulesNotSatisfied", path, into),
        "$and" => clauses(told, path, into),
        "properties" => named(told, "propertiesNotSatisfied", path, into),
        "patternProperties" => named(told, "details", path, into),
        "required" => missing(told, path, ("required", true.into()), into),
        "additionalProperties" => additional(told, path, into),
        "items" | "additionalItems" => items(told, keyword, path, into),
        "dependencies" => dependencies(told, path, into),
        "allOf" => {
            for schema in documents(told, "schemasNotSatisfied") {
                rules(schema, "details", path, into);
            }
        }
        "anyOf" | "oneOf" => into.push(alternatives(told, keyword, path)),
        "not" => into.push(Broken::new(path, keyword, Bson::Null, None)),
        _ => into.push(leaf(told, keyword, path)),
    }
}

fn rules(told: &Document, list: &str, path: &str, into: &mut Vec<Broken>) {
    documents(told, list).for_each(|told| rule(told, path, into));
}

fn clauses(told: &Document, path: &str, into: &mut Vec<Broken>) {
    for clause in documents(told, "clausesNotSatisfied") {
        if let Ok(details) = clause.get_document("details") {
            rule(details, path, into);
        }
    }
}

fn named(told: &Document, list: &str, path: &str, into: &mut Vec<Broken>) {
    for property in documents(told, list) {
        let name = property.get_str("propertyName").unwrap_or_default();
        rules(property, "details", &join(path, name), into);
    }
}

fn missing(told: &Document, path: &str, asked: (&str, Bson), into: &mut Vec<Broken>) {
    let (keyword, wanted) = asked;
    let missing = names(told, "missingProperties");
    into.extend(missing.map(|name| Broken::new(&join(path, name), keyword, wanted.clone(), None)));
}

fn additional(told: &Document, path: &str, into: &mut Vec<Broken>) {
    if let Ok(name) = told.get_str("failingProperty") {
        return rules(told, "details", &join(path, name), into);
    }
    let keyword = "additionalProperties";
    let names = names(told, keyword);
    into.extend(names.map(|name| Broken::new(&join(path, name), keyword, false.into(), None)));
}

fn items(told: &Document, keyword: &str, path: &str, into: &mut Vec<Broken>) {
    if let Ok(items) = told.get_array("additionalItems") {
        return into.push(Broken::new(
            path,
            keyword,
            false.into(),
            Some(items.clone().into()),
        ));
    }
    match told.get("itemIndex") {
        Some(at) => rules(told, "details", &join(path, &at.to_string()), into),
        // One for each faulty position.
        None => {
            for item in documents(told, "details") {
                items(item, keyword, path, into);
            }
        }
    }
}

fn dependencies(told: &Document, path: &str, into: &mut Vec<Broken>) {
    for dependency in documents(told, "failingDependencies") {
        let beside = dependency
            .get_str("conditionalProperty")
            .unwrap_or_default();
        missing(dependency, path, ("dependencies", beside.into()), into);
        rules(dependency, "details", path, into);
    }
}

fn alternatives(told: &Document, keyword: &str, path: &str) -> Broken {
    let each = documents(told, "schemasNotSatisfied").map(|schema| {
        let mut broken = Vec::new();
        rules(schema, "details", path, &mut broken);
        broken
    });
    let distance = |broken: &Vec<Broken>| broken.iter().map(|it| it.distance(path)).sum::<usize>();
    let found = told.get("matchingSchemaIndexes").cloned();
    Broken {
        nearest: each.min_by_key(distance).unwrap_or_default(),
        ..Broken::new(path, keyword, Bson::Null, found)
    }
}

/// A keyword that looks at one value; or a query operator, which is told in the same form.
fn leaf(told: &Document, keyword: &str, path: &str) -> Broken {
    let specified = told.get_document("specifiedAs").ok();
    let stated = |name: &str| specified.and_then(|it| it.get(name)).cloned();
    let wanted = stated(keyword).or_else(|| specified.cloned().map(Bson::Document));
    let places = [
        "numberOfItems",
        "numberOfProperties",
        "duplicatedValue",
        "consideredValue",
        "consideredValues",
        "expressionResult",
    ];
    let found = places.iter().find_map(|name| told.get(name)).cloned();
    let keyword = match keyword {
        "minimum" if stated("exclusiveMinimum") == Some(true.into()) => "exclusiveMinimum",
        "maximum" if stated("exclusiveMaximum") == Some(true.into()) => "exclusiveMaximum",
        keyword => keyword,
    };
    Broken::new(path, keyword, wanted.unwrap_or(Bson::Null), found)
}
