//! Whether two values are the same to `enum` and `uniqueItems`: numbers by value, whatever their
//! types; of objects the order of the fields does not count, at any depth; that of items does.
//! Strings and symbols of equal text are equal. Collations play no part.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::number::Number;
use super::raw::{Value, code_and_scope, kind};

/// Up to how many elements are compared each with each.
const FEW: usize = 32;

/// Up to how many items room for them costs next to nothing.
const VERY_FEW: usize = 8;

/// Whether they are equal, names aside.
#[inline]
pub(super) fn equal(left: Value<'_>, right: Value<'_>) -> bool {
    if left.kind() == kind::STRING && right.kind() == kind::STRING {
        return same(left.bytes, right.bytes);
    }
    class(left.kind()) == class(right.kind()) && equal_of_class(left, right)
}

/// Whether they are equal; short ones, as most are, by a word or two instead of a call.
#[inline]
fn same(left: &[u8], right: &[u8]) -> bool {
    left.len() == right.len()
        && match left.len() {
            4..=8 => ends_are_equal::<4>(left, right),
            9..=16 => ends_are_equal::<8>(left, right),
            _ => left == right,
        }
}

/// Of bytes up to twice as many, that is all of them.
#[inline]
fn ends_are_equal<const N: usize>(left: &[u8], right: &[u8]) -> bool {
    left.last_chunk::<N>() == right.last_chunk::<N>()
        && left.first_chunk::<N>() == right.first_chunk::<N>()
}

fn equal_of_class(left: Value<'_>, right: Value<'_>) -> bool {
    if let (Some(left), Some(right)) = (Number::of(left), Number::of(right)) {
        return left.compare(right).is_eq();
    }
    match left.kind() {
        kind::OBJECT => equal_objects(left, right),
        kind::ARRAY => equal_items(left, right),
        kind::CODE_WITH_SCOPE => equal_code(left, right),
        _ => left.bytes == right.bytes,
    }
}

/// Types whose values can equal each other have one class.
fn class(kind: u8) -> u8 {
    match kind {
        kind::INT | kind::LONG | kind::DECIMAL => kind::DOUBLE,
        kind::SYMBOL => kind::STRING,
        other => other,
    }
}

fn equal_items(left: Value<'_>, right: Value<'_>) -> bool {
    let (mut left, mut right) = (left.elements(), right.elements());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some((_, left)), Some((_, right))) if equal(left, right) => {}
            _ => return false,
        }
    }
}

fn equal_objects(left: Value<'_>, right: Value<'_>) -> bool {
    if left.bytes == right.bytes || equal_in_order(left, right) {
        return true;
    }
    let count = left.elements().count();
    count == right.elements().count()
        && if count <= FEW {
            equal_unordered(left, right)
        } else {
            equal_sorted(left, right)
        }
}

fn equal_in_order(left: Value<'_>, right: Value<'_>) -> bool {
    let (mut left, mut right) = (left.elements(), right.elements());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some((name, left)), Some((other, right))) if name == other && equal(left, right) => {}
            _ => return false,
        }
    }
}

/// Both have as many fields. Of a name that is there more than once, the first stands beside the
/// first.
fn equal_unordered(left: Value<'_>, right: Value<'_>) -> bool {
    left.elements().enumerate().all(|(at, (name, value))| {
        let before = left.elements().take(at);
        let nth = before.filter(|(earlier, _)| *earlier == name).count();
        let mut others = right.elements().filter(|(other, _)| *other == name);
        others
            .nth(nth)
            .is_some_and(|(_, other)| equal(value, other))
    })
}

fn equal_sorted(left: Value<'_>, right: Value<'_>) -> bool {
    let (left, right) = (sorted(left), sorted(right));
    let mut pairs = left.iter().zip(&right);
    pairs.all(|((name, left), (other, right))| name == other && equal(*left, *right))
}

fn equal_code(left: Value<'_>, right: Value<'_>) -> bool {
    match (code_and_scope(left), code_and_scope(right)) {
        (Some((left, scope)), Some((right, other))) => left == right && equal(scope, other),
        _ => false,
    }
}

fn sorted(object: Value<'_>) -> Vec<(&[u8], Value<'_>)> {
    let mut elements: Vec<_> = object.elements().collect();
    elements.sort_by_key(|(name, _)| *name);
    elements
}

/// The first item of an array that another one equals before it.
pub(super) fn duplicate(array: Value<'_>) -> Option<Value<'_>> {
    duplicate_of_few::<VERY_FEW>(array)
        .or_else(|_| duplicate_of_few::<FEW>(array))
        .unwrap_or_else(|_| ITEMS.with_borrow_mut(|items| duplicate_of_many(array, items)))
}

/// There are more items than there is room for.
struct TooMany;

fn duplicate_of_few<const N: usize>(array: Value<'_>) -> Result<Option<Value<'_>>, TooMany> {
    let mut items = [Value::document(&[]); N];
    let (mut elements, mut count) = (array.elements(), 0);
    while let Some(item) = elements.next_value() {
        if items[..count].iter().any(|it| equal(*it, item)) {
            return Ok(Some(item));
        }
        *items.get_mut(count).ok_or(TooMany)? = item;
        count += 1;
    }
    Ok(None)
}

/// An item's hash, where its value lies in the array's bytes, and its type.
type Item = (u64, usize, u8);

thread_local! {
    /// Of a long array's items; kept between documents, so that none of them allocates.
    static ITEMS: std::cell::RefCell<Vec<Item>> = const { std::cell::RefCell::new(Vec::new()) };
}

fn duplicate_of_many<'a>(array: Value<'a>, items: &mut Vec<Item>) -> Option<Value<'a>> {
    items.clear();
    let start = array.bytes.as_ptr() as usize;
    let hashed = |item: Value<'a>| {
        let offset = (item.bytes.as_ptr() as usize).saturating_sub(start);
        (hash(item), offset, item.kind())
    };
    items.extend(array.elements().map(|(_, item)| hashed(item)));
    items.sort_unstable();
    let alike = items.chunk_by(|left, right| left.0 == right.0);
    let found = alike.filter_map(|alike| duplicate_among(array, alike));
    found.min_by_key(|item| item.bytes.as_ptr() as usize)
}

/// Items of one hash, in their order.
fn duplicate_among<'a>(array: Value<'a>, alike: &[Item]) -> Option<Value<'a>> {
    let value = |(_, offset, kind): &Item| array.inner(*offset, *kind);
    let mut items = alike.iter().enumerate().skip(1);
    items.find_map(|(at, item)| {
        let item = value(item)?;
        let mut before = alike[..at].iter().filter_map(value);
        before.any(|earlier| equal(earlier, item)).then_some(item)
    })
}

/// Equal values have equal hashes.
fn hash(value: Value<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    class(value.kind()).hash(&mut hasher);
    match value.kind() {
        kind::OBJECT => fields(value).hash(&mut hasher),
        kind::ARRAY => value
            .elements()
            .for_each(|(_, item)| hash(item).hash(&mut hasher)),
        kind::CODE_WITH_SCOPE => {}
        _ => match Number::of(value) {
            Some(number) => number.nearest_double().to_bits().hash(&mut hasher),
            None => value.bytes.hash(&mut hasher),
        },
    }
    hasher.finish()
}

/// The sum of the fields' hashes, in which order does not count.
fn fields(value: Value<'_>) -> u64 {
    let field = |(name, value): (&[u8], Value<'_>)| {
        let mut hasher = DefaultHasher::new();
        (name, hash(value)).hash(&mut hasher);
        hasher.finish()
    };
    value.elements().map(field).fold(0, u64::wrapping_add)
}
