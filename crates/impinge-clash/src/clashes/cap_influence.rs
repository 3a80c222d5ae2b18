//! How far caps over openings may be from where a body really ends, where that matters to an overlap.
//!
//! A cap is a guess: the surface of the body is known there to within the margin of the cap (`openings`). A cap matters if the other body is no farther from it than that; caps elsewhere
//! change nothing. A ball inside the body as it is reaches through an opening by no more than the margin, and no farther than the corners of the cap's triangle let it: it holds none of
//! them. So it can be a little larger than those of the capped body. What is certain from below is told for one ball, not for all caps: `certain_ball`.

use super::clash_measure::Measure;
use super::openings::{Openings, area, triangle_width};
use super::solid_form::SolidForm;
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Location, PointQuery, Relation, Request, relate};
use std::sync::{Arc, OnceLock};

/// Triangles of caps that are compared with the other body, at most, those with the largest margins; all others matter.
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

    /// Its openings, found on first use and kept with the mesh that has the caps.
    pub fn openings(self) -> Arc<Openings> {
        let kept = self.mesh.cached::<OnceLock<Arc<Openings>>>();
        Arc::clone(kept.get_or_init(|| Arc::new(Openings::new(self))))
    }
}

impl<'a> From<&'a SolidForm> for CappedBody<'a> {
    fn from(form: &'a SolidForm) -> Self {
        Self { mesh: &form.mesh, own: &form.own }
    }
}

/// What a cap leaves open.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CapSlack {
    /// How far from it the body may end.
    margin: f64,
    /// The radius of the smallest ball around its triangle.
    size: f64,
}

impl CapSlack {
    /// The radius that balls in the body may have, if those in the capped body have no more than this.
    ///
    /// A ball about a point of the capped body, of radius r, holds no corner of the triangle. A point of it is a mean of them, so it is at least √(r² - size²) from the middle of the
    /// ball. It is also at least r less the margin from it. A ball about another point has no radius above the margin.
    fn widened(self, radius: f64) -> f64 {
        let widest = (radius + self.margin).min(radius.hypot(self.size));
        widest.max(self.margin) * (1.0 + 4.0 * f64::EPSILON)
    }
}

/// What the caps of two bodies leave open.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CapInfluence {
    /// The largest margin of a cap that matters; zero if none does (a length).
    pub width: f64,
    /// The volume that may be filled or not.
    pub volume: f64,
    /// The caps that matter.
    caps: Vec<CapSlack>,
}

impl CapInfluence {
    /// What the caps of both bodies leave open where they are near the other body.
    pub fn new(bodies: [CappedBody<'_>; 2], a_from_b: &Pose) -> Self {
        let [a, b] = bodies;
        let [first, second] = [Self::of(a, b.mesh, a_from_b), Self::of(b, a.mesh, &a_from_b.inverse())];
        let (width, volume) = (first.width.max(second.width), first.volume + second.volume);
        Self { width, volume, caps: [first.caps, second.caps].concat() }
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
        let openings = body.openings();
        let near = openings.caps.iter().enumerate().filter(|(_, cap)| is_near(triangle_width(**cap), cap));
        let mut caps: Vec<(f64, [DVec3; 3])> = near.map(|(k, cap)| (openings.margin(k), *cap)).collect();
        caps.retain(|(margin, cap)| is_near(*margin, cap));
        caps.sort_by(|p, q| q.0.total_cmp(&p.0));
        let (compared, rest) = caps.split_at(caps.len().min(MOST_TRIANGLES));
        let compared = compared.iter().filter(|(margin, cap)| matters(*cap, *margin, other, body_from_other));
        let caps: Vec<&(f64, [DVec3; 3])> = compared.chain(rest).collect();
        Self {
            width: caps.iter().map(|(margin, _)| *margin).fold(0.0, f64::max),
            volume: caps.iter().map(|(margin, cap)| margin * area(*cap)).sum(),
            caps: caps.iter().map(|(margin, cap)| CapSlack { margin: *margin, size: enclosing_radius(*cap) }).collect(),
        }
    }

    /// An upper bound on the thickness, from one on that of the capped bodies.
    pub fn widened(&self, upper: f64) -> f64 {
        self.caps.iter().map(|cap| 2.0 * cap.widened(0.5 * upper)).fold(upper, f64::max)
    }

    /// The depth of the capped bodies, between bounds that hold for all margins of their caps.
    pub fn widen(&self, depth: &mut Measure) {
        let by = 2.0 * self.width * (1.0 + 4.0 * f64::EPSILON);
        (depth.lower, depth.upper) = ((depth.lower - by).max(0.0), depth.upper + by);
    }
}

/// The radius of the smallest ball around a triangle.
fn enclosing_radius(triangle: [DVec3; 3]) -> f64 {
    let [a, b, c] = triangle;
    let mut sides = [a.distance(b), b.distance(c), c.distance(a)];
    sides.sort_by(f64::total_cmp);
    let [short, middle, long] = sides;
    let is_acute = short * short + middle * middle > long * long;
    let around = short * middle * long / (4.0 * area(triangle));
    // Rounding of a right angle: no ball around it is larger than one about a corner.
    if is_acute { around.clamp(0.5 * long, long) } else { 0.5 * long }
}

/// Whether another body is no farther from a cap than its opening is wide, or around it.
fn matters(cap: [DVec3; 3], width: f64, other: &Mesh, body_from_other: &Pose) -> bool {
    if let Some(is_inside) = inside_if_far(cap, width, other, body_from_other) {
        return is_inside;
    }
    let Ok(cap) = Mesh::from_triangles(&[cap]) else { return true };
    let request = Request { distance_up_to: Some(width), ..Request::default() };
    let found = relate(&cap, other, body_from_other, &request);
    found.relation != Relation::Disjoint || found.distance.is_some_and(|distance| distance.value <= width)
}

/// Whether a cap is inside a closed body, if it is farther from all its faces than a length: one point tells. Most caps are far.
fn inside_if_far(cap: [DVec3; 3], width: f64, other: &Mesh, body_from_other: &Pose) -> Option<bool> {
    /// What a carried point and the size of the cap may be off by, relative to coordinates.
    const ROUNDING: f64 = 1e-14;
    let middle = (cap[0] + cap[1] + cap[2]) / 3.0;
    let size = cap.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
    let point = body_from_other.inverse().transform_point(middle);
    let slack = ROUNDING * (middle.abs().max_element() + point.abs().max_element() + size + width);
    let faces = PointQuery::new(other);
    let is_far = other.is_closed() && faces.nearest(point)?.distance.lower > width + size + slack;
    if is_far { Some(faces.locate(point)? == Location::Inside) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::cuboid;

    /// A block whose top, with a raised corner, is a cap: what is in its lower part knows nothing of it, what is at the top does, to within the height of the slab that holds it.
    #[test]
    fn only_caps_near_the_other_body_matter() {
        let block = cuboid(DVec3::ZERO, DVec3::new(4.0, 4.0, 40.0)).unwrap();
        let (top, rest): (Vec<_>, Vec<_>) =
            block.face_ids().map(|face| block.triangle(face)).partition(|t| t.iter().all(|p| p.z > 39.0));
        let raised = |p: DVec3| if p.x == 0.0 && p.y == 4.0 && p.z > 39.0 { p + 2.0 * DVec3::Z } else { p };
        let [top, rest] = [top, rest].map(|all| all.iter().map(|t: &[DVec3; 3]| t.map(raised)).collect::<Vec<_>>());
        let open = Mesh::from_triangles(&rest).unwrap();
        let capped = Mesh::from_triangles(&[rest, top.clone()].concat()).unwrap();
        let part = cuboid(DVec3::ZERO, DVec3::ONE).unwrap();
        let of = |z: f64| {
            let pose = Pose::from_translation([1.0, 3.5, z]).unwrap();
            let bodies = [CappedBody { mesh: &capped, own: &open }, CappedBody { mesh: &part, own: &part }];
            let turned = CapInfluence::new([bodies[1], bodies[0]], &pose.inverse());
            let found = CapInfluence::new(bodies, &pose);
            assert_eq!(found, turned);
            found
        };
        // The mean direction across is (1, -1, 4).
        let height = 4.0 / 18.0_f64.sqrt();
        let whole: f64 = top.iter().map(|t| area(*t)).sum();
        for z in [5.0, 38.0, 44.0] {
            assert_eq!(of(z), CapInfluence::default(), "{z}");
        }
        for z in [39.5, 40.0] {
            let found = of(z);
            assert!((found.width - height).abs() < 1e-9, "{z} {found:?}");
            assert!(found.volume > 0.0 && found.volume <= whole * height * (1.0 + 1e-9), "{z} {found:?}");
        }
    }

    /// The answer for caps that are far is that of the relation: outside, inside, beside the surface, and beyond a length.
    #[test]
    fn caps_far_from_all_faces_are_decided_by_one_point() {
        let ball = Mesh::icosphere(3.0, 2).unwrap();
        let cap = [DVec3::ZERO, DVec3::X * 0.5, DVec3::Y * 0.5];
        let mut decided = [0, 0, 0];
        for k in 0..120 {
            let place = DVec3::new(0.05, 0.03, 0.01) * f64::from(k);
            let pose = Pose::from_translation(-place).unwrap();
            for width in [0.0, 0.4, 2.0] {
                let mesh = Mesh::from_triangles(&[cap]).unwrap();
                let request = Request { distance_up_to: Some(width), ..Request::default() };
                let found = relate(&mesh, &ball, &pose, &request);
                let expected = found.relation != Relation::Disjoint || found.distance.is_some_and(|d| d.value <= width);
                assert_eq!(matters(cap, width, &ball, &pose), expected, "{place} {width}");
                match inside_if_far(cap, width, &ball, &pose) {
                    Some(is_inside) => decided[usize::from(is_inside)] += 1,
                    None => decided[2] += 1,
                }
            }
        }
        assert!(decided.iter().all(|count| *count > 30), "{decided:?}");
    }

    /// A ball that pokes through a triangular hole without touching its corners, and no more than the margin allows.
    #[test]
    fn balls_reach_through_openings_only_so_far() {
        let of =
            |margin: f64, size: f64| CapInfluence { caps: vec![CapSlack { margin, size }], ..CapInfluence::default() };
        let near = |x: f64, y: f64| (x - y).abs() < 1e-12;
        assert!(near(of(10.0, 0.75).widened(2.0), 20.0), "beyond the cap");
        assert!(near(of(1.0, 0.75).widened(2.0), 2.5), "by its corners");
        assert!(near(of(0.125, 0.75).widened(2.0), 2.25), "by its margin");
        assert!(near(of(0.0, 0.75).widened(2.0), 2.0), "not at all");
        assert_eq!(CapInfluence::default().widened(2.0), 2.0);
        let right = [[0.0, 0.0], [3.0, 0.0], [0.0, 4.0]].map(|[x, y]| DVec3::new(x, y, 7.0));
        assert!(near(enclosing_radius(right), 2.5));
        let even = [0.0, 2.0, 4.0].map(|k| (k * std::f64::consts::FRAC_PI_3).sin_cos());
        assert!(near(enclosing_radius(even.map(|(x, y)| 3.0 * DVec3::new(x, y, 1.0))), 3.0));
        let flat = [0.0, 1.0, 5.0].map(|x| DVec3::new(x, 0.0, 0.0));
        assert!(near(enclosing_radius(flat), 2.5) && near(enclosing_radius([DVec3::ONE; 3]), 0.0));
    }
}
