//! Points and rays against a polytope, by its faces: every face is asked, so the cost is their number.

use super::outward_rounding::up;
use super::{
    Closest, MassProperties, Point, Polytope, Ray, RayHit, Segment, Solid, Support, Triangle, rounded_polytope_mass,
};
use crate::cost::Cost;
use crate::hull::Extent;
use crate::math::{DVec3, predicates::orient3d};
use std::cmp::Ordering;

impl Polytope {
    /// The corners of a face, counter-clockwise from outside.
    pub(super) fn face_corners(&self, face: u32) -> impl Iterator<Item = DVec3> + '_ {
        let surface = self.surface();
        surface.around_face(face).map(|e| self.corner(surface.half_edges()[e as usize].origin))
    }

    /// The triangles of a face that share its first corner.
    pub(super) fn fan(&self, face: u32) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let mut corners = self.face_corners(face);
        let (first, mut last) = (corners.next().unwrap_or_default(), corners.next().unwrap_or_default());
        corners.map(move |corner| [first, std::mem::replace(&mut last, corner), corner])
    }

    /// The numbers of its faces.
    pub(super) fn face_numbers(&self) -> std::ops::Range<u32> {
        0..self.surface().faces().len() as u32
    }

    /// How far a point is above the plane of a face.
    fn height(&self, face: u32, p: DVec3) -> f64 {
        self.normal(face).dot(p - self.face_triangle(face)[0])
    }

    /// The nearest point of a face.
    fn closest_on_face(&self, face: u32, p: DVec3) -> Option<Closest> {
        let closest = self.fan(face).map(|t| Triangle::from_corners(t).closest_point(p));
        closest.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// The nearest point of the boundary of a solid; the side is exact.
    fn closest_of_solid(&self, p: DVec3) -> Closest {
        let heights = || self.face_numbers().map(|f| (self.height(f, p), f));
        let (height, face) = heights().fold((f64::NEG_INFINITY, 0), |h, other| if other.0 > h.0 { other } else { h });
        let normal = self.normal(face);
        if self.contains(p) {
            let height = height.min(0.0);
            return Closest { point: p - normal * height, normal, distance: height };
        }
        // Faces that the point is below by more than rounding are not the nearest.
        let noise = self.noise() + 8.0 * f64::EPSILON * p.abs().max_element();
        let mut nearest = Closest { point: self.corner(0), normal, distance: f64::INFINITY };
        for (height, f) in heights() {
            if height < -noise || height > nearest.distance {
                continue;
            }
            nearest = self.closest_on_face(f, p).filter(|c| c.distance < nearest.distance).unwrap_or(nearest);
        }
        // So close that only rounding says where the point is: the highest face has the normal.
        if nearest.distance <= noise { Closest { normal, ..nearest } } else { nearest }
    }

    /// What rounding makes of the height of a point on the boundary.
    fn noise(&self) -> f64 {
        8.0 * f64::EPSILON * up(self.centre().length() + self.reach())
    }

    /// What it is where it spans no plane.
    fn thin(&self) -> Segment {
        Segment::between(self.corner(0), self.corner(self.corner_count().saturating_sub(1)))
    }
}

impl Solid for Polytope {
    fn mass_rounded(&self, by: f64) -> Option<MassProperties> {
        match self.extent() {
            Extent::Point | Extent::Segment => self.thin().mass_rounded(by),
            Extent::Polygon | Extent::Solid => Some(rounded_polytope_mass::mass_rounded(self, by)),
        }
    }

    fn closest_point(&self, p: DVec3) -> Closest {
        match self.extent() {
            Extent::Point | Extent::Segment => self.thin().closest_point(p),
            Extent::Polygon => self.closest_on_face(0, p).unwrap_or_else(|| self.thin().closest_point(p)),
            Extent::Solid => self.closest_of_solid(p),
        }
    }

    /// Exact.
    fn contains(&self, p: DVec3) -> bool {
        let below = |f: u32| {
            let [a, b, c] = self.face_triangle(f);
            orient3d(a, b, c, p, &mut Cost::default()) <= 0
        };
        match self.extent() {
            _ if !p.is_finite() => false,
            Extent::Point | Extent::Segment => self.thin().contains(p),
            Extent::Polygon => self.fan(0).any(|t| Triangle::from_corners(t).contains(p)),
            Extent::Solid => self.face_numbers().all(below),
        }
    }

    /// Whether the ray meets it is exact: its boundary is triangles without gaps.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        match self.extent() {
            Extent::Point => Point::at(self.corner(0)).cast_ray(ray),
            Extent::Segment => self.thin().cast_ray(ray),
            Extent::Polygon => {
                let hits = self.fan(0).filter_map(|t| Triangle::from_corners(t).cast_ray(ray));
                hits.min_by(|p, q| p.t.total_cmp(&q.t))
            }
            Extent::Solid => ray.starts_in(self).or_else(|| {
                let hits = self.face_numbers().flat_map(|f| self.fan(f).map(move |t| (t, f)));
                let hits = hits.filter_map(|(t, f)| Some((Triangle::from_corners(t).cast_ray(ray)?, f)));
                // It enters by a face that looks towards it, though one that looks away may be met at the same rounded time.
                let away = |f: u32| self.normal(f).dot(ray.unit()) >= 0.0;
                let first =
                    |(p, f): &(RayHit, u32), (q, g): &(RayHit, u32)| (away(*f), p.t).partial_cmp(&(away(*g), q.t));
                let (hit, face) = hits.min_by(|p, q| first(p, q).unwrap_or(Ordering::Equal))?;
                Some(RayHit { normal: self.normal(face), ..hit })
            }),
        }
    }
}
