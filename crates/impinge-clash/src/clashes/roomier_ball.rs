//! A ball beside one that was found inside two capped bodies, with more room to their caps.
//!
//! The search for thickness makes balls as large as faces and caps allow, and caps as they are. What is certain ends by the margin before each cap. So the middle moves away from
//! whatever bounds the certain radius, face or cap, by ever shorter steps (a subgradient method; the radius is the least of distances from convex sets, each with its own offset).
//! No step is as long as the distance to the nearest face, so the middle stays inside both bodies.

use super::cap_influence::CappedBody;
use super::openings::triangle_width;
use impinge::bound::Aabb;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::pair::{CommonBall, PointQuery};
use impinge::primitive::{vertex_edge, vertex_face};

/// Steps of the middle.
const STEPS: u32 = 24;

/// The first step, over the radius of the ball.
const FIRST_STEP: f64 = 0.5;

/// A step over the one before.
const SHRINK: f64 = 0.8;

/// A step is no longer than this times the distance from the nearest face.
const WITHIN: f64 = 0.9;

/// What distances and carried points may be off by, relative to coordinates.
const ROUNDING: f64 = 1e-14;

/// A triangle of a cap in the frame of its body, and how far from it the body may end.
type CapMargin = ([DVec3; 3], f64);

/// One of two bodies, with the caps that may bound a ball.
struct RoomSide<'a> {
    faces: PointQuery<'a>,
    side_from_a: Pose,
    a_from_side: Pose,
    caps: Vec<CapMargin>,
    /// The face that was nearest last.
    last: Option<FaceId>,
}

/// How much room there is about a point.
#[derive(Clone, Copy, Debug)]
struct Room {
    centre: DVec3,
    /// No face is nearer.
    faces: f64,
    /// No face is nearer, nor the margin of a cap; negative within one.
    certain: f64,
    /// The direction away from what bounds the certain radius; zero where it has none.
    away: DVec3,
}

/// The ball with the most room to faces and to margins of caps that was found from another one, all in A's frame; `None` if no other has more.
pub fn roomier_ball(bodies: [CappedBody<'_>; 2], a_from_b: &Pose, ball: &CommonBall) -> Option<CommonBall> {
    let poses = [(Pose::IDENTITY, Pose::IDENTITY), (a_from_b.inverse(), *a_from_b)];
    let mut sides = [0, 1].map(|k| RoomSide::new(bodies[k], poses[k], ball));
    let start = Room::about(ball.centre, &mut sides)?;
    let (mut here, mut best, mut step) = (start, start, FIRST_STEP * ball.radius);
    for _ in 0..STEPS {
        let next = here.centre + here.away * step.min(WITHIN * here.faces);
        let Some(room) = Room::about(next, &mut sides) else { break };
        here = room;
        if here.certain > best.certain {
            best = here;
        }
        step *= SHRINK;
    }
    (best.certain > start.certain).then_some(CommonBall { centre: best.centre, radius: best.faces })
}

impl<'a> RoomSide<'a> {
    /// A body, and those of its caps that a ball may come near on its way.
    fn new(body: CappedBody<'a>, (side_from_a, a_from_side): (Pose, Pose), ball: &CommonBall) -> Self {
        // The sum of all steps, and the radius at their end, which grows by no more.
        let reach = ball.radius * (1.0 + 2.0 * FIRST_STEP / (1.0 - SHRINK));
        let centre = side_from_a.transform_point(ball.centre);
        let caps = if body.has_caps() {
            let openings = body.openings();
            let near = |cap: &[DVec3; 3]| {
                let bounds = Aabb::of_points(cap);
                let apart = (bounds.min - centre).max(centre - bounds.max).max(DVec3::ZERO).length();
                apart - triangle_width(*cap) < reach
            };
            let caps = openings.caps.iter().enumerate().filter(|(_, cap)| near(cap));
            caps.map(|(k, cap)| (*cap, openings.margin(k))).collect()
        } else {
            Vec::new()
        };
        Self { faces: PointQuery::new(body.mesh), side_from_a, a_from_side, caps, last: None }
    }
}

impl Room {
    /// The room about a point of A's frame; `None` at the end of the exact range.
    fn about(centre: DVec3, sides: &mut [RoomSide<'_>; 2]) -> Option<Self> {
        let mut room = Self { centre, faces: f64::INFINITY, certain: f64::INFINITY, away: DVec3::ZERO };
        for side in sides {
            let point = side.side_from_a.transform_point(centre);
            let found = side.faces.nearest_from(point, side.last)?;
            side.last = Some(found.face);
            let slack = ROUNDING * (centre.abs().max_element() + point.abs().max_element());
            let faces = found.distance.lower - slack;
            room.faces = room.faces.min(faces);
            room.bound(faces, side.a_from_side.transform_vector(point - found.point));
            for (cap, margin) in &side.caps {
                let way = point - closest_point(point, *cap);
                room.bound(way.length() - margin - slack, side.a_from_side.transform_vector(way));
            }
        }
        (room.faces > 0.0).then_some(room)
    }

    /// Takes a bound of the certain radius, and the way away from it.
    fn bound(&mut self, certain: f64, away: DVec3) {
        if certain < self.certain {
            (self.certain, self.away) = (certain, away.normalize_or_zero());
        }
    }
}

/// The point of a triangle nearest to another, rounded.
fn closest_point(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let edges = [[a, b], [b, c], [c, a]].into_iter().filter_map(|edge| vertex_edge(point, edge));
    let nearest = edges.chain([a, b, c]).min_by(|p, q| p.distance_squared(point).total_cmp(&q.distance_squared(point)));
    vertex_face(point, [a, b, c]).or(nearest).unwrap_or(a)
}
