//! What a text is about, by the names around it.

use super::names::words;

/// What a text is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// A person's whole name.
    Person,
    /// A first name.
    FirstName,
    /// A family name.
    LastName,
    /// A company's name.
    Company,
    /// A short name of a thing.
    Thing,
    /// A heading.
    Title,
    /// Some sentences.
    Prose,
    /// An address of electronic mail.
    Email,
    /// The name of an account.
    Username,
    /// A telephone number.
    Phone,
    /// A street and number.
    Street,
    /// A city.
    City,
    /// A state or province.
    State,
    /// A postal code.
    PostCode,
    /// A country's name.
    Country,
    /// A country's code.
    CountryCode,
    /// A time zone's name.
    TimeZone,
    /// A currency's code.
    Currency,
    /// A colour.
    Colour,
    /// A web address.
    Url,
    /// A host's name.
    Domain,
    /// An address on the internet.
    Ip,
    /// What a browser calls itself.
    UserAgent,
    /// A language tag.
    Language,
    /// What a profession is called.
    Job,
    /// A file's name.
    File,
    /// A media type.
    MimeType,
    /// A version of software.
    Version,
    /// A name in a web address.
    Slug,
    /// A secret, or a digest.
    Token,
    /// A code of letters and digits.
    Code,
    /// A date as text.
    Date,
    /// One word.
    Word,
}

/// What a name's last words, longest list first, are about.
const SUBJECTS: &[(&[&str], Subject)] = &[
    (&["first", "name"], Subject::FirstName),
    (&["given", "name"], Subject::FirstName),
    (&["last", "name"], Subject::LastName),
    (&["family", "name"], Subject::LastName),
    (&["user", "name"], Subject::Username),
    (&["company", "name"], Subject::Company),
    (&["file", "name"], Subject::File),
    (&["host", "name"], Subject::Domain),
    (&["time", "zone"], Subject::TimeZone),
    (&["country", "code"], Subject::CountryCode),
    (&["currency", "code"], Subject::Currency),
    (&["post", "code"], Subject::PostCode),
    (&["postal", "code"], Subject::PostCode),
    (&["zip", "code"], Subject::PostCode),
    (&["user", "agent"], Subject::UserAgent),
    (&["mime", "type"], Subject::MimeType),
    (&["content", "type"], Subject::MimeType),
    (&["media", "type"], Subject::MimeType),
    (&["phone", "number"], Subject::Phone),
    (&["ip", "address"], Subject::Ip),
    (&["email", "address"], Subject::Email),
    (&["display", "name"], Subject::Person),
    (&["full", "name"], Subject::Person),
    (&["firstname"], Subject::FirstName),
    (&["lastname"], Subject::LastName),
    (&["surname"], Subject::LastName),
    (&["email"], Subject::Email),
    (&["mail"], Subject::Email),
    (&["username"], Subject::Username),
    (&["login"], Subject::Username),
    (&["handle"], Subject::Username),
    (&["nickname"], Subject::Username),
    (&["author"], Subject::Person),
    (&["company"], Subject::Company),
    (&["organization"], Subject::Company),
    (&["organisation"], Subject::Company),
    (&["vendor"], Subject::Company),
    (&["supplier"], Subject::Company),
    (&["brand"], Subject::Company),
    (&["title"], Subject::Title),
    (&["subject"], Subject::Title),
    (&["headline"], Subject::Title),
    (&["summary"], Subject::Title),
    (&["caption"], Subject::Title),
    (&["description"], Subject::Prose),
    (&["body"], Subject::Prose),
    (&["text"], Subject::Prose),
    (&["content"], Subject::Prose),
    (&["comment"], Subject::Prose),
    (&["message"], Subject::Prose),
    (&["note"], Subject::Prose),
    (&["notes"], Subject::Prose),
    (&["bio"], Subject::Prose),
    (&["reason"], Subject::Title),
    (&["phone"], Subject::Phone),
    (&["mobile"], Subject::Phone),
    (&["fax"], Subject::Phone),
    (&["street"], Subject::Street),
    (&["address"], Subject::Street),
    (&["line1"], Subject::Street),
    (&["line2"], Subject::Street),
    (&["city"], Subject::City),
    (&["town"], Subject::City),
    (&["state"], Subject::State),
    (&["province"], Subject::State),
    (&["region"], Subject::State),
    (&["zip"], Subject::PostCode),
    (&["postcode"], Subject::PostCode),
    (&["country"], Subject::Country),
    (&["timezone"], Subject::TimeZone),
    (&["currency"], Subject::Currency),
    (&["colour"], Subject::Colour),
    (&["color"], Subject::Colour),
    (&["url"], Subject::Url),
    (&["uri"], Subject::Url),
    (&["link"], Subject::Url),
    (&["href"], Subject::Url),
    (&["website"], Subject::Url),
    (&["homepage"], Subject::Url),
    (&["avatar"], Subject::Url),
    (&["image"], Subject::Url),
    (&["domain"], Subject::Domain),
    (&["host"], Subject::Domain),
    (&["hostname"], Subject::Domain),
    (&["ip"], Subject::Ip),
    (&["locale"], Subject::Language),
    (&["language"], Subject::Language),
    (&["lang"], Subject::Language),
    (&["job"], Subject::Job),
    (&["profession"], Subject::Job),
    (&["occupation"], Subject::Job),
    (&["filename"], Subject::File),
    (&["file"], Subject::File),
    (&["path"], Subject::File),
    (&["version"], Subject::Version),
    (&["slug"], Subject::Slug),
    (&["token"], Subject::Token),
    (&["secret"], Subject::Token),
    (&["hash"], Subject::Token),
    (&["digest"], Subject::Token),
    (&["checksum"], Subject::Token),
    (&["password"], Subject::Token),
    (&["key"], Subject::Token),
    (&["code"], Subject::Code),
    (&["sku"], Subject::Code),
    (&["number"], Subject::Code),
    (&["reference"], Subject::Code),
    (&["id"], Subject::Code),
    (&["at"], Subject::Date),
    (&["date"], Subject::Date),
];

/// What documents of a collection, or sub-documents of a field, are when they have a name.
const OWNERS: &[(&[&str], Subject)] = &[
    (
        &[
            "user",
            "person",
            "people",
            "member",
            "customer",
            "contact",
            "employee",
            "author",
            "assignee",
            "owner",
            "actor",
            "creator",
            "editor",
            "reviewer",
            "sender",
            "recipient",
            "patient",
            "student",
            "teacher",
            "account",
            "profile",
            "attendee",
            "guest",
        ],
        Subject::Person,
    ),
    (
        &[
            "tenant",
            "company",
            "companie",
            "organization",
            "organisation",
            "org",
            "vendor",
            "supplier",
            "brand",
            "merchant",
            "employer",
            "client",
            "partner",
        ],
        Subject::Company,
    ),
    (&["city", "citie"], Subject::City),
    (&["country", "countrie"], Subject::Country),
];

/// What a text at this stored path is about; `collection` is the collection's name.
pub(super) fn subject(collection: &str, path: &[&str]) -> Subject {
    let Some((last, before)) = path.split_last() else {
        return Subject::Word;
    };
    let words = words(last);
    let ends = |list: &[&str]| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.ends_with(list)
    };
    if let Some((_, subject)) = SUBJECTS.iter().find(|(list, _)| ends(list)) {
        return *subject;
    }
    if ends(&["name"]) {
        return named(collection, before);
    }
    Subject::Word
}

/// What a `name` is a name of: of the sub-document that it stands in, or of the whole document.
fn named(collection: &str, before: &[&str]) -> Subject {
    let owner = before.last().unwrap_or(&collection);
    let words = words(owner);
    let word = words.last().map_or("", |word| word.trim_end_matches('s'));
    let known = OWNERS.iter().find(|(list, _)| list.contains(&word));
    known.map_or(Subject::Thing, |(_, subject)| *subject)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_what_it_stands_in() {
        assert_eq!(subject("users", &["name"]), Subject::Person);
        assert_eq!(subject("tasks", &["assignee", "name"]), Subject::Person);
        assert_eq!(subject("tenants", &["name"]), Subject::Company);
        assert_eq!(subject("projects", &["name"]), Subject::Thing);
        assert_eq!(subject("users", &["contactEmail"]), Subject::Email);
        assert_eq!(subject("users", &["time_zone"]), Subject::TimeZone);
    }
}
