//! Names of bodies, unique within a file: `bolt`, `bolt.2`, `bolt.3`.
//!
//! A body without a name is called by a hash of its triangles, which a renamed file keeps. One that is alone in its file is called as the
//! file: that is what people look for.

use crate::Body;
use crate::body::PATH_SEPARATOR;
use crate::geometry_hash::{geometry_hash, short};
use std::collections::HashMap;
use std::path::Path;

/// Gives all bodies of a file unique names; `stem` is that of the file. The names so far may be empty, or end in an empty part of a path.
pub(crate) fn settle(bodies: &mut [Body], stem: &str) {
    if let [body] = bodies
        && body.name.is_empty()
    {
        stem.clone_into(&mut body.name);
    }
    let mut names = Names::default();
    for body in bodies {
        if body.name.is_empty() || body.name.ends_with(PATH_SEPARATOR) {
            body.name.push_str("unnamed ");
            body.name.push_str(&short(geometry_hash(&body.mesh)));
        }
        body.name = names.unique(&body.name);
    }
}

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
