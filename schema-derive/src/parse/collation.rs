//! `collation(…)`, of a collection or of an index.

use darling::{Error, FromMeta, Result, ast::NestedMeta};
use proc_macro2::Span;
use syn::{Expr, Lit, Meta, spanned::Spanned};

use super::{
    BoundValue, entries::nested, locales::LOCALES, nearest, number::literal_number, path_text,
};

/// A collation: its parameters in the order of the server's documentation, the locale first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Collation(pub(crate) Vec<Parameter>);

/// A parameter of a collation as it is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    /// The variant of `schema_core::model::CollationParameter`.
    pub(crate) variant: &'static str,
    /// What it is given.
    pub(crate) value: ParameterValue,
}

/// What a parameter is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ParameterValue {
    /// A word.
    Text(String),
    /// A strength.
    Number(u8),
    /// On or off.
    Flag(bool),
}

/// What a parameter takes.
#[derive(Debug, Clone, Copy)]
enum Takes {
    Locale,
    OneOf(&'static [&'static str]),
    Strength,
    Flag,
}

/// Every parameter: its key, its variant in the model, what it takes. Source: Collation.
const PARAMETERS: &[(&str, &str, Takes)] = &[
    ("locale", "Locale", Takes::Locale),
    ("case_level", "CaseLevel", Takes::Flag),
    (
        "case_first",
        "CaseFirst",
        Takes::OneOf(&["upper", "lower", "off"]),
    ),
    ("strength", "Strength", Takes::Strength),
    ("numeric_ordering", "NumericOrdering", Takes::Flag),
    (
        "alternate",
        "Alternate",
        Takes::OneOf(&["non-ignorable", "shifted"]),
    ),
    (
        "max_variable",
        "MaxVariable",
        Takes::OneOf(&["punct", "space"]),
    ),
    ("normalization", "Normalization", Takes::Flag),
    ("backwards", "Backwards", Takes::Flag),
];

impl FromMeta for Collation {
    fn from_meta(item: &Meta) -> Result<Self> {
        let Meta::List(list) = item else {
            let text = "`collation` takes its parameters in parentheses; write `collation(locale = \"en\", strength = 2)`";
            return Err(Error::custom(text).with_span(item));
        };
        let mut errors = Error::accumulator();
        let mut given: Vec<(usize, Span, ParameterValue)> = Vec::new();
        for entry in nested(list)? {
            let Some((position, span, value)) = errors.handle(parameter(&entry)) else {
                continue;
            };
            if given.iter().any(|(other, ..)| *other == position) {
                let text = format!(
                    "`{}` is given twice; remove one of them",
                    PARAMETERS[position].0
                );
                errors.push(Error::custom(text).with_span(&span));
            } else {
                given.push((position, span, value));
            }
        }
        errors.finish()?;
        given.sort_by_key(|(position, ..)| *position);
        fits_together(&given, item)?;
        let parameters = given.into_iter().map(|(position, _, value)| Parameter {
            variant: PARAMETERS[position].1,
            value,
        });
        Ok(Self(parameters.collect()))
    }
}

impl Collation {
    /// Whether strings are compared by their bytes, as without a collation.
    pub(crate) fn is_simple(&self) -> bool {
        matches!(&self.0[..], [Parameter { value: ParameterValue::Text(locale), .. }] if locale == "simple")
    }

    /// The collation without what the server would fill in anyway, to compare it with another.
    pub(crate) fn normal(&self) -> Vec<&Parameter> {
        let defaults = [
            ("Strength", ParameterValue::Number(3)),
            ("CaseLevel", ParameterValue::Flag(false)),
            ("NumericOrdering", ParameterValue::Flag(false)),
            ("MaxVariable", ParameterValue::Text("punct".to_owned())),
        ];
        let stated = |parameter: &&Parameter| {
            !defaults
                .iter()
                .any(|(variant, value)| parameter.variant == *variant && parameter.value == *value)
        };
        self.0.iter().filter(stated).collect()
    }
}

/// One parameter: its position in the list of all, where it is written, and its value.
fn parameter(entry: &NestedMeta) -> Result<(usize, Span, ParameterValue)> {
    let NestedMeta::Meta(meta) = entry else {
        let text = "this is not a parameter of a collation; write one such as `strength = 2`";
        return Err(Error::custom(text).with_span(entry));
    };
    let name = path_text(meta.path());
    let known = PARAMETERS.iter().map(|(name, ..)| *name);
    let Some(position) = known.clone().position(|known| known == name) else {
        let text = format!("unknown key `{name}`; {}", nearest(known, &name));
        return Err(Error::custom(text).with_span(meta.path()));
    };
    let value = value(&name, PARAMETERS[position].2, meta)?;
    Ok((position, meta.path().span(), value))
}

fn value(name: &str, takes: Takes, meta: &Meta) -> Result<ParameterValue> {
    let malformed = |form: &str| {
        let text = format!("`{name}` is not written like this; write `{form}`");
        Error::custom(text).with_span(meta)
    };
    match takes {
        Takes::Flag => bool::from_meta(meta)
            .map(ParameterValue::Flag)
            .map_err(|_| malformed(name)),
        Takes::Strength => match expression(meta).and_then(literal_number) {
            Some(BoundValue::Integer(strength @ 1..=5)) => {
                Ok(ParameterValue::Number(strength.unsigned_abs() as u8))
            }
            _ => {
                let text = "a strength is a whole number from 1 to 5; write `strength = 2`";
                Err(Error::custom(text).with_span(meta))
            }
        },
        Takes::Locale => text(meta)
            .ok_or_else(|| malformed("locale = \"en\""))
            .and_then(|(locale, span)| one_of(&locale, LOCALES, "simple", "a locale", span)),
        Takes::OneOf(words) => text(meta)
            .ok_or_else(|| malformed(&format!("{name} = \"{}\"", words[0])))
            .and_then(|(word, span)| {
                one_of(
                    &word,
                    words,
                    words[0],
                    &format!("a value of `{name}`"),
                    span,
                )
            }),
    }
}

/// A word of a list, or the other one. A locale's variant behind `@` is left to the server.
fn one_of(
    word: &str,
    words: &[&str],
    other: &str,
    what: &str,
    span: Span,
) -> Result<ParameterValue> {
    let plain = word
        .split_once("@collation=")
        .map_or(word, |(locale, _)| locale);
    if words.contains(&plain) || word == other {
        return Ok(ParameterValue::Text(word.to_owned()));
    }
    let instead = nearest(words.iter().copied(), plain);
    Err(Error::custom(format!("`{word}` is not {what}; {instead}")).with_span(&span))
}

fn expression(meta: &Meta) -> Option<&Expr> {
    match meta {
        Meta::NameValue(pair) => Some(&pair.value),
        _ => None,
    }
}

fn text(meta: &Meta) -> Option<(String, Span)> {
    match expression(meta)? {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some((text.value(), text.span())),
            _ => None,
        },
        _ => None,
    }
}

/// What the server demands of the parameters beside each other.
fn fits_together(given: &[(usize, Span, ParameterValue)], item: &Meta) -> Result<()> {
    let of = |name: &str| {
        given
            .iter()
            .find(|(position, ..)| PARAMETERS[*position].0 == name)
            .map(|(_, span, value)| (*span, value))
    };
    let refuse = |span: Span, text: &str| Err(Error::custom(text).with_span(&span));
    let weak = |least: u8| matches!(of("strength"), Some((_, ParameterValue::Number(strength))) if *strength < least);
    let is_on = |name: &str| matches!(of(name), Some((_, ParameterValue::Flag(true))));
    let Some((_, ParameterValue::Text(locale))) = of("locale") else {
        return refuse(
            item.path().span(),
            "the collation has no locale; write `locale = \"en\"`",
        );
    };
    if locale == "simple" && given.len() > 1 {
        let text =
            "the simple collation has no other parameters; remove them, or write another locale";
        return refuse(given[1].1, text);
    }
    if let Some((span, ParameterValue::Text(first))) = of("case_first")
        && first != "off"
        && weak(3)
        && !is_on("case_level")
    {
        let text =
            "`case_first` has no effect at this strength; write `strength = 3`, or `case_level`";
        return refuse(span, text);
    }
    if let Some((span, ParameterValue::Flag(true))) = of("backwards")
        && weak(2)
    {
        return refuse(
            span,
            "`backwards` has no effect at this strength; write `strength = 2`",
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use darling::FromMeta;
    use syn::{Meta, parse_quote};

    use super::Collation;

    fn wrong(meta: &Meta) -> String {
        Collation::from_meta(meta)
            .unwrap_err()
            .flatten()
            .to_string()
    }

    #[test]
    fn what_the_server_refuses_is_refused() {
        let cases: [(Meta, &str); 9] = [
            (parse_quote!(collation(strength = 2)), "has no locale"),
            (
                parse_quote!(collation(locale = "englsh")),
                "`englsh` is not a locale",
            ),
            (
                parse_quote!(collation(locale = "en", strenght = 2)),
                "did you mean `strength`?",
            ),
            (
                parse_quote!(collation(locale = "en", strength = 6)),
                "from 1 to 5",
            ),
            (
                parse_quote!(collation(locale = "simple", strength = 2)),
                "no other parameters",
            ),
            (
                parse_quote!(collation(locale = "en", strength = 2, case_first = "upper")),
                "no effect",
            ),
            (
                parse_quote!(collation(locale = "fr", strength = 1, backwards)),
                "no effect",
            ),
            (
                parse_quote!(collation(locale = "en", alternate = "shift")),
                "did you mean `shifted`?",
            ),
            (
                parse_quote!(collation(locale = "en", locale = "de")),
                "given twice",
            ),
        ];
        for (meta, part) in cases {
            let wrong = wrong(&meta);
            assert!(wrong.contains(part), "{wrong}");
        }
    }

    #[test]
    fn parameters_are_in_the_order_of_the_documentation_and_compare_without_defaults() {
        let given = parse_quote!(collation(
            max_variable = "punct",
            strength = 3,
            locale = "zh@collation=pinyin"
        ));
        let collation = Collation::from_meta(&given).unwrap();
        let variants: Vec<&str> = collation
            .0
            .iter()
            .map(|parameter| parameter.variant)
            .collect();
        assert_eq!(variants, ["Locale", "Strength", "MaxVariable"]);
        assert_eq!(collation.normal().len(), 1);
        let simple = Collation::from_meta(&parse_quote!(collation(locale = "simple"))).unwrap();
        assert!(simple.is_simple() && !collation.is_simple());
    }
}
