//! Numbers, sizes and values in a sentence.

use bson::Bson;

pub(super) fn documents(count: i64) -> String {
    match count {
        1 => "1 document".to_owned(),
        count => format!("{} documents", grouped(count)),
    }
}

/// `1,234,567`
fn grouped(count: i64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `3.4 MiB`
pub(super) fn bytes(count: i64) -> String {
    let mut size = 1;
    for unit in ["KiB", "MiB", "GiB", "TiB"] {
        size *= 1024;
        if count < size * 1024 || unit == "TiB" {
            let tenths = count.saturating_mul(10) / size;
            return format!("{}.{} {unit}", tenths / 10, tenths % 10);
        }
    }
    format!("{count} bytes")
}

pub(super) fn ids(all: &[Bson]) -> String {
    let all: Vec<String> = all.iter().map(id).collect();
    all.join(" and ")
}

/// An `_id` in a sentence.
pub(super) fn id(id: &Bson) -> String {
    match id {
        Bson::ObjectId(id) => id.to_hex(),
        other => json(other),
    }
}

pub(super) fn json(value: &Bson) -> String {
    value.clone().into_relaxed_extjson().to_string()
}
