//! Options of a collection that have parts of their own.

/// A time series. Source: Create and Query a Time Series Collection.
#[derive(Debug, Clone, Copy)]
pub struct TimeSeries {
    /// `timeField`: the position of its path in `Collection::paths`.
    pub time: u8,
    /// `metaField`: the position of its path in `Collection::paths`.
    pub meta: Option<u8>,
    /// `granularity`
    pub granularity: Option<&'static str>,
    /// `bucketMaxSpanSeconds`, and `bucketRoundingSeconds`, which equals it.
    pub bucket_seconds: Option<u32>,
    /// `expireAfterSeconds`, in seconds.
    pub expire_after: Option<i64>,
}

/// A capped collection. Source: Capped Collections.
#[derive(Debug, Clone, Copy)]
pub struct Capped {
    /// `size`, in bytes.
    pub size: i64,
    /// `max`, in documents.
    pub max: Option<u32>,
}

/// What an application waits for when it writes. Source: Write Concern.
#[derive(Debug, Clone, Copy)]
pub struct WriteConcern {
    /// `w`
    pub w: Option<Acknowledgment>,
    /// `j`
    pub journal: Option<bool>,
    /// `wtimeout`, in milliseconds.
    pub timeout: Option<u32>,
}

/// Who has to acknowledge a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Acknowledgment {
    /// So many members.
    Nodes(u32),
    /// `majority`, or a custom write concern by its name.
    Named(&'static str),
}

/// A shard key: two bytes a part, the position of its path in `Collection::paths` and 1 where it
/// is hashed.
#[derive(Debug, Clone, Copy)]
pub struct ShardKey(pub &'static [u8]);

impl ShardKey {
    /// How many parts it has.
    pub const fn len(&self) -> usize {
        self.0.len() / 2
    }

    /// Whether it has no part.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The position in `Collection::paths` of the part at this position.
    pub const fn path(&self, part: usize) -> usize {
        self.0[part * 2] as usize
    }

    /// Whether the part at this position is hashed.
    pub const fn is_hashed(&self, part: usize) -> bool {
        self.0[part * 2 + 1] == 1
    }
}
