//! BCF: the BIM Collaboration Format of buildingSMART, versions 2.1 and 3.0. Every clash is a topic with a viewpoint and a snapshot.
//!
//! Bodies of plain meshes have no IFC identifier: components are named by their name here (`AuthoringToolId`), and none is invented. Identifiers
//! come from the clash's name, so that a topic is the same in every run. Elements are written in the order of the published schemas.

mod guid;
mod markup;
mod viewpoint;
mod xml;

use super::OutputError;
use crate::report::Report;
use std::io::{Cursor, Write};
use xml::Xml;
use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

/// A version of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BcfVersion {
    /// 2.1, which most programs read.
    V2_1,
    /// 3.0.
    V3_0,
}

impl BcfVersion {
    /// The number of the version.
    #[must_use]
    pub fn number(self) -> &'static str {
        match self {
            Self::V2_1 => "2.1",
            Self::V3_0 => "3.0",
        }
    }
}

/// Who topics are from.
const AUTHOR: &str = "Impinge";

/// The report as a BCF file.
pub fn write(report: &Report, version: BcfVersion) -> Result<Vec<u8>, OutputError> {
    let mut archive = Archive(ZipWriter::new(Cursor::new(Vec::new())));
    archive.add("bcf.version", &version_file(version)?)?;
    if version == BcfVersion::V3_0 {
        archive.add("extensions.xml", &markup::extensions(report)?)?;
        archive.add("project.bcfp", &project(report)?)?;
    }
    for (index, (clash, view)) in report.viewed_clashes().enumerate() {
        let folder = guid::from_name(&clash.id, "topic");
        let topic = markup::Topic { clash, view, index, report };
        archive.add(&format!("{folder}/markup.bcf"), &topic.write(version)?)?;
        if let Some(view) = view {
            archive.add(&format!("{folder}/viewpoint.bcfv"), &viewpoint::write(clash, &view.viewpoint, version)?)?;
        }
        if let Some(png) = view.and_then(|view| view.png.as_ref()) {
            archive.add(&format!("{folder}/snapshot.png"), png)?;
        }
    }
    let bytes = archive.0.finish().map_err(OutputError::encoding)?;
    Ok(bytes.into_inner())
}

/// A ZIP file whose entries have no time of their own, so that its bytes depend on their content alone.
struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Archive {
    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), OutputError> {
        let time = zip::DateTime::default();
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored).last_modified_time(time);
        self.0.start_file(name, options).map_err(OutputError::encoding)?;
        self.0.write_all(bytes).map_err(OutputError::encoding)
    }
}

fn version_file(version: BcfVersion) -> Result<Vec<u8>, OutputError> {
    let mut xml = Xml::new();
    let attributes = [("VersionId", version.number())];
    match version {
        BcfVersion::V2_1 => {
            xml.element("Version", &attributes, |xml| xml.text("DetailedVersion", version.number()));
        }
        BcfVersion::V3_0 => xml.empty("Version", &attributes),
    }
    xml.finish()
}

fn project(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut xml = Xml::new();
    let id = guid::from_name(&report.title, "project");
    xml.element("ProjectInfo", &[], |xml| {
        xml.element("Project", &[("ProjectId", &id)], |xml| xml.words("Name", &report.title));
    });
    xml.finish()
}
