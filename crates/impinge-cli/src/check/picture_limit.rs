//! How many pictures a check draws.

use std::fmt;
use std::str::FromStr;

/// The most clashes that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureLimit {
    /// At most this many, the worst.
    Most(usize),
    /// Every clash.
    All,
}

impl Default for PictureLimit {
    /// Thumbnails of these take about as long as the evidence of as many clashes, and a page of them a few megabytes.
    fn default() -> Self {
        Self::Most(1_000)
    }
}

impl PictureLimit {
    /// As a check has it: `None` for all.
    pub fn most(self) -> Option<usize> {
        match self {
            Self::Most(count) => Some(count),
            Self::All => None,
        }
    }
}

impl fmt::Display for PictureLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Most(0) => f.write_str("none"),
            Self::Most(count) => write!(f, "{count}"),
            Self::All => f.write_str("all"),
        }
    }
}

impl FromStr for PictureLimit {
    type Err = &'static str;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.trim() {
            "all" => Ok(Self::All),
            "none" => Ok(Self::Most(0)),
            word => word.parse().map(Self::Most).map_err(|_| "expected a number of pictures, all, or none"),
        }
    }
}
