//! From files to named bodies in the world: read, carried to their places once, and given names that are unique.

use anyhow::{Context, bail};
use impinge::mesh::Mesh;
use impinge_io::Body;
use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A body in the world's frame.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Unique among the bodies it is loaded with.
    pub name: String,
    /// Its surface, in the world's frame.
    pub mesh: Arc<Mesh>,
}

/// The files as borrowed paths.
pub fn paths(files: &[PathBuf]) -> Vec<&Path> {
    files.iter().map(PathBuf::as_path).collect()
}

/// A note for every file that is given more than once, under whatever names.
pub fn repeats(files: &[PathBuf]) -> Vec<String> {
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

/// Every body of every file, in order.
///
/// # Errors
/// A file cannot be read, or a body cannot be placed.
pub fn load(files: &[PathBuf]) -> anyhow::Result<Vec<Placed>> {
    let mut read = Vec::new();
    for (file, path) in files.iter().enumerate() {
        read.extend(load_one(path)?.into_iter().map(|placed| (file, placed)));
    }
    Ok(renamed(files, read, |placed| &mut placed.name))
}

/// Things that come from files, each by its place among them, under unique names.
pub fn renamed<T>(files: &[PathBuf], mut things: Vec<(usize, T)>, name: impl Fn(&mut T) -> &mut String) -> Vec<T> {
    let own: Vec<(usize, String)> = things.iter_mut().map(|(file, thing)| (*file, name(thing).clone())).collect();
    let new = names(files, &own.iter().map(|(file, own)| (*file, own.as_str())).collect::<Vec<_>>());
    let renamed = things.into_iter().zip(new).map(|((_, mut thing), new)| {
        *name(&mut thing) = new;
        thing
    });
    renamed.collect()
}

/// The bodies of one file, at least one, under their names in it, which are unique there.
///
/// # Errors
/// The file cannot be read, or a body cannot be placed.
pub fn load_one(path: &Path) -> anyhow::Result<Vec<Placed>> {
    let bodies = impinge_io::read(path)?;
    if bodies.is_empty() {
        bail!("{}: no bodies, expected at least one mesh with triangles", path.display());
    }
    bodies.into_iter().map(|body| place(path, body)).collect()
}

/// Carries a body to its place in the world.
pub fn place(path: &Path, body: Body) -> anyhow::Result<Placed> {
    if body.world_from_body.is_identity() {
        return Ok(Placed { name: body.name, mesh: body.mesh });
    }
    let vertices = body.mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p)).collect();
    let mesh = Mesh::try_new(vertices, body.mesh.faces().to_vec())
        .with_context(|| format!("{}: body {:?} cannot be placed in the world", path.display(), body.name))?;
    Ok(Placed { name: body.name, mesh: Arc::new(mesh) })
}

/// Unique names for bodies, each given by its file and its name there.
///
/// With one file the names stand as they are. With several, the bodies of a file of many, and those whose names
/// collide, are called `file/body` by the stem of the file, or by its whole path where stems collide too.
fn names(files: &[PathBuf], bodies: &[(usize, &str)]) -> Vec<String> {
    let own: Vec<String> = bodies.iter().map(|(_, name)| (*name).to_owned()).collect();
    if files.len() < 2 {
        return unique(own);
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
    unique(full.collect())
}

/// The same names, with `.2`, `.3`, … after those that came before.
fn unique(names: Vec<String>) -> Vec<String> {
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
        names(&files, bodies)
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
