//! Reading a document of any version as the current type.

use bson::{
    RawBson, RawBsonRef, RawDocument, RawDocumentBuf,
    error::Error,
    raw::{CString, cstr},
};
use serde::{Serialize, de::DeserializeOwned};

use super::{
    ReadError, Upgrade, Upgraded,
    stored::{self, whole},
};
use crate::{CollectionSchema, model::Collection, rules::previous_of};

/// Reads a document of any known version: one of an older shape is upgraded, step by step.
///
/// A type without a version is read as it is.
///
/// # Errors
///
/// [`ReadError`], by name: the version is missing, unknown or newer; the document does not have
/// its version's shape; an upgrade refused it.
pub fn read<T: CollectionSchema + DeserializeOwned>(
    document: &RawDocument,
) -> Result<T, ReadError> {
    let Some((current, _)) = stored::version(T::MODEL) else {
        return decoded(T::MODEL, document);
    };
    let version = version_of::<T>(document)?;
    if version == current {
        return decoded(T::MODEL, document);
    }
    let older = Older {
        document,
        version,
        written: None,
    };
    T::older(older)
}

/// The version of a document: the current one of `T`, or one of the shapes before.
///
/// # Errors
///
/// [`ReadError`] where it is missing, unknown or newer.
pub fn version_of<T: CollectionSchema>(document: &RawDocument) -> Result<u32, ReadError> {
    version_in(T::MODEL, document)
}

fn version_in(model: &'static Collection, document: &RawDocument) -> Result<u32, ReadError> {
    let type_name = model.type_name;
    let Some((current, path)) = stored::version(model) else {
        return Ok(0);
    };
    let value = stored::value(model, path, document);
    let version = match value {
        None | Some(RawBsonRef::Null) if stored::is_unversioned(model) => 1,
        None | Some(RawBsonRef::Null) => {
            let field = stored::name(model, path);
            return Err(ReadError::NoVersion { type_name, field });
        }
        Some(value) => whole(value).ok_or_else(|| ReadError::UnknownVersion {
            type_name,
            version: format!("{value:?}"),
        })?,
    };
    if version > i64::from(current) {
        return Err(ReadError::FutureVersion {
            type_name,
            version,
            current,
        });
    }
    let mut shapes = std::iter::successors(Some(model), |shape| {
        previous_of(shape).map(|(before, _)| before)
    });
    let known = shapes.find(|shape| i64::from(stored::number(shape)) == version);
    known.map(stored::number).ok_or_else(|| {
        let version = version.to_string();
        ReadError::UnknownVersion { type_name, version }
    })
}

fn decoded<T: DeserializeOwned>(
    model: &Collection,
    document: &RawDocument,
) -> Result<T, ReadError> {
    bson::deserialize_from_slice(document.as_bytes()).map_err(|error| ReadError::Malformed {
        type_name: model.type_name,
        detail: said(&error),
    })
}

/// What is wrong, without the library's words around it.
fn said(error: &Error) -> String {
    error.message.clone().unwrap_or_else(|| error.to_string())
}

/// A document of an older shape, on its way through the chain of shapes.
#[derive(Debug)]
pub struct Older<'a> {
    document: &'a RawDocument,
    version: u32,
    /// Takes what the type of its own version writes of it.
    written: Option<&'a mut Vec<u8>>,
}

impl Older<'_> {
    pub(crate) fn unknown(&self, model: &Collection) -> ReadError {
        ReadError::UnknownVersion {
            type_name: model.type_name,
            version: self.version.to_string(),
        }
    }

    /// Reads it as the type of its own version.
    fn decoded<T: CollectionSchema + Serialize + DeserializeOwned>(self) -> Result<T, ReadError> {
        let value: T = match self.with_version(T::MODEL) {
            Some(document) => decoded(T::MODEL, &document),
            None => decoded(T::MODEL, self.document),
        }?;
        if let Some(written) = self.written {
            *written = encoded(T::MODEL, &value)?;
        }
        Ok(value)
    }

    /// The document with its version in it, where it has none, or null for one: its type asks for
    /// one.
    fn with_version(&self, model: &Collection) -> Option<RawDocumentBuf> {
        let (_, path) = stored::version(model)?;
        let version = stored::value(model, path, self.document);
        if !matches!(version, None | Some(RawBsonRef::Null)) {
            return None;
        }
        let field = CString::try_from(stored::name(model, path)).ok()?;
        let mut document = RawDocumentBuf::new();
        for element in self.document {
            let (name, value) = element.ok()?;
            if name.as_str() != field.as_str() {
                document.append(name, value);
            }
        }
        document.append(field, i32::try_from(self.version).ok()?);
        Some(document)
    }
}

fn encoded<T: Serialize>(model: &Collection, value: &T) -> Result<Vec<u8>, ReadError> {
    bson::serialize_to_vec(value).map_err(|error| ReadError::Malformed {
        type_name: model.type_name,
        detail: said(&error),
    })
}

/// One step of the chain: from the shape before, of whatever version the document is.
pub fn through<T, P>(document: Older<'_>) -> Result<T, ReadError>
where
    T: CollectionSchema + Upgrade<P>,
    P: CollectionSchema + Serialize + DeserializeOwned,
{
    let before = if stored::number(P::MODEL) == document.version {
        document.decoded::<P>()?
    } else {
        P::older(document)?
    };
    T::upgrade(before).map_err(|reason| ReadError::Refused {
        type_name: T::MODEL.type_name,
        reason: reason.to_string(),
    })
}

/// Refuses what an upgrade made where the value of its version field is not its type's version: stored
/// like that it would be taken for a document of another shape.
pub fn has_version(model: &Collection, value: &impl Serialize) -> Result<(), ReadError> {
    let Some((version, path)) = stored::version(model) else {
        return Ok(());
    };
    let value = bson::serialize_to_bson(value).map(RawBson::try_from);
    if let Ok(Ok(value)) = value
        && whole(value.as_raw_bson_ref()) == Some(version.into())
    {
        return Ok(());
    }
    Err(ReadError::Changed {
        type_name: model.type_name,
        field: stored::name(model, path),
    })
}

/// Makes a document of an older shape, as BSON, one of the current shape.
///
/// # Errors
///
/// As [`read`]; and where the upgrade does not keep `_id` and tenant, or writes another version.
pub fn upgraded<T: CollectionSchema + Serialize>(bytes: &[u8]) -> Result<Upgraded, ReadError> {
    let model = T::MODEL;
    let document = RawDocument::from_bytes(bytes).map_err(|error| ReadError::Malformed {
        type_name: model.type_name,
        detail: error.to_string(),
    })?;
    let version = version_in(model, document)?;
    if version == stored::number(model) {
        let type_name = model.type_name;
        return Err(ReadError::Current { type_name });
    }
    let mut before = Vec::new();
    let older = Older {
        document,
        version,
        written: Some(&mut before),
    };
    let after = encoded(model, &T::older(older)?)?;
    let after = with_id(document, after);
    keeps(model, document, &after)?;
    Ok(Upgraded {
        from: version,
        before,
        after,
    })
}

/// The upgraded document with the `_id` as it is stored, where it has none, as the driver makes it,
/// or one that is the same but for the types of its numbers: the server lets nobody write it.
fn with_id(document: &RawDocument, after: Vec<u8>) -> Vec<u8> {
    let id = |document: &RawDocument| document.get("_id").ok().flatten().map(RawBson::from);
    let Ok(upgraded) = RawDocument::from_bytes(&after) else {
        return after;
    };
    let (stored, made) = (id(document), id(upgraded));
    let is_same = |made: &RawBson, stored: &RawBson| {
        stored::is_same(made.as_raw_bson_ref(), stored.as_raw_bson_ref())
    };
    let Some(stored) = stored.filter(|stored| made.as_ref() != Some(stored)) else {
        return after;
    };
    if made.is_some_and(|made| !is_same(&made, &stored)) {
        return after;
    }
    let mut whole = RawDocumentBuf::new();
    whole.append(cstr!("_id"), stored);
    for (name, value) in upgraded.into_iter().flatten() {
        if name.as_str() != "_id" {
            whole.append(name, value);
        }
    }
    whole.into_bytes()
}

/// Refuses an upgrade that made another document of it.
fn keeps(model: &Collection, document: &RawDocument, after: &[u8]) -> Result<(), ReadError> {
    let changed = |field: String| {
        let type_name = model.type_name;
        Err(ReadError::Changed { type_name, field })
    };
    let Ok(after) = RawDocument::from_bytes(after) else {
        return changed("the document".to_owned());
    };
    let id = |document| RawDocument::get(document, "_id").ok().flatten();
    if id(after) != id(document) {
        return changed("_id".to_owned());
    }
    if let Some(path) = stored::tenant(model)
        && !is_kept(
            stored::value(model, path, document),
            stored::value(model, path, after),
        )
    {
        return changed(stored::name(model, path));
    }
    match stored::version(model) {
        Some((version, path))
            if stored::value(model, path, after).and_then(whole) != Some(version.into()) =>
        {
            changed(stored::name(model, path))
        }
        _ => Ok(()),
    }
}

fn is_kept(before: Option<RawBsonRef<'_>>, after: Option<RawBsonRef<'_>>) -> bool {
    match (before, after) {
        (Some(before), Some(after)) => stored::is_same(before, after),
        (before, after) => before.is_none() && after.is_none(),
    }
}
