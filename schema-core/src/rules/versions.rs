//! Rules about the shapes of a collection, from one version to the next.

use schema_rules::{
    ACCEPTED_VERSION_UNKNOWN, PREVIOUS_SHAPE_MISMATCH, Rule, VERSION_GAP, VERSION_LOOP,
    VERSION_NOT_RISING,
};

use super::{message::Message, stored::Stored};
use crate::{
    model::{Collection, CollectionOption, Path, Tenant, Types, Walk, stored_name},
    upgrade::UpgradeFn,
    variant::same,
};

/// The longest chain that is followed in search of a loop.
const LONGEST_CHAIN: u32 = 100;

/// The rules about the shape before: it is of the same collection, one version older, and its
/// documents stay the same documents.
#[track_caller]
pub const fn previous(collection: &'static Collection) {
    let Some((before, _)) = previous_of(collection) else {
        return;
    };
    if before.name.is_empty() || collection.name.is_empty() {
        return;
    }
    if !same(before.name.as_bytes(), collection.name.as_bytes()) {
        other_collection(collection, before)
    }
    if leads_back(collection, before) {
        Message::new()
            .with(&["`", before.type_name, "` leads back to `"])
            .with(&[collection.type_name, "`"])
            .fail(VERSION_LOOP.remedy, &VERSION_LOOP)
    }
    rises(collection, before);
    same_keys(collection, before);
}

#[cold]
#[track_caller]
const fn other_collection(collection: &Collection, before: &Collection) -> ! {
    Message::new()
        .with(&["`", before.type_name, "` is a shape of the collection `"])
        .with(&[before.name, "`, not of `", collection.name, "`"])
        .fail(
            "name the shape before of this one",
            &PREVIOUS_SHAPE_MISMATCH,
        )
}

/// Whether the chain that begins at `before` comes to `collection` again.
const fn leads_back(collection: &Collection, before: &'static Collection) -> bool {
    let own = collection.doc.get().identity;
    let mut shape = before;
    let mut steps = 0;
    while steps < LONGEST_CHAIN {
        if shape.doc.get().identity == own {
            return true;
        }
        match previous_of(shape) {
            Some((before, _)) => shape = before,
            None => return false,
        }
        steps += 1;
    }
    false
}

/// [`VERSION_NOT_RISING`] and [`VERSION_GAP`].
#[track_caller]
const fn rises(collection: &Collection, before: &Collection) {
    // That it is missing on this one was reported.
    let Some((version, _)) = version_of(collection) else {
        return;
    };
    let text = Message::new().with(&["`", before.type_name, "`"]);
    match version_of(before) {
        Some((older, _)) if older >= version => text.with(&[" is not of an older version"]).fail(
            "raise `schema_version` of the newer one",
            &VERSION_NOT_RISING,
        ),
        Some((older, _)) if older + 1 < version => text
            .with(&[" is version "])
            .with_number(older)
            .with(&[", and this is version "])
            .with_number(version)
            .fail(VERSION_GAP.remedy, &VERSION_GAP),
        Some(_) => {}
        None => text
            .with(&[" has no version"])
            .fail("write `schema_version = 1` on it", &VERSION_NOT_RISING),
    }
}

/// [`PREVIOUS_SHAPE_MISMATCH`]: `_id`, tenant key and version are stored alike.
#[track_caller]
const fn same_keys(collection: &'static Collection, before: &'static Collection) {
    let (own, older) = (id_types(collection), id_types(before));
    if differ(own, older) {
        mismatch(collection, before, "` do not store the `_id` as one type")
    }
    if let (Some(own), Some(older)) = (tenant_path(collection), tenant_path(before)) {
        if !same_place(collection, own, before, older) {
            mismatch(
                collection,
                before,
                "` do not store the tenant key in one field",
            )
        }
        let (own, older) = (types_at(collection, own), types_at(before, older));
        if differ(own, older) {
            mismatch(
                collection,
                before,
                "` do not store the tenant key as one type",
            )
        }
    } else if tenant_path(collection).is_some() != tenant_path(before).is_some() {
        mismatch(collection, before, "` do not both have a tenant key")
    }
    if let (Some((_, own)), Some((_, older))) = (version_of(collection), version_of(before)) {
        let (own, older) = (&collection.paths[own], &before.paths[older]);
        if !same_place(collection, own, before, older) {
            mismatch(
                collection,
                before,
                "` do not store the version in one field",
            )
        }
    }
}

#[cold]
#[track_caller]
const fn mismatch(collection: &Collection, before: &Collection, wrong: &str) -> ! {
    Message::new()
        .with(&["`", collection.type_name, "` and `", before.type_name])
        .with(&[wrong])
        .fail(PREVIOUS_SHAPE_MISMATCH.remedy, &PREVIOUS_SHAPE_MISMATCH)
}

/// Whether both are known, and not alike.
const fn differ(one: Types, other: Types) -> bool {
    !one.is(other) && !one.is(Types::ANY) && !other.is(Types::ANY)
}

/// What the `_id` is stored as; an ObjectId where the driver makes it, nothing where it is not known.
const fn id_types(collection: &Collection) -> Types {
    if super::collection::has_generated_id(collection) {
        return Types::OBJECT_ID;
    }
    match Stored::in_doc(collection.doc.get(), b"_id") {
        Stored::Found(types) => types.without(Types::NULL),
        _ => Types::ANY,
    }
}

const fn tenant_path(collection: &'static Collection) -> Option<&'static Path> {
    match collection.tenant {
        Tenant::Key(path) => Some(&collection.paths[path as usize]),
        Tenant::Global(_) | Tenant::Unknown => None,
    }
}

const fn types_at(collection: &'static Collection, path: &'static Path) -> Types {
    match Walk::along(collection.doc.get(), path) {
        Walk::Found(found) => found.types,
        _ => Types::ANY,
    }
}

/// Whether two paths have the same stored names.
const fn same_place(
    one: &'static Collection,
    path: &'static Path,
    other: &'static Collection,
    others: &'static Path,
) -> bool {
    let mut at = 0;
    loop {
        match (stored_name(one, path, at), stored_name(other, others, at)) {
            (Some(one), Some(other)) if same(one, other) => at += 1,
            (None, None) => return true,
            _ => return false,
        }
    }
}

/// [`ACCEPTED_VERSION_UNKNOWN`] for a version that is accepted beside the current one.
#[track_caller]
pub const fn accepted(collection: &'static Collection, version: u32) {
    if is_in_chain(collection, version) {
        return;
    }
    let text = Message::new().with(&["no shape before `", collection.type_name]);
    text.with(&["` has version "])
        .with_number(version)
        .fail("write that of one, or remove it", &ACCEPTED_VERSION_UNKNOWN)
}

/// [`ACCEPTED_VERSION_UNKNOWN`] for documents without a version, which count as those of version 1.
#[track_caller]
pub const fn unversioned(collection: &'static Collection) {
    const RULE: &Rule = &ACCEPTED_VERSION_UNKNOWN;
    if is_in_chain(collection, 1) {
        return;
    }
    let text = Message::new().with(&["no shape before `", collection.type_name]);
    text.with(&["` has version 1, as which documents without a version count"])
        .fail("name the shape of version 1, or remove it", RULE)
}

/// Whether a shape before has the version, or a fault that was reported hides it.
const fn is_in_chain(collection: &'static Collection, version: u32) -> bool {
    let mut shape = collection;
    let mut newer = u32::MAX;
    while let Some((before, _)) = previous_of(shape) {
        if before.name.is_empty() {
            return true;
        }
        match version_of(before) {
            Some((older, _)) if older == version => return true,
            // Of a chain that does not fall the end may never come.
            Some((older, _)) if older < newer => newer = older,
            _ => return false,
        }
        shape = before;
    }
    false
}

/// The shape before, and what upgrades documents to this one.
pub(crate) const fn previous_of(
    collection: &Collection,
) -> Option<(&'static Collection, UpgradeFn)> {
    let mut at = 0;
    while at < collection.options.len() {
        if let CollectionOption::Previous(before, upgrade) = collection.options[at] {
            return Some((before.get(), upgrade));
        }
        at += 1;
    }
    None
}

/// The version, and the position of its field's path.
const fn version_of(collection: &Collection) -> Option<(u32, usize)> {
    let mut at = 0;
    while at < collection.options.len() {
        if let CollectionOption::SchemaVersion { version, path } = collection.options[at] {
            return Some((version, path as usize));
        }
        at += 1;
    }
    None
}
