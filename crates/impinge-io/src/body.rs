//! The body: a named mesh and where it stands.

use crate::error::{Fault, FilePlace, Problem};
use crate::length_unit::LengthUnit;
use crate::warning::ReadWarning;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use std::sync::Arc;

/// What stands between the names of a path in a file's hierarchy: `pump 2 / bolt`.
pub(crate) const PATH_SEPARATOR: &str = " / ";

/// A named mesh with its place in the world; instances of one mesh share it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Body {
    /// Its path in the file's hierarchy, names joined by ` / `; unique within the file.
    pub name: String,
    /// The identifier that the program which wrote the file gave it, if any.
    pub source_id: Option<String>,
    /// The mesh in the body's own frame.
    pub mesh: Arc<Mesh>,
    /// Carries points of the body to the world; the identity for every format but glTF.
    pub world_from_body: Pose,
    /// The precision of its coordinates in the file.
    pub precision: Precision,
    /// The unit of its coordinates, where the file or its format states one.
    pub unit: Option<LengthUnit>,
    /// What was read differently from the file.
    pub warnings: Vec<ReadWarning>,
}

/// The precision that coordinates have in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Precision {
    /// 24 bits: glTF, binary STL, PLY with `float` coordinates.
    Single,
    /// 53 bits, or decimal text.
    #[default]
    Double,
}

impl Precision {
    /// Its word in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Double => "double",
        }
    }
}

impl Body {
    /// A body of double precision, without a unit and without an identifier of another program.
    #[must_use]
    pub fn new(name: impl Into<String>, mesh: Arc<Mesh>, world_from_body: Pose) -> Self {
        let (name, precision) = (name.into(), Precision::Double);
        Self { name, source_id: None, mesh, world_from_body, precision, unit: None, warnings: Vec::new() }
    }

    /// A body that stands where its vertices say.
    pub(crate) fn in_place(name: String, vertices: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Result<Self, Fault> {
        match Mesh::try_new(vertices, faces) {
            Ok(mesh) => Ok(Self::new(name, Arc::new(mesh), Pose::IDENTITY)),
            Err(refusal) => Err(Fault::new(FilePlace::Whole, Problem::Refused { body: name, refusal })),
        }
    }

    /// The same bodies, with a warning of coordinates that are zero, if any are.
    pub(crate) fn with_tiny(mut bodies: Vec<Self>, count: u64) -> Vec<Self> {
        if let Some(first) = bodies.first_mut() {
            first.warnings.extend(ReadWarning::tiny(count));
        }
        bodies
    }

    /// The same body, whose coordinates have this precision in the file.
    pub(crate) fn with_precision(self, precision: Precision) -> Self {
        Self { precision, ..self }
    }

    /// The index of the body of this name: its path, or the end of a path that no other has.
    #[must_use]
    pub fn find<T>(bodies: &[T], name: &str, name_of: impl Fn(&T) -> &str) -> Option<usize> {
        let ends = |body: &T| {
            let rest = name_of(body).strip_suffix(name);
            rest.is_some_and(|rest| rest.ends_with(PATH_SEPARATOR))
        };
        bodies.iter().position(|body| name_of(body) == name).or_else(|| {
            let mut found = bodies.iter().enumerate().filter(|(_, body)| ends(body));
            let (index, _) = found.next()?;
            found.next().is_none().then_some(index)
        })
    }
}
/// Gathers faces of many bodies over one list of vertices; each body keeps only the vertices that it uses, in order.
#[derive(Debug)]
pub(crate) struct Sharing<'a> {
    vertices: &'a [DVec3],
    /// For every vertex its index in the body at hand; stale elsewhere.
    local: Vec<u32>,
}

impl<'a> Sharing<'a> {
    pub(crate) fn new(vertices: &'a [DVec3]) -> Self {
        Self { vertices, local: vec![0; vertices.len()] }
    }

    /// The body of these faces.
    pub(crate) fn body(&mut self, name: String, mut faces: Vec<[u32; 3]>) -> Result<Body, Fault> {
        let mut used = faces.as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        for (local, &i) in used.iter().enumerate() {
            self.local[i as usize] = local as u32;
        }
        for corner in faces.as_flattened_mut() {
            *corner = self.local[*corner as usize];
        }
        Body::in_place(name, used.iter().map(|i| self.vertices[*i as usize]).collect(), faces)
    }
}
