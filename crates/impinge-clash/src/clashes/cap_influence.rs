//! How far caps over openings may be from where a body really ends, where that matters to an overlap.
//!
//! A cap is a guess: the surface of the body is known there to within the margin of the cap (`openings`). A cap matters if the other body is no farther from it than that. Then no ball
//! larger by twice the margin in its diameter is ruled out. Caps elsewhere change nothing. What is certain from below is told for a ball, not for all caps: `certain_ball`.

use super::clash_measure::Measure;
use super::openings::{Openings, area, triangle_width};
use super::solid_form::SolidForm;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Relation, Request, relate};

/// Triangles of caps that are compared with the other body, at most; the widest of more than these matters.
const MOST_TRIANGLES: usize = 2_000;

/// A body as it is measured, and as the file has it.
#[derive(Clone, Copy, Debug)]
pub struct CappedBody<'a> {
    /// Its faces, then its caps.
    pub mesh: &'a Mesh,
    /// Its faces alone.
    pub own: &'a Mesh,
}

impl CappedBody<'_> {
    /// Whether caps close openings of it.
    pub fn has_caps(&self) -> bool {
        self.mesh.faces().len() > self.own.faces().len()
    }
}

impl<'a> From<&'a SolidForm> for CappedBody<'a> {
    fn from(form: &'a SolidForm) -> Self {
        Self { mesh: &form.mesh, own: &form.own }
    }
}

/// What the caps of two bodies leave open.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CapInfluence {
    /// The largest margin of a cap that matters; zero if none does (a length).
    pub width: f64,
    /// The volume that may be filled or not.
    pub volume: f64,
}

impl CapInfluence {
    /// What the caps of both bodies leave open where they are near the other body.
    pub fn new(bodies: [CappedBody<'_>; 2], a_from_b: &Pose) -> Self {
        let [a, b] = bodies;
        let found = [Self::of(a, b.mesh, a_from_b), Self::of(b, a.mesh, &a_from_b.inverse())];
        Self { width: found[0].width.max(found[1].width), volume: found[0].volume + found[1].volume }
    }

    /// What the caps of a body leave open near another one.
    fn of(body: CappedBody<'_>, other: &Mesh, body_from_other: &Pose) -> Self {
        if !body.has_caps() {
            return Self::default();
        }
        let near = other.vertices().iter().map(|p| body_from_other.transform_point(*p));
        let bounds = near.fold(Aabb::EMPTY, Aabb::including);
        let is_near = |width: f64, triangle: &[DVec3; 3]| {
            let caps = Aabb::of_points(triangle);
            width > 0.0 && (caps.min - width).cmple(bounds.max).all() && bounds.min.cmple(caps.max + width).all()
        };
        let openings = Openings::new(body);
        let near = openings.caps.iter().enumerate().filter(|(_, cap)| is_near(triangle_width(**cap), cap));
        let mut caps: Vec<(f64, [DVec3; 3])> = near.map(|(k, cap)| (openings.margin(k), *cap)).collect();
        caps.retain(|(margin, cap)| is_near(*margin, cap));
        caps.sort_by(|p, q| q.0.total_cmp(&p.0));
        let first = match caps.len() <= MOST_TRIANGLES {
            true => caps.iter().position(|(margin, cap)| matters(*cap, *margin, other, body_from_other)),
            false => Some(0),
        };
        let Some(first) = first else { return Self::default() };
        let volume = caps[first..].iter().map(|(margin, cap)| margin * area(*cap)).sum();
        Self { width: caps[first].0, volume }
    }

    /// An upper bound on a length of the capped bodies, for all margins of their caps.
    pub fn widened(&self, upper: f64) -> f64 {
        upper + self.by()
    }

    /// A length that caps may have changed, between bounds that hold for all of their margins.
    pub fn widen(&self, measure: &mut Measure) {
        (measure.lower, measure.upper) = ((measure.lower - self.by()).max(0.0), self.widened(measure.upper));
    }

    /// What a diameter may change by.
    fn by(&self) -> f64 {
        2.0 * self.width * (1.0 + 4.0 * f64::EPSILON)
    }
}

/// Whether another body is no farther from a cap than its opening is wide, or around it.
fn matters(cap: [DVec3; 3], width: f64, other: &Mesh, body_from_other: &Pose) -> bool {
    let Ok(cap) = Mesh::from_triangles(&[cap]) else { return true };
    let request = Request { distance_up_to: Some(width), ..Request::default() };
    let found = relate(&cap, other, body_from_other, &request);
    found.relation != Relation::Disjoint || found.distance.is_some_and(|distance| distance.value <= width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;

    /// A block without its top, closed by a cap: what is in its lower corner knows nothing of it, what is at the top does.
    #[test]
    fn only_caps_near_the_other_body_matter() {
        let block = cuboid(DVec3::ZERO, DVec3::new(4.0, 4.0, 40.0)).unwrap();
        let (top, rest): (Vec<_>, Vec<_>) =
            block.face_ids().map(|face| block.triangle(face)).partition(|t| t.iter().all(|p| p.z > 39.0));
        let open = Mesh::from_triangles(&rest).unwrap();
        let capped = Mesh::from_triangles(&[rest, top].concat()).unwrap();
        let part = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let of = |z: f64| {
            let pose = Pose::from_translation([1.0, 3.5, z]).unwrap();
            let bodies = [CappedBody { mesh: &capped, own: &open }, CappedBody { mesh: &part, own: &part }];
            let turned = CapInfluence::new([bodies[1], bodies[0]], &pose.inverse());
            let found = CapInfluence::new(bodies, &pose);
            assert_eq!(found, turned);
            found
        };
        let wide = 2.0 * 8.0_f64.sqrt();
        assert_eq!(of(5.0), CapInfluence::default());
        assert_eq!(of(38.5 - wide), CapInfluence::default());
        for z in [39.5 - wide, 38.0, 39.5, 41.0] {
            assert!((of(z).width - wide).abs() < 1e-12 && (of(z).volume - 16.0 * wide).abs() < 1e-9, "{z} {:?}", of(z));
        }
    }
}
