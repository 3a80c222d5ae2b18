//! Meshes by file, part and scale, each read and scaled once and then shared.

use crate::error::{Fault, FilePlace, Problem};
use crate::length_unit::LengthUnit;
use crate::named_file::NamedFiles;
use crate::read::read_opened;
use crate::{Body, Precision, ReadWarning};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The meshes read so far.
#[derive(Debug, Default)]
pub(crate) struct MeshLibrary {
    files: HashMap<PathBuf, Vec<Body>>,
    meshes: HashMap<Wanted, Arc<Mesh>>,
    warnings: Vec<String>,
    /// Vertices and faces of the bodies that were read, and of the copies made of them.
    read_size: usize,
    copied_size: usize,
}

/// Vertices and faces that copies may have beyond [`COPIES_OF_EACH`]: small meshes are never refused.
const COPIED_AT_LEAST: usize = 1 << 20;
/// Copies of each mesh that may be made, as all of them have it on average: each scale, and each way to take a file apart, makes another.
const COPIES_OF_EACH: usize = 64;

/// What a mesh file says about its coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeshSource {
    /// Their unit, where it is stated.
    pub(crate) unit: Option<LengthUnit>,
    /// Their precision: single if any body has it.
    pub(crate) precision: Precision,
}

/// A mesh as a file refers to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Wanted {
    file: PathBuf,
    part: Option<String>,
    scale: [u64; 3],
}

impl MeshLibrary {
    /// The mesh of a file, or of one body in it, scaled along the axes; a scale that mirrors turns the faces, so that they look outward
    /// still. All bodies of a file, at their places in it, are one mesh.
    pub(crate) fn mesh(
        &mut self,
        file: &Path,
        part: Option<&str>,
        scale: DVec3,
        named: &NamedFiles,
    ) -> Result<Arc<Mesh>, Problem> {
        let resolved = resolve(file, named)?;
        let scale_bits = scale.to_array().map(f64::to_bits);
        let wanted = Wanted { file: resolved, part: part.map(str::to_owned), scale: scale_bits };
        if let Some(mesh) = self.meshes.get(&wanted) {
            return Ok(mesh.clone());
        }
        let bodies = self.bodies(file, &wanted.file, named)?;
        let mesh = match part {
            None => united(bodies, scale, &file.display().to_string())?,
            Some(name) => {
                let Some(body) = Body::find(bodies, name, |body| &body.name) else {
                    let known = bodies.iter().map(|body| body.name.as_str());
                    return Err(Problem::unknown_name("body in the mesh file", name, known));
                };
                united(&bodies[body..=body], scale, name)?
            }
        };
        let is_copy = !bodies.iter().any(|body| Arc::ptr_eq(&body.mesh, &mesh));
        self.meshes.insert(wanted, mesh.clone());
        self.copied_size += if is_copy { size(&mesh) } else { 0 };
        if self.copied_size > COPIED_AT_LEAST + COPIES_OF_EACH * self.read_size {
            return Err(Problem::Unsupported {
                feature: format!("{} vertices and triangles in copies of meshes at other scales", self.copied_size),
                remedy: "use fewer scales, or write the scaled meshes to files".to_owned(),
            });
        }
        Ok(mesh)
    }

    /// What was read differently from the files so far, in words.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// What a file says about its coordinates.
    pub(crate) fn source(&mut self, file: &Path, named: &NamedFiles) -> Result<MeshSource, Problem> {
        let resolved = resolve(file, named)?;
        let bodies = self.bodies(file, &resolved, named)?;
        let is_single = bodies.iter().any(|body| body.precision == Precision::Single);
        let precision = if is_single { Precision::Single } else { Precision::Double };
        Ok(MeshSource { unit: bodies.first().and_then(|body| body.unit), precision })
    }

    /// The bodies of a file, which is read once; `file` is what messages call it, `resolved` what is opened.
    fn bodies(&mut self, file: &Path, resolved: &Path, named: &NamedFiles) -> Result<&[Body], Problem> {
        if !self.files.contains_key(resolved) {
            let bodies = read_opened(file, named.open(resolved), &named.below(resolved))
                .map_err(|error| Problem::Referred(Box::new(error)))?;
            self.read_size += bodies.iter().map(|body| size(&body.mesh)).sum::<usize>();
            let warnings = ReadWarning::summaries(bodies.iter().flat_map(|body| body.warnings.iter().copied()));
            self.warnings.extend(warnings.into_iter().map(|warning| format!("{}: {warning}", file.display())));
            self.files.insert(resolved.to_owned(), bodies);
        }
        Ok(self.files.get(resolved).map_or(&[][..], Vec::as_slice))
    }
}

/// What a copy of a mesh takes: its vertices and faces.
fn size(mesh: &Mesh) -> usize {
    mesh.vertices().len() + mesh.faces().len()
}

/// The path of a mesh file with all links followed, if it may be read.
fn resolve(file: &Path, named: &NamedFiles) -> Result<PathBuf, Problem> {
    named.resolve(file).map_err(|problem| {
        let error = Fault::new(FilePlace::Whole, problem).in_file(&file.display().to_string());
        Problem::Referred(Box::new(error))
    })
}

/// All bodies as one mesh, scaled; `name` stands for it in a refusal.
fn united(bodies: &[Body], scale: DVec3, name: &str) -> Result<Arc<Mesh>, Problem> {
    if let [body] = bodies
        && scale == DVec3::ONE
        && body.world_from_body == Pose::IDENTITY
    {
        return Ok(body.mesh.clone());
    }
    let mirrors = scale.to_array().into_iter().filter(|s| *s < 0.0).count() % 2 == 1;
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for body in bodies {
        // Too many vertices are refused below.
        let first = vertices.len() as u32;
        vertices.extend(body.mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p) * scale));
        let turned = |[a, b, c]: [u32; 3]| if mirrors { [a, c, b] } else { [a, b, c] };
        faces.extend(body.mesh.faces().iter().map(|face| turned(face.map(|i| i.wrapping_add(first)))));
    }
    let refused = |refusal| Problem::Refused { body: name.to_owned(), refusal };
    Mesh::try_new(vertices, faces).map(Arc::new).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReadOptions;

    const TWO: &str = "o low\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n\
                       o high\nv 0 0 5\nv 1 0 5\nv 0 1 5\nv 0 0 6\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n";

    #[test]
    fn one_file_is_read_once_and_mirrors_look_outward() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("two.obj");
        std::fs::write(&file, TWO).unwrap();
        let named = NamedFiles::new(&file, &ReadOptions::default());
        let mut library = MeshLibrary::default();
        let whole = library.mesh(&file, None, DVec3::ONE, &named).unwrap();
        assert_eq!(whole.faces().len(), 8);
        let again = library.mesh(&directory.path().join("./two.obj"), None, DVec3::ONE, &named).unwrap();
        assert!(Arc::ptr_eq(&whole, &again));
        let mirrored = library.mesh(&file, Some("high"), DVec3::new(-2.0, 1.0, 1.0), &named).unwrap();
        let volume = |mesh: &Mesh| -> f64 {
            let six = mesh.face_ids().map(|f| mesh.triangle(f)).map(|[a, b, c]| a.dot(b.cross(c)));
            six.sum::<f64>() / 6.0
        };
        assert!((volume(&mirrored) - 1.0 / 3.0).abs() < 1e-12, "{}", volume(&mirrored));
        let point_mirror = library.mesh(&file, None, -DVec3::ONE, &named).unwrap();
        assert!((volume(&point_mirror) - 1.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn scales_without_end_are_refused() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("two.obj");
        std::fs::write(&file, TWO).unwrap();
        let named = NamedFiles::new(&file, &ReadOptions::default());
        let mut library = MeshLibrary::default();
        let limit = COPIED_AT_LEAST + COPIES_OF_EACH * 16;
        library.copied_size = limit - 32;
        for scale in [2.0, 3.0, 2.0] {
            assert!(library.mesh(&file, None, DVec3::splat(scale), &named).is_ok());
        }
        let last = library.mesh(&file, None, DVec3::splat(4.0), &named).unwrap_err();
        assert!(matches!(last, Problem::Unsupported { .. }), "{last}");
    }

    /// Vertices that no face has are copied, too.
    #[test]
    fn copies_of_vertices_count() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("points.ply");
        let header = "ply\nformat ascii 1.0\nelement vertex 1003\nproperty float x\nproperty float y\nproperty float z\n\
                      element face 1\nproperty list uchar int vertex_indices\nend_header\n";
        let ply = format!("{header}0 0 0\n1 0 0\n0 1 0\n{}3 0 1 2\n", "0 0 1\n".repeat(1_000));
        std::fs::write(&file, ply).unwrap();
        let named = NamedFiles::new(&file, &ReadOptions::default());
        let mut library = MeshLibrary::default();
        let vertices = library.mesh(&file, None, DVec3::ONE, &named).unwrap().vertices().len();
        assert_eq!(library.copied_size, 0);
        library.mesh(&file, None, DVec3::splat(2.0), &named).unwrap();
        assert_eq!((library.copied_size, library.read_size), (vertices + 1, vertices + 1));
    }

    #[test]
    fn refusals_are_typed() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("two.obj");
        std::fs::write(&file, TWO).unwrap();
        let named = NamedFiles::new(&file, &ReadOptions::default());
        let mut library = MeshLibrary::default();
        let missing = library.mesh(&directory.path().join("none.obj"), None, DVec3::ONE, &named).unwrap_err();
        assert!(matches!(missing, Problem::Referred(error) if matches!(error.problem, Problem::Missing)));
        let part = library.mesh(&file, Some("hgih"), DVec3::ONE, &named).unwrap_err();
        assert!(matches!(part, Problem::UnknownName { suggestion: Some(name), .. } if &*name == "high"));
        let huge = library.mesh(&file, None, DVec3::splat(1e200), &named).unwrap_err();
        assert!(matches!(huge, Problem::Refused { .. }));
    }
}
