//! Convex polytopes inside a body, grown about a point until faces stop them.
//!
//! Faces are taken nearest first. Each that no plane so far keeps out gets one: its own plane, or, where that is much nearer to the point than
//! the face is, the plane across the way to it (Deits and Tedrake 2015 grow regions so, with ellipsoids for balls). What is between the planes is free of
//! faces. The corners are rounded; that no face is among them is checked afterwards, with room for rounding, so nothing is assumed of them.

use crate::bound::Aabb;
use crate::cost::Cost;
use crate::hull::{Extent, HullSurface};
use crate::math::predicates::Triangle;
use crate::math::{DVec3, SMALLEST_COORDINATE};
use crate::pair::point::locate::Location;
use crate::pair::point::point_query::{is_in_range, locate_in, nearest_in};
use crate::pair::posed_pair::{PosedMesh, faces_near};

/// Planes that are cut by, at most.
const MOST_PLANES: usize = 72;

/// Faces near a point that are looked at, at most: with more, a smaller box is.
const MOST_FACES: usize = 3_000;

/// A half-space about a middle: all `x` with `normal · (x - middle) ≤ reach`.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutPlane {
    pub normal: DVec3,
    pub reach: f64,
}

/// A convex polytope inside a body.
#[derive(Clone, Debug)]
pub(super) struct InnerPolytope {
    pub middle: DVec3,
    pub planes: Vec<CutPlane>,
    pub vertices: Vec<DVec3>,
    pub bounds: Aabb,
}

/// How far a polytope is grown, and how far it keeps from faces.
#[derive(Clone, Copy, Debug)]
pub(super) struct GrowthLimits {
    /// Half the size of the box that it stays in.
    pub reach: f64,
    /// What it keeps from faces, at least; far above what coordinates are rounded by.
    pub margin: f64,
}

impl InnerPolytope {
    /// The polytope grown about a point inside the body; `None` if a face is too near.
    pub fn grow(body: &PosedMesh<'_>, middle: DVec3, limits: GrowthLimits, cost: &mut Cost) -> Option<Self> {
        let GrowthLimits { mut reach, margin } = limits;
        let around = |reach: f64| Aabb { min: middle - reach, max: middle + reach };
        let mut faces = faces_near(body, &around(reach));
        while faces.len() > MOST_FACES && reach > 8.0 * margin {
            reach *= 0.5;
            faces = faces_near(body, &around(reach));
        }
        let mut near: Vec<(f64, Triangle, DVec3)> = faces
            .into_iter()
            .map(|face| {
                let triangle = body.triangle(face).map(|p| p - middle);
                let nearest = nearest_of(&triangle);
                (nearest.length(), triangle, nearest)
            })
            .collect();
        near.sort_by(|p, q| p.0.total_cmp(&q.0));
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
        // Faces beyond the box are not looked at.
        let mut planes: Vec<CutPlane> = axes.map(|normal| CutPlane { normal, reach: reach - margin }).collect();
        for (distance, triangle, nearest) in &near {
            let is_out = |plane: &CutPlane| least_along(triangle, plane.normal) >= plane.reach + 0.5 * margin;
            if planes.iter().any(is_out) {
                continue;
            }
            if planes.len() >= MOST_PLANES {
                // A cube in the ball that the rest of the faces is beyond.
                let side = *distance / 3f64.sqrt() - margin;
                planes[..6].iter_mut().for_each(|plane| plane.reach = plane.reach.min(side));
                break;
            }
            let plane = cut(triangle, *nearest, margin)?;
            planes.push(plane);
        }
        if planes.iter().any(|plane| plane.reach <= margin) {
            return None;
        }
        let vertices = corners(&planes, reach)?;
        let is_within = |plane: &CutPlane| vertices.iter().all(|p| plane.normal.dot(*p) <= plane.reach + 0.25 * margin);
        if vertices.is_empty() || !planes.iter().all(is_within) {
            return None;
        }
        let mean = middle + vertices.iter().sum::<DVec3>() / vertices.len() as f64;
        let vertices: Vec<DVec3> = vertices.into_iter().map(|p| p + middle).collect();
        let is_inside = is_in_range(mean)
            && nearest_in(body, mean, None, cost).is_some_and(|found| found.distance.lower > 0.25 * margin)
            && locate_in(body, mean, cost) == Location::Inside;
        let bounds = Aabb::of_points(&vertices);
        is_inside.then_some(Self { middle, planes, vertices, bounds })
    }

    /// How far a point is inside all planes, if that is more than `least`.
    pub fn depth_above(&self, point: DVec3, least: f64) -> Option<f64> {
        let from_middle = point - self.middle;
        let mut depth = f64::INFINITY;
        for plane in &self.planes {
            depth = depth.min(plane.reach - plane.normal.dot(from_middle));
            if depth <= least {
                return None;
            }
        }
        Some(depth)
    }
}

/// How far a triangle begins along a direction.
fn least_along(triangle: &Triangle, direction: DVec3) -> f64 {
    triangle.iter().map(|p| direction.dot(*p)).fold(f64::INFINITY, f64::min)
}

/// A plane between the origin and a triangle; `None` if there is no room for one.
fn cut(triangle: &Triangle, nearest: DVec3, margin: f64) -> Option<CutPlane> {
    let [a, b, c] = *triangle;
    let across = nearest.try_normalize().map(|n| (n, least_along(triangle, n)));
    let own = (b - a).cross(c - a).try_normalize().map(|n| {
        let n = if n.dot(a + b + c) < 0.0 { -n } else { n };
        (n, least_along(triangle, n))
    });
    let (normal, least) = match (own, across) {
        (Some(own), Some(across)) if own.1 >= 0.5 * across.1 => own,
        (own, across) => across.or(own)?,
    };
    (least > 2.0 * margin).then_some(CutPlane { normal, reach: least - margin })
}

/// The point of a triangle that is nearest to the origin, rounded.
pub(super) fn nearest_of(triangle: &Triangle) -> DVec3 {
    let [a, b, c] = *triangle;
    let on_edge = |p: DVec3, q: DVec3| {
        let along = q - p;
        let t = (-p.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        if t.is_nan() { p } else { p + along * t }
    };
    let normal = (b - a).cross(c - a);
    let squared = normal.length_squared();
    if squared > 0.0 {
        let foot = normal * (a.dot(normal) / squared);
        let side = |p: DVec3, q: DVec3| (q - p).cross(foot - p).dot(normal) >= 0.0;
        if side(a, b) && side(b, c) && side(c, a) {
            return foot;
        }
    }
    let edges = [on_edge(a, b), on_edge(b, c), on_edge(c, a)];
    edges.into_iter().min_by(|p, q| p.length_squared().total_cmp(&q.length_squared())).unwrap_or(a)
}

/// Coordinates too small for exact signs made zero.
pub(super) fn flushed(p: DVec3) -> DVec3 {
    DVec3::from_array(p.to_array().map(|x| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x }))
}

/// The corners of what is between planes about the origin, rounded: faces of the hull of the dual points.
fn corners(planes: &[CutPlane], size: f64) -> Option<Vec<DVec3>> {
    let duals: Vec<DVec3> = planes.iter().map(|plane| flushed(plane.normal * (size / plane.reach))).collect();
    let surface = HullSurface::try_new(&duals).ok()?;
    if surface.extent() != Extent::Solid {
        return None;
    }
    let dual = |edge: u32| duals[surface.vertices()[surface.half_edges()[edge as usize].origin as usize] as usize];
    let corner = |face: u32| {
        let mut edges = surface.around_face(face);
        let origin = dual(edges.next()?);
        let mut before = dual(edges.next()?);
        // The largest triangle of the fan has the best plane.
        let mut normal = DVec3::ZERO;
        for edge in edges {
            let p = dual(edge);
            let cross = (before - origin).cross(p - origin);
            if cross.length_squared() > normal.length_squared() {
                normal = cross;
            }
            before = p;
        }
        let along = normal.dot(origin);
        (along > 0.0).then(|| normal * (size / along))
    };
    (0..surface.faces().len() as u32).map(corner).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::mesh::Mesh;
    use crate::pair::pair_query_types::Method;
    use crate::pair::posed_pair::PosedPair;

    #[test]
    fn a_box_is_filled_and_a_notch_is_left_out() {
        let block = Mesh::cuboid(DVec3::ZERO, DVec3::new(3.0, 2.0, 1.0)).unwrap();
        let limits = GrowthLimits { reach: 10.0, margin: 1e-6 };
        let posed = PosedPair::new(&block, &block, &Pose::IDENTITY, Method::Auto);
        let grow = |p: DVec3| InnerPolytope::grow(&posed.bodies()[0], p, limits, &mut Cost::default());
        let found = grow(DVec3::new(0.4, 0.5, 0.3)).unwrap();
        assert_eq!(found.vertices.len(), 8);
        assert!((found.bounds.size() - DVec3::new(3.0, 2.0, 1.0)).abs().max_element() < 1e-5, "{found:?}");
        let depth = |least: f64| found.depth_above(DVec3::new(1.0, 1.0, 0.25), least);
        assert!((depth(0.0).unwrap() - 0.25).abs() < 1e-5 && depth(0.3).is_none());
        assert!(grow(DVec3::new(-1.0, 0.5, 0.5)).is_none() && grow(DVec3::new(1e-7, 0.5, 0.5)).is_none());
    }
}
