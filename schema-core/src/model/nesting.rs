//! How deep a document nests, and how deep the schema that is rendered for it.
//!
//! Each document and each array is a level. What a schema looks like, `render` decides; a test
//! compares the two.

use super::{Collection, Content, Doc, Form, Shape, Tagging, Types, Variants};

/// How many calls the walk goes deep. Constant evaluation has 128 frames, and some are needed above.
const FRAMES: u8 = 112;

/// The levels of a collection's largest document, and those of its schema, which is the deepest of
/// what may nest 100 levels: the larger ones stand for any number where a type contains itself.
pub const fn nesting_of(collection: &Collection) -> (u32, u32) {
    let nesting = Nesting::of(collection.doc.get());
    (nesting.document, nesting.schema)
}

/// The deepest levels that a walk has reached.
pub(crate) struct Nesting {
    /// Of the document.
    pub(crate) document: u32,
    /// Of its schema.
    pub(crate) schema: u32,
    /// The position of the outermost field that leads to the deepest level of the schema.
    pub(crate) field: usize,
    /// Whether it ended before its end, in what is deeper than it can go.
    pub(crate) endless: bool,
    /// Whether it ended at a type that contains itself.
    pub(crate) recursive: bool,
    /// The types that it is inside of, by their identities.
    inside: [u64; FRAMES as usize],
}

/// Where a value stands.
#[derive(Clone, Copy)]
struct Level {
    /// The level that it has in the document, where it is a document or an array.
    document: u32,
    /// The level of its schema.
    schema: u32,
    /// How many calls lead to it.
    frames: u8,
}

impl Level {
    /// Inside, by so many levels.
    const fn down(self, document: u32, schema: u32) -> Self {
        Self {
            document: self.document + document,
            schema: self.schema + schema,
            frames: self.frames + 1,
        }
    }
}

impl Nesting {
    /// Walks through the documents of a collection.
    pub(crate) const fn of(doc: &'static Doc) -> Self {
        let mut nesting = Self {
            document: 0,
            schema: 0,
            field: 0,
            endless: false,
            recursive: false,
            inside: [0; FRAMES as usize],
        };
        let top = Level {
            document: 1,
            schema: 1,
            frames: 0,
        };
        nesting.reach(top, 1);
        let top = top.down(1, 2 + forms_levels(doc, 0));
        let mut field = 0;
        while field < doc.shapes.len() {
            let before = nesting.schema;
            nesting.field_value(doc, field, top);
            if nesting.schema > before {
                nesting.field = field;
            }
            field += 1;
        }
        nesting
    }

    /// A document or an array stands here, and its schema has so many levels below its own.
    const fn reach(&mut self, level: Level, below: u32) {
        if level.document > self.document {
            self.document = level.document;
        }
        self.reach_schema(level, below);
    }

    const fn reach_schema(&mut self, level: Level, below: u32) {
        if level.schema + below > self.schema {
            self.schema = level.schema + below;
        }
    }

    const fn ended(&self) -> bool {
        self.endless | self.recursive
    }

    /// A field's value, at the level of its schema; or what is flattened there.
    const fn field_value(&mut self, doc: &'static Doc, field: usize, level: Level) {
        if doc.flags(field).flattened() {
            self.spread(doc.shapes[field], level);
        } else {
            self.value(doc.shapes[field], level);
        }
    }

    /// Each field of a document, of which the schemas have this level.
    const fn fields(&mut self, doc: &'static Doc, level: Level) {
        if !self.enter(doc.identity, doc.generic, level) {
            return;
        }
        let mut field = 0;
        while field < doc.shapes.len() && !self.ended() {
            // Not by `field_value`, for a frame less.
            if doc.flags(field).flattened() {
                self.spread(doc.shapes[field], level);
            } else {
                self.value(doc.shapes[field], level);
            }
            field += 1;
        }
        self.inside[level.frames as usize] = 0;
    }

    /// Whether there is more to be seen inside a type. One with parameters may hold itself with
    /// others.
    const fn enter(&mut self, identity: u64, generic: bool, level: Level) -> bool {
        if level.frames + 8 > FRAMES {
            self.endless = true;
            return false;
        }
        let mut at = 0;
        while at < level.frames as usize {
            if self.inside[at] == identity && !generic {
                self.recursive = true;
                return false;
            }
            at += 1;
        }
        self.inside[level.frames as usize] = identity;
        true
    }

    const fn value(&mut self, shape: &Shape, level: Level) {
        let (mut shape, mut level) = (*shape, level.down(0, 0));
        // What holds one value of another shape needs no frame of its own.
        loop {
            shape = match shape.form {
                Form::Newtype(newtype) => newtype.inner,
                Form::Array(array) => {
                    self.reach(level, list_levels(shape.types));
                    level = level.down(1, 1);
                    level.frames -= 1;
                    array.items
                }
                Form::Map(map) => {
                    self.reach(level, 1);
                    // Under a pattern or a name.
                    level = level.down(1, 2);
                    level.frames -= 1;
                    map.values
                }
                _ => break,
            };
        }
        match shape.form {
            Form::Document(doc) => {
                let forms = forms_levels(doc.get(), 0);
                self.reach(level, 1 + forms);
                self.fields(doc.get(), level.down(1, 2 + forms));
            }
            Form::Variants(all) => self.variants(all.get(), level),
            Form::Tuple(items) => {
                self.reach(level, 1);
                let mut at = 0;
                while at < items.len() && !self.ended() {
                    self.value(&items[at], level.down(1, 2));
                    at += 1;
                }
            }
            Form::Enumeration(_) => self.reach_schema(level, 1),
            _ => self.reach_schema(level, list_levels(shape.types)),
        }
    }

    /// The variants of an enum, each in a branch of its own.
    const fn variants(&mut self, all: &'static Variants, level: Level) {
        // The documents of its variants have the same identity.
        if !self.enter(!all.identity, all.generic, level) {
            return;
        }
        let branch = level.down(0, 2);
        let mut at = 0;
        while at < all.variants.len() && !self.ended() {
            let variant = &all.variants[at];
            match (all.tagging, variant.content) {
                (Tagging::External, Content::Unit) if !variant.untagged => {
                    self.reach_schema(branch, 1);
                }
                (Tagging::Untagged, content) => self.content(content, branch),
                (_, content) if variant.untagged => self.content(content, branch),
                _ => {
                    self.reach(branch, 1);
                    self.form(all.tagging, variant.content, branch.down(1, 2));
                }
            }
            at += 1;
        }
        self.inside[level.frames as usize] = 0;
    }

    /// The fields that a variant is stored as, of which the schemas have this level.
    const fn form(&mut self, tagging: Tagging, content: Content, level: Level) {
        // The list of the tag's one value.
        self.reach_schema(level, 1);
        match (tagging, content) {
            (Tagging::External | Tagging::Adjacent(..), content) => {
                self.content(content, level.down(0, 0));
            }
            (_, Content::Unit | Content::Tuple(_)) => {}
            (_, Content::Struct(doc)) => self.fields(doc, level.down(0, 0)),
            (_, Content::Newtype(doc)) => self.spread(doc.shapes[0], level),
        }
    }

    /// What a variant holds, as a value.
    const fn content(&mut self, content: Content, level: Level) {
        match content {
            Content::Unit => {}
            Content::Newtype(doc) => self.value(doc.shapes[0], level),
            Content::Tuple(doc) => {
                self.reach(level, 1);
                self.fields(doc, level.down(1, 2));
            }
            Content::Struct(doc) => {
                let forms = forms_levels(doc, 0);
                self.reach(level, 1 + forms);
                self.fields(doc, level.down(1, 2 + forms));
            }
        }
    }

    /// A flattened value's fields, of which the schemas have this level.
    const fn spread(&mut self, shape: &Shape, level: Level) {
        match shape.resolved().form {
            Form::Document(doc) => self.fields(doc.get(), level.down(0, 0)),
            Form::Variants(all) => {
                let mut at = 0;
                while at < all.get().variants.len() && !self.ended() {
                    let variant = &all.get().variants[at];
                    let tagging = if variant.untagged {
                        Tagging::Untagged
                    } else {
                        all.get().tagging
                    };
                    self.form(tagging, variant.content, level.down(0, 0));
                    at += 1;
                }
            }
            Form::Map(map) => self.value(&map.values, level),
            _ => {}
        }
    }
}

/// The level of a list of types, where there are several.
const fn list_levels(types: Types) -> u32 {
    if types.is(Types::ANY) || types.bits().is_power_of_two() {
        0
    } else {
        1
    }
}

/// The levels of a list of forms and of each form, where an enum is flattened into the document.
const fn forms_levels(doc: &Doc, depth: u8) -> u32 {
    let mut field = 0;
    while field < doc.shapes.len() {
        if doc.flags(field).flattened() && has_forms(doc.shapes[field], depth) {
            return 2;
        }
        field += 1;
    }
    0
}

const fn has_forms(shape: &Shape, depth: u8) -> bool {
    match shape.resolved().form {
        _ if depth > 3 => false,
        Form::Document(doc) => forms_levels(doc.get(), depth + 1) > 0,
        Form::Variants(all) => match all.get().variants {
            [only] => match only.content {
                Content::Struct(doc) => forms_levels(doc, depth + 1) > 0,
                Content::Newtype(doc) => has_forms(doc.shapes[0], depth + 1),
                _ => false,
            },
            _ => true,
        },
        _ => false,
    }
}
