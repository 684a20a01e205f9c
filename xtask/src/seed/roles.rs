//! What decides a value besides its schema: tenants, references, copies, expiry, places.

use bson::Document;
use schema_core::declared::{DeclaredCollection, DeclaredTenant};

use super::build::{begins, is_tenants_own};
use super::node::{Kind, Node, Role};
use super::world::{Source, property};

/// Marks the tenant's key, the references, the expiring dates and the places of a collection.
pub(super) fn assign(
    source: &mut Source,
    declared: &DeclaredCollection,
    all: &[DeclaredCollection],
) {
    for reference in &declared.references {
        let target = all.iter().position(|it| it.name == reference.collection);
        if let Some(target) = target {
            let path = split(&reference.path);
            source
                .root
                .at(&path, &mut |node| node.role = Role::Reference(target));
        }
    }
    if let Some(DeclaredTenant::Key(path)) = &declared.tenant
        && !is_tenants_own(declared)
    {
        let path = split(path);
        source.root.always(&path);
        source.root.at(&path, &mut |node| node.role = Role::Tenant);
    }
    for index in &declared.indexes {
        mark_index(source, index);
    }
    mark_time_series(source, &declared.options);
}

fn mark_index(source: &mut Source, index: &Document) {
    let Ok(key) = index.get_document("key") else {
        return;
    };
    for (path, kind) in key {
        let is_place = kind.as_str().is_some_and(|kind| kind.starts_with("2d"));
        if is_place {
            let mark = &mut |node: &mut Node| node.is_place = true;
            source.root.arrive(&split(path), mark);
        }
        if let Some(seconds) = index.get("expireAfterSeconds").and_then(seconds) {
            let mark = &mut |node: &mut Node| node.expires_after = Some(seconds);
            source.root.at(&split(path), mark);
        }
    }
}

/// A clustered collection expires by its `_id`, in which the time of creation stands.
fn mark_time_series(source: &mut Source, options: &Document) {
    if let Some(seconds) = options.get("expireAfterSeconds").and_then(seconds) {
        let mark = &mut |node: &mut Node| node.expires_after = Some(seconds);
        source.root.at(&["_id"], mark);
    }
}

fn seconds(value: &bson::Bson) -> Option<i64> {
    match value {
        bson::Bson::Int32(seconds) => Some((*seconds).into()),
        bson::Bson::Int64(seconds) => Some(*seconds),
        _ => None,
    }
}

/// Lets documents begin late enough that none is deleted at once.
pub(super) fn limit_dates(source: &mut Source, day: i64) {
    let mut window = source.window;
    source.root.each(&mut |node| {
        if let Some(seconds) = node.expires_after
            && (begins(node) || node.admits(Kind::ObjectId))
        {
            window = window.kept(day, seconds);
        }
    });
    source.window = window;
}

/// The collections that a document must refer to, and by which path; its tenant's own first.
pub(super) fn needed(
    source: &Source,
    declared: &DeclaredCollection,
    all: &[DeclaredCollection],
) -> Vec<(usize, String)> {
    let own = all.iter().position(is_tenants_own);
    let tenant = match (&declared.tenant, own) {
        (Some(DeclaredTenant::Key(path)), Some(own)) if path != "_id" => Some((own, path.clone())),
        _ => None,
    };
    let references = declared.references.iter().filter_map(|reference| {
        let target = all.iter().position(|it| it.name == reference.collection)?;
        let is_tenant = tenant
            .as_ref()
            .is_some_and(|(_, path)| *path == reference.path);
        let needed = is_needed(&source.root, &reference.path) && !is_tenant;
        needed.then(|| (target, reference.path.clone()))
    });
    let references: Vec<_> = references.collect();
    tenant.into_iter().chain(references).collect()
}

/// Whether some document must have something at this path: in an alternative, that is one of it.
pub(super) fn is_needed(root: &Node, path: &str) -> bool {
    needs(root, &split(path))
}

fn needs(node: &Node, path: &[&str]) -> bool {
    if node.branches.iter().any(|branch| needs(branch, path)) {
        return true;
    }
    if let Some(items) = &node.array.items
        && node.kinds == [Kind::Array]
    {
        return node.array.least > 0 && needs(items, path);
    }
    let Some((name, rest)) = path.split_first() else {
        return node.branches.is_empty();
    };
    property(node, name).is_some_and(|it| it.required && !it.node.null && needs(&it.node, rest))
}

/// Marks the copies of a collection: in a sub-document that refers to a document, the fields that
/// are named and declared as in that one.
pub(super) fn copy(sources: &mut [Source], at: usize) {
    let mut root = std::mem::replace(
        &mut sources[at].root,
        match super::schema::read("", &Document::new()) {
            Ok(empty) => empty,
            Err(_) => return,
        },
    );
    let others = &*sources;
    for property in &mut root.object.properties {
        property
            .node
            .each(&mut |node| mark_copies(node, others, at));
    }
    sources[at].root = root;
}

fn mark_copies(node: &mut Node, sources: &[Source], own: usize) {
    let references: Vec<(String, usize)> = node
        .object
        .properties
        .iter()
        .filter_map(|property| match property.node.role {
            Role::Reference(target) => Some((property.name.clone(), target)),
            _ => None,
        })
        .collect();
    let [(reference, collection)] = &references[..] else {
        return;
    };
    let target = &sources[*collection];
    if *collection == own || target.there.is_some() {
        return;
    }
    for field in &mut node.object.properties {
        let original = property(&target.root, &field.name);
        let is_copy = original.is_some_and(|original| {
            original.node.schema == field.node.schema
                && field.name != "_id"
                && original.required
                && !original.node.null
                && !original.node.admits(Kind::Object)
                && !original.node.admits(Kind::Array)
        });
        if is_copy && field.node.role == Role::Free {
            field.node.role = Role::Copy {
                reference: reference.clone(),
                collection: *collection,
                field: field.name.clone(),
            };
        }
    }
}

/// A stored path's names.
pub(super) fn split(path: &str) -> Vec<&str> {
    path.split('.').collect()
}
