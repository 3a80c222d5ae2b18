//! Names of bodies, unique within a file: `bolt`, `bolt.2`, `bolt.3`.

use std::collections::HashMap;
use std::path::Path;

/// The names given so far in one file.
#[derive(Debug, Default)]
pub(crate) struct Names {
    /// For every name given, the last suffix tried with it.
    given: HashMap<String, u64>,
}

impl Names {
    /// The wanted name if it is free, else the wanted name with the first suffix that makes it so.
    pub(crate) fn unique(&mut self, wanted: &str) -> String {
        if !self.given.contains_key(wanted) {
            self.given.insert(wanted.to_owned(), 1);
            return wanted.to_owned();
        }
        let mut suffix = self.given.get(wanted).copied().unwrap_or(1);
        let name = loop {
            suffix += 1;
            let name = format!("{wanted}.{suffix}");
            if !self.given.contains_key(&name) {
                break name;
            }
        };
        self.given.insert(wanted.to_owned(), suffix);
        self.given.insert(name.clone(), 1);
        name
    }
}

/// The name of a body that the file does not name: the file's own name without directory and extension.
pub(crate) fn stem(file: &str) -> String {
    let stem = Path::new(file).file_stem().map(|s| s.to_string_lossy().into_owned());
    stem.filter(|s| !s.is_empty()).unwrap_or_else(|| "body".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_names_are_numbered_around_those_taken() {
        let mut names = Names::default();
        let given: Vec<String> =
            ["bolt", "bolt.2", "bolt", "bolt", "nut", "bolt.2"].iter().map(|n| names.unique(n)).collect();
        assert_eq!(given, ["bolt", "bolt.2", "bolt.3", "bolt.4", "nut", "bolt.2.2"]);
    }

    #[test]
    fn the_stem_is_never_empty() {
        assert_eq!(stem("/a/b/part.v2.stl"), "part.v2");
        assert_eq!(stem(""), "body");
        assert_eq!(stem(".."), "body");
    }
}
