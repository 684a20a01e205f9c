//! Values that break a keyword, made of one that keeps it.

use bson::{Bson, DateTime, Decimal128, Document, doc, oid::ObjectId};

use super::breaks::Break;
use super::keeps::{alias, count, is_listed, matches, number, types};

/// A value of each type that `bsonType` does not admit.
pub(crate) fn of_other_types(admitted: &Bson) -> Vec<Bson> {
    let all = [
        Bson::from("text"),
        Bson::Int32(1),
        Bson::Int64(1),
        Bson::Double(1.0),
        Bson::Decimal128("1".parse().unwrap()),
        Bson::Boolean(true),
        Bson::Null,
        Bson::DateTime(DateTime::from_millis(0)),
        Bson::ObjectId(ObjectId::from_bytes([7; 12])),
        Bson::Document(doc! {}),
        Bson::Array(Vec::new()),
        Bson::MinKey,
        Bson::Timestamp(bson::Timestamp {
            time: 1,
            increment: 1,
        }),
    ];
    let admitted = types(admitted);
    all.into_iter()
        .filter(|value| !admitted.contains(&alias(value)))
        .collect()
}

/// A value like the listed ones, and not among them.
pub(crate) fn not_among(listed: &[Bson]) -> Vec<Bson> {
    let greatest = listed.iter().filter_map(number).reduce(f64::max);
    match greatest {
        Some(greatest) => vec![Bson::Int32(greatest as i32 + 1)],
        None => vec![Bson::from("none of them")],
    }
}

/// Numbers beyond a bound, of the value's own type.
pub(crate) fn numbers(schema: &Document, keyword: &str, value: &Bson) -> Vec<Bson> {
    let step = schema.get("multipleOf").and_then(number).unwrap_or(1.0);
    let Some(bound) = schema.get(keyword).and_then(number) else {
        return Vec::new();
    };
    let beyond = |step: f64, exclusive: &str| {
        if schema.get_bool(exclusive).unwrap_or(false) {
            bound
        } else {
            bound + step
        }
    };
    let broken = match (keyword, number(value)) {
        (_, None) => return Vec::new(),
        ("minimum", _) => beyond(-step, "exclusiveMinimum"),
        ("maximum", _) => beyond(step, "exclusiveMaximum"),
        ("multipleOf", Some(number)) if is_whole(value) => number + 1.0,
        ("multipleOf", Some(number)) => number + bound / 2.0,
        _ => return Vec::new(),
    };
    let not_a_number = matches!(value, Bson::Double(_)) && keyword == "minimum";
    let not_a_number = not_a_number.then_some(Bson::Double(f64::NAN));
    of_type_of(value, broken)
        .into_iter()
        .chain(not_a_number)
        .collect()
}

fn is_whole(value: &Bson) -> bool {
    matches!(value, Bson::Int32(_) | Bson::Int64(_))
}

/// A number in the type of another, where it fits; whole numbers in the narrower of theirs.
#[allow(clippy::cast_precision_loss)]
fn of_type_of(value: &Bson, number: f64) -> Option<Bson> {
    match value {
        Bson::Double(_) => Some(Bson::Double(number)),
        Bson::Decimal128(_) => number
            .to_string()
            .parse::<Decimal128>()
            .ok()
            .map(Bson::Decimal128),
        // Beyond this a double steps over whole numbers.
        _ if number.abs() > (1_u64 << 53) as f64 => None,
        _ if number.abs() > f64::from(i32::MAX) => Some(Bson::Int64(number as i64)),
        _ => Some(Bson::Int32(number as i32)),
    }
}

/// Texts too short, too long, or unlike the pattern.
pub(crate) fn texts(
    schema: &Document,
    keyword: &str,
    text: &str,
) -> impl Iterator<Item = String> + use<> {
    let argument = &schema[keyword];
    let characters: Vec<char> = text.chars().collect();
    let last = characters.last().copied().unwrap_or('x');
    let broken: Vec<String> = match keyword {
        "minLength" if count(argument) == 0 => Vec::new(),
        "minLength" => vec![characters[..count(argument) - 1].iter().collect()],
        "maxLength" => {
            let more = count(argument) + 1 - characters.len();
            vec![format!("{text}{}", last.to_string().repeat(more))]
        }
        _ => unlike(argument.as_str().unwrap(), characters.len()),
    };
    broken.into_iter()
}

/// Texts of this length that have no part like the pattern.
fn unlike(pattern: &str, length: usize) -> Vec<String> {
    let texts = ["\u{1}", "a", "A", "0", "\u{e9}", "@", " "].map(|it| it.repeat(length));
    texts
        .into_iter()
        .filter(|text| !matches(pattern, text))
        .collect()
}

/// Arrays with too few or too many of the items.
pub(crate) fn lengths(
    keyword: &str,
    argument: &Bson,
    items: &[Bson],
) -> impl Iterator<Item = Vec<Bson>> + use<> {
    let bound = count(argument);
    let broken = match (keyword, items.last()) {
        ("minItems", Some(_)) if bound > 0 => Some(items[..bound - 1].to_vec()),
        ("maxItems", Some(last)) => {
            let more = vec![last.clone(); bound + 1 - items.len()];
            Some([items, &more].concat())
        }
        _ => None,
    };
    broken.into_iter()
}

/// Arrays with an item twice, where they are not too long for that.
pub(crate) fn doubled(schema: &Document, items: &[Bson]) -> Vec<Break> {
    let Some(first) = items.first() else {
        return Vec::new();
    };
    let most = schema.get("maxItems").map_or(usize::MAX, count);
    let others = match items.len() {
        length if length < most => items,
        1 => return Vec::new(),
        length => &items[..length - 1],
    };
    let with = |item: Bson| Break::of("uniqueItems", Bson::Array([others, &[item]].concat()));
    let mut all = vec![with(first.clone())];
    if let Bson::Document(fields) = first
        && fields.len() > 1
    {
        let mut fields: Vec<_> = fields.clone().into_iter().collect();
        fields.reverse();
        let reversed = Bson::Document(fields.into_iter().collect());
        all.push(with(reversed).reordered());
    }
    all
}

/// Documents with too few or too many fields.
pub(crate) fn sizes(
    schema: &Document,
    keyword: &str,
    fields: &Document,
) -> impl Iterator<Item = Document> + use<> {
    let bound = count(&schema[keyword]);
    let broken = match keyword {
        "minProperties" if bound > 0 => Some(fields.clone().into_iter().take(bound - 1).collect()),
        "maxProperties" => with_more(schema, fields, bound + 1),
        _ => None,
    };
    broken.into_iter()
}

/// With as many fields, the further ones like those that are not listed.
fn with_more(schema: &Document, fields: &Document, size: usize) -> Option<Document> {
    let is_other = |name: &str| match schema.get_document("properties") {
        Ok(listed) => !listed.contains_key(name),
        Err(_) => true,
    };
    let (_, value) = fields
        .iter()
        .find(|(name, _)| is_other(name))
        .or(fields.iter().next())?;
    let patterns = schema.contains_key("patternProperties");
    let names = ('a'..='z').flat_map(|one| ('a'..='z').map(move |two| format!("{one}{two}")));
    let mut fields = fields.clone();
    let value = value.clone();
    for name in names.filter(|name| !patterns || is_listed(schema, name)) {
        if fields.len() < size && is_other(&name) && !fields.contains_key(&name) {
            fields.insert(name, value.clone());
        }
    }
    (fields.len() == size).then_some(fields)
}
