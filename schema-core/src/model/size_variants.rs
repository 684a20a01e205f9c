//! The largest of an enum's variants, and what flattened values bring into a document.

use super::{
    Content, Form, Shape, Tagging, Variant, Variants,
    bounds::Bounds,
    size::{ELEMENT, EMPTY, EMPTY_STRING, Gap, Halt, STEP, Sizes, Step},
    size_parts::{digits, greater},
};

impl Sizes {
    /// The largest of an enum's variants: as a value, or as elements in another document.
    pub(super) const fn largest(&mut self, all: &'static Variants, value: bool, room: u8) -> u64 {
        if all.additional_properties {
            return self.unbounded(Gap::Open);
        }
        let (mut largest, mut at) = (0, 0);
        while at < all.variants.len() {
            let variant = &all.variants[at];
            let (tagging, name) = (tagging(all, variant), variant.stored_name.len() as u64);
            let size = match (tagging, variant.content) {
                (Tagging::External, Content::Unit) => EMPTY_STRING + name,
                (Tagging::Untagged, content) if value => self.content(content, room - 1),
                _ => {
                    let form = self.form(tagging, variant, room - 1);
                    form.saturating_add(if value { EMPTY } else { 0 })
                }
            };
            if self.halted() {
                return self.left(Step::Variant(variant.stored_name));
            }
            largest = greater(largest, size);
            at += 1;
        }
        largest
    }

    /// The elements that a variant is stored as.
    const fn form(&mut self, tagging: Tagging, variant: &'static Variant, room: u8) -> u64 {
        let name = variant.stored_name.len() as u64;
        match (tagging, variant.content) {
            (Tagging::External, content) => {
                let content = self.content(content, room - 1);
                content.saturating_add(ELEMENT + name)
            }
            (Tagging::Adjacent(tag, _), Content::Unit) => tag_bytes(tag.name, name),
            (Tagging::Adjacent(tag, other), content) => {
                let content = self.content(content, room - 1);
                let names = tag_bytes(tag.name, name) + ELEMENT + other.name.len() as u64;
                content.saturating_add(names)
            }
            (Tagging::Internal(tag), content) => {
                let fields = self.beside_tag(content, room - 1);
                fields.saturating_add(tag_bytes(tag.name, name))
            }
            (Tagging::Untagged, content) => self.beside_tag(content, room - 1),
        }
    }

    /// What a variant holds, as a value.
    const fn content(&mut self, content: Content, room: u8) -> u64 {
        match content {
            Content::Unit => 0,
            Content::Newtype(doc) => {
                let (bounds, _) = Bounds::of_field(doc.keywords, 0, 0);
                self.value(doc.shapes[0], &bounds, 0, room - 1)
            }
            Content::Tuple(doc) => {
                let count = doc.shapes.len() as u64;
                let values = self.values(doc, room - 1);
                values.saturating_add(EMPTY + count * ELEMENT + digits(count))
            }
            Content::Struct(doc) => self.document(doc, room - 1),
        }
    }

    /// What a variant holds, as elements beside its tag.
    const fn beside_tag(&mut self, content: Content, room: u8) -> u64 {
        match content {
            Content::Unit | Content::Tuple(_) => 0,
            // The bounds on such a field are no part of the validator.
            Content::Newtype(doc) => self.spread(doc.shapes[0], &Bounds::NONE, u64::MAX, room - 1),
            Content::Struct(doc) => {
                let values = self.values(doc, room - 1);
                values.saturating_add(doc.overhead as u64)
            }
        }
    }

    /// The elements that a flattened value brings. Of a map there are at most so many.
    pub(super) const fn spread(
        &mut self,
        shape: &Shape,
        bounds: &Bounds<'_>,
        most: u64,
        room: u8,
    ) -> u64 {
        if room < STEP {
            self.halt = Halt::Deep;
            return 0;
        }
        match shape.form {
            Form::Document(doc) => {
                let size = self.document(doc.get(), room - 1);
                size.saturating_sub(EMPTY)
            }
            Form::Newtype(newtype) => {
                let inner = Bounds {
                    keywords: newtype.keywords,
                    outer: Some((bounds, 0)),
                };
                self.spread(&newtype.inner, &inner, most, room - 1)
            }
            Form::Variants(all) => self.largest(all.get(), false, room - 1),
            Form::Map(map) => self.names(map, most, bounds, 0, room - 1),
            _ if shape.is_poison() && self.proof => {
                self.halt = Halt::Silent;
                0
            }
            _ => self.unbounded(Gap::Opaque),
        }
    }
}

/// A tag's element.
const fn tag_bytes(key: &str, name: u64) -> u64 {
    ELEMENT + key.len() as u64 + EMPTY_STRING + name
}

const fn tagging(all: &Variants, variant: &Variant) -> Tagging {
    if variant.untagged {
        Tagging::Untagged
    } else {
        all.tagging
    }
}
