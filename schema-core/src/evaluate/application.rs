//! For applications: a value is asked about before it is sent to a server.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock};

use bson::{RawDocument, oid::ObjectId};
use serde::Serialize;

use super::error::{CompileError, Malformed};
use super::validator::Validator;
use crate::CollectionSchema;
use crate::broken::Broken;
use crate::model::Collection;
use crate::render;

/// Documents of a collection, held against its declared validator; implemented for every type that
/// derives `Collection`.
///
/// ```
/// use bson::oid::ObjectId;
/// use schema_core::Collection;
/// use schema_core::evaluate::Validate;
/// use serde::Serialize;
///
/// #[derive(Serialize, Collection)]
/// #[collection(name = "tags", global = "shared by all")]
/// struct Tag {
///     #[serde(rename = "_id")]
///     id: ObjectId,
///     #[field(max_length = 3)]
///     name: String,
/// }
///
/// let tag = Tag { id: ObjectId::new(), name: "long".to_owned() };
/// let error = tag.validate().unwrap_err();
/// assert_eq!(error.to_string(), "a document of `tags` would be refused: `name` has 4 characters; at most 3 are allowed");
/// assert_eq!(error.broken()[0].path, "name");
/// ```
pub trait Validate: CollectionSchema {
    /// The declared validator, compiled once for each type.
    fn validator() -> Result<&'static Validator, CompileError> {
        compiled(Self::MODEL)
    }

    /// Whether an insert of this value would be accepted: it is written as the driver writes it,
    /// which adds an `_id` where there is none.
    fn validate(&self) -> Result<(), ValidateError>
    where
        Self: Serialize + Sized,
    {
        let document = bson::serialize_to_vec(self)?;
        ask(Self::MODEL, &with_id(document)?)
    }

    /// Whether a document, given as BSON, would be accepted.
    fn validate_raw(document: &[u8]) -> Result<(), ValidateError> {
        ask(Self::MODEL, document)
    }
}

impl<T: CollectionSchema> Validate for T {}

/// Why a value would be refused, or could not be asked about.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    /// The validator refuses it.
    #[error(transparent)]
    Invalid(#[from] Invalid),
    /// It cannot be written as BSON.
    #[error("the value cannot be stored: {0}")]
    Serialize(#[from] bson::error::Error),
    /// It is no BSON.
    #[error(transparent)]
    Malformed(#[from] Malformed),
    /// The validator cannot be compiled.
    #[error("the validator cannot be evaluated: {0}")]
    Compile(#[from] CompileError),
}

impl ValidateError {
    /// The broken rules, where it is these.
    pub fn broken(&self) -> &[Broken] {
        match self {
            Self::Invalid(invalid) => &invalid.broken,
            _ => &[],
        }
    }
}

/// A document that a validator refuses, with every rule that it breaks.
#[derive(Debug, Clone, PartialEq)]
pub struct Invalid {
    /// The collection.
    pub collection: String,
    /// What is wrong, in the order in which the server tells it; at least one.
    pub broken: Vec<Broken>,
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let said: Vec<String> = self.broken.iter().map(ToString::to_string).collect();
        let collection = &self.collection;
        write!(
            f,
            "a document of `{collection}` would be refused: {}",
            said.join("; ")
        )
    }
}

impl std::error::Error for Invalid {}

fn ask(model: &'static Collection, document: &[u8]) -> Result<(), ValidateError> {
    let broken = compiled(model)?.check(document)?;
    if broken.is_empty() {
        return Ok(());
    }
    let collection = model.name.to_owned();
    Err(Invalid { collection, broken }.into())
}

/// By the model's address, of which there is one for each type.
type Compiled = RwLock<HashMap<usize, &'static Validator>>;

static COMPILED: LazyLock<Compiled> = LazyLock::new(Compiled::default);

fn compiled(model: &'static Collection) -> Result<&'static Validator, CompileError> {
    let address = std::ptr::from_ref(model) as usize;
    let known = COMPILED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(validator) = known.get(&address) {
        return Ok(validator);
    }
    drop(known);
    let options = render::collection(model).options;
    let validator = options.get_document("validator").cloned();
    let validator = Validator::compile(&validator.unwrap_or_default())?;
    let mut known = COMPILED.write().unwrap_or_else(PoisonError::into_inner);
    // Kept for as long as the program runs, as the type is.
    Ok(known
        .entry(address)
        .or_insert_with(|| Box::leak(Box::new(validator))))
}

/// The document with an `_id`.
fn with_id(document: Vec<u8>) -> Result<Vec<u8>, ValidateError> {
    let raw = RawDocument::from_bytes(&document)?;
    if raw.get("_id")?.is_some() {
        return Ok(document);
    }
    let mut whole = bson::rawdoc! { "_id": ObjectId::new() };
    for element in raw {
        let (name, value) = element?;
        whole.append(name, value);
    }
    Ok(whole.into_bytes())
}
