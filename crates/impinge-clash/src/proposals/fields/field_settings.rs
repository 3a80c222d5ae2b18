//! The options after `--method sdf`: how fields are sampled.

use impinge::field::{FieldOptions, Storage};
use std::fmt;
use std::str::FromStr;

/// The name of the method.
pub const METHOD_NAME: &str = "sdf";

/// Most cells along the longest side: more never fit in memory.
const MOST_CELLS: u32 = 4096;

/// How fields are sampled, and how many points are listed of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldSettings {
    /// Cells along the longest side of a body.
    pub cells: u32,
    /// Where samples are kept.
    pub storage: Storage,
    /// Points listed of each pair, the deepest first.
    pub points: usize,
}

impl Default for FieldSettings {
    fn default() -> Self {
        Self { cells: 32, storage: Storage::Dense, points: 10 }
    }
}

impl FieldSettings {
    /// The options of a field.
    pub fn options(&self) -> FieldOptions {
        FieldOptions { cells: self.cells, storage: self.storage, ..FieldOptions::default() }
    }

    /// The name of the storage.
    pub fn storage_name(&self) -> &'static str {
        match self.storage {
            Storage::Dense => "dense",
            Storage::Sparse => "sparse",
        }
    }
}

impl fmt::Display for FieldSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        let options = [
            (self.cells != usual.cells).then(|| format!("cells={}", self.cells)),
            (self.storage != usual.storage).then(|| format!("storage={}", self.storage_name())),
            (self.points != usual.points).then(|| format!("points={}", self.points)),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        if options.is_empty() { f.write_str(METHOD_NAME) } else { write!(f, "{METHOD_NAME}:{}", options.join(",")) }
    }
}

impl FromStr for FieldSettings {
    type Err = String;

    /// Parses `sdf`, or `sdf:` and options.
    fn from_str(word: &str) -> Result<Self, String> {
        let options = word.strip_prefix(METHOD_NAME).unwrap_or(word);
        let mut settings = Self::default();
        for option in options.strip_prefix(':').unwrap_or(options).split(',').filter(|option| !option.is_empty()) {
            let refusal = || {
                format!(
                    "{METHOD_NAME} takes cells=1 to {MOST_CELLS}, storage=dense or sparse, and points=0 or more, as in {METHOD_NAME}:cells=128,points=3; found {option:?}"
                )
            };
            match option.split_once('=').ok_or_else(refusal)? {
                ("cells", number) => {
                    let cells = number.parse().ok().filter(|cells| (1..=MOST_CELLS).contains(cells));
                    settings.cells = cells.ok_or_else(refusal)?;
                }
                ("storage", "sparse") => settings.storage = Storage::Sparse,
                ("storage", "dense") => settings.storage = Storage::Dense,
                ("points", number) => settings.points = number.parse().map_err(|_| refusal())?,
                _ => return Err(refusal()),
            }
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_and_written() {
        for word in ["sdf", "sdf:cells=128", "sdf:cells=8,storage=sparse,points=0"] {
            assert_eq!(word.parse::<FieldSettings>().unwrap().to_string(), word);
        }
        for word in ["sdf:cells=0", "sdf:cells=9999", "sdf:cell=3", "sdf:storage=tape", "sdf:points=-1", "sdf:3"] {
            assert!(word.parse::<FieldSettings>().unwrap_err().contains("found"), "{word}");
        }
    }
}
