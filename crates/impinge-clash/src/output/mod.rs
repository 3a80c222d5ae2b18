//! Reports for other programs: JUnit for CI, BCF for model checkers, GLB for viewers, HTML for people.
//!
//! The same report gives the same bytes. Names are users' words: they are shown as they are, escaped as each format wants it, and name no
//! file anywhere.

mod bcf;
mod glb;
mod junit;
mod literal;
mod page;
mod telling;

pub use bcf::BcfVersion;
pub use glb::GlbOptions;
pub(crate) use literal::literal;
pub(crate) use telling::number;

use crate::report::Report;
use impinge_io::{WriteError, write_atomically};
use std::path::Path;

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// A suite for every rule, a failed test for every clash.
    Junit,
    /// A topic for every clash, with a viewpoint and a snapshot.
    Bcf(BcfVersion),
    /// The assembly, with clashing triangles and curves in colours of their own.
    Glb(GlbOptions),
    /// One page with everything in it.
    Html,
}

impl OutputFormat {
    /// Whether the pages that this build writes have a 3D view; others have list, filters and pictures alone.
    pub const HAS_3D_VIEW: bool = page::HAS_VIEW;
}

/// Why a report was not written.
#[derive(Debug, thiserror::Error)]
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
    fn encoding(error: impl std::fmt::Display) -> Self {
        Self::Encoding(error.to_string())
    }
}

impl Report<'_> {
    /// The report in a format.
    ///
    /// # Errors
    /// See [`OutputError`].
    pub fn write(&self, format: OutputFormat) -> Result<Vec<u8>, OutputError> {
        match format {
            OutputFormat::Junit => junit::write(self),
            OutputFormat::Bcf(version) => bcf::write(self, version),
            OutputFormat::Glb(options) => glb::write(self, &options),
            OutputFormat::Html => page::write(self),
        }
    }

    /// The report in a file, which appears whole or not at all.
    ///
    /// # Errors
    /// See [`OutputError`].
    pub fn save(&self, format: OutputFormat, path: &Path) -> Result<(), OutputError> {
        let bytes = self.write(format)?;
        Ok(write_atomically(path, |file| file.write_all(&bytes))?)
    }
}
