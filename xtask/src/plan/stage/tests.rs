use bson::doc;

use super::*;

const HOUR: i64 = 3_600_000;

fn validation(most: i32, level: &str, action: &str) -> Document {
    let schema = doc! { "properties": { "a": { "maximum": most } } };
    doc! { "validator": { "$jsonSchema": schema }, "validationLevel": level, "validationAction": action }
}

fn none() -> Document {
    doc! { "validationLevel": "strict", "validationAction": "error" }
}

fn goal() -> Document {
    validation(1, "strict", "error")
}

fn at(hours: i64) -> DateTime {
    DateTime::from_millis(hours * HOUR)
}

fn recorded(goal: &Document, stages: &[(Stage, i64)]) -> Document {
    let mut stage = doc! { DECLARATION: declaration(goal) };
    stage.extend(
        stages
            .iter()
            .map(|(it, hours)| (it.field().to_owned(), at(*hours).into())),
    );
    doc! { STAGE: stage }
}

/// After a hundred hours, with a day of watching.
fn path_of(live: &Document, goal: &Document, recorded: Option<&Document>) -> Path {
    path(&Situation {
        live,
        goal,
        recorded,
        is_filled: true,
        now: at(100),
        observe: Duration::from_hours(24),
    })
}

fn to_do(stages: &[Stage]) -> Path {
    Path {
        stages: stages.to_vec(),
        watched: None,
    }
}

#[test]
fn where_nothing_is_enforced_it_comes_by_stages() {
    let both = to_do(&[Stage::Warn, Stage::Moderate]);
    for live in [
        none(),
        validation(1, "off", "error"),
        validation(9, "strict", "warn"),
    ] {
        assert_eq!(path_of(&live, &goal(), None), both, "{live}");
    }
    let moderate = validation(1, "moderate", "error");
    assert_eq!(path_of(&none(), &moderate, None), to_do(&[Stage::Warn]));
    for end in [
        validation(1, "strict", "warn"),
        validation(1, "off", "error"),
        none(),
    ] {
        assert_eq!(
            path_of(&validation(9, "strict", "error"), &end, None),
            direct()
        );
    }
}

#[test]
fn an_empty_collection_and_a_widening_go_straight_to_the_goal() {
    let (live, wide) = (none(), validation(9, "strict", "error"));
    let situation = Situation {
        live: &live,
        goal: &goal(),
        recorded: None,
        is_filled: false,
        now: at(0),
        observe: Duration::MAX,
    };
    assert_eq!(path(&situation), direct());
    assert_eq!(path_of(&goal(), &wide, None), direct());
    // What is enforced stays so until the next takes its place.
    assert_eq!(path_of(&wide, &goal(), None), direct());
}

#[test]
fn a_stage_is_watched_from_its_record_on() {
    let (warn, moderate) = (Stage::Warn.of(&goal()), Stage::Moderate.of(&goal()));
    let young = recorded(&goal(), &[(Stage::Warn, 77)]);
    let watched = Path {
        stages: vec![Stage::Moderate],
        watched: Some((Stage::Warn, at(77))),
    };
    assert_eq!(path_of(&warn, &goal(), Some(&young)), watched);
    let old = recorded(&goal(), &[(Stage::Warn, 76)]);
    assert_eq!(
        path_of(&warn, &goal(), Some(&old)),
        to_do(&[Stage::Moderate])
    );
    let young = recorded(&goal(), &[(Stage::Warn, 1), (Stage::Moderate, 90)]);
    let watched = Path {
        stages: vec![],
        watched: Some((Stage::Moderate, at(90))),
    };
    assert_eq!(path_of(&moderate, &goal(), Some(&young)), watched);
    let old = recorded(&goal(), &[(Stage::Warn, 1), (Stage::Moderate, 30)]);
    assert_eq!(path_of(&moderate, &goal(), Some(&old)), direct());
}

#[test]
fn a_stage_without_record_begins_anew() {
    let (warn, moderate) = (Stage::Warn.of(&goal()), Stage::Moderate.of(&goal()));
    let both = to_do(&[Stage::Warn, Stage::Moderate]);
    assert_eq!(path_of(&warn, &goal(), None), both);
    let other = recorded(&validation(5, "strict", "error"), &[(Stage::Warn, 1)]);
    assert_eq!(path_of(&warn, &goal(), Some(&other)), both);
    // Killed before the record, or set by hand: known to be moderate, not since when.
    let begun = recorded(&goal(), &[(Stage::Warn, 1)]);
    assert_eq!(
        path_of(&moderate, &goal(), Some(&begun)),
        to_do(&[Stage::Moderate])
    );
    // Not by these stages: enforced, and replaced as such.
    assert_eq!(path_of(&moderate, &goal(), None), direct());
}

#[test]
fn a_changed_declaration_starts_anew_and_enforces_no_less() {
    let before = validation(5, "strict", "error");
    let state = recorded(&before, &[(Stage::Warn, 1), (Stage::Moderate, 30)]);
    let live = Stage::Moderate.of(&before);
    assert_eq!(
        path_of(&live, &goal(), Some(&state)),
        to_do(&[Stage::Moderate])
    );
    let warned = recorded(&before, &[(Stage::Warn, 1)]);
    let both = to_do(&[Stage::Warn, Stage::Moderate]);
    assert_eq!(
        path_of(&Stage::Warn.of(&before), &goal(), Some(&warned)),
        both
    );
}

#[test]
fn without_watching_all_stages_follow_at_once() {
    let situation = |live, recorded| {
        Situation {
            live,
            goal: &goal(),
            recorded,
            is_filled: true,
            now: at(100),
            observe: Duration::ZERO,
        }
        .path_of()
    };
    let (warn, none) = (Stage::Warn.of(&goal()), none());
    assert_eq!(
        situation(&none, None),
        to_do(&[Stage::Warn, Stage::Moderate])
    );
    assert_eq!(situation(&warn, None), to_do(&[Stage::Moderate]));
}

impl Situation<'_> {
    fn path_of(self) -> Path {
        path(&self)
    }
}
