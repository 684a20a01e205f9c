//! An index and a query, as far as it matters which serves which.

/// How a key is indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// `1`
    Ascending,
    /// `-1`
    Descending,
    /// `"text"`
    Text,
    /// `"hashed"`
    Hashed,
    /// `"2dsphere"`
    Geo2dSphere,
    /// `"2d"`
    Geo2d,
    /// Everything behind the path: `path.$**`.
    Wildcard,
    /// Everything: `$**`. The key has no path.
    Everything,
    /// The text of every field: `$**` as `"text"`. The key has no path.
    EveryText,
}

impl KeyKind {
    /// The kind that a byte of the packed form stands for.
    pub const fn of(byte: u8) -> Self {
        match byte {
            0 => Self::Ascending,
            1 => Self::Descending,
            2 => Self::Text,
            3 => Self::Hashed,
            4 => Self::Geo2dSphere,
            5 => Self::Geo2d,
            6 => Self::Wildcard,
            7 => Self::Everything,
            _ => Self::EveryText,
        }
    }

    /// Whether the key is an ordinary one, in this or that direction.
    pub const fn is_directed(self) -> bool {
        matches!(self, Self::Ascending | Self::Descending)
    }
}

/// What a query does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Role {
    /// It equals a given value.
    Equal = 0,
    /// It equals one of several given values; how many, the query's lists tell.
    AnyOf = 1,
    /// The result is in ascending order of it.
    Ascending = 2,
    /// The result is in descending order of it.
    Descending = 3,
    /// It lies between given values.
    Range = 4,
    /// It is searched as text.
    Text = 5,
    /// It is near to a given point.
    Near = 6,
    /// It is in the result.
    Project = 7,
    /// The query's filter lets it equal one constant.
    Fixed = 8,
    /// The query's filter lets it equal one of several constants; how many, the lists tell.
    FixedAnyOf = 9,
    /// The query's filter bounds it in another way.
    FixedRange = 10,
    /// The query's filter demands that there is a value: no bound of a scan tells that, but an
    /// index's own filter does.
    FixedExists = 11,
    /// The query's filter demands something of it or else of another field: no bound of one scan
    /// tells that.
    FixedEither = 12,
}

impl Role {
    /// The role that a byte of the packed form stands for.
    pub const fn of(byte: u8) -> Self {
        match byte {
            0 => Self::Equal,
            1 => Self::AnyOf,
            2 => Self::Ascending,
            3 => Self::Descending,
            4 => Self::Range,
            5 => Self::Text,
            6 => Self::Near,
            7 => Self::Project,
            8 => Self::Fixed,
            9 => Self::FixedAnyOf,
            10 => Self::FixedRange,
            11 => Self::FixedExists,
            _ => Self::FixedEither,
        }
    }

    /// Whether it stands for a constant of the query's filter.
    pub const fn is_fixed(self) -> bool {
        matches!(
            self,
            Self::Fixed
                | Self::FixedAnyOf
                | Self::FixedRange
                | Self::FixedExists
                | Self::FixedEither
        )
    }

    /// Whether it is a part of the order.
    pub const fn is_order(self) -> bool {
        matches!(self, Self::Ascending | Self::Descending)
    }

    /// Whether the query has a list of values for it.
    pub const fn has_list(self) -> bool {
        matches!(self, Self::AnyOf | Self::FixedAnyOf)
    }
}

/// A set of positions of paths, each below 256.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PathSet([u64; 4]);

impl PathSet {
    /// No path.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set with this path.
    #[must_use]
    pub const fn with(mut self, path: u8) -> Self {
        self.0[path as usize / 64] |= 1 << (path % 64);
        self
    }

    /// Whether the path is in it.
    pub const fn has(&self, path: u8) -> bool {
        self.0[path as usize / 64] >> (path % 64) & 1 == 1
    }
}

/// What is known of the values of an index's key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fact {
    /// Tells apart the arrays on the way to the values, for keys behind the same one are not
    /// bounded independently; 0 where there is none.
    pub array: u8,
    /// Whether the value may be null or missing.
    pub nullable: bool,
    /// Whether it may be a string, or hold one.
    pub text: bool,
}

/// Whether a query's constants imply an index's filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The index has none.
    NoFilter,
    /// They do.
    Implied,
    /// They do not, or it is not provable as the server proves it.
    NotImplied,
}

/// An index, with what its collection's types make of its keys.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools)] // each is an option of its own
pub struct IndexView<'a> {
    /// Two bytes a key: the position of its path, and its [`KeyKind`].
    pub keys: &'a [u8],
    /// What is known of each key; of those beyond its end, nothing that hinders.
    pub facts: &'a [Fact],
    /// Whether it is unique.
    pub unique: bool,
    /// Whether it leaves out documents that have none of its keys.
    pub sparse: bool,
    /// Whether the planner does not see it.
    pub hidden: bool,
    /// Whether its filter follows from the query.
    pub filter: Proof,
    /// The paths that its filter is about.
    pub filtered: PathSet,
    /// Whether it compares strings in another way than the query.
    pub other_collation: bool,
    /// Whether it compares strings in any other way than byte for byte, so that its keys do not tell
    /// the strings.
    pub collated: bool,
    /// The paths that its wildcard covers.
    pub wildcard: PathSet,
}

impl<'a> IndexView<'a> {
    /// An ordinary index with these keys, of which nothing else is known.
    pub const fn plain(keys: &'a [u8]) -> Self {
        Self {
            keys,
            facts: &[],
            unique: false,
            sparse: false,
            hidden: false,
            filter: Proof::NoFilter,
            filtered: PathSet::EMPTY,
            other_collation: false,
            collated: false,
            wildcard: PathSet::EMPTY,
        }
    }

    /// How many keys it has.
    pub const fn key_count(&self) -> usize {
        self.keys.len() / 2
    }

    /// The position of the path of the key at this position.
    pub const fn path(&self, key: usize) -> u8 {
        self.keys[key * 2]
    }

    /// How the key at this position is indexed.
    pub const fn kind(&self, key: usize) -> KeyKind {
        KeyKind::of(self.keys[key * 2 + 1])
    }

    /// What is known of the key at this position.
    pub const fn fact(&self, key: usize) -> Fact {
        if key < self.facts.len() {
            self.facts[key]
        } else {
            Fact {
                array: 0,
                nullable: false,
                text: false,
            }
        }
    }
}

/// A query.
#[derive(Debug, Clone, Copy)]
pub struct QueryView<'a> {
    /// The position of the tenant key's path, which equals a given value in each query that does
    /// not cross tenants.
    pub tenant: Option<u8>,
    /// Two bytes a term: the position of its path, and its [`Role`].
    pub terms: &'a [u8],
    /// The most values of each list, in the order of the terms that have one.
    pub lists: &'a [u32],
}

impl QueryView<'_> {
    /// How many terms it has.
    pub const fn term_count(&self) -> usize {
        self.terms.len() / 2
    }

    /// The position of the path of the term at this position.
    pub const fn path(&self, term: usize) -> u8 {
        self.terms[term * 2]
    }

    /// What it does with the field of the term at this position.
    pub const fn role(&self, term: usize) -> Role {
        Role::of(self.terms[term * 2 + 1])
    }

    /// Whether a term has this role.
    pub const fn has(&self, role: Role) -> bool {
        let mut term = 0;
        while term < self.term_count() {
            if self.terms[term * 2 + 1] == role as u8 {
                return true;
            }
            term += 1;
        }
        false
    }
}

/// Why an index does not serve a query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// It is hidden.
    Hidden,
    /// Its filter does not follow from the query's constants.
    Filter,
    /// It is of a kind that cannot answer such a query.
    Kind,
    /// It has no bound for the tenant key.
    Tenant,
    /// It has no bound for the condition of the term at this position, or has it too late.
    Condition(usize),
    /// Its order is not that of the term at this position.
    Order(usize),
    /// The lists before its order admit more scans than the server merges.
    Scans,
    /// The key at this position leads to an array, so the scan has no order, or no second bound.
    Array(usize),
    /// The key at this position may be null, and a sparse index does not tell who has none.
    Sparse(usize),
    /// The key at this position holds strings, which it compares in another way than the query.
    Collation(usize),
}
