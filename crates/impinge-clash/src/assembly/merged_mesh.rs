//! An operand of a question about two files: all bodies of a file as one mesh in the world's frame, or the one body named.

use super::assembly_error::AssemblyError;
use super::body::AssemblyBody;
use super::load_assembly::{load_mesh_file, warning_notes};
use crate::number_format;
use impinge::feature::{FaceId, Feature, VertexId};
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_io::{Body, LengthUnit, ReadOptions};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A mesh made of one or more bodies.
#[derive(Clone, Debug)]
pub struct MergedMesh {
    /// What the user called it.
    pub name: String,
    /// The whole, in the world's frame.
    pub mesh: Arc<Mesh>,
    /// The unit of its coordinates, where the file states it.
    pub unit: Option<LengthUnit>,
    /// What its bodies are not, though the file says so.
    pub notes: Vec<String>,
    parts: Vec<MergedBody>,
}

/// A body within the whole.
#[derive(Clone, Debug)]
struct MergedBody {
    name: String,
    first_vertex: u32,
    first_face: u32,
}

/// A file, or one body of it: `FILE` or `FILE#BODY`.
#[derive(Clone, Debug)]
pub struct FileOperand {
    /// The file.
    pub path: PathBuf,
    /// The operand as it was written.
    pub text: String,
    /// Which files it may name.
    pub reading: ReadOptions,
    body: Option<String>,
}

impl FileOperand {
    /// Splits a word into file and body: the longest file that exists, else everything before the first `#`.
    pub fn parse(word: impl AsRef<Path>) -> Self {
        let word = word.as_ref();
        let (path, body) = split(word);
        Self { path, text: word.display().to_string(), reading: ReadOptions::default(), body }
    }

    /// The same, which may name these files.
    #[must_use]
    pub fn with(self, reading: ReadOptions) -> Self {
        Self { reading, ..self }
    }

    /// The files of some words, each once.
    #[must_use]
    pub fn paths(words: &[PathBuf]) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for path in words.iter().map(|word| Self::parse(word).path) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    /// Whether it asks for all bodies of the file.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.body.is_none()
    }

    /// The bodies of the file that are asked for, by name.
    ///
    /// # Errors
    /// There is no such body.
    pub fn pick<T>(&self, mut bodies: Vec<T>, name: impl Fn(&T) -> &str) -> Result<Vec<T>, AssemblyError> {
        if let Some(wanted) = &self.body {
            let known = first_body_names(&bodies, &name);
            let found = Body::find(&bodies, wanted, &name).map(|at| bodies.swap_remove(at));
            bodies = found.into_iter().collect();
            if bodies.is_empty() {
                let (file, name) = (self.path.display().to_string(), wanted.clone());
                return Err(AssemblyError::UnknownBody { file, name, known });
            }
        }
        Ok(bodies)
    }
}

impl MergedMesh {
    /// Reads an operand.
    ///
    /// # Errors
    /// The file cannot be read, or has no such body.
    pub fn load(operand: &FileOperand) -> Result<Self, AssemblyError> {
        let bodies = operand.pick(load_mesh_file(&operand.path, &operand.reading)?, |body| &body.name)?;
        let refused = |message| AssemblyError::Merge { file: operand.path.display().to_string(), message };
        let notes = warning_notes(&operand.path, &bodies);
        let merged = Self::merge(operand.text.clone(), bodies).map_err(refused)?;
        Ok(Self { notes, ..merged })
    }

    fn merge(name: String, bodies: Vec<AssemblyBody>) -> Result<Self, String> {
        let (mut vertices, mut faces, mut parts): (Vec<DVec3>, Vec<[u32; 3]>, Vec<MergedBody>) = Default::default();
        let (count, unit) = (bodies.len(), bodies.first().and_then(|body| body.unit));
        for body in bodies {
            let Some(mesh) = body.mesh() else { continue };
            let (first_vertex, first_face) = (count_of(vertices.len())?, count_of(faces.len())?);
            count_of(vertices.len() + mesh.vertices().len())?;
            parts.push(MergedBody { name: body.name.clone(), first_vertex, first_face });
            if count == 1 {
                return Ok(Self { name, mesh: Arc::clone(mesh), unit, notes: Vec::new(), parts });
            }
            vertices.extend_from_slice(mesh.vertices());
            faces.extend(mesh.faces().iter().map(|corners| corners.map(|i| i + first_vertex)));
        }
        let mesh = Mesh::try_new(vertices, faces).map_err(|error| error.to_string())?;
        Ok(Self { name, mesh: Arc::new(mesh), unit, notes: Vec::new(), parts })
    }

    /// The body that a feature of the whole belongs to, and the feature in that body's own numbers.
    pub fn locate(&self, feature: Feature) -> (String, Feature) {
        let part_of = |starts_by: &dyn Fn(&MergedBody) -> bool| {
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

/// The names of the first bodies, for a message.
pub fn first_body_names<T>(bodies: &[T], name: impl Fn(&T) -> &str) -> String {
    let known: Vec<String> = bodies.iter().take(12).map(|body| number_format::name(name(body))).collect();
    format!("{}{}", known.join(", "), if bodies.len() > 12 { ", …" } else { "" })
}

fn count_of(count: usize) -> Result<u32, String> {
    u32::try_from(count).map_err(|_| "more than 2^32 - 1 vertices or faces in one mesh".to_owned())
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
    use impinge::math::Pose;
    use impinge::scene::Model;

    fn triangle(x: f64) -> Arc<Mesh> {
        let corners = [DVec3::new(x, 0.0, 0.0), DVec3::new(x, 1.0, 0.0), DVec3::new(x, 0.0, 1.0)];
        Arc::new(Mesh::from_triangles(&[corners]).unwrap())
    }

    #[test]
    fn features_have_the_numbers_of_their_body() {
        let bodies = ["p", "q"].map(|name| AssemblyBody::new(name, Model::from(triangle(0.0)), Pose::IDENTITY));
        let whole = MergedMesh::merge("whole".to_owned(), bodies.to_vec()).unwrap();
        assert_eq!(whole.mesh.faces(), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(whole.locate(Feature::Vertex(VertexId(2))), ("p".to_owned(), Feature::Vertex(VertexId(2))));
        assert_eq!(whole.locate(Feature::Vertex(VertexId(3))), ("q".to_owned(), Feature::Vertex(VertexId(0))));
        assert_eq!(whole.locate(Feature::Face(FaceId(1))), ("q".to_owned(), Feature::Face(FaceId(0))));
    }
}
