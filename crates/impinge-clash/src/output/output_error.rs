//! Why a report was not written.

use impinge_io::WriteError;

/// Why a report was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The page has no place for a part of the report.
    #[error("the page for reports that was built in has no single place for {0}: build viewer/ again")]
    StrangePage(&'static str),
    /// There is no body with triangles to write.
    #[error("no body of the assembly has triangles, expected one to write as GLB")]
    NoTriangles,
    /// A GLB cannot be that long.
    #[error("the model takes more than the 4 GiB of a GLB; give a smaller budget of triangles")]
    TooLong,
    /// Something could not be put together.
    #[error("the report could not be put together: {0}")]
    Encoding(String),
    /// The file could not be written.
    #[error(transparent)]
    File(#[from] WriteError),
}

impl OutputError {
    pub(crate) fn encoding(error: impl std::fmt::Display) -> Self {
        Self::Encoding(error.to_string())
    }
}

impl From<std::io::Error> for OutputError {
    fn from(error: std::io::Error) -> Self {
        Self::encoding(error)
    }
}

impl From<serde_json::Error> for OutputError {
    fn from(error: serde_json::Error) -> Self {
        Self::encoding(error)
    }
}

impl From<csv::Error> for OutputError {
    fn from(error: csv::Error) -> Self {
        Self::encoding(error)
    }
}
