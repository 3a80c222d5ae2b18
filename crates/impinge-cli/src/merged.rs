//! One operand of a two-file question: all bodies of a file as one mesh in the world's frame, or the one body named.

use crate::bodies::{self, Placed};
use crate::place;
use anyhow::{Context, bail};
use impinge::feature::{FaceId, Feature, VertexId};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A mesh made of one or more bodies.
pub struct Merged {
    /// What the user called it.
    pub name: String,
    /// The whole, in the world's frame.
    pub mesh: Arc<Mesh>,
    parts: Vec<Part>,
}

/// A body within the whole.
struct Part {
    name: String,
    first_vertex: u32,
    first_face: u32,
}

/// What a word of the command line asks for: `FILE`, or `FILE#BODY`.
pub struct Operand {
    /// The file.
    pub path: PathBuf,
    /// The word.
    pub word: String,
    body: Option<String>,
}

impl Operand {
    /// The operand of a word: the longest file that exists, else everything before the first `#`.
    pub fn of(word: &Path) -> Self {
        let (path, body) = split(word);
        Self { path, word: word.display().to_string(), body }
    }

    /// Keeps of the bodies of the file, by their names, those that are asked for.
    ///
    /// # Errors
    /// There is no such body.
    pub fn pick<T>(&self, mut bodies: Vec<T>, name: impl Fn(&T) -> &str) -> anyhow::Result<Vec<T>> {
        if let Some(wanted) = &self.body {
            let known = known(&bodies, &name);
            bodies.retain(|body| name(body) == wanted);
            if bodies.is_empty() {
                bail!("{}: there is no body {wanted:?}; the bodies are: {known}", self.path.display());
            }
        }
        Ok(bodies)
    }
}

impl Merged {
    /// Reads an operand.
    ///
    /// # Errors
    /// The file cannot be read, or has no such body.
    pub fn load(operand: &Operand) -> anyhow::Result<Self> {
        let bodies = operand.pick(bodies::load_one(&operand.path)?, |body| &body.name)?;
        Self::of(operand.word.clone(), bodies).with_context(|| format!("{}", operand.path.display()))
    }

    fn of(name: String, bodies: Vec<Placed>) -> anyhow::Result<Self> {
        let (mut vertices, mut faces, mut parts): (Vec<DVec3>, Vec<[u32; 3]>, Vec<Part>) = Default::default();
        let count = bodies.len();
        for Placed { name: part, mesh } in bodies {
            let (first_vertex, first_face) = (count_of(vertices.len())?, count_of(faces.len())?);
            count_of(vertices.len() + mesh.vertices().len())?;
            parts.push(Part { name: part, first_vertex, first_face });
            if count == 1 {
                return Ok(Self { name, mesh, parts });
            }
            vertices.extend_from_slice(mesh.vertices());
            faces.extend(mesh.faces().iter().map(|corners| corners.map(|i| i + first_vertex)));
        }
        Ok(Self { name, mesh: Arc::new(Mesh::try_new(vertices, faces)?), parts })
    }

    /// The body that a feature of the whole belongs to, and the feature in that body's own numbers.
    pub fn locate(&self, feature: Feature) -> (String, Feature) {
        let part_of = |starts_by: &dyn Fn(&Part) -> bool| {
            let after = self.parts.partition_point(|part| starts_by(part));
            &self.parts[after.saturating_sub(1)]
        };
        match feature {
            Feature::Vertex(v) => {
                let part = part_of(&|p| p.first_vertex <= v.0);
                (part.name.clone(), Feature::Vertex(VertexId(v.0 - part.first_vertex)))
            }
            Feature::Edge(v, w) => {
                let part = part_of(&|p| p.first_vertex <= v.0);
                (part.name.clone(), Feature::Edge(VertexId(v.0 - part.first_vertex), VertexId(w.0 - part.first_vertex)))
            }
            Feature::Face(f) => {
                let part = part_of(&|p| p.first_face <= f.0);
                (part.name.clone(), Feature::Face(FaceId(f.0 - part.first_face)))
            }
        }
    }

    /// Whether the whole has more than one body.
    pub fn has_many_parts(&self) -> bool {
        self.parts.len() > 1
    }
}

/// The first names of bodies, in words.
pub fn known<T>(bodies: &[T], name: impl Fn(&T) -> &str) -> String {
    let known: Vec<String> = bodies.iter().take(12).map(|body| place::name(name(body))).collect();
    format!("{}{}", known.join(", "), if bodies.len() > 12 { ", …" } else { "" })
}

fn count_of(count: usize) -> anyhow::Result<u32> {
    u32::try_from(count).context("more than 2^32 - 1 vertices or faces in one mesh")
}

/// File and body of a word.
fn split(word: &Path) -> (PathBuf, Option<String>) {
    let text = word.to_string_lossy();
    if word.exists() || !text.contains('#') {
        return (word.to_owned(), None);
    }
    let cuts: Vec<usize> = text.match_indices('#').map(|(at, _)| at).collect();
    let cut = cuts.iter().rev().find(|at| Path::new(&text[..**at]).is_file()).or(cuts.first());
    match cut {
        Some(&at) => (PathBuf::from(&text[..at]), Some(text[at + 1..].to_owned())),
        None => (word.to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(x: f64) -> Arc<Mesh> {
        let corners = [DVec3::new(x, 0.0, 0.0), DVec3::new(x, 1.0, 0.0), DVec3::new(x, 0.0, 1.0)];
        Arc::new(Mesh::from_triangles(&[corners]).unwrap())
    }

    #[test]
    fn features_are_told_in_the_numbers_of_their_body() {
        let bodies = ["p", "q"].map(|name| Placed { name: name.to_owned(), mesh: triangle(0.0) });
        let whole = Merged::of("whole".to_owned(), bodies.to_vec()).unwrap();
        assert_eq!(whole.mesh.faces(), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(whole.locate(Feature::Vertex(VertexId(2))), ("p".to_owned(), Feature::Vertex(VertexId(2))));
        assert_eq!(whole.locate(Feature::Vertex(VertexId(3))), ("q".to_owned(), Feature::Vertex(VertexId(0))));
        assert_eq!(whole.locate(Feature::Face(FaceId(1))), ("q".to_owned(), Feature::Face(FaceId(0))));
    }
}
