//! Reading a document of any version as the current type.

use bson::{RawBsonRef, RawDocument, RawDocumentBuf, raw::CString};
use serde::{Serialize, de::DeserializeOwned};

use super::{ReadError, Upgrade, Upgraded, stored};
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

/// A number without a fraction, of whatever type it is stored as.
fn whole(value: RawBsonRef<'_>) -> Option<i64> {
    match value {
        RawBsonRef::Int32(number) => Some(number.into()),
        RawBsonRef::Int64(number) => Some(number),
        #[expect(clippy::cast_possible_truncation, reason = "it has no fraction")]
        RawBsonRef::Double(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
            Some(number as i64)
        }
        _ => None,
    }
}

fn decoded<T: DeserializeOwned>(
    model: &Collection,
    document: &RawDocument,
) -> Result<T, ReadError> {
    bson::deserialize_from_slice(document.as_bytes()).map_err(|error| ReadError::Malformed {
        type_name: model.type_name,
        detail: error.to_string(),
    })
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

    /// The document with its version in it, where it has none: its type asks for one.
    fn with_version(&self, model: &Collection) -> Option<RawDocumentBuf> {
        let (_, path) = stored::version(model)?;
        if stored::value(model, path, self.document).is_some() {
            return None;
        }
        let name = CString::try_from(stored::name(model, path)).ok()?;
        let mut document = self.document.to_owned();
        document.append(name, i32::try_from(self.version).ok()?);
        Some(document)
    }
}

fn encoded<T: Serialize>(model: &Collection, value: &T) -> Result<Vec<u8>, ReadError> {
    bson::serialize_to_vec(value).map_err(|error| ReadError::Malformed {
        type_name: model.type_name,
        detail: error.to_string(),
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
    keeps(model, document, &after)?;
    Ok(Upgraded {
        from: version,
        before,
        after,
    })
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
    // Where the driver makes the `_id`, the type has none.
    if id(after).is_some() && id(after) != id(document) {
        return changed("_id".to_owned());
    }
    if let Some(path) = stored::tenant(model)
        && stored::value(model, path, after) != stored::value(model, path, document)
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
