//! The memory of this process, in KiB; zero where the system does not tell it.

use std::fs;

/// The most memory since the last reset.
pub(crate) fn peak() -> u64 {
    line("VmHWM:")
}

/// Forgets the peak; returns the memory in use.
pub(crate) fn reset_peak() -> u64 {
    // Linux alone has the file.
    let _ = fs::write("/proc/self/clear_refs", "5");
    line("VmRSS:")
}

fn line(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let value = status.lines().find_map(|line| line.strip_prefix(name));
    let number = value.and_then(|it| it.split_whitespace().next()?.parse().ok());
    number.unwrap_or_default()
}
