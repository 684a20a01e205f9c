//! The benchmarks stand beside this file; see each one's documentation.
