//! What is asked about two convex bodies.

/// A question about two convex bodies at a relative pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Query {
    /// Do they meet?
    Boolean,
    /// How far apart are they? Asked only where they do not meet.
    Distance,
    /// How deep in each other are they? Asked only where they meet.
    Depth,
    /// How far apart, or, as a negative number, how deep in each other are they?
    Signed,
}

impl Query {
    /// All queries, in the order of the tables.
    pub const ALL: [Self; 4] = [Self::Boolean, Self::Distance, Self::Depth, Self::Signed];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Boolean => "boolean",
            Self::Distance => "distance",
            Self::Depth => "depth",
            Self::Signed => "signed",
        }
    }

    /// Whether it is asked of bodies that meet, or do not.
    #[must_use]
    pub fn is_asked(self, meet: bool) -> bool {
        match self {
            Self::Boolean | Self::Signed => true,
            Self::Distance => !meet,
            Self::Depth => meet,
        }
    }
}
