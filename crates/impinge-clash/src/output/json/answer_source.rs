//! What made an answer, and from what: the first keys of every JSON document.

use super::super::output_error::OutputError;
use super::lines;
use crate::report::InputFile;
use impinge_io::LengthUnit;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The version of the program, the unit of lengths, and the files that were read.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnswerSource {
    /// The version of the program.
    pub impinge: &'static str,
    /// The symbol of the unit of all lengths and coordinates, where files or options state one.
    pub unit: Option<&'static str>,
    /// The files that were read, in order, but for pipes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputFile>,
}

impl AnswerSource {
    /// An answer of this version, in a unit, from files.
    #[must_use]
    pub fn new(unit: Option<LengthUnit>, inputs: Vec<InputFile>) -> Self {
        Self { impinge: env!("CARGO_PKG_VERSION"), unit: unit.map(LengthUnit::symbol), inputs }
    }

    /// The same; the files are read again for their hashes, each once.
    #[must_use]
    pub fn read(unit: Option<LengthUnit>, files: &[&Path]) -> Self {
        let is_first = |k: &usize| !files[..*k].contains(&files[*k]);
        Self::new(unit, (0..files.len()).filter(is_first).filter_map(|k| InputFile::read(files[k])).collect())
    }

    /// Writes the keys, each with a comma after it, and `inputs` where there are any.
    ///
    /// # Errors
    /// None in practice: the bytes go to memory.
    pub fn write(&self, out: &mut Vec<u8>) -> Result<(), OutputError> {
        write!(out, "\"impinge\":\"{}\",\n\"unit\":", self.impinge)?;
        serde_json::to_writer(&mut *out, &self.unit)?;
        if !self.inputs.is_empty() {
            write!(out, ",\n\"inputs\":[")?;
            lines(out, self.inputs.iter())?;
            write!(out, "]")?;
        }
        writeln!(out, ",")?;
        Ok(())
    }
}
