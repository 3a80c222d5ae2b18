//! Unique names for the bodies of several files, and a note on files given twice.

use super::body::AssemblyBody;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A note for every file that is given more than once, under whatever names.
#[must_use]
pub fn repeated_files(files: &[PathBuf]) -> Vec<String> {
    let resolved: Vec<PathBuf> = files.iter().map(|f| f.canonicalize().unwrap_or_else(|_| f.clone())).collect();
    let times = counts(resolved.iter());
    let mut noted = HashSet::new();
    let repeated = files.iter().zip(&resolved).filter(|(_, file)| times[file] > 1 && noted.insert(*file));
    let note = |(name, file): (&PathBuf, &PathBuf)| match times[file] {
        2 => format!("{} was given twice: every body in it counts as two bodies", name.display()),
        n => format!("{} was given {n} times: every body in it counts as {n} bodies", name.display()),
    };
    repeated.map(note).collect()
}

/// Things of files, each with the index of its file, under unique names.
pub fn rename_unique<T>(
    files: &[PathBuf],
    mut things: Vec<(usize, T)>,
    name: impl Fn(&mut T) -> &mut String,
) -> Vec<T> {
    let own: Vec<(usize, String)> = things.iter_mut().map(|(file, thing)| (*file, name(thing).clone())).collect();
    let new = unique_names(files, &own.iter().map(|(file, own)| (*file, own.as_str())).collect::<Vec<_>>());
    let renamed = things.into_iter().zip(new).map(|((_, mut thing), new)| {
        *name(&mut thing) = new;
        thing
    });
    renamed.collect()
}

/// Unique names for bodies, each given by its file and its name there.
///
/// With one file the names stand as they are. With several, the bodies of a file of many, and those whose names
/// collide, are called `file/body` by the stem of the file, or by its whole path where stems collide too.
fn unique_names(files: &[PathBuf], bodies: &[(usize, &str)]) -> Vec<String> {
    let own: Vec<String> = bodies.iter().map(|(_, name)| (*name).to_owned()).collect();
    if files.len() < 2 {
        return numbered(own);
    }
    let stems: Vec<String> = files.iter().map(|f| stem(f)).collect();
    let stem_counts = counts(stems.iter());
    let body_counts = counts(bodies.iter().map(|(file, _)| file));
    let name_counts = counts(bodies.iter().map(|(_, name)| *name));
    let full = bodies.iter().map(|(file, name)| {
        let stem = &stems[*file];
        let label = if stem_counts[stem] > 1 { files[*file].display().to_string() } else { stem.clone() };
        match (body_counts[file] > 1, name_counts[name] > 1) {
            (false, false) => (*name).to_owned(),
            (false, true) if *name == stem => label,
            // The links of a robot, which bear its name.
            (true, false) if name.strip_prefix(label.as_str()).is_some_and(|rest| rest.starts_with('/')) => {
                (*name).to_owned()
            }
            _ => format!("{label}/{name}"),
        }
    });
    numbered(full.collect())
}

/// The identifiers that other programs gave bodies, but for those that two bodies have.
pub fn unique_source_ids(bodies: &[AssemblyBody]) -> Vec<Option<&str>> {
    let times = counts(bodies.iter().filter_map(|body| body.source_id.as_deref()));
    bodies.iter().map(|body| body.source_id.as_deref().filter(|id| times[id] == 1)).collect()
}

/// What ids of clashes are made of: the unique identifier of a body, else its name.
pub fn lasting_names(bodies: &[AssemblyBody]) -> Vec<String> {
    // No name begins so.
    let lasting =
        |(body, id): (&AssemblyBody, Option<&str>)| id.map_or_else(|| body.name.clone(), |id| format!("\0id {id}"));
    bodies.iter().zip(unique_source_ids(bodies)).map(lasting).collect()
}

/// The same names, with `.2`, `.3`, … after those that repeat an earlier one.
fn numbered(names: Vec<String>) -> Vec<String> {
    let given: HashSet<String> = names.iter().cloned().collect();
    let mut taken = HashSet::new();
    let mut next: HashMap<String, usize> = HashMap::new();
    let rename = |name: String| {
        if taken.insert(name.clone()) {
            return name;
        }
        let number = next.entry(name.clone()).or_insert(2);
        loop {
            let renamed = format!("{name}.{number}");
            *number += 1;
            if !given.contains(&renamed) && taken.insert(renamed.clone()) {
                return renamed;
            }
        }
    };
    names.into_iter().map(rename).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(OsStr::new("file")).to_string_lossy().into_owned()
}

fn counts<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> HashMap<T, usize> {
    items.fold(HashMap::new(), |mut counts, item| {
        *counts.entry(item).or_default() += 1;
        counts
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(files: &[&str], bodies: &[(usize, &str)]) -> Vec<String> {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        unique_names(&files, bodies)
    }

    #[test]
    fn names_are_short_where_they_can_be() {
        assert_eq!(named(&["a.obj"], &[(0, "x"), (0, "y")]), ["x", "y"]);
        assert_eq!(named(&["a.stl", "b.stl"], &[(0, "a"), (1, "b")]), ["a", "b"]);
        assert_eq!(named(&["arm.urdf", "b.stl"], &[(0, "arm/x"), (0, "arm/y"), (1, "b")]), ["arm/x", "arm/y", "b"]);
        assert_eq!(named(&["a.obj", "b.stl"], &[(0, "x"), (0, "y"), (1, "b")]), ["a/x", "a/y", "b"]);
    }

    #[test]
    fn names_are_unique() {
        assert_eq!(named(&["a.obj"], &[(0, "x"), (0, "x.2"), (0, "x"), (0, "x")]), ["x", "x.2", "x.3", "x.4"]);
        assert_eq!(named(&["a.stl", "b.stl"], &[(0, "part"), (1, "part")]), ["a/part", "b/part"]);
        assert_eq!(named(&["l/p.stl", "r/p.stl"], &[(0, "p"), (1, "p")]), ["l/p.stl", "r/p.stl"]);
        assert_eq!(named(&["p.stl", "p.stl"], &[(0, "p"), (1, "p")]), ["p.stl", "p.stl.2"]);
    }
}
