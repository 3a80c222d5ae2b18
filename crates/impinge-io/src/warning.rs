//! What is read otherwise than a file has it, and does not keep it from being used.

use crate::counted::counted;
use std::fmt;

/// Something of a body that was read differently from the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadWarning {
    /// Number of coordinates that were too small for exact arithmetic, and are zero. With the first body of the file.
    TinyCoordinates(u64),
    /// The body has a skin, and is left in its rest shape.
    Skin,
    /// The body has morph targets, and is left in its rest shape.
    MorphTargets,
}

impl ReadWarning {
    /// That coordinates are zero, if any are.
    pub(crate) fn tiny(count: u64) -> Vec<Self> {
        (count > 0).then_some(Self::TinyCoordinates(count)).into_iter().collect()
    }

    /// The warnings of the bodies of a file, each kind once, with how many it concerns.
    #[must_use]
    pub fn summaries(warnings: impl IntoIterator<Item = Self>) -> Vec<String> {
        let (mut tiny, mut skins, mut morphs) = (0_u64, 0_u64, 0_u64);
        for warning in warnings {
            match warning {
                Self::TinyCoordinates(count) => tiny = tiny.saturating_add(count),
                Self::Skin => skins += 1,
                Self::MorphTargets => morphs += 1,
            }
        }
        let mut summaries = Vec::new();
        if tiny > 0 {
            summaries.push(Self::TinyCoordinates(tiny).to_string());
        }
        if skins > 0 {
            summaries.push(format!("{} with a skin, left in the rest shape", bodies(skins)));
        }
        if morphs > 0 {
            summaries.push(format!("{} with morph targets, left in the rest shape", bodies(morphs)));
        }
        summaries
    }
}

fn bodies(count: u64) -> String {
    if count == 1 { "1 body".to_owned() } else { format!("{count} bodies") }
}

impl fmt::Display for ReadWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TinyCoordinates(count) => {
                write!(
                    f,
                    "{} nearer to zero than exact arithmetic reaches, taken as zero",
                    counted(*count, "coordinate")
                )
            }
            Self::Skin => f.write_str("a skin, left in the rest shape"),
            Self::MorphTargets => f.write_str("morph targets, left in the rest shape"),
        }
    }
}

/// A coordinate, or zero where it is too small to be exact, which is counted.
pub(crate) fn not_tiny(x: f64, smallest: f64, tiny: &mut u64) -> f64 {
    if x == 0.0 || x.abs() >= smallest || x.is_nan() {
        return x;
    }
    *tiny += 1;
    0.0
}
