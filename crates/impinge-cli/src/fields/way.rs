//! The words after `--method sdf`: how fields are sampled.

use impinge::field::{FieldOptions, Storage};
use std::fmt;
use std::str::FromStr;

/// The name of the method.
pub const NAME: &str = "sdf";

/// Most cells along the longest side: more have never room.
const MOST_CELLS: u32 = 4096;

/// How fields are sampled, and how many points are told of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldWay {
    /// Cells along the longest side of a body.
    pub cells: u32,
    /// Where samples are kept.
    pub storage: Storage,
    /// Points that are told of each pair, the deepest first.
    pub points: usize,
}

impl Default for FieldWay {
    fn default() -> Self {
        Self { cells: 32, storage: Storage::Dense, points: 10 }
    }
}

impl FieldWay {
    /// The options of a field.
    pub fn options(&self) -> FieldOptions {
        FieldOptions { cells: self.cells, storage: self.storage, ..FieldOptions::default() }
    }

    /// The word for where samples are kept.
    pub fn storage_name(&self) -> &'static str {
        match self.storage {
            Storage::Dense => "dense",
            Storage::Sparse => "sparse",
        }
    }
}

impl fmt::Display for FieldWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Self::default();
        let options = [
            (self.cells != usual.cells).then(|| format!("cells={}", self.cells)),
            (self.storage != usual.storage).then(|| format!("storage={}", self.storage_name())),
            (self.points != usual.points).then(|| format!("points={}", self.points)),
        ];
        let options: Vec<String> = options.into_iter().flatten().collect();
        if options.is_empty() { f.write_str(NAME) } else { write!(f, "{NAME}:{}", options.join(",")) }
    }
}

impl FromStr for FieldWay {
    type Err = String;

    /// The way of `sdf`, or `sdf:` and options.
    fn from_str(word: &str) -> Result<Self, String> {
        let options = word.strip_prefix(NAME).unwrap_or(word);
        let mut way = Self::default();
        for option in options.strip_prefix(':').unwrap_or(options).split(',').filter(|option| !option.is_empty()) {
            let refusal = || {
                format!(
                    "{NAME} takes cells=1 to {MOST_CELLS}, storage=dense or sparse, and points=0 or more, as in {NAME}:cells=128,points=3; found {option:?}"
                )
            };
            match option.split_once('=').ok_or_else(refusal)? {
                ("cells", number) => {
                    let cells = number.parse().ok().filter(|cells| (1..=MOST_CELLS).contains(cells));
                    way.cells = cells.ok_or_else(refusal)?;
                }
                ("storage", "sparse") => way.storage = Storage::Sparse,
                ("storage", "dense") => way.storage = Storage::Dense,
                ("points", number) => way.points = number.parse().map_err(|_| refusal())?,
                _ => return Err(refusal()),
            }
        }
        Ok(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_read_and_told() {
        for word in ["sdf", "sdf:cells=128", "sdf:cells=8,storage=sparse,points=0"] {
            assert_eq!(word.parse::<FieldWay>().unwrap().to_string(), word);
        }
        for word in ["sdf:cells=0", "sdf:cells=9999", "sdf:cell=3", "sdf:storage=tape", "sdf:points=-1", "sdf:3"] {
            assert!(word.parse::<FieldWay>().unwrap_err().contains("found"), "{word}");
        }
    }
}
