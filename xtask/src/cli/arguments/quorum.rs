//! A commit quorum.

use bson::Bson;

/// The names that the server knows by itself (manual, "createIndexes", `commitQuorum`).
const KNOWN: [&str; 2] = ["votingMembers", "majority"];
/// The most members of a replica set.
const MEMBERS: i32 = 50;

/// Reads a number of members, one of the known names, or the name of a replica set tag.
pub(super) fn parse(text: &str) -> Result<Bson, String> {
    if let Ok(members) = text.parse::<i64>() {
        return match i32::try_from(members) {
            Ok(members) if (0..=MEMBERS).contains(&members) => Ok(members.into()),
            _ => Err(format!("a replica set has 0 to {MEMBERS} members")),
        };
    }
    if KNOWN.contains(&text) {
        return Ok(text.into());
    }
    if let Some(meant) = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(text)) {
        return Err(format!("did you mean `{meant}`?"));
    }
    let is_name = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    if text.is_empty() || !text.chars().all(is_name) {
        return Err(
            "write a number of members, `votingMembers`, `majority`, or the name of a replica set tag"
                .to_owned(),
        );
    }
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_known_names_and_tags_are_quorums() {
        assert_eq!(parse("2"), Ok(Bson::Int32(2)));
        assert_eq!(parse("0"), Ok(Bson::Int32(0)));
        for name in ["majority", "votingMembers", "my-tag"] {
            assert_eq!(parse(name), Ok(name.into()));
        }
        for wrong in ["-1", "51", "", "a b", "Majority", "9999999999"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
