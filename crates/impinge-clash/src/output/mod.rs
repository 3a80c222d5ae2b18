//! Files of a report: JSON for machines and baselines, CSV for spreadsheets, JUnit for CI, BCF for model checkers, GLB for viewers, HTML for people.
//!
//! The same report gives the same bytes. Names are users' words: they are shown as they are, escaped as each format requires, and name no
//! file anywhere.
//!
//! - `json`, `csv`, `junit`, `bcf`, `glb`, `page`: a writer each; `page` is the HTML page;
//! - `clash_record`: [`ClashRecord`], a clash in JSON, shared by `json` and `page`;
//! - `pattern_record`: a pattern in JSON, shared by `json` and `page`;
//! - `drawn_curve`: the curves of a clash as `page` draws them;
//! - `csv_text`: text in cells of CSV;
//! - `clash_text`: title and description of a clash, shared by `junit` and `bcf`;
//! - `escaped_text`: users' words where control characters are forbidden;
//! - `timestamp`: the time of a report;
//! - `output_error`: [`OutputError`].

mod bcf;
mod clash_record;
mod clash_text;
mod csv;
mod csv_text;
mod drawn_curve;
pub(crate) mod escaped_text;
mod glb;
pub mod json;
mod junit;
mod output_error;
mod pattern_record;
mod page;
mod timestamp;

pub use bcf::BcfVersion;
pub use clash_record::{ClashRecord, ClashRecordCurve, ClashRecordFaces};
pub use csv_text::csv_text;
pub use glb::GlbOptions;
pub use output_error::OutputError;
pub use timestamp::timestamp;

use crate::pictures::clash_view::ClashPictures;
use crate::report::Report;
use impinge_io::write_atomically;
use std::path::Path;

/// A format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormat {
    /// Everything but pictures, for machines and for [`crate::Baseline`].
    Json,
    /// A row for every pair listed, missing contact and resolved clash.
    Csv,
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

    /// The pictures of clashes that a report needs in this format.
    #[must_use]
    pub fn pictures(self) -> ClashPictures {
        match self {
            Self::Json | Self::Csv | Self::Junit | Self::Glb(_) => ClashPictures::None,
            Self::Html if Self::HAS_3D_VIEW => ClashPictures::Thumbnails,
            Self::Bcf(_) => ClashPictures::Snapshots,
            Self::Html => ClashPictures::Full,
        }
    }
}

impl Report {
    /// The report in a format.
    ///
    /// # Errors
    /// See [`OutputError`].
    pub fn write(&self, format: OutputFormat) -> Result<Vec<u8>, OutputError> {
        match format {
            OutputFormat::Json => json::write(self),
            OutputFormat::Csv => csv::write(self),
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
    pub fn save(&self, format: OutputFormat, path: impl AsRef<Path>) -> Result<(), OutputError> {
        let bytes = self.write(format)?;
        Ok(write_atomically(path.as_ref(), |file| file.write_all(&bytes))?)
    }
}
