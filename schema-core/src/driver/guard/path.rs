//! Whether a path touches the tenant key.

/// Whether writing or matching at `path` can touch what is at `key`: one of them leads through the
/// other. Positions in an array (`0`, `$`, `$[]`, `$[name]`) are passed over, as the server takes them
/// for a step inside of the value that is there.
pub(super) fn touches(path: &str, key: &str) -> bool {
    let mut key = key.split('.').peekable();
    for step in path.split('.') {
        match key.peek() {
            None => return true,
            Some(other) if *other == step => _ = key.next(),
            Some(_) if is_position(step) => {}
            Some(_) => return false,
        }
    }
    true
}

fn is_position(step: &str) -> bool {
    step.starts_with('$') || (!step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::touches;

    #[test]
    fn a_path_touches_what_it_leads_through_or_to() {
        for (path, key) in [
            ("tenantId", "tenantId"),
            ("tenantId.x", "tenantId"),
            ("tenantId.0", "tenantId"),
            ("tenantId.$[]", "tenantId"),
            ("meta", "meta.tenantId"),
            ("meta.tenantId", "meta.tenantId"),
            ("meta.tenantId.x", "meta.tenantId"),
            ("meta.0.tenantId", "meta.tenantId"),
            ("meta.$[].tenantId", "meta.tenantId"),
            ("meta.$.tenantId", "meta.tenantId"),
            ("meta.$[m].tenantId", "meta.tenantId"),
            ("0", "tenantId"),
            ("2024.tenantId", "2024.tenantId"),
            ("2024.0.tenantId", "2024.tenantId"),
        ] {
            assert!(touches(path, key), "{path} {key}");
        }
    }

    #[test]
    fn other_paths_do_not() {
        for (path, key) in [
            ("tenantIds", "tenantId"),
            ("tenant", "tenantId"),
            ("x.tenantId", "tenantId"),
            ("meta.other", "meta.tenantId"),
            ("meta.x.tenantId", "meta.tenantId"),
            ("", "tenantId"),
        ] {
            assert!(!touches(path, key), "{path} {key}");
        }
    }
}
