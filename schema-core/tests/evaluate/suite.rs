//! The cases of the JSON-Schema-Test-Suite for draft 4, as they lie in `draft4/` (MIT; taken from the
//! crate `json_schema_test_suite` 0.3.0). Each is asked of a field, and where it is an object also of
//! a whole document; `LEFT_OUT` says which are not the server's.

use std::fs;
use std::path::{Path, PathBuf};

use bson::{Bson, Document, doc};
use schema_core::evaluate::Validator;
use serde_json::Value;

/// File, group and case (a part of each; empty: all), with the server's reason.
const LEFT_OUT: &[(&str, &str, &str, &str)] = &[
    ("default.json", "", "", "`default` is not supported (9)"),
    (
        "definitions.json",
        "",
        "",
        "`definitions` is not supported (9)",
    ),
    ("format.json", "", "", "`format` is not supported (9)"),
    ("ref.json", "", "", "`$ref` is not supported (9)"),
    ("refRemote.json", "", "", "`$ref` is not supported (9)"),
    (
        "items.json",
        "items and subitems",
        "",
        "`definitions` is not supported (9)",
    ),
    (
        "optional/bignum.json",
        "integer",
        "bignum is an",
        "no integer of BSON is above 64 bits: it is a double",
    ),
    (
        ECMASCRIPT,
        "non-compliance",
        "\\Z anchor",
        "`format` is not supported (9)",
    ),
    (
        ECMASCRIPT,
        "$ does not match",
        "in Python",
        "`$` also matches before a last line break",
    ),
    (ECMASCRIPT, "\\s matches", "latin-1", ASCII),
    (ECMASCRIPT, "\\s matches", "zero-width", ASCII),
    (ECMASCRIPT, "\\s matches", "paragraph", ASCII),
    (ECMASCRIPT, "\\s matches", "EM SPACE", ASCII),
    (ECMASCRIPT, "\\S matches", "latin-1", ASCII),
    (ECMASCRIPT, "\\S matches", "zero-width", ASCII),
    (ECMASCRIPT, "\\S matches", "paragraph", ASCII),
    (ECMASCRIPT, "\\S matches", "EM SPACE", ASCII),
];

const ECMASCRIPT: &str = "optional/ecmascript-regex.json";
const ASCII: &str = "classes of characters are of ASCII alone";

struct Case {
    file: String,
    group: String,
    name: String,
    schema: Document,
    data: Bson,
    valid: bool,
}

impl Case {
    /// By a keyword that is not supported only where it is refused for it.
    fn is_left_out(&self) -> bool {
        LEFT_OUT.iter().any(|(file, group, name, reason)| {
            let is_refused = || asked(self) == Err(9);
            self.is(file, group, name) && (!reason.ends_with("(9)") || is_refused())
        })
    }

    fn is(&self, file: &str, group: &str, name: &str) -> bool {
        self.file == file && self.group.contains(group) && self.name.contains(name)
    }
}

/// The files of a folder, and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let (folders, mut all): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    all.retain(|path| path.extension().is_some_and(|it| it == "json"));
    all.extend(folders.iter().flat_map(|folder| files(folder)));
    all
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evaluate/draft4");
    let mut files = files(&folder);
    files.sort();
    files
        .iter()
        .flat_map(|file| cases_of(&folder, file))
        .collect()
}

fn cases_of(folder: &Path, file: &Path) -> Vec<Case> {
    let groups: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let name = file
        .strip_prefix(folder)
        .unwrap()
        .to_string_lossy()
        .into_owned();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut cases = Vec::new();
    for group in groups.as_array().unwrap() {
        for case in group["tests"].as_array().unwrap() {
            cases.push(Case {
                file: name.clone(),
                group: text(&group["description"]),
                name: text(&case["description"]),
                schema: without_integer(bson(&group["schema"]).as_document().unwrap()),
                data: bson(&case["data"]),
                valid: case["valid"].as_bool().unwrap(),
            });
        }
    }
    cases
}

fn bson(value: &Value) -> Bson {
    match value {
        Value::Null => Bson::Null,
        Value::Bool(value) => (*value).into(),
        Value::String(value) => value.as_str().into(),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => i32::try_from(whole).map_or(Bson::Int64(whole), Bson::Int32),
            None => Bson::Double(number.as_f64().unwrap()),
        },
        Value::Array(items) => items.iter().map(bson).collect::<Vec<_>>().into(),
        Value::Object(fields) => {
            let fields = fields
                .iter()
                .map(|(name, value)| (name.clone(), bson(value)));
            fields.collect::<Document>().into()
        }
    }
}

/// `integer` is no type of the server's: `type` that names it becomes a `bsonType` of the same types.
fn without_integer(schema: &Document) -> Document {
    let keyword = |(name, value): (&String, &Bson)| match (name.as_str(), value) {
        ("type", types) if names_integer(types) => ("bsonType".to_owned(), bson_types(types)),
        (_, Bson::Document(inner)) => (name.clone(), without_integer(inner).into()),
        ("items" | "allOf" | "anyOf" | "oneOf", Bson::Array(inner)) => {
            let inner = inner.iter().map(|it| {
                it.as_document()
                    .map_or(it.clone(), |it| without_integer(it).into())
            });
            (name.clone(), inner.collect::<Vec<_>>().into())
        }
        _ => (name.clone(), value.clone()),
    };
    schema.iter().map(keyword).collect()
}

fn names_integer(types: &Bson) -> bool {
    match types {
        Bson::Array(types) => types.iter().any(names_integer),
        name => name.as_str() == Some("integer"),
    }
}

fn bson_types(types: &Bson) -> Bson {
    let types = types
        .as_array()
        .cloned()
        .unwrap_or_else(|| vec![types.clone()]);
    let named = types
        .iter()
        .filter_map(Bson::as_str)
        .flat_map(|name| match name {
            "integer" => vec!["int", "long"],
            "boolean" => vec!["bool"],
            name => vec![name],
        });
    named.collect::<Vec<_>>().into()
}

/// The answers: of a field of that schema, and of a document.
fn asked(case: &Case) -> Result<Vec<bool>, i32> {
    let ask = |schema: &Document, document: &Document| {
        let validator = Validator::of_schema(schema).map_err(|error| error.code().unwrap())?;
        Ok::<bool, i32>(validator.is_valid(&document.to_vec().unwrap()).unwrap())
    };
    let field = ask(
        &doc! { "properties": { "v": &case.schema } },
        &doc! { "v": case.data.clone() },
    )?;
    let mut answers = vec![field];
    if let Bson::Document(document) = &case.data {
        answers.push(ask(&case.schema, document)?);
    }
    Ok(answers)
}

/// A refusal is an answer that is not wanted as well.
fn is_wrong(case: &Case) -> bool {
    asked(case).map_or(true, |answers| answers.iter().any(|it| *it != case.valid))
}

#[test]
fn every_case_that_is_the_servers_has_its_answer() {
    let mut cases = cases();
    cases.retain(|case| !case.is_left_out());
    let wrong = cases.iter().filter(|case| is_wrong(case));
    let told = wrong.map(|case| {
        let Case {
            file,
            group,
            name,
            valid,
            ..
        } = case;
        format!(
            "{file}: {group}: {name}: {:?} instead of {valid}",
            asked(case)
        )
    });
    let told: Vec<String> = told.collect();
    assert!(
        told.is_empty(),
        "{} of {} are wrong:\n{}",
        told.len(),
        cases.len(),
        told.join("\n")
    );
    assert!(cases.len() > 400, "{} cases alone", cases.len());
}

#[test]
fn what_is_left_out_is_not_the_servers() {
    let cases = cases();
    for (file, group, name, reason) in LEFT_OUT {
        let mut those = cases.iter().filter(|case| case.is(file, group, name));
        assert!(those.any(is_wrong), "{file}: {group}: {name}: {reason}");
    }
}
