//! New indexes in the place of old ones, where the server holds no two beside each other.

use super::index::{Context, named};
use super::pair::Declared;
use super::ttl;
use super::{Action, Change, Class, Status, build, command, name, notes};
use crate::normal::{Canonical, NormalIndex};

/// The same index to the server, of which something can't be changed in place. An expiry that
/// ends is put off before, since nothing is lost by that.
pub(super) fn same(
    context: &mut Context<'_>,
    index: &Declared<'_>,
    live: &NormalIndex,
) -> Vec<Change> {
    let ends = ttl::seconds(&index.normal).is_none();
    let put_off = ttl::put_off(context.site, live).filter(|_| ends);
    let mut replacement = replacement(context, index, live, notes::WINDOW);
    if put_off.is_some()
        && let Some(after) = ttl::harmless(live)
    {
        replacement.before = Some(after.document());
    }
    put_off.into_iter().chain([replacement]).collect()
}

/// Another text index, of which a collection can have only one.
pub(super) fn text(context: &mut Context<'_>, index: &Declared<'_>, live: &NormalIndex) -> Change {
    let site = context.site;
    let is_external = site.is_external(&live.name);
    let is_own = site.owns(&live.name) || site.scope.prune;
    let mut change = replacement(context, index, live, notes::TEXT_WINDOW);
    if is_external || !is_own {
        change.status = Status::Blocked;
        change
            .notes
            .push(notes::foreign_text(&live.name, is_external));
    }
    change
}

/// Another index that the server would hold beside the live one, had the collection room.
pub(super) fn crowded(
    context: &mut Context<'_>,
    index: &Declared<'_>,
    live: &NormalIndex,
) -> Change {
    let mut change = replacement(context, index, live, notes::CROWDED_WINDOW);
    if context.is_filled() {
        build::weigh(&mut change, &index.normal);
    }
    change.class = Class::Destructive;
    change
}

/// The live index goes first, so its name is free for the new one, and for no other: those are
/// created before. The change is called by the live name.
fn replacement(
    context: &mut Context<'_>,
    index: &Declared<'_>,
    live: &NormalIndex,
    why: &str,
) -> Change {
    let site = context.site;
    context.taken.remove(&live.name);
    let name = name::free(&index.normal, &context.taken);
    context.taken.extend([live.name.clone(), name.clone()]);
    let command = command::create_index(&site.declared.name, index.spec, &name);
    Change {
        class: Class::Destructive,
        reason: notes::differs(
            &site.declared.type_name,
            &whole(live),
            &whole(&index.normal),
        ),
        notes: vec![why.to_owned()],
        before: Some(live.document()),
        after: Some(named(&index.normal, &name).document()),
        preparation: vec![command::drop_index(&site.declared.name, &live.name)],
        ..site.draft(Some(&live.name), Action::ReplaceIndex, command)
    }
}

/// All but the name.
fn whole(index: &NormalIndex) -> Canonical {
    let mut document = index.document();
    document.remove("name");
    Canonical::new(&document)
}
