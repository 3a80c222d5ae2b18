//! The sections of a report: faults, and below them what is thin.

/// Where a clash is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClashSection {
    /// Clashes to look at.
    #[default]
    Faults,
    /// Fits and thin overlaps, below all faults; never left out.
    Fits,
}

crate::enum_names!(ClashSection { Faults = "faults", Fits = "fits" });
