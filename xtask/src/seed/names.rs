//! What a field's name says about its values.

/// A stored name's words in lower case: `createdAt`, `created_at` and `created-at` are the same.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut was_lower = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() {
            was_lower = false;
            words.push(String::new());
            continue;
        }
        if words.is_empty() || (letter.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = letter.is_lowercase() || letter.is_ascii_digit();
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// When in a document's life a date lies. The order of the variants is that of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// A person's birth.
    Birth,
    /// The document's own beginning.
    Created,
    /// When something began.
    Started,
    /// When something happened.
    Happened,
    /// After that.
    Later,
    /// What is planned, or ends of itself.
    Future,
}

/// The phase of a date of this name.
pub(super) fn phase(words: &[String]) -> Phase {
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if any(&["birth", "birthday", "birthdate", "born", "dob"]) {
        Phase::Birth
    } else if any(&[
        "due",
        "deadline",
        "expires",
        "expire",
        "expiry",
        "expiration",
        "until",
    ]) || any(&[
        "scheduled",
        "renews",
        "renewal",
        "next",
        "planned",
        "eta",
        "valid",
    ]) {
        Phase::Future
    } else if any(&[
        "created",
        "registered",
        "joined",
        "inserted",
        "opened",
        "signup",
    ]) {
        Phase::Created
    } else if any(&[
        "start", "started", "starts", "begin", "begins", "began", "from",
    ]) {
        Phase::Started
    } else if any(&[
        "updated",
        "edited",
        "modified",
        "changed",
        "accepted",
        "completed",
        "closed",
    ]) || any(&[
        "ended", "end", "ends", "finished", "resolved", "paid", "shipped", "deleted",
    ]) || any(&[
        "archived",
        "last",
        "cancelled",
        "canceled",
        "revoked",
        "delivered",
        "read",
    ]) || any(&[
        "seen",
        "used",
        "to",
        "verified",
        "approved",
        "rejected",
        "published",
    ]) {
        Phase::Later
    } else {
        Phase::Happened
    }
}

/// The range in which numbers of this name usually lie.
pub(super) fn usual(words: &[String]) -> (i64, i64) {
    let any = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    if any(&[
        "count", "quantity", "qty", "stock", "attempts", "retries", "seats",
    ]) {
        (0, 50)
    } else if any(&["age"]) {
        (18, 90)
    } else if any(&["year"]) {
        (1990, 2030)
    } else if any(&["percent", "percentage", "progress"]) {
        (0, 100)
    } else if any(&["rating", "stars"]) {
        (1, 5)
    } else if any(&["lat", "latitude"]) {
        (-90, 90)
    } else if any(&["lng", "lon", "longitude"]) {
        (-180, 180)
    } else if any(&[
        "price", "cost", "amount", "fee", "total", "balance", "salary",
    ]) {
        (1, 1_000)
    } else if any(&["bytes", "size", "length"]) {
        (1, 1_000_000)
    } else if any(&["version", "revision"]) {
        (1, 9)
    } else {
        (0, 1_000_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_taken_apart_however_they_are_written() {
        for name in ["createdAt", "created_at", "created-at", "CreatedAt"] {
            assert_eq!(words(name), ["created", "at"], "{name}");
        }
        assert_eq!(words("_id"), ["id"]);
        assert_eq!(words("line1"), ["line1"]);
    }

    #[test]
    fn dates_are_ordered_by_what_they_are_called() {
        let of = |name: &str| phase(&words(name));
        assert!(of("createdAt") < of("startedAt"));
        assert!(of("createdAt") < of("editedAt"));
        assert!(of("updated_at") < of("expiresAt"));
        assert!(of("createdAt") < of("dueAt"));
        assert_eq!(of("at"), Phase::Happened);
    }
}
