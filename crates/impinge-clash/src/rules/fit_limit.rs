//! How thick fits may be before they are violations.

use super::rules_file::Severity;

/// How thick the overlap of a fit may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum FitLimit {
    /// A fiftieth of its diameter: interference fits have a thousandth, and holes of twelve facets or more are within it.
    #[default]
    Auto,
    /// A length, in the unit of the files.
    Length(f64),
    /// Fits are not told from other overlaps.
    Off,
}

/// The thickness that fits may have by default, over the diameter.
const OF_DIAMETER: f64 = 0.02;

impl FitLimit {
    /// The word for no fits in files of rules and on the command line.
    pub const OFF: &str = "off";

    /// The length for a fit of a diameter; `None` if fits are not told from other overlaps.
    #[must_use]
    pub fn length_for(self, diameter: f64) -> Option<f64> {
        match self {
            Self::Auto => Some(OF_DIAMETER * diameter),
            Self::Length(length) => Some(length),
            Self::Off => None,
        }
    }
}

/// How fits are treated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitTreatment {
    /// How thick they may be.
    pub limit: FitLimit,
    /// How severe one is that is no thicker than that.
    pub severity: Severity,
}

impl Default for FitTreatment {
    fn default() -> Self {
        Self { limit: FitLimit::Auto, severity: Severity::Info }
    }
}
