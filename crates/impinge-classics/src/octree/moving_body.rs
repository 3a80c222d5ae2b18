//! Bodies for one interval of time: where their vertices are at its beginning and its end, and how far they stray between.

use impinge::bound::Aabb;
use impinge::ccd::{Passage, PoseInterpolation};
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose, PoseError, SMALLEST_COORDINATE, in_exact_range};
use impinge::mesh::Mesh;
use std::borrow::Cow;

/// A mesh that moves, or changes its shape, over the times from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct MovingBody<'m> {
    mesh: &'m Mesh,
    course: BodyMotion<'m>,
    /// The polygon that each face is a part of; `None` where faces are what is asked about.
    polygons: Option<&'m [FaceId]>,
}

#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "a few for each query, and copied with their borrowers")]
enum BodyMotion<'m> {
    Rigid(Passage),
    Deforming(&'m [DVec3]),
}

/// Why a moving body was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MovingBodyError {
    /// A vertex too many, or too few.
    #[error("the mesh has {expected} vertices, but {found} are given for the end of the interval")]
    VertexCount {
        /// The vertices of the mesh.
        expected: usize,
        /// The vertices at the end.
        found: usize,
    },
    /// A polygon too many, or too few.
    #[error("the mesh has {expected} faces, but polygons of {found} are given")]
    PolygonCount {
        /// The faces of the mesh.
        expected: usize,
        /// The faces whose polygon is given.
        found: usize,
    },
    /// A vertex is not finite, or outside the exact range.
    #[error(
        "vertex {vertex} ends at {at}, which is not finite or outside the exact range (0, or 2^-300 to 2^300 in magnitude)"
    )]
    Vertex {
        /// Which one.
        vertex: usize,
        /// Where it is at the end.
        at: DVec3,
    },
}

impl<'m> MovingBody<'m> {
    /// A rigid body that moves from one pose in the world to another.
    ///
    /// Where both rotations are equal, every vertex moves straight from where the one pose has it, rounded once, to where the other has it.
    #[must_use]
    pub fn rigid(mesh: &'m Mesh, from: &Pose, to: &Pose, interpolation: PoseInterpolation) -> Self {
        Self { mesh, course: BodyMotion::Rigid(Passage::new(from, to, interpolation)), polygons: None }
    }

    /// A body whose vertices move straight, each at a constant rate, from those of the mesh to the given ones.
    ///
    /// # Errors
    /// Not as many vertices as the mesh has, or one that is not finite or outside the exact range.
    pub fn deforming(mesh: &'m Mesh, to: &'m [DVec3]) -> Result<Self, MovingBodyError> {
        let (expected, found) = (mesh.vertices().len(), to.len());
        if expected != found {
            return Err(MovingBodyError::VertexCount { expected, found });
        }
        match to.iter().position(|p| !p.to_array().into_iter().all(in_exact_range)) {
            Some(vertex) => Err(MovingBodyError::Vertex { vertex, at: to[vertex] }),
            None => Ok(Self { mesh, course: BodyMotion::Deforming(to), polygons: None }),
        }
    }

    /// The body with faces of more than three vertices: for each face of the mesh, the number of the polygon that it is a part of. Pairs are then of polygons, each named
    /// once. What a polygon sweeps is what its triangles sweep, which is no more than the hull of all its vertices.
    ///
    /// # Errors
    /// Not as many numbers as the mesh has faces.
    pub fn with_polygons(self, polygons: &'m [FaceId]) -> Result<Self, MovingBodyError> {
        let (expected, found) = (self.mesh.faces().len(), polygons.len());
        if expected != found {
            return Err(MovingBodyError::PolygonCount { expected, found });
        }
        Ok(Self { polygons: Some(polygons), ..self })
    }

    /// What a face of the mesh is reported as.
    pub(super) fn reported(&self, face: FaceId) -> FaceId {
        self.polygons.map_or(face, |polygons| polygons[face.index()])
    }

    /// The mesh: of a body that deforms, as it is at the beginning.
    #[must_use]
    pub fn mesh(&self) -> &'m Mesh {
        self.mesh
    }

    /// The pose of a rigid body at a time, rounded; before 0 that at 0, after 1 that at 1. A body that deforms stays where it is.
    ///
    /// # Errors
    /// The time is not a number, or the translation leaves the exact range, which it can only where that of one end is at its edge.
    pub fn pose_at(&self, time: f64) -> Result<Pose, PoseError> {
        match &self.course {
            BodyMotion::Rigid(motion) => motion.at(time),
            BodyMotion::Deforming(_) => Ok(Pose::IDENTITY),
        }
    }

    /// All vertices at both ends, in the world.
    pub(super) fn vertices(&self) -> MovingVertices<'m> {
        let vertices = self.mesh.vertices();
        match &self.course {
            BodyMotion::Deforming(to) => MovingVertices::new([Cow::Borrowed(vertices), Cow::Borrowed(to)], Vec::new()),
            BodyMotion::Rigid(motion) => {
                let posed = |pose: &Pose| match (pose.is_identity(), motion.is_straight()) {
                    (true, _) => Cow::Borrowed(vertices),
                    (_, true) => Cow::Owned(vertices.iter().map(|x| pose.transform_point(*x)).collect()),
                    // Corners of a body that turns have room for rounding.
                    (_, false) => {
                        let (rotation, translation) = (pose.rotation(), pose.translation());
                        Cow::Owned(vertices.iter().map(|x| to_exact_range(rotation * *x + translation)).collect())
                    }
                };
                let [from, to] = motion.ends();
                let ends = [posed(from), posed(to)];
                let straying = motion.straying();
                let strays = vertices.iter().map(|x| straying.of(*x));
                MovingVertices::new(ends, if motion.is_straight() { Vec::new() } else { strays.collect() })
            }
        }
    }
}

/// The vertices of a body over the interval.
pub(super) struct MovingVertices<'m> {
    ends: [Cow<'m, [DVec3]>; 2],
    /// How far each strays from its straight way; empty where none does.
    strays: Vec<f64>,
    /// The box that each stays in.
    boxes: Vec<Aabb>,
    /// The box around all.
    pub bounds: Aabb,
}

impl<'m> MovingVertices<'m> {
    fn new(ends: [Cow<'m, [DVec3]>; 2], strays: Vec<f64>) -> Self {
        let straight = ends[0].iter().zip(&*ends[1]).map(|(p, q)| Aabb { min: p.min(*q), max: p.max(*q) });
        let boxes: Vec<Aabb> = if strays.is_empty() {
            straight.collect()
        } else {
            straight.zip(&strays).map(|(bounds, by)| grown(&bounds, *by)).collect()
        };
        let bounds = boxes.iter().fold(Aabb::EMPTY, |all, own| all.joined(*own));
        Self { ends, strays, boxes, bounds }
    }

    /// The box that a face stays in.
    #[inline]
    pub fn face_bounds(&self, face: [u32; 3]) -> Aabb {
        let [a, b, c] = face.map(|v| self.boxes[v as usize]);
        a.joined(b).joined(c)
    }

    /// The corners of a face at the beginning, then at the end.
    pub fn corners(&self, face: [u32; 3]) -> [DVec3; 6] {
        let [a, b, c] = face.map(|v| v as usize);
        let [from, to] = &self.ends;
        [from[a], from[b], from[c], to[a], to[b], to[c]]
    }

    /// How far the corners of a face stray.
    pub fn stray(&self, face: [u32; 3]) -> f64 {
        if self.strays.is_empty() { 0.0 } else { face.iter().fold(0.0, |most, v| self.strays[*v as usize].max(most)) }
    }
}

/// A point with coordinates that are too small for the predicates made zero.
fn to_exact_range(p: DVec3) -> DVec3 {
    let flush = |x: f64| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x };
    DVec3::new(flush(p.x), flush(p.y), flush(p.z))
}

/// A box that holds every point within a length of another, rounded outward.
fn grown(bounds: &Aabb, by: f64) -> Aabb {
    let down = |x: f64| (x - by).next_down();
    let up = |x: f64| (x + by).next_up();
    let (min, max) = (bounds.min, bounds.max);
    Aabb { min: DVec3::new(down(min.x), down(min.y), down(min.z)), max: DVec3::new(up(max.x), up(max.y), up(max.z)) }
}
