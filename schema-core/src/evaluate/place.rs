//! Where in a schema something stands, and how it is refused there.

use bson::{Bson, Document};

use super::error::CompileError;
use super::raw::MAX_DEPTH;

/// The server's error codes.
pub(super) mod code {
    pub(in super::super) const BAD_VALUE: i32 = 2;
    pub(in super::super) const FAILED_TO_PARSE: i32 = 9;
    pub(in super::super) const TYPE_MISMATCH: i32 = 14;
    pub(in super::super) const OVERFLOW: i32 = 15;
    pub(in super::super) const QUERY_FEATURE_NOT_ALLOWED: i32 = 224;
    pub(in super::super) const INVALID_REGEX: i32 = 51_091;
    pub(in super::super) const ZERO_IN_NAME: i32 = 9_867_600;
}

pub(super) type Result<T> = std::result::Result<T, CompileError>;

/// A schema's place inside another one.
#[derive(Debug, Clone, Default)]
pub(super) struct Place {
    path: String,
    depth: usize,
}

impl Place {
    /// The place of what stands behind this keyword or name.
    pub(super) fn inner(&self, part: &str) -> Result<Self> {
        let path = match self.path.as_str() {
            "" => part.to_owned(),
            path => format!("{path}.{part}"),
        };
        let depth = self.depth + 1;
        let inner = Self { path, depth };
        if depth < usize::from(MAX_DEPTH) {
            return Ok(inner);
        }
        Err(inner.refused(
            code::OVERFLOW,
            "the schema is nested deeper than a server takes it",
        ))
    }

    pub(super) fn refused(&self, code: i32, message: impl Into<String>) -> CompileError {
        CompileError::Refused {
            code,
            path: self.path.clone(),
            message: message.into(),
        }
    }

    /// A keyword's value is not of the type that it takes.
    pub(super) fn mismatch(&self, keyword: &str, wanted: &str) -> CompileError {
        self.refused(code::TYPE_MISMATCH, format!("`{keyword}` must be {wanted}"))
    }

    pub(super) fn unparsed(&self, message: impl Into<String>) -> CompileError {
        self.refused(code::FAILED_TO_PARSE, message)
    }
}

/// A schema while it is compiled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Written<'a> {
    pub(super) schema: &'a Document,
    pub(super) place: &'a Place,
}

impl<'a> Written<'a> {
    pub(super) fn get(self, keyword: &str) -> Option<&'a Bson> {
        self.schema.get(keyword)
    }

    pub(super) fn has(self, keyword: &str) -> bool {
        self.schema.contains_key(keyword)
    }

    pub(super) fn document(self, keyword: &str) -> Result<Option<&'a Document>> {
        match self.get(keyword) {
            None => Ok(None),
            Some(Bson::Document(value)) => Ok(Some(value)),
            Some(_) => Err(self.place.mismatch(keyword, "an object")),
        }
    }

    pub(super) fn array(self, keyword: &str) -> Result<Option<&'a Vec<Bson>>> {
        match self.get(keyword) {
            None => Ok(None),
            Some(Bson::Array(value)) => Ok(Some(value)),
            Some(_) => Err(self.place.mismatch(keyword, "an array")),
        }
    }

    pub(super) fn bool(self, keyword: &str) -> Result<Option<bool>> {
        match self.get(keyword) {
            None => Ok(None),
            Some(Bson::Boolean(value)) => Ok(Some(*value)),
            Some(_) => Err(self.place.mismatch(keyword, "a boolean")),
        }
    }

    pub(super) fn string(self, keyword: &str) -> Result<Option<&'a str>> {
        match self.get(keyword) {
            None => Ok(None),
            Some(Bson::String(value)) => Ok(Some(value)),
            Some(_) => Err(self.place.mismatch(keyword, "a string")),
        }
    }

    /// Names, of which there is at least one, and none twice. `what` is in front of their fault.
    pub(super) fn names(self, value: &'a Bson, what: &str) -> Result<Vec<&'a str>> {
        let Bson::Array(values) = value else {
            return Err(self.place.mismatch(what, "an array of strings"));
        };
        let names = values.iter().map(Bson::as_str).collect::<Option<Vec<_>>>();
        let names = names.ok_or_else(|| self.place.mismatch(what, "an array of strings"))?;
        if names.is_empty() {
            return Err(self
                .place
                .unparsed(format!("`{what}` cannot be an empty array")));
        }
        for (at, name) in names.iter().enumerate() {
            if name.contains('\0') {
                let message = format!("`{what}` has a name with a zero character");
                return Err(self.place.refused(code::ZERO_IN_NAME, message));
            }
            if names[..at].contains(name) {
                return Err(self
                    .place
                    .unparsed(format!("`{what}` names `{name}` twice")));
            }
        }
        Ok(names)
    }
}
