//! What a body is made of: a mesh, a convex shape, a half-space, or a compound of these. Made once, shared by any number of bodies.
//!
//! The meshes and cornered shapes of a compound are merged into one mesh, so that what lies in two of its parts together is
//! inside it. Curved parts stay parts.

use super::mesh_support::MeshSupport;
use super::near_parts::PartTree;
use super::rigid_pose::rigid;
use crate::bound::{Aabb, PosedBoxes};
use crate::hull::HullError;
use crate::math::{DVec3, Pose};
use crate::mesh::{Mesh, MeshError};
use crate::pair::model_hull::ModelHull;
use crate::pair::{ConvexBody, ConvexBodyError};
use crate::shape::{HalfSpace, Posed, Shape, Solid, Support};
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, OnceLock};

/// A shape for bodies of a [`super::Scene`]; cloning shares it.
#[derive(Clone, Debug)]
pub struct Model(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    parts: Vec<ModelPart>,
    /// Made when it is first needed.
    tree: OnceLock<PartTree>,
    signature: u64,
}

/// One piece of a model, at its place.
#[derive(Debug)]
pub(super) struct ModelPart {
    pub model_from_part: Pose,
    pub leaf: Leaf,
}

/// A piece that the pair queries know.
#[derive(Debug)]
pub(super) enum Leaf {
    Mesh(Arc<Mesh>, OnceLock<Option<Box<ModelHull>>>),
    Convex(ConvexBody<Shape>),
    HalfSpace(HalfSpace),
}

/// What a place in the world may be off from the place that two bodies have to each other, relative to all lengths in it: each
/// pose is a rotation up to sixteen, and a relative one has some twenty more.
pub(super) const PLACE_ERROR: f64 = 128.0 * f64::EPSILON;

/// Why a model was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A compound of nothing.
    #[error("a compound has no parts, expected at least one")]
    Empty,
    /// A part of a compound is unbounded.
    #[error("part {0} of a compound is a half-space, expected a bounded part")]
    Unbounded(usize),
    /// A shape cannot be made ready.
    #[error(transparent)]
    Shape(#[from] ConvexBodyError),
    /// The parts make no mesh.
    #[error("the parts of a compound, carried to their places: {0}")]
    Mesh(#[from] MeshError),
    /// A part leaves the exact range.
    #[error("the place of a part: {0}")]
    Place(#[from] crate::math::PoseError),
    /// The corners have no hull.
    #[error("the corners of a part: {0}")]
    Hull(#[from] HullError),
}

impl From<Arc<Mesh>> for Model {
    fn from(mesh: Arc<Mesh>) -> Self {
        Self::from_parts(vec![ModelPart { model_from_part: Pose::IDENTITY, leaf: Leaf::Mesh(mesh, OnceLock::new()) }])
    }
}

impl From<Mesh> for Model {
    fn from(mesh: Mesh) -> Self {
        Self::from(Arc::new(mesh))
    }
}

impl From<HalfSpace> for Model {
    fn from(space: HalfSpace) -> Self {
        Self::from_parts(vec![ModelPart { model_from_part: Pose::IDENTITY, leaf: Leaf::HalfSpace(space) }])
    }
}

impl Model {
    /// A convex shape.
    ///
    /// # Errors
    /// Coordinates that leave the exact range.
    pub fn convex(shape: impl Into<Shape>) -> Result<Self, ModelError> {
        let leaf = Leaf::Convex(ConvexBody::try_new(shape.into())?);
        Ok(Self::from_parts(vec![ModelPart { model_from_part: Pose::IDENTITY, leaf }]))
    }

    /// Several models as one, each at its place.
    ///
    /// # Errors
    /// No parts, a half-space among them, or parts that leave the exact range where they are put.
    pub fn compound(parts: &[(Model, Pose)]) -> Result<Self, ModelError> {
        if parts.is_empty() {
            return Err(ModelError::Empty);
        }
        let (mut vertices, mut faces, mut round) = (Vec::new(), Vec::new(), Vec::new());
        for (index, (model, compound_from_model)) in parts.iter().enumerate() {
            for part in &model.0.parts {
                let pose = rigid(&compound_from_model.compose(&part.model_from_part)?)?;
                let mesh = match &part.leaf {
                    Leaf::HalfSpace(_) => return Err(ModelError::Unbounded(index)),
                    Leaf::Mesh(mesh, _) => mesh,
                    Leaf::Convex(body) => match body.as_mesh() {
                        Some(mesh) => mesh,
                        None => {
                            round.push(ModelPart { model_from_part: pose, leaf: Leaf::Convex(body.clone()) });
                            continue;
                        }
                    },
                };
                let first = vertices.len() as u32;
                vertices.extend(mesh.vertices().iter().map(|p| pose.transform_point(*p)));
                // Turned outward: where an inward part overlapped an outward one, their windings would cancel.
                let inward = mesh.is_closed() && mesh.mass_properties().volume < 0.0;
                let turned = |[a, b, c]: [u32; 3]| if inward { [a, c, b] } else { [a, b, c] };
                faces.extend(mesh.faces().iter().map(|f| turned(*f).map(|i| first + i)));
            }
        }
        if !faces.is_empty() {
            let mesh = Arc::new(Mesh::try_new(vertices, faces)?);
            round.insert(0, ModelPart { model_from_part: Pose::IDENTITY, leaf: Leaf::Mesh(mesh, OnceLock::new()) });
        }
        Ok(Self::from_parts(round))
    }

    /// The mesh, if the model is one mesh.
    #[must_use]
    pub fn as_mesh(&self) -> Option<&Arc<Mesh>> {
        match self.0.parts.as_slice() {
            [ModelPart { leaf: Leaf::Mesh(mesh, _), .. }] => Some(mesh),
            _ => None,
        }
    }

    /// The meshes in the model: at most one, as those of a compound are merged.
    pub fn meshes(&self) -> impl Iterator<Item = &Arc<Mesh>> {
        self.0.parts.iter().filter_map(|part| match &part.leaf {
            Leaf::Mesh(mesh, _) => Some(mesh),
            Leaf::Convex(_) | Leaf::HalfSpace(_) => None,
        })
    }

    /// The box around the model at a pose, in frame A, rounded outward; infinite for a half-space.
    #[must_use]
    pub fn bounds_at(&self, a_from_model: &Pose) -> Aabb {
        let boxes = self.0.parts.iter().map(|part| part.bounds_at(a_from_model));
        boxes.fold(Aabb::EMPTY, Aabb::joined)
    }

    /// Bounds on the farthest that the model at a pose goes along a direction of frame A, times the direction's length.
    pub(super) fn extent_along(&self, direction: DVec3, a_from_model: &Pose) -> [f64; 2] {
        let extents = self.0.parts.iter().map(|part| part.extent_along(direction, a_from_model));
        extents.fold([f64::NEG_INFINITY; 2], |[low, high], [l, h]| [low.max(l), high.max(h)])
    }

    pub(super) fn parts(&self) -> &[ModelPart] {
        &self.0.parts
    }

    /// The boxes of its parts.
    pub(super) fn part_tree(&self) -> &PartTree {
        self.0.tree.get_or_init(|| PartTree::new(&self.0.parts))
    }

    /// An order of models by content, so that which of two is asked first does not depend on when they were made.
    pub(super) fn order(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { self.0.signature.cmp(&other.0.signature) }
    }

    /// Whether another model has the same parts at the same places, given by the same numbers.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let (a, b) = (self.parts(), other.parts());
        let are_same =
            |(p, q): (&ModelPart, &ModelPart)| p.model_from_part == q.model_from_part && p.leaf.is_same(&q.leaf);
        Arc::ptr_eq(&self.0, &other.0) || (a.len() == b.len() && a.iter().zip(b).all(are_same))
    }

    /// A model without parts: the frame of a surface that has lost all its faces.
    pub(super) fn of_nothing() -> Self {
        Self::from_parts(Vec::new())
    }

    fn from_parts(parts: Vec<ModelPart>) -> Self {
        let mut hasher = DefaultHasher::new();
        parts.iter().for_each(|part| part.hash_into(&mut hasher));
        Self(Arc::new(Inner { signature: hasher.finish(), tree: OnceLock::new(), parts }))
    }
}

impl ModelPart {
    fn extent_along(&self, direction: DVec3, a_from_model: &Pose) -> [f64; 2] {
        let unbounded = [f64::INFINITY; 2];
        let Ok(a_from_part) = a_from_model.compose(&self.model_from_part) else { return unbounded };
        let farthest = match &self.leaf {
            Leaf::Mesh(mesh, _) => Posed::new(MeshSupport(mesh), a_from_part).support(direction, &mut 0).dot(direction),
            Leaf::Convex(body) => {
                let core = Posed::new(body.shape(), a_from_part).support(direction, &mut 0).dot(direction);
                core + body.shape().radius() * direction.length()
            }
            Leaf::HalfSpace(_) => return unbounded,
        };
        let places = [a_from_model, &self.model_from_part, &a_from_part].map(|pose| pose.translation().length());
        let slack = PLACE_ERROR * (places.iter().sum::<f64>() + 2.0 * self.leaf.size()) * direction.length();
        [farthest - slack, farthest + slack]
    }

    /// The box around the part, in frame A, rounded outward.
    pub fn bounds_at(&self, a_from_model: &Pose) -> Aabb {
        let unbounded = Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
        let composed = if self.model_from_part.is_identity() {
            Ok(*a_from_model)
        } else {
            a_from_model.compose(&self.model_from_part)
        };
        let Ok(a_from_part) = composed else { return unbounded };
        let carried = match &self.leaf {
            Leaf::Mesh(mesh, _) => PosedBoxes::new(&a_from_part, &mesh.bounds(), &mesh.bounds()).in_a(&mesh.bounds()),
            Leaf::Convex(body) => body.shape().bounds_at(&a_from_part),
            Leaf::HalfSpace(space) => half_space_at(space, &a_from_part),
        };
        let places = [a_from_model, &self.model_from_part, &a_from_part].map(|pose| pose.translation().length());
        let slack = DVec3::splat(PLACE_ERROR * (places.iter().sum::<f64>() + self.leaf.size()));
        Aabb { min: carried.min - slack, max: carried.max + slack }
    }

    fn hash_into(&self, hasher: &mut DefaultHasher) {
        let mut point = |p: DVec3| p.to_array().map(f64::to_bits).hash(hasher);
        self.model_from_part.rotation().to_cols_array_2d().map(DVec3::from_array).into_iter().for_each(&mut point);
        point(self.model_from_part.translation());
        match &self.leaf {
            Leaf::Mesh(mesh, _) => {
                mesh.vertices().iter().copied().for_each(&mut point);
                mesh.faces().hash(hasher);
            }
            Leaf::Convex(body) => {
                let shape = body.shape();
                (0..shape.corner_count()).map(|k| shape.corner(k)).for_each(&mut point);
                // Curved shapes by what they look like from a few sides.
                let sides = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, 2.0, 3.0)];
                sides.iter().for_each(|d| point(shape.support(*d, &mut 0)));
                shape.radius().to_bits().hash(hasher);
            }
            Leaf::HalfSpace(space) => {
                point(space.normal());
                space.offset().to_bits().hash(hasher);
            }
        }
    }
}

impl Leaf {
    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Mesh(a, _), Self::Mesh(b, _)) => a.vertices() == b.vertices() && a.faces() == b.faces(),
            (Self::Convex(a), Self::Convex(b)) => a.shape().is_same(b.shape()),
            (Self::HalfSpace(a), Self::HalfSpace(b)) => a == b,
            _ => false,
        }
    }

    /// The largest coordinate of the leaf in its own frame; for a half-space, of the point of its boundary nearest to the origin.
    fn size(&self) -> f64 {
        match self {
            Self::Mesh(mesh, _) => mesh.bounds().largest_coordinate(),
            Self::Convex(body) => body.shape().bounds().largest_coordinate(),
            Self::HalfSpace(space) => space.closest_point(DVec3::ZERO).point.length(),
        }
    }
}

/// The box around a half-space: bounded on one side where its boundary is parallel to a plane of the frame, else not at all.
fn half_space_at(space: &HalfSpace, a_from_b: &Pose) -> Aabb {
    let mut bounds = Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
    let normal = a_from_b.transform_vector(space.normal());
    let on = a_from_b.transform_point(space.closest_point(DVec3::ZERO).point);
    for axis in 0..3 {
        if normal[(axis + 1) % 3] == 0.0 && normal[(axis + 2) % 3] == 0.0 {
            let side = if normal[axis] > 0.0 { &mut bounds.max } else { &mut bounds.min };
            side[axis] = on[axis];
        }
    }
    bounds
}
