//! The remedy for a name that is not known.

/// How many names a message lists.
const LISTED: usize = 12;

/// `did you mean …?` where a known name is near, otherwise a list of the known ones.
pub(crate) fn nearest<'a>(known: impl Iterator<Item = &'a str> + Clone, name: &str) -> String {
    let near = known
        .clone()
        .map(|known| (strsim::damerau_levenshtein(known, name), known))
        .min();
    match near {
        Some((distance, known)) if distance <= 1 + name.chars().count() / 4 => {
            format!("did you mean `{known}`?")
        }
        Some(_) => {
            let listed: Vec<&str> = known.clone().take(LISTED).collect();
            let more = if known.count() > LISTED { ", …" } else { "" };
            format!("write one of `{}`{more}", listed.join("`, `"))
        }
        None => "there is none that could be named".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_near_name_is_offered_and_a_long_list_is_cut() {
        let names = ["title", "status", "position"];
        assert_eq!(
            nearest(names.into_iter(), "stauts"),
            "did you mean `status`?"
        );
        let all = nearest(names.into_iter(), "x");
        assert_eq!(all, "write one of `title`, `status`, `position`");
        let many = nearest(["alpha"; 13].into_iter(), "x");
        assert!(many.ends_with("`alpha`, …"), "{many}");
        assert!(nearest([].into_iter(), "é").starts_with("there is none"));
    }
}
