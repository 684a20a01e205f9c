//! The tracker's `cargo xtask`.

fn main() -> std::process::ExitCode {
    schema_xtask::main::<tracker::Tracker>()
}
