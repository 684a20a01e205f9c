//! Texts as people write them.

use bson::DateTime;
use fake::Fake;
use fake::faker::address::en as address;
use fake::faker::company::en as company;
use fake::faker::currency::en::CurrencyCode;
use fake::faker::filesystem::en as filesystem;
use fake::faker::internet::en as internet;
use fake::faker::lorem::en as lorem;
use fake::faker::name::en as name;
use fake::faker::phone_number::en::PhoneNumber;

use super::draw::Draws;
use super::node::Text;
use super::subject::Subject;

const LANGUAGES: [&str; 8] = ["en", "de", "fr", "es", "pt-BR", "it", "nl", "ja"];
const LABELS: [&str; 24] = [
    "backend",
    "frontend",
    "bug",
    "urgent",
    "design",
    "docs",
    "research",
    "customer",
    "billing",
    "mobile",
    "security",
    "performance",
    "infra",
    "quality",
    "legal",
    "onboarding",
    "release",
    "ux",
    "data",
    "support",
    "marketing",
    "testing",
    "api",
    "search",
];

/// A text about a subject; dates lie at `at`, in milliseconds since 1970.
pub(super) fn about(subject: Subject, at: i64, draws: &mut Draws) -> String {
    match subject {
        Subject::Person => person(draws),
        Subject::FirstName => name::FirstName().fake_with_rng(draws),
        Subject::LastName => name::LastName().fake_with_rng(draws),
        Subject::Company => company::CompanyName().fake_with_rng(draws),
        Subject::Thing => capitalised(&phrase(2..4, draws)),
        Subject::Title => capitalised(&phrase(3..8, draws)),
        Subject::Prose => prose(draws),
        Subject::Email => format!("{}@{}", account(draws), domain(draws)),
        Subject::Username => account(draws),
        Subject::Phone => PhoneNumber().fake_with_rng(draws),
        Subject::Street => street(draws),
        Subject::City => address::CityName().fake_with_rng(draws),
        Subject::State => address::StateName().fake_with_rng(draws),
        Subject::PostCode => address::PostCode().fake_with_rng(draws),
        Subject::Country => address::CountryName().fake_with_rng(draws),
        Subject::CountryCode => address::CountryCode().fake_with_rng(draws),
        Subject::TimeZone => address::TimeZone().fake_with_rng(draws),
        Subject::Currency => CurrencyCode().fake_with_rng(draws),
        Subject::Colour => format!("#{:06x}", draws.below(1 << 24)),
        Subject::Url => format!("https://{}/{}", domain(draws), slug(draws)),
        Subject::Domain => domain(draws),
        Subject::Ip => internet::IP().fake_with_rng(draws),
        Subject::UserAgent => internet::UserAgent().fake_with_rng(draws),
        Subject::Language => (*draws.one_of(&LANGUAGES).unwrap_or(&"en")).to_owned(),
        Subject::Job => company::Profession().fake_with_rng(draws),
        Subject::File => filesystem::FileName().fake_with_rng(draws),
        Subject::MimeType => filesystem::MimeType().fake_with_rng(draws),
        Subject::Version => filesystem::SemverStable().fake_with_rng(draws),
        Subject::Slug => slug(draws),
        Subject::Token => token(draws),
        Subject::Code => code(draws),
        Subject::Date => date(at),
        Subject::Word => (*draws.one_of(&LABELS).unwrap_or(&"bug")).to_owned(),
    }
}

/// A text about a subject that no other number has. What tells them apart is in small letters and
/// digits, so that a collation that passes over case tells them apart as well.
pub(super) fn numbered(
    subject: Subject,
    number: u64,
    at: i64,
    draws: &mut Draws,
) -> (String, String) {
    let mark = base36(number);
    match subject {
        Subject::Email => (
            format!("{}.", account(draws)),
            format!("{mark}@{}", domain(draws)),
        ),
        Subject::Url => (format!("https://{}/{}-", domain(draws), slug(draws)), mark),
        Subject::Domain => (String::new(), format!("{}-{mark}.example", slug(draws))),
        Subject::Person | Subject::Company | Subject::Thing | Subject::Title | Subject::Prose => {
            (format!("{} ", about(subject, at, draws)), mark)
        }
        _ => (format!("{}-", about(subject, at, draws)), mark),
    }
}

fn person(draws: &mut Draws) -> String {
    let first: String = name::FirstName().fake_with_rng(draws);
    let last: String = name::LastName().fake_with_rng(draws);
    format!("{first} {last}")
}

/// A name in the local part of an address, in small letters.
fn account(draws: &mut Draws) -> String {
    let name = person(draws).to_ascii_lowercase();
    let name = name.replace(' ', ".");
    name.replace(
        |letter: char| !letter.is_ascii_alphanumeric() && letter != '.',
        "",
    )
}

/// A host's name that belongs to nobody. Source: RFC 2606.
fn domain(draws: &mut Draws) -> String {
    let word: String = lorem::Word().fake_with_rng(draws);
    let top = draws.one_of(&["com", "net", "org"]).unwrap_or(&"com");
    format!("{}.example.{top}", word.to_ascii_lowercase())
}

fn street(draws: &mut Draws) -> String {
    let street: String = address::StreetName().fake_with_rng(draws);
    format!("{} {street}", draws.below(200) + 1)
}

fn phrase(words: std::ops::Range<usize>, draws: &mut Draws) -> String {
    let words: Vec<String> = lorem::Words(words).fake_with_rng(draws);
    words.join(" ")
}

/// Some sentences.
fn prose(draws: &mut Draws) -> String {
    let sentences: Vec<String> = lorem::Sentences(1..4).fake_with_rng(draws);
    let sentences = sentences.iter().map(|sentence| capitalised(sentence));
    sentences.collect::<Vec<_>>().join(" ")
}

fn slug(draws: &mut Draws) -> String {
    phrase(1..4, draws).to_ascii_lowercase().replace(' ', "-")
}

fn token(draws: &mut Draws) -> String {
    (0..4).fold(String::new(), |text, _| {
        format!("{text}{:08x}", draws.below(1 << 32))
    })
}

fn code(draws: &mut Draws) -> String {
    let letters: String = (0..3)
        .map(|_| char::from(b'A' + draws.below(26) as u8))
        .collect();
    format!("{letters}-{:05}", draws.below(100_000))
}

fn date(at: i64) -> String {
    let date = DateTime::from_millis(at).try_to_rfc3339_string();
    date.unwrap_or_else(|_| "2020-01-01T00:00:00Z".to_owned())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = (number % 36) as u8;
        digits.push(if digit < 10 {
            b'0' + digit
        } else {
            b'a' + digit - 10
        });
        number /= 36;
        if number == 0 {
            break;
        }
    }
    digits
        .iter()
        .rev()
        .map(|digit| char::from(*digit))
        .collect()
}

/// A text that no other number has.
pub(super) fn unique_text(text: &Text, number: u64, at: i64, draws: &mut Draws) -> String {
    if let Some(shape) = &text.shape {
        return shape.nth(number);
    }
    let (start, mark) = numbered(text.subject, number, at, draws);
    marked(&start, &mark, text.least, text.most)
}

/// A text of a length within bounds: cut where it is too long, with more where it is too short.
pub(super) fn fitted(text: &str, least: u64, most: u64) -> String {
    let mut text: String = text.chars().take(most as usize).collect();
    while (text.chars().count() as u64) < least {
        let more = "lorem ipsum ".chars().cycle();
        let missing = least as usize - text.chars().count();
        text.extend(more.take(missing));
    }
    text
}

/// A text with what tells it apart at its end, of a length within bounds. What is cut is cut before
/// the character that parts the two.
fn marked(start: &str, mark: &str, least: u64, most: u64) -> String {
    let room = (most as usize).saturating_sub(mark.chars().count());
    let letters: Vec<char> = start.chars().collect();
    let mut kept: String = match letters.split_last() {
        Some((end, before)) if letters.len() > room && room > 0 => {
            before.iter().take(room - 1).chain([end]).collect()
        }
        _ => letters.iter().take(room).collect(),
    };
    let missing = (least as usize).saturating_sub(kept.chars().count() + mark.chars().count());
    if missing > 0 {
        kept = format!("{}{kept}", "x".repeat(missing));
    }
    kept + mark
}
