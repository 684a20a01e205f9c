//! Measured.
