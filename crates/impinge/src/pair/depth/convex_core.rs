//! Bodies that are convex but for rounding, or nearly convex: their hull, and how far inside it their surface lies.
//!
//! A rotated box whose corners were rounded is not convex to the last bit, so its hull has more inside than it has. Let every face lie within `inset` of
//! the hull's boundary, and let the body be around a point with a ball of a larger radius `r`. Then the hull, shrunk about that point by
//! `inset / r`, lies in the body: what is proved of the hulls holds for the bodies but for `inset / r` times their reach.
//! `docs/notes/depth.md` has the proof.

use crate::hull::Extent;
use crate::hull::model_features::{Colour, colours};
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::point::point_query::PointQuery;
use crate::shape::{Polytope, Support};
use std::sync::{Arc, OnceLock};

/// What scalar products of unit vectors and coordinates are off by, relative to the largest coordinate, with room.
const PRODUCT: f64 = 16.0 * f64::EPSILON;

/// Bodies whose surface lies deeper inside their hull than this part of their inner ball are not taken for nearly convex.
const DEEPEST_INSET: f64 = 1.0 / 8.0;

/// The hull of a mesh, and its core if it is nearly convex; kept with the mesh.
#[derive(Debug, Default)]
struct HullCache(OnceLock<Option<BodyHull>>);

/// The hull of a body, and how well the body fills it.
#[derive(Debug)]
pub(super) struct BodyHull {
    pub hull: Polytope,
    pub core: Option<ConvexCore>,
}

/// A ball in a nearly convex body, and how far inside the hull its surface lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ConvexCore {
    /// No point of a face is farther inside the hull.
    pub inset: f64,
    /// The middle of a ball in the body.
    pub centre: DVec3,
    /// Its radius, above the inset.
    pub radius: f64,
    /// No point of the hull is farther from the middle.
    pub reach: f64,
}

/// A reference to a hull that is kept with its mesh.
pub(super) struct CachedHull(Arc<HullCache>);

impl CachedHull {
    /// The hull of all faces of a mesh, made on first use.
    pub fn new(mesh: &Mesh) -> Self {
        let cache = mesh.cached::<HullCache>();
        cache.0.get_or_init(|| BodyHull::new(mesh));
        Self(cache)
    }

    /// The hull; `None` never, as meshes have faces in the exact range.
    pub fn get(&self) -> Option<&BodyHull> {
        self.0.0.get().and_then(Option::as_ref)
    }
}

impl BodyHull {
    fn new(mesh: &Mesh) -> Option<Self> {
        // Vertices without a face are no points of the mesh.
        let mut new = vec![u32::MAX; mesh.vertices().len()];
        let mut points: Vec<DVec3> = Vec::new();
        let mut number = |v: u32| {
            let place = &mut new[v as usize];
            if *place == u32::MAX {
                *place = points.len() as u32;
                points.push(mesh.vertices()[v as usize]);
            }
            *place
        };
        let faces: Vec<[u32; 3]> = mesh.faces().iter().map(|f| f.map(&mut number)).collect();
        let hull = Polytope::try_new(&points).ok()?;
        let core = ConvexCore::new(mesh, &hull).map(|core| {
            let may_be_exact = core.inset <= 8.0 * PRODUCT * mesh.bounds().largest_coordinate();
            let is_exact = may_be_exact && mesh.is_closed() && is_covered(&hull, &points, &faces);
            ConvexCore { inset: if is_exact { 0.0 } else { core.inset }, ..core }
        });
        Some(Self { hull, core })
    }
}

/// Whether faces cover a hull exactly, and nothing else.
fn is_covered(hull: &Polytope, points: &[DVec3], faces: &[[u32; 3]]) -> bool {
    // Triangles that cover the hull once and use v' of all vertices are 2 v' - 4, at least 2 v - 4 for the v of the hull.
    faces.len() + 4 == 2 * hull.vertices().len()
        && colours(hull.surface(), points, faces).faces.iter().all(|colour| *colour == Colour::Red)
}

impl ConvexCore {
    /// The core of a mesh that is nearly convex.
    fn new(mesh: &Mesh, hull: &Polytope) -> Option<Self> {
        if hull.extent() != Extent::Solid || !mesh.encloses() {
            return None;
        }
        let query = PointQuery::new(mesh);
        let inner_ball = |p: DVec3| query.signed_distance(p).map(|distance| (p, -distance.upper));
        let middles = [mesh.mass_properties().centroid, hull.centre()].into_iter().filter(|p| p.is_finite());
        let (centre, radius) = middles.filter_map(inner_ball).max_by(|p, q| p.1.total_cmp(&q.1))?;
        if radius <= 0.0 {
            return None;
        }
        let inset = inset(mesh, hull, centre, DEEPEST_INSET * radius)?;
        let reach = hull.vertices().iter().map(|v| v.distance(centre)).fold(0.0, f64::max);
        let reach = reach * (1.0 + PRODUCT) + PRODUCT * mesh.bounds().largest_coordinate();
        Some(Self { inset, centre, radius, reach })
    }

    /// A length by which no farthest point of the hull, along any direction, is beyond that of a convex part of the body; `None` if that is
    /// not known. For a body that was carried by a pose, and its coordinates, at most `largest`, rounded.
    pub fn loss(&self, posed: Option<(&Pose, f64)>) -> Option<f64> {
        let (stretch, moved) =
            posed.map_or((0.0, 0.0), |(pose, largest)| (stretch(pose), 2.0 * f64::EPSILON * largest));
        let inset = self.inset * (1.0 + stretch) + 2.0 * moved;
        let (radius, reach) = (self.radius * (1.0 - stretch) - 2.0 * moved, self.reach * (1.0 + stretch) + moved);
        (inset < radius).then(|| inset / radius * reach * (1.0 + 16.0 * f64::EPSILON))
    }
}

/// By how much a pose changes lengths at most, relative: its matrix is a rotation but for this.
fn stretch(pose: &Pose) -> f64 {
    let rotation = pose.rotation();
    if rotation == crate::math::DMat3::IDENTITY {
        return 0.0;
    }
    let gram = rotation.transpose() * rotation - crate::math::DMat3::IDENTITY;
    let largest = gram.to_cols_array().iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
    3.0 * largest + 16.0 * f64::EPSILON
}

/// A plane that all of a hull lies below: a direction, and how far the hull reaches along it.
#[derive(Clone, Copy)]
struct SupportingPlane {
    direction: DVec3,
    reach: f64,
}

impl SupportingPlane {
    /// How far the points of a triangle are below it, at most.
    fn depth_of(&self, triangle: &[DVec3; 3]) -> f64 {
        self.reach - triangle.iter().map(|p| self.direction.dot(*p)).fold(f64::INFINITY, f64::min)
    }
}

/// A length that no point of a face is farther inside the hull than, if there is one of at most `limit`.
///
/// A point below a supporting plane by `d` is at most `d` inside the hull, whatever the plane's direction: the way out along that direction is no longer.
fn inset(mesh: &Mesh, hull: &Polytope, centre: DVec3, limit: f64) -> Option<f64> {
    /// Planes that are tried first: many faces share one.
    const REMEMBERED: usize = 12;
    let error = PRODUCT * mesh.bounds().largest_coordinate();
    let mut hint = 0;
    let mut supporting = |direction: DVec3| {
        let direction = direction.try_normalize()?;
        Some(SupportingPlane { direction, reach: direction.dot(hull.support(direction, &mut hint)) })
    };
    let mut recent: Vec<SupportingPlane> = Vec::with_capacity(REMEMBERED + 1);
    let (mut deepest, mut slivers) = (0.0_f64, Vec::new());
    let is_good = |depth: f64, deepest: f64| depth <= deepest.max(2.0 * error);
    for face in mesh.face_ids() {
        let triangle = mesh.triangle(face);
        let depths = recent.iter().map(|plane| plane.depth_of(&triangle)).enumerate();
        let mut best = depths.min_by(|p, q| p.1.total_cmp(&q.1));
        if best.is_none_or(|(_, depth)| !is_good(depth, deepest)) {
            let [a, b, c] = triangle;
            let normal = (b - a).cross(c - a);
            // A mesh may be inside out.
            let outward = if normal.dot(a - centre) < 0.0 { -normal } else { normal };
            if let Some(plane) = supporting(outward) {
                let depth = plane.depth_of(&triangle);
                if best.is_none_or(|(_, other)| depth < other) {
                    recent.push(plane);
                    best = Some((recent.len() - 1, depth));
                }
            }
        }
        match best {
            Some((k, depth)) if depth + error <= limit => {
                deepest = deepest.max(depth);
                recent[..=k].rotate_right(1);
                recent.truncate(REMEMBERED);
            }
            // The normal of a sliver tells nothing: it may lie in the plane of a face that comes later.
            _ => slivers.push(triangle),
        }
        if slivers.len() > 16 {
            return None;
        }
    }
    for triangle in slivers {
        let normals = (0..hull.surface().faces().len() as u32).map(|face| hull.normal(face));
        let planes = normals.filter_map(&mut supporting);
        let depth = planes.map(|plane| plane.depth_of(&triangle)).fold(f64::INFINITY, f64::min);
        if depth + error > limit {
            return None;
        }
        deepest = deepest.max(depth);
    }
    Some((deepest + error) * (1.0 + PRODUCT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;

    fn core(mesh: &Mesh) -> Option<ConvexCore> {
        CachedHull::new(mesh).get().and_then(|hull| hull.core)
    }

    #[test]
    fn a_box_fills_its_hull_and_a_rotated_one_but_for_rounding() {
        let block = Mesh::cuboid(DVec3::ZERO, DVec3::new(3.0, 2.0, 1.0)).unwrap();
        let exact = core(&block).unwrap();
        assert_eq!((exact.inset, exact.loss(None)), (0.0, Some(0.0)));
        assert!(exact.radius <= 0.5 && exact.radius > 0.5 - 1e-12, "{exact:?}");
        for k in 0..20 {
            let turn = Pose::from_quaternion(
                DQuat::from_rotation_y(0.3 * f64::from(k)) * DQuat::from_rotation_x(0.7),
                DVec3::Z,
            )
            .unwrap();
            let vertices = block.vertices().iter().map(|p| turn.transform_point(*p)).collect();
            let rotated = Mesh::try_new(vertices, block.faces().to_vec()).unwrap();
            let found = core(&rotated).unwrap();
            assert!(found.inset < 1e-13 && (found.radius - 0.5).abs() < 1e-12, "{found:?}");
            assert!(found.loss(Some((&turn, 10.0))).unwrap() < 1e-12);
        }
    }

    #[test]
    fn a_dent_counts_by_its_depth_and_a_deep_one_not_at_all() {
        let block = Mesh::cuboid(DVec3::ZERO, DVec3::splat(2.0)).unwrap();
        for (dent, expected) in [(0.01, true), (0.03, true), (0.5, false)] {
            let (mut vertices, mut faces) = (block.vertices().to_vec(), Vec::new());
            for face in block.faces() {
                let [a, b, c] = face.map(|v| block.vertices()[v as usize]);
                if [a, b, c].iter().all(|p| p.z == 2.0) {
                    let middle = vertices.len() as u32;
                    vertices.push((a + b + c) / 3.0 - DVec3::Z * dent);
                    faces.extend((0..3).map(|k| [face[k], face[(k + 1) % 3], middle]));
                } else {
                    faces.push(*face);
                }
            }
            let found = core(&Mesh::try_new(vertices, faces).unwrap());
            assert_eq!(found.is_some(), expected, "{dent}");
            assert!(found.is_none_or(|core| (dent..dent * 4.0).contains(&core.inset)), "{dent} {found:?}");
        }
        let sheet = Mesh::from_triangles(&[[DVec3::ZERO, DVec3::X, DVec3::Y]]).unwrap();
        assert!(core(&sheet).is_none());
    }
}
