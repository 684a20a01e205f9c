//! BSON values as JavaScript that mongosh reads.

use std::fmt::Write as _;

use bson::{Binary, Bson, Document, Regex};

use crate::output::reorders;

/// How long a document may be to stand on one line.
const WIDTH: usize = 96;

/// A value as an expression that yields exactly it, its type and the order of its fields included.
///
/// Lines after the first are indented by `indent` spaces.
pub(super) fn literal(value: &Bson, indent: usize) -> String {
    let line = on_one_line(value);
    if indent + line.len() <= WIDTH {
        return line;
    }
    match value {
        Bson::Document(document) => {
            lines(&fields(document, indent + 2), brackets(document), indent)
        }
        Bson::Array(values) => {
            let items: Vec<String> = values
                .iter()
                .map(|item| literal(item, indent + 2))
                .collect();
            lines(&items, ("[", "]"), indent)
        }
        _ => line,
    }
}

fn lines(parts: &[String], (open, close): (&str, &str), indent: usize) -> String {
    let pad = " ".repeat(indent + 2);
    let parts: Vec<String> = parts.iter().map(|part| format!("{pad}{part},\n")).collect();
    format!("{open}\n{}{}{close}", parts.concat(), " ".repeat(indent))
}

fn on_one_line(value: &Bson) -> String {
    match value {
        Bson::Document(document) if document.is_empty() => "{}".to_owned(),
        Bson::Document(document) => {
            let (open, close) = brackets(document);
            let fields: Vec<String> = document
                .iter()
                .map(|it| field(document, it, None))
                .collect();
            format!("{open} {} {close}", fields.join(", "))
        }
        Bson::Array(values) => {
            let items: Vec<String> = values.iter().map(on_one_line).collect();
            format!("[{}]", items.join(", "))
        }
        scalar => self::scalar(scalar),
    }
}

fn fields(document: &Document, indent: usize) -> Vec<String> {
    document
        .iter()
        .map(|it| field(document, it, Some(indent)))
        .collect()
}

fn field(document: &Document, (name, value): (&String, &Bson), indent: Option<usize>) -> String {
    let value = match indent {
        Some(indent) => literal(value, indent),
        None => on_one_line(value),
    };
    if needs_map(document) {
        format!("[{}, {value}]", string(name))
    } else {
        format!("{}: {value}", key(name))
    }
}

fn brackets(document: &Document) -> (&'static str, &'static str) {
    if needs_map(document) {
        ("new Map([", "])")
    } else {
        ("{", "}")
    }
}

/// JavaScript puts names that look like array positions before the others, in the order of their
/// numbers; a `Map` keeps its order, and the shell sends it as a document.
fn needs_map(document: &Document) -> bool {
    let is_position = |name: &String| name.parse::<u32>().is_ok_and(|n| n.to_string() == *name);
    document.len() > 1 && document.keys().any(is_position)
}

/// A field's name. In a literal a bare or quoted `__proto__` would set the prototype.
fn key(name: &str) -> String {
    let mut letters = name.chars();
    let is_start = |c: char| c.is_ascii_alphabetic() || c == '_' || c == '$';
    let is_identifier =
        letters.next().is_some_and(is_start) && letters.all(|c| is_start(c) || c.is_ascii_digit());
    match name {
        "__proto__" => "[\"__proto__\"]".to_owned(),
        name if is_identifier => name.to_owned(),
        name => string(name),
    }
}

/// A string literal in double quotes, with what is invisible or reorders text escaped.
pub(super) fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            c if c.is_control()
                || reorders(c)
                || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}') =>
            {
                let _ = write!(literal, "\\u{:04x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal + "\""
}

/// Whatever is no document or array, by the shell's own constructors.
fn scalar(value: &Bson) -> String {
    match value {
        Bson::Double(number) => double(*number),
        Bson::String(text) => string(text),
        Bson::Boolean(value) => value.to_string(),
        Bson::Null => "null".to_owned(),
        Bson::Int32(number) => number.to_string(),
        Bson::Int64(number) => format!("NumberLong(\"{number}\")"),
        Bson::Decimal128(number) => format!("NumberDecimal(\"{number}\")"),
        Bson::ObjectId(id) => format!("ObjectId(\"{id}\")"),
        Bson::DateTime(date) => self::date(*date),
        Bson::RegularExpression(Regex { pattern, options }) => {
            format!(
                "BSONRegExp({}, {})",
                string(pattern.as_str()),
                string(options.as_str())
            )
        }
        Bson::Binary(binary) => self::binary(binary),
        Bson::Timestamp(stamp) => {
            format!("Timestamp({{ t: {}, i: {} }})", stamp.time, stamp.increment)
        }
        Bson::MinKey => "MinKey()".to_owned(),
        Bson::MaxKey => "MaxKey()".to_owned(),
        Bson::JavaScriptCode(code) => format!("Code({})", string(code)),
        Bson::Symbol(symbol) => format!("BSONSymbol({})", string(symbol)),
        other => parsed(other),
    }
}

/// A JavaScript number that is whole would be sent as an integer.
fn double(number: f64) -> String {
    match number {
        number if number.is_nan() => "NaN".to_owned(),
        f64::INFINITY => "Infinity".to_owned(),
        f64::NEG_INFINITY => "-Infinity".to_owned(),
        number if number.fract() == 0.0 => format!("Double({number:?})"),
        number => format!("{number:?}"),
    }
}

/// Outside of the years that RFC 3339 writes, by its milliseconds.
fn date(date: bson::DateTime) -> String {
    match date.try_to_rfc3339_string() {
        Ok(text) if !text.starts_with(['-', '+']) => format!("ISODate(\"{text}\")"),
        _ => format!("new Date({})", date.timestamp_millis()),
    }
}

fn binary(binary: &Binary) -> String {
    let subtype = u8::from(binary.subtype);
    let value = Bson::Binary(binary.clone()).into_canonical_extjson();
    let base64 = value["$binary"]["base64"].as_str().unwrap_or_default();
    format!("BinData({subtype}, \"{base64}\")")
}

/// What has no constructor of its own.
fn parsed(value: &Bson) -> String {
    let text = value.clone().into_canonical_extjson().to_string();
    format!("EJSON.parse({}, {{ relaxed: false }})", string(&text))
}

#[cfg(test)]
mod tests {
    use bson::doc;

    use super::*;

    #[test]
    fn names_keep_their_order_and_set_no_prototype() {
        for (document, text) in [
            (doc! { "b": 1, "a": -1 }, "{ b: 1, a: -1 }"),
            (
                doc! { "b": 1, "0": 1 },
                r#"new Map([ ["b", 1], ["0", 1] ])"#,
            ),
            (doc! { "0": 1 }, r#"{ "0": 1 }"#),
            (
                doc! { "__proto__": 1, "a.b": 2 },
                r#"{ ["__proto__"]: 1, "a.b": 2 }"#,
            ),
            (doc! { "$or": [{}] }, "{ $or: [{}] }"),
        ] {
            assert_eq!(literal(&document.into(), 0), text);
        }
    }

    #[test]
    fn strings_cannot_break_out() {
        assert_eq!(
            string("\"\\\n\u{2028}\u{202e}\0</script>"),
            r#""\"\\\n\u2028\u202e\u0000</script>""#
        );
    }

    #[test]
    fn long_documents_stand_on_several_lines() {
        let long = doc! { "a": "x".repeat(100), "b": [1] };
        let text = literal(&long.into(), 2);
        assert_eq!(
            text,
            format!("{{\n    a: \"{}\",\n    b: [1],\n  }}", "x".repeat(100))
        );
    }
}
