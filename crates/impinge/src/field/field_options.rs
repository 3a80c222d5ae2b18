//! Options of a field, and why one was refused.

/// How a field is sampled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldOptions {
    /// Cells along the longest side of the mesh; 64 by default.
    pub cells: u32,
    /// Cells beyond the box of the mesh on every side; 2 by default.
    pub margin: u32,
    /// Where samples are kept.
    pub storage: Storage,
    /// Largest memory for samples, in bytes; 1 GiB by default.
    pub most_bytes: u64,
}

impl Default for FieldOptions {
    fn default() -> Self {
        Self { cells: 64, margin: 2, storage: Storage::Dense, most_bytes: 1 << 30 }
    }
}

/// Where samples of a field are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storage {
    /// At every corner of every cell.
    #[default]
    Dense,
    /// In blocks of 4 × 4 × 4 cells that the surface may enter, and elsewhere only at the corners of such blocks.
    Sparse,
}

/// Why there is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FieldError {
    /// The mesh is not closed, so there is no sign.
    #[error("the mesh is not closed: a signed distance needs an inside")]
    Open,
    /// No cells were asked for.
    #[error("a field needs at least one cell")]
    NoCells,
    /// The samples would need more memory than is granted.
    #[error("the samples of the field need {bytes} bytes, but {most} are granted")]
    TooLarge {
        /// What they need at least; the largest number there is if that is more.
        bytes: u64,
        /// What is granted.
        most: u64,
    },
    /// The box around the mesh leaves the range of exact coordinates.
    #[error("the box of the field leaves the exact range (at most 2^300 in magnitude)")]
    OutOfRange,
}
