//! The fields of a document by its bytes. Every inserted document is looked at, so nothing is decoded.
//! Source: the BSON specification.

/// The type of a document.
pub(super) const DOCUMENT: u8 = 0x03;

/// A field: its type, its name, and its value's bytes.
pub(super) struct Field<'a> {
    pub(super) kind: u8,
    pub(super) name: &'a [u8],
    pub(super) value: &'a [u8],
}

/// The fields of a document; nothing in the place of one that cannot be read, which is the last.
pub(super) fn fields(document: &[u8]) -> impl Iterator<Item = Option<Field<'_>>> {
    // Without its length and the NUL at its end.
    let mut rest = document
        .get(4..document.len().saturating_sub(1))
        .unwrap_or_default();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let read = field(rest);
        rest = read.as_ref().map_or(&[], |(_, rest)| rest);
        Some(read.map(|(field, _)| field))
    })
}

/// The first field, and what is behind it.
fn field(bytes: &[u8]) -> Option<(Field<'_>, &[u8])> {
    let (&kind, bytes) = bytes.split_first()?;
    let end = nul(bytes)?;
    let (name, bytes) = (&bytes[..end], &bytes[end + 1..]);
    let (value, rest) = bytes.split_at_checked(length(kind, bytes)?)?;
    Some((Field { kind, name, value }, rest))
}

fn nul(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| *byte == 0)
}

/// How many bytes the value of this type takes that these start with.
fn length(kind: u8, bytes: &[u8]) -> Option<usize> {
    let said = || {
        let said = i32::from_le_bytes(*bytes.first_chunk()?);
        usize::try_from(said).ok()
    };
    Some(match kind {
        // null, undefined, the least and the largest key
        0x06 | 0x0a | 0x7f | 0xff => 0,
        // a boolean
        0x08 => 1,
        0x10 => 4,
        // a double, a date, a timestamp, a long
        0x01 | 0x09 | 0x11 | 0x12 => 8,
        0x07 => 12,
        0x13 => 16,
        // documents, arrays and code with a scope count themselves
        DOCUMENT | 0x04 | 0x0f => said()?,
        // strings, code and symbols do not count their length
        0x02 | 0x0d | 0x0e => said()?.checked_add(4)?,
        0x05 => said()?.checked_add(5)?,
        // a string and an ObjectId
        0x0c => said()?.checked_add(16)?,
        // a pattern and its options
        0x0b => {
            let pattern = nul(bytes)? + 1;
            pattern + nul(&bytes[pattern..])? + 1
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use bson::{Bson, DateTime, Document, Timestamp, doc, oid::ObjectId};

    use super::*;

    #[test]
    fn each_type_is_passed_over_by_its_length() {
        let document = doc! {
            "double": 1.5, "string": "text", "document": { "a": 1 }, "array": [1, 2],
            "binary": bson::Binary { subtype: bson::spec::BinarySubtype::Generic, bytes: vec![0; 3] },
            "undefined": Bson::Undefined, "id": ObjectId::new(), "bool": true, "date": DateTime::now(),
            "null": Bson::Null,
            "regex": Bson::RegularExpression(bson::Regex {
                pattern: bson::raw::cstr!("a.b").to_owned(), options: bson::raw::cstr!("i").to_owned(),
            }),
            "code": Bson::JavaScriptCode("f".into()), "symbol": Bson::Symbol("s".into()),
            "scoped": Bson::JavaScriptCodeWithScope(bson::JavaScriptCodeWithScope {
                code: "f".into(), scope: doc! { "a": 1 },
            }),
            "int": 1_i32, "timestamp": Timestamp { time: 1, increment: 1 }, "long": 1_i64,
            "decimal": "1.5".parse::<bson::Decimal128>().unwrap(), "least": Bson::MinKey,
            "most": Bson::MaxKey,
        };
        let bytes = bson::serialize_to_vec(&document).unwrap();
        let names: Vec<_> = fields(&bytes)
            .map(|it| it.unwrap().name.to_owned())
            .collect();
        let expected: Vec<_> = document
            .keys()
            .map(|key| key.as_bytes().to_owned())
            .collect();
        assert_eq!(names, expected);
    }

    #[test]
    fn what_is_cut_short_ends_with_nothing() {
        let bytes = bson::serialize_to_vec(&doc! { "a": 1, "b": "text", "c": { "d": 1 } }).unwrap();
        for end in 0..bytes.len() - 1 {
            let read: Vec<_> = fields(&bytes[..end]).collect();
            assert!(read.len() <= 3);
            assert!(read.iter().rev().skip(1).all(Option::is_some), "{end}");
        }
        assert_eq!(
            fields(&bson::serialize_to_vec(&Document::new()).unwrap()).count(),
            0
        );
    }
}
