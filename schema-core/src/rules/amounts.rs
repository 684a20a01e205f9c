//! Numbers of bytes in a message.

use super::message::Message;

impl Message {
    /// The text with a number of 64 bits after it.
    pub(super) const fn with_count(self, number: u64) -> Self {
        let text = if number >= 10 {
            self.with_count(number / 10)
        } else {
            self
        };
        text.with_number((number % 10) as u32)
    }

    /// The text with an exact number of bytes, where that can be read.
    pub(super) const fn with_bytes(self, bytes: u64) -> Self {
        if bytes < 1 << 30 {
            self.with_count(bytes).with(&[" bytes"])
        } else {
            self.with_size(bytes)
        }
    }

    /// The text with about so many bytes: two digits at least, rounded up.
    pub(super) const fn with_size(self, bytes: u64) -> Self {
        let (mut size, mut unit) = (bytes, 0);
        while size >= 10 << 10 && unit + 1 < UNITS.len() {
            size = size.div_ceil(1 << 10);
            unit += 1;
        }
        self.with_count(size).with(&[" ", UNITS[unit]])
    }
}

const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
