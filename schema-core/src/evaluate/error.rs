//! What keeps a validator from being compiled, and a document from being read.

/// Why a validator cannot be evaluated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The server would refuse it as well.
    #[error("{}{message} (the server's code {code})", place(.path))]
    Refused {
        /// The server's code: 2 BadValue, 9 FailedToParse, 14 TypeMismatch, 15 Overflow,
        /// 224 QueryFeatureNotAllowed, 51091 for a pattern that is none, 9867600 for a zero
        /// character in a name.
        code: i32,
        /// Where in the schema: keywords and names, joined by dots; empty for the schema itself.
        path: String,
        /// What is wrong there.
        message: String,
    },
    /// The server knows what to do with it, and this evaluator does not.
    #[error(
        "`{operator}` is a query operator, which the server alone evaluates; only `$jsonSchema`, alone or inside `$and`, is evaluated here"
    )]
    Operator {
        /// The operator, or the field that is compared.
        operator: String,
    },
}

fn place(path: &str) -> String {
    match path {
        "" => String::new(),
        path => format!("at `{path}`: "),
    }
}

impl CompileError {
    /// The server's error code, where it would refuse the validator.
    pub fn code(&self) -> Option<i32> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::Operator { .. } => None,
        }
    }
}

/// Bytes that are no BSON document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the bytes are no BSON document: {reason}, at byte {offset}")]
pub struct Malformed {
    offset: usize,
    reason: &'static str,
}

impl Malformed {
    pub(super) fn new(offset: usize, reason: &'static str) -> Self {
        Self { offset, reason }
    }

    /// Where the faulty part begins, in bytes from the document's start.
    pub fn offset(&self) -> usize {
        self.offset
    }
}
