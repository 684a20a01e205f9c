//! Keeps secrets of a connection string out of every text.

/// Stands in the place of a secret.
const MASK: &str = "***";

/// From so many characters on a secret is masked wherever it stands.
const UNMISTAKABLE: usize = 4;

/// What stands before and after a secret where it is quoted.
const SET_OFF: [(&str, &str); 6] = [
    (":", "@"),
    ("`", "`"),
    ("\"", "\""),
    ("'", "'"),
    ("=", "&"),
    (":", "`"),
];

/// Options of a connection string whose values are secrets (MongoDB manual, "Connection String
/// Options").
const SECRET_OPTIONS: [&str; 4] = [
    "tlscertificatekeyfilepassword",
    "sslclientcertificatekeypassword",
    "authmechanismproperties",
    "proxypassword",
];

/// Removes the secrets of one connection string from texts.
#[derive(Debug, Clone, Default)]
pub struct Redactor {
    secrets: Vec<String>,
}

impl Redactor {
    /// Learns the secrets of `uri`, however malformed it is.
    pub fn of(uri: &str) -> Self {
        let mut secrets = Vec::new();
        if let Some(user_info) = user_info(uri)
            && let Some((user, password)) = credentials(user_info)
        {
            secrets.push(user_info.to_owned());
            secrets.push(format!("{user}:{password}"));
            secrets.push(password.to_owned());
            secrets.push(percent_decoded(password));
        }
        secrets.extend(secret_options(uri));
        secrets.retain(|secret| !secret.is_empty());
        // The longest first: a secret may contain another.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        secrets.dedup();
        Self { secrets }
    }

    /// `text` with every secret masked.
    ///
    /// One so short that it stands in ordinary words is masked only where it is set off as a
    /// connection string or a quotation would.
    pub fn clean(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| {
            if secret.chars().count() >= UNMISTAKABLE {
                return text.replace(secret, MASK);
            }
            SET_OFF.iter().fold(text, |text, (before, after)| {
                let found = format!("{before}{secret}{after}");
                text.replace(&found, &format!("{before}{MASK}{after}"))
            })
        })
    }
}

/// User and password; the colon between them may be percent-encoded by mistake.
fn credentials(user_info: &str) -> Option<(&str, &str)> {
    let encoded = || {
        let at = user_info.to_ascii_lowercase().find("%3a")?;
        Some((&user_info[..at], &user_info[at + 3..]))
    };
    user_info.split_once(':').or_else(encoded)
}

/// Whether a complaint about `uri` may be of the user or the password in it: it could not be shown,
/// or speaks of them or of an encoding, or the string is no connection string at all.
pub(crate) fn may_be_of_credentials(uri: &str, complaint: Option<&str>) -> bool {
    let Some(complaint) = complaint else {
        return true;
    };
    let said = complaint.to_ascii_lowercase();
    let signs = [
        "username", "password", "percent", "decode", "escape", "scheme",
    ];
    let speaks = signs.iter().any(|sign| said.contains(sign));
    speaks && (user_info(uri).is_some() || !uri.contains("://"))
}

/// The driver's complaint about `uri`, unless it quotes what may be a secret.
///
/// In a malformed string nobody can tell a password from a host: `mongodb://user:secret` is read
/// as a host and its port, which the driver quotes. A password ends before the last `@`; without
/// one, what the options say is no secret, save those whose values are.
pub(crate) fn safe_complaint(uri: &str, complaint: &str) -> Option<String> {
    let (_, rest) = uri.split_once("://")?;
    let doubtful = match rest.rsplit_once('@') {
        Some((before, _)) => before,
        None => rest.split('?').next().unwrap_or(rest),
    };
    let parts = doubtful.split([':', '/', '?', '@', ',', '&', '=', '%']);
    let parts = parts.map(str::to_owned).chain(secret_options(uri));
    let mut parts = parts.filter(|part| part.len() > 2 && !is_option_name(part));
    let is_quoted = parts.any(|part| complaint.contains(&part));
    (!is_quoted).then(|| complaint.to_owned())
}

/// What a complaint that cannot be shown is about, in other words.
pub(crate) fn paraphrased(uri: &str, complaint: &str) -> Option<&'static str> {
    let speaks_of_ports = complaint.to_ascii_lowercase().contains("port");
    (speaks_of_ports && user_info(uri).is_none())
        .then_some("after a host and `:` there is no port, which is a number from 1 to 65535")
}

/// Whether a part is an ordinary word of the query, which complaints may name.
fn is_option_name(part: &str) -> bool {
    ["true", "false", "tls", "ssl", "localhost", "127.0.0.1"].contains(&part)
}

/// What stands between the scheme and the last `@`: an unescaped `@` or `/` in a password is a
/// common fault, and must not show the rest of it.
fn user_info(uri: &str) -> Option<&str> {
    let (_, rest) = uri.split_once("://")?;
    rest.rsplit_once('@').map(|(user_info, _)| user_info)
}

fn secret_options(uri: &str) -> impl Iterator<Item = String> + '_ {
    uri.split(['?', '&', ';'])
        .skip(1)
        .filter_map(|pair| pair.split_once('='))
        .filter(|(name, _)| SECRET_OPTIONS.contains(&name.to_ascii_lowercase().as_str()))
        .flat_map(|(_, value)| [value.to_owned(), percent_decoded(value)])
}

/// `text` with `%XX` resolved; what is no such escape stays as it is.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escape = (byte == b'%')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(escape.unwrap_or(byte));
        at += if escape.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The database that `uri`'s path names.
pub fn uri_database(uri: &str) -> Option<String> {
    let (_, rest) = uri.split_once("://")?;
    let hosts = rest.rsplit_once('@').map_or(rest, |(_, hosts)| hosts);
    let hosts = hosts.split_once('?').map_or(hosts, |(before, _)| before);
    let (_, name) = hosts.split_once('/')?;
    (!name.is_empty()).then(|| percent_decoded(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_passwords_plain_and_decoded() {
        let redactor = Redactor::of("mongodb://ann:p%40ss@db.example/app?tls=true");
        assert_eq!(redactor.clean("ann:p%40ss, p@ss"), "***, ***");
    }

    #[test]
    fn masks_a_password_with_unescaped_separators() {
        let redactor = Redactor::of("mongodb://ann:p@s/s@db.example/app");
        assert_eq!(redactor.clean("bad `p@s/s`"), "bad `***`");
    }

    #[test]
    fn a_short_password_leaves_ordinary_text_alone() {
        let redactor = Redactor::of("mongodb://u:a@h/app");
        let said = "no answer at `mongodb://u:a@h`: bad password `a` of a user";
        let clean = redactor.clean(said);
        assert_eq!(
            clean,
            "no answer at `mongodb://u:***@h`: bad password `***` of a user"
        );
        assert_eq!(Redactor::of("mongodb://ann@h").clean("ann"), "ann");
    }

    #[test]
    fn only_a_fault_of_the_credentials_asks_for_an_encoding() {
        let with = "mongodb://ann:secret@h/app?tls=maybe";
        assert!(may_be_of_credentials(with, None));
        assert!(may_be_of_credentials(
            with,
            Some("password must be URL encoded: percent")
        ));
        assert!(!may_be_of_credentials(
            with,
            Some("connection string `tls` option must be a boolean")
        ));
        assert!(!may_be_of_credentials("mongodb://h", Some("username")));
    }

    #[test]
    fn masks_secret_options() {
        let redactor =
            Redactor::of("mongodb://h/?authMechanismProperties=AWS_SESSION_TOKEN:abc&tls=true");
        assert_eq!(redactor.clean("AWS_SESSION_TOKEN:abc"), "***");
    }

    #[test]
    fn a_complaint_that_quotes_the_string_is_dropped() {
        let uri = "mongodb://user:hunter22";
        assert_eq!(safe_complaint(uri, "bad port: hunter22"), None);
        assert!(safe_complaint(uri, "no port").is_some());
        assert_eq!(safe_complaint("hunter22", "bad scheme in hunter22"), None);
    }

    #[test]
    fn what_options_say_is_shown() {
        let shown = |uri, complaint: &str| safe_complaint(uri, complaint).is_some();
        assert!(shown(
            "mongodb://h/?readPreference=nearby",
            "unknown `nearby`"
        ));
        assert!(shown(
            "mongodb://ann:hunter22@h:99999/",
            "invalid port 99999"
        ));
        assert!(!shown("mongodb://ann:hun?ter22@h/", "unknown option ter22"));
        let secret = "mongodb://h/?proxyPassword=hunter22";
        assert!(!shown(secret, "unknown hunter22"));
        assert!(paraphrased("mongodb://h:99999", "invalid port: 99999").is_some());
        assert!(paraphrased("mongodb://u:p@h", "invalid port").is_none());
    }

    #[test]
    fn the_path_names_the_database() {
        let named = |uri| uri_database(uri);
        assert_eq!(
            named("mongodb://u:p/w@h:1,i:2/app?x=/y"),
            Some("app".into())
        );
        assert_eq!(named("mongodb://h/?x=/y"), None);
        assert_eq!(named("mongodb://h"), None);
        assert_eq!(named("mongodb://h/a%20b"), Some("a b".into()));
    }
}
