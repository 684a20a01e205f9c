//! The sizes of values: of those that hold none, and of arrays and maps.

use super::{
    Array, Form, Gap, Halt, Map, Marks, Shape, Sizes, Step, Types,
    bounds::{Bounds, Kind},
    shape::{names_in, stored_bytes},
    size::{ELEMENT, EMPTY, EMPTY_STRING},
    size_parts::{FIXED, digits, fixed, greater, most_items},
};

/// A UUID as a field's name. What the pattern admits may end in a line feed: `$` stands before it.
const UUID_NAME: u64 = 37;
/// A UUID as binary data: a length, a subtype, sixteen bytes.
const UUID_VALUE: u64 = 21;

impl Sizes {
    pub(super) const fn scalar(
        &mut self,
        types: Types,
        marks: Marks,
        bounds: &Bounds<'_>,
        depth: u8,
    ) -> u64 {
        let mut size = fixed(types);
        if types.is_empty() && self.proof {
            self.halt = Halt::Silent;
        }
        if types.without(FIXED).is_empty() {
            return size;
        }
        if types.intersects(Types::STRING) {
            let most = bounds.least(depth, Kind::MaxLength);
            if most == u64::MAX {
                self.unbounded(Gap::Text);
            } else {
                size = greater(size, EMPTY_STRING + most * self.code_point);
            }
        }
        if types.intersects(Types::BIN_DATA) {
            if marks.intersects(Marks::UUID_BYTES) {
                size = greater(size, UUID_VALUE);
            } else {
                self.unbounded(Gap::Binary);
            }
        }
        let known = FIXED.or(Types::STRING).or(Types::BIN_DATA);
        if !types.without(known).is_empty() {
            self.unbounded(Gap::Opaque);
        }
        size
    }

    pub(super) const fn array(
        &mut self,
        array: &Array,
        bounds: &Bounds<'_>,
        depth: u8,
        room: u8,
    ) -> u64 {
        let most = most_items(array, bounds, depth);
        if most == u64::MAX {
            return EMPTY + self.unbounded(Gap::Items);
        }
        let item = self.value(&array.items, bounds, depth + 1, room - 1);
        if self.halted() {
            return self.left(Step::Items);
        }
        item.saturating_add(ELEMENT)
            .saturating_mul(most)
            .saturating_add(digits(most) + EMPTY)
    }

    pub(super) const fn tuple(
        &mut self,
        items: &'static [Shape],
        bounds: &Bounds<'_>,
        depth: u8,
        room: u8,
    ) -> u64 {
        let count = items.len() as u64;
        let (mut total, mut at) = (EMPTY + count * ELEMENT + digits(count), 0);
        while at < items.len() {
            let item = self.value(&items[at], bounds, depth + 1, room - 1);
            if self.halted() {
                return self.left(Step::Items);
            }
            total = total.saturating_add(item);
            at += 1;
        }
        total
    }

    /// The elements of a map that has at most so many.
    pub(super) const fn names(
        &mut self,
        map: &Map,
        most: u64,
        bounds: &Bounds<'_>,
        depth: u8,
        room: u8,
    ) -> u64 {
        let (names, count) = match map.names() {
            Some(pairs) => (stored_bytes(pairs).0, names_in(pairs) as u64 / 2),
            None if most == u64::MAX => return self.unbounded(Gap::Properties),
            None => (self.name(map).saturating_mul(most), most),
        };
        if self.halted() {
            return 0;
        }
        let value = self.value(&map.values, bounds, depth + 1, room - 1);
        if self.halted() {
            return self.left(Step::Values);
        }
        value
            .saturating_add(ELEMENT)
            .saturating_mul(count)
            .saturating_add(names)
    }

    /// The longest name of a map's field. The length of a key is no part of the validator.
    const fn name(&mut self, map: &Map) -> u64 {
        if map.keys.marks.intersects(Marks::UUID) {
            return UUID_NAME;
        }
        self.unbounded(Gap::Names);
        let Form::Newtype(newtype) = map.keys.form else {
            return 0;
        };
        let (bounds, _) = Bounds::of_field(newtype.keywords, 0, 0);
        match bounds.least(0, Kind::MaxLength) {
            u64::MAX => 0,
            most => most * self.code_point,
        }
    }
}
