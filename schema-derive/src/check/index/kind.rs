//! Text, hashed and geospatial keys beside each other, and their options.

use proc_macro2::Span;
use schema_rules::{
    GEO_KEY_FIRST, GEO_OPTIONS_WITHOUT_GEO, HASHED_MORE_THAN_ONE, HASHED_UNIQUE,
    SPECIAL_INDEX_COLLATION, SPECIAL_INDEX_MIXED, TEXT_KEYS_APART, TEXT_OPTIONS_WITHOUT_TEXT,
};

use crate::{
    faults::Faults,
    parse::{Index, Key, Kind, nearest},
};

/// The rules about the kinds of an index's keys.
pub(super) fn rules(index: &Index, faults: &mut Faults) {
    kinds_are_not_mixed(index, faults);
    one_key_is_hashed(index, faults);
    hashed_is_not_unique(index, faults);
    text_keys_are_together(index, faults);
    plane_comes_first(index, faults);
    collation_applies(index, faults);
    text_options_apply(index, faults);
    languages_are_known(index, faults);
    geo_options_apply(index, faults);
    geo_options_are_in_range(index, faults);
}

/// Source: createIndexes; 2d Indexes.
fn kinds_are_not_mixed(index: &Index, faults: &mut Faults) {
    let mut special = index.keys.iter().filter(|key| key.kind.word().is_some());
    let Some(first) = special.next() else { return };
    let other = special.find(|key| key.kind != first.kind || key.kind == Kind::Geo2d);
    if let Some(other) = other {
        let words = [first, other].map(|key| key.kind.word().unwrap_or_default());
        let wrong = if words[0] == words[1] {
            format!("the index has two `{}` keys", words[0])
        } else {
            format!(
                "the index has a `{}` key and a `{}` key",
                words[0], words[1]
            )
        };
        faults.broken(&SPECIAL_INDEX_MIXED, &[], other.span, &wrong);
    }
}

/// Source: Hashed Indexes.
fn one_key_is_hashed(index: &Index, faults: &mut Faults) {
    let mut hashed = index.keys.iter().filter(|key| key.kind == Kind::Hashed);
    if let Some(second) = hashed.nth(1) {
        let wrong = "the index has more than one hashed key";
        faults.broken(&HASHED_MORE_THAN_ONE, &[], second.span, wrong);
    }
}

fn hashed_is_not_unique(index: &Index, faults: &mut Faults) {
    if let (Some(key), Some(unique)) = (index.key_of(Kind::Hashed), index.attrs.unique()) {
        let wrong = format!(
            "the index is hashed by `{}`, and cannot be unique",
            path(key)
        );
        faults.broken(&HASHED_UNIQUE, &[], unique, &wrong);
    }
}

/// Source: Text Indexes.
fn text_keys_are_together(index: &Index, faults: &mut Faults) {
    let texts = index.keys.iter().enumerate();
    let texts: Vec<usize> = texts
        .filter(|(_, key)| key.kind == Kind::Text)
        .map(|(at, _)| at)
        .collect();
    let apart = texts.windows(2).find(|pair| pair[1] != pair[0] + 1);
    if let Some(pair) = apart {
        let between = &index.keys[pair[0] + 1];
        let wrong = format!("`{}` stands between two text keys", path(between));
        faults.broken(&TEXT_KEYS_APART, &[], between.span, &wrong);
    }
}

/// Source: 2d Indexes.
fn plane_comes_first(index: &Index, faults: &mut Faults) {
    let later = index.keys[1..].iter().find(|key| key.kind == Kind::Geo2d);
    if let Some(key) = later
        && index.keys[0].kind.word().is_none()
    {
        let wrong = format!(
            "the 2d key `{}` is not the first key of the index",
            path(key)
        );
        faults.broken(&GEO_KEY_FIRST, &[], key.span, &wrong);
    }
}

/// Source: Collation, Unsupported Index Types.
fn collation_applies(index: &Index, faults: &mut Faults) {
    let Some(collation) = &index.attrs.collation else {
        return;
    };
    let special = index.key_of(Kind::Text).or(index.key_of(Kind::Geo2d));
    if let Some(key) = special
        && !collation.value.is_simple()
    {
        let kind = key.kind.word().unwrap_or_default();
        let wrong = format!("a `{kind}` index cannot have a collation");
        faults.broken(&SPECIAL_INDEX_COLLATION, &[], collation.span, &wrong);
    }
}

fn text_options_apply(index: &Index, faults: &mut Faults) {
    if index.key_of(Kind::Text).is_some() {
        return;
    }
    let attrs = &index.attrs;
    let options = [
        ("weights", attrs.weights.as_ref().map(|option| option.span)),
        (
            "default_language",
            attrs.default_language.as_ref().map(|option| option.span),
        ),
        (
            "language_override",
            attrs.language_override.as_ref().map(|option| option.span),
        ),
    ];
    for (name, span) in given(&options) {
        let wrong = format!("`{name}` stands on an index without a text key");
        faults.broken(&TEXT_OPTIONS_WITHOUT_TEXT, &[], span, &wrong);
    }
}

/// The options that are given.
fn given<'a>(options: &'a [(&'a str, Option<Span>)]) -> impl Iterator<Item = (&'a str, Span)> {
    options
        .iter()
        .filter_map(|(name, span)| span.map(|span| (*name, span)))
}

/// The languages of text indexes, by name and by code. Source: Text Search Languages.
const LANGUAGES: &[&str] = &[
    "none",
    "danish",
    "dutch",
    "english",
    "finnish",
    "french",
    "german",
    "hungarian",
    "italian",
    "norwegian",
    "portuguese",
    "romanian",
    "russian",
    "spanish",
    "swedish",
    "turkish",
    "da",
    "nl",
    "en",
    "fi",
    "fr",
    "de",
    "hu",
    "it",
    "nb",
    "pt",
    "ro",
    "ru",
    "es",
    "sv",
    "tr",
];

fn languages_are_known(index: &Index, faults: &mut Faults) {
    if let Some(language) = &index.attrs.default_language
        && !LANGUAGES.contains(&language.value.to_lowercase().as_str())
    {
        let name = &language.value;
        let instead = nearest(LANGUAGES.iter().copied(), name);
        let text = format!("`{name}` is not a language of text indexes; {instead}");
        faults.add(language.span, text);
    }
    if let Some(field) = &index.attrs.language_override
        && (field.value.is_empty()
            || field.value.starts_with('$')
            || field.value.contains(['.', '\0']))
    {
        let name = field.value.escape_debug();
        let text = format!("`{name}` is no stored name of a field; write one without dots");
        faults.add(field.span, text);
    }
}

fn geo_options_apply(index: &Index, faults: &mut Faults) {
    let attrs = &index.attrs;
    let plane = [
        ("bits", attrs.bits.as_ref().map(|option| option.span)),
        ("min", attrs.min.as_ref().map(|option| option.span)),
        ("max", attrs.max.as_ref().map(|option| option.span)),
    ];
    let coarsest = attrs.coarsest_indexed_level.as_ref();
    let finest = attrs.finest_indexed_level.as_ref();
    let sphere = [
        ("coarsest_indexed_level", coarsest.map(|option| option.span)),
        ("finest_indexed_level", finest.map(|option| option.span)),
    ];
    for (kind, options) in [(Kind::Geo2d, &plane[..]), (Kind::Geo2dSphere, &sphere[..])] {
        if index.key_of(kind).is_none() {
            for (name, span) in given(options) {
                let word = kind.word().unwrap_or_default();
                let wrong = format!("`{name}` stands on an index without a `{word}` key");
                faults.broken(&GEO_OPTIONS_WITHOUT_GEO, &[], span, &wrong);
            }
        }
    }
}

/// Source: 2d Indexes, Location Precision; createIndexes.
fn geo_options_are_in_range(index: &Index, faults: &mut Faults) {
    let attrs = &index.attrs;
    let mut refuse = |span, wrong: &str, instead: &str| {
        faults.broken_with(&GEO_OPTIONS_WITHOUT_GEO, &[], span, wrong, instead);
    };
    if let Some(bits) = &attrs.bits
        && !(1..=32).contains(&bits.value.0)
    {
        let wrong = format!("a 2d index cannot have {} bits", bits.value.0);
        refuse(bits.span, &wrong, "write a number from 1 to 32");
    }
    let (min, max) = (attrs.min.as_ref(), attrs.max.as_ref());
    let least = min.map_or(-180.0, |min| min.value.0);
    let most = max.map_or(180.0, |max| max.value.0);
    if let Some(bound) = max.or(min)
        && least >= most
    {
        let wrong = format!("no point lies between {least} and {most}");
        refuse(bound.span, &wrong, "write a `min` below `max`");
    }
    let (coarsest, finest) = (&attrs.coarsest_indexed_level, &attrs.finest_indexed_level);
    let level = |option: &Option<crate::parse::Keyed<crate::parse::Count>>, default| {
        option.as_ref().map_or(default, |level| level.value.0)
    };
    let (coarse, fine) = (level(coarsest, 0), level(finest, 30));
    if let Some(option) = finest.as_ref().or(coarsest.as_ref())
        && (fine > 30 || coarse > fine)
    {
        let wrong = format!("the levels of a 2dsphere index cannot be from {coarse} to {fine}");
        refuse(
            option.span,
            &wrong,
            "write levels from 0 to 30, the coarsest first",
        );
    }
}

fn path(key: &Key) -> String {
    key.path
        .as_ref()
        .map_or("*".to_owned(), crate::parse::KeyPath::text)
}
