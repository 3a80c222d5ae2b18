//! Points and rays against a polytope, by its faces: every face is asked, so the cost is their number.

use super::outward::up;
use super::span::Span;
use super::{Closest, MassProperties, Point, Polytope, Ray, RayHit, Segment, Solid, Support, Triangle, steiner};
use crate::cost::Cost;
use crate::hull::Extent;
use crate::math::{DVec3, predicates::orient3d};

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
        let on_face = self.face_corners(face).next().unwrap_or_default();
        self.normal(face).dot(p - on_face)
    }

    /// The nearest point of a face.
    fn closest_on_face(&self, face: u32, p: DVec3) -> Option<Closest> {
        let closest = self.fan(face).map(|t| Triangle::of(t).closest_point(p));
        closest.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// The nearest point of the boundary of a solid.
    fn closest_of_solid(&self, p: DVec3) -> Closest {
        let (mut highest, mut face) = (f64::NEG_INFINITY, 0);
        let mut nearest: Option<Closest> = None;
        for f in self.face_numbers() {
            let height = self.height(f, p);
            if height > highest {
                (highest, face) = (height, f);
            }
            // A face in whose plane or below it the point is can't be the only nearest.
            if height > 0.0
                && nearest.is_none_or(|n| height <= n.distance)
                && let Some(closest) =
                    self.closest_on_face(f, p).filter(|c| nearest.is_none_or(|n| c.distance < n.distance))
            {
                nearest = Some(closest);
            }
        }
        let normal = self.normal(face);
        // So close that only rounding says on which side: the highest face has the normal.
        let noise = 8.0 * f64::EPSILON * up(self.centre().length() + self.reach());
        match nearest {
            Some(closest) if closest.distance > noise => closest,
            Some(closest) => Closest { normal, ..closest },
            None => Closest { point: p - normal * highest, normal, distance: highest },
        }
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
            Extent::Polygon | Extent::Solid => Some(steiner::mass_rounded(self, by)),
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
        let below = |[a, b, c]: [DVec3; 3]| orient3d(a, b, c, p, &mut Cost::default()) <= 0;
        match self.extent() {
            _ if !p.is_finite() => false,
            Extent::Point | Extent::Segment => self.thin().contains(p),
            Extent::Polygon => self.fan(0).any(|t| Triangle::of(t).contains(p)),
            Extent::Solid => self.face_numbers().all(|f| self.fan(f).next().is_some_and(below)),
        }
    }

    /// Exact for what has no volume.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        match self.extent() {
            Extent::Point => Point::at(self.corner(0)).cast_ray(ray),
            Extent::Segment => self.thin().cast_ray(ray),
            Extent::Polygon => {
                let hits = self.fan(0).filter_map(|t| Triangle::of(t).cast_ray(ray));
                hits.min_by(|p, q| p.t.total_cmp(&q.t))
            }
            Extent::Solid => ray.starts_in(self).or_else(|| {
                let below = |f: u32| {
                    let normal = self.normal(f);
                    Span::below(self.height(f, ray.origin()), normal.dot(ray.unit()), normal)
                };
                self.face_numbers().fold(Span::ALL, |inside, f| inside.and(below(f))).entry(ray)
            }),
        }
    }
}
