//! A validator, compiled once and asked often.

use bson::{Bson, Document, doc};

use super::error::{CompileError, Malformed};
use super::explain::bson;
use super::node::Node;
use super::place::{Place, Result, code};
use super::raw::Value;
use super::whole;
use crate::broken::Broken;

/// A compiled validator.
///
/// ```
/// use bson::doc;
/// use schema_core::evaluate::Validator;
///
/// let validator = Validator::compile(&doc! {
///     "$jsonSchema": { "properties": { "age": { "bsonType": "int", "minimum": 0 } } },
/// })?;
/// let valid = doc! { "age": 1 }.to_vec()?;
/// assert!(validator.is_valid(&valid)?);
/// let broken = validator.check(&doc! { "age": -1 }.to_vec()?)?;
/// assert_eq!((&*broken[0].path, &*broken[0].keyword), ("age", "minimum"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Validator {
    /// All of them hold.
    schemas: Vec<Node>,
}

impl Validator {
    /// Compiles a validator: `{ "$jsonSchema": … }`, or several of them inside `$and`. One without
    /// conditions admits everything.
    ///
    /// # Errors
    ///
    /// What the server refuses, with its code; and query operators, which the server alone
    /// evaluates.
    pub fn compile(validator: &Document) -> Result<Self> {
        let mut schemas = Vec::new();
        clauses(validator, &Place::default(), &mut schemas)?;
        Ok(Self { schemas })
    }

    /// Compiles a schema: what stands behind `$jsonSchema`.
    pub fn of_schema(schema: &Document) -> Result<Self> {
        Node::compile(schema, &Place::default()).map(|node| Self {
            schemas: vec![node],
        })
    }

    /// Whether the server would accept a document, given as BSON.
    ///
    /// # Errors
    ///
    /// The bytes are no document.
    pub fn is_valid(&self, document: &[u8]) -> std::result::Result<bool, Malformed> {
        let value = Value::document(document);
        let holds = whole::states_its_length(document)
            && self.schemas.iter().all(|schema| schema.holds(value));
        // What a schema admits is whole.
        if !holds || self.schemas.is_empty() {
            whole::check(document)?;
        }
        Ok(holds)
    }

    /// The rules that a document, given as BSON, breaks; none where the server would accept it.
    pub fn check(&self, document: &[u8]) -> std::result::Result<Vec<Broken>, Malformed> {
        let told = self.err_info(document)?;
        Ok(told.as_ref().map(Broken::of_err_info).unwrap_or_default())
    }

    /// Why the server would refuse a document, in the form in which it tells it: the `errInfo` of a
    /// write error of code 121. None for a document that it would accept.
    ///
    /// Values are whole; the server shortens long ones.
    pub fn err_info(&self, document: &[u8]) -> std::result::Result<Option<Document>, Malformed> {
        if self.is_valid(document)? {
            return Ok(None);
        }
        let document = Value::document(document);
        let mut faulty = self
            .schemas
            .iter()
            .enumerate()
            .filter(|(_, it)| !it.holds(document));
        let details = match (self.schemas.len(), faulty.next()) {
            (_, None) => return Ok(None),
            (1, Some((_, schema))) => details(schema, document),
            (_, Some(first)) => {
                let clauses = [first].into_iter().chain(faulty).map(|(at, schema)| {
                    doc! { "index": at as i64, "details": details(schema, document) }
                });
                let clauses: Vec<Document> = clauses.collect();
                doc! { "operatorName": "$and", "clausesNotSatisfied": clauses }
            }
        };
        let id = document.get(b"_id").map_or(Bson::Null, bson);
        Ok(Some(doc! { "failingDocumentId": id, "details": details }))
    }
}

fn details(schema: &Node, document: Value<'_>) -> Document {
    let mut details = doc! { "operatorName": "$jsonSchema" };
    details.extend(schema.annotations());
    details.extend(doc! { "schemaRulesNotSatisfied": schema.details(document) });
    details
}

fn clauses(validator: &Document, place: &Place, into: &mut Vec<Node>) -> Result<()> {
    for (operator, value) in validator {
        match (operator.as_str(), value) {
            ("$comment", _) => {}
            ("$jsonSchema", Bson::Document(schema)) => into.push(Node::compile(schema, place)?),
            ("$jsonSchema", _) => return Err(place.mismatch("$jsonSchema", "an object")),
            ("$and", Bson::Array(parts)) => and(parts, place, into)?,
            _ => {
                return Err(CompileError::Operator {
                    operator: operator.clone(),
                });
            }
        }
    }
    Ok(())
}

fn and(parts: &[Bson], place: &Place, into: &mut Vec<Node>) -> Result<()> {
    let place = place.inner("$and")?;
    if parts.is_empty() {
        let message = "`$and` must be a nonempty array";
        return Err(place.refused(code::BAD_VALUE, message));
    }
    for part in parts {
        let fault = || place.refused(code::BAD_VALUE, "`$and` must be an array of objects");
        clauses(part.as_document().ok_or_else(fault)?, &place, into)?;
    }
    Ok(())
}
