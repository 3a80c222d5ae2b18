//! How deep two bodies of any form are in each other: the length of the shortest translation that leaves no common inside, between bounds.
//!
//! For bodies that are not convex the exact length is out of reach (the Minkowski difference has up to n³m³ features: Kim, Otaduy, Lin and Manocha 2002), and so
//! engines refuse or guess. Here it is bounded from both sides. Below by balls about one point in both bodies, or, if both are convex, by the exact
//! depth. Above by a translation that is proved to separate: that of the hulls, or the shortest push found among many directions, the best of which
//! are varied. `docs/notes/depth.md` has the proofs.

use super::deepest_vertex::{DeepestVertex, deepest_vertex};
use super::inscribed_balls::{InnerBalls, inner_balls};
use super::separation_along::{SeparationOutcome, grain, moved, separation_along};
use crate::bounded::Bounded;
use crate::convex::{PenetrationOutcome, penetration};
use crate::cost::Cost;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::model_hull::ModelHull;
use crate::pair::pair_query_types::{Method, Relation, Request};
use crate::pair::point::point_query::nearest_in;
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::pair::relation::relate::relate;

/// How much effort goes into a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepthOptions {
    /// Points at which balls are measured, at most; 2,000 by default.
    pub points: u32,
    /// Directions, evenly spread, along which pushes are tried beside those that suggest themselves; 24 by default.
    pub directions: u32,
    /// Rounds in which the best direction is varied, each by half as much; 6 by default.
    pub rounds: u32,
}

impl Default for DepthOptions {
    fn default() -> Self {
        Self { points: 2_000, directions: 24, rounds: 6 }
    }
}

/// How the lower bound of a depth was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LowerBoundSource {
    /// The bodies have no common inside: the depth is zero.
    Relation,
    /// Both bodies are convex: by the exact depth of their hulls.
    Convex,
    /// By two balls about one point.
    Balls(InnerBalls),
    /// By the deepest vertex, which any shorter translation leaves inside.
    Vertex,
    /// No point was found in both bodies: the lower bound is zero.
    Nothing,
}

/// How the upper bound of a depth was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpperBoundSource {
    /// The bodies have no common inside: no translation is needed.
    Relation,
    /// By the translation that separates the hulls.
    Hulls,
    /// By a push along a direction, until the bodies shared no point.
    Direction,
}

/// How deep two bodies are in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The length of the shortest separating translation of B. The upper bound, which is the value, is the length of the translation below; infinite if none was found, which
    /// only happens at the end of the exact range.
    pub length: Bounded,
    /// How the lower bound was found.
    pub lower_by: LowerBoundSource,
    /// How the upper bound was found.
    pub upper_by: UpperBoundSource,
    /// A translation of B, in A's frame, after which the bodies share no point, or only touch: exactly so, for the posed coordinates.
    pub translation: DVec3,
    /// The vertex of one body deepest in the other, if one is inside.
    pub deepest_vertex: Option<DeepestVertex>,
}

/// The depth of A and B in each other; zero if they are apart or only touch.
///
/// Two bodies without an inside, whose faces pass through each other, have a translation, and zero for a lower bound.
#[must_use]
pub fn depth(a: &Mesh, b: &Mesh, a_from_b: &Pose, options: &DepthOptions) -> Depth {
    let none = Depth {
        length: Bounded::exact(0.0),
        lower_by: LowerBoundSource::Relation,
        upper_by: UpperBoundSource::Relation,
        translation: DVec3::ZERO,
        deepest_vertex: None,
    };
    if is_free(a, b, a_from_b) {
        return none;
    }
    let mut search = DepthSearch { meshes: [a, b], a_from_b, options, best: none, balls: None };
    let length = Bounded { lower: 0.0, value: f64::INFINITY, upper: f64::INFINITY };
    search.best = Depth { length, upper_by: UpperBoundSource::Hulls, lower_by: LowerBoundSource::Nothing, ..none };
    search.best.deepest_vertex = deepest_vertex(a, b, a_from_b);
    search.by_balls();
    search.by_hulls();
    search.by_directions();
    let best = search.best;
    let upper = best.length.upper;
    Depth { length: Bounded { lower: best.length.lower.min(upper), value: upper, upper }, ..best }
}

/// Whether bodies share no point, or only touch.
fn is_free(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> bool {
    matches!(relate(a, b, a_from_b, &Request::default()).relation, Relation::Disjoint | Relation::Touching)
}

/// The best bounds so far.
struct DepthSearch<'a> {
    meshes: [&'a Mesh; 2],
    a_from_b: &'a Pose,
    options: &'a DepthOptions,
    best: Depth,
    balls: Option<InnerBalls>,
}

impl DepthSearch<'_> {
    /// Raises the lower bound by balls, or by the deepest vertex where these were not found to be larger.
    fn by_balls(&mut self) {
        let posed = PosedPair::new(self.meshes[0], self.meshes[1], self.a_from_b, Method::Auto);
        if let Some(found) = inner_balls(&posed, self.options.points, &mut Cost::default()) {
            let balls = InnerBalls { point: posed.point_in_a(found.point), radii: posed.as_asked(found.radii) };
            (self.best.length.lower, self.best.lower_by, self.balls) =
                (balls.reach(), LowerBoundSource::Balls(balls), Some(balls));
        }
        let vertex = self.best.deepest_vertex.map_or(0.0, |deep| deep.depth.lower);
        if vertex > self.best.length.lower {
            (self.best.length.lower, self.best.lower_by) = (vertex, LowerBoundSource::Vertex);
        }
    }

    /// Both bounds by the hulls: what separates them separates the bodies, and no less does if the bodies are their hulls.
    fn by_hulls(&mut self) {
        let [Ok(a), Ok(b)] = self.meshes.map(ModelHull::new) else { return };
        let PenetrationOutcome::Deep(overlap) = penetration(a.polytope(), b.polytope(), self.a_from_b).outcome else {
            return;
        };
        // Of bounds that differ by a rounding, the one that is the depth.
        if a.is_model() && b.is_model() && overlap.depth.lower * (1.0 + ENOUGH) > self.best.length.lower {
            (self.best.length.lower, self.best.lower_by) = (overlap.depth.lower, LowerBoundSource::Convex);
        }
        let length = overlap.depth.upper;
        let grain = grain(self.meshes, self.a_from_b);
        // Touching hulls may overlap by rounding.
        [length, length + 0.25 * grain, length + grain]
            .into_iter()
            .any(|length| self.offer(overlap.direction * length, UpperBoundSource::Hulls));
    }

    /// Takes a translation if it is shorter than the best and separates; whether it does.
    fn offer(&mut self, translation: DVec3, by: UpperBoundSource) -> bool {
        let length = translation.length() * (1.0 + 4.0 * f64::EPSILON);
        let separates =
            || moved(self.a_from_b, translation).is_some_and(|pose| is_free(self.meshes[0], self.meshes[1], &pose));
        let is_better = length < self.best.length.upper && separates();
        if is_better {
            (self.best.length.upper, self.best.upper_by, self.best.translation) = (length, by, translation);
        }
        is_better
    }

    /// Lowers the upper bound by pushes along many directions.
    fn by_directions(&mut self) {
        let mut directions: Vec<DVec3> = self.suggested();
        directions.extend(spread(self.options.directions));
        directions.into_iter().for_each(|direction| self.push(direction));
        let mut angle = 0.5;
        for _ in 0..self.options.rounds {
            let Some(towards) = self.best.translation.try_normalize() else { return };
            let (u, v) = towards.any_orthonormal_pair();
            for across in [u, -u, v, -v, u + v, u - v, v - u, -u - v] {
                self.push(towards + across * angle);
            }
            angle *= 0.5;
        }
    }

    /// Pushes B along a direction of A's frame, as far as that may be an improvement.
    fn push(&mut self, direction: DVec3) {
        if self.best.length.upper <= self.best.length.lower * (1.0 + ENOUGH) {
            return;
        }
        let [a, b] = self.meshes;
        if let SeparationOutcome::Found(push) = separation_along(a, b, self.a_from_b, direction, self.best.length.upper)
        {
            self.offer(push.translation, UpperBoundSource::Direction);
        }
    }

    /// Directions along the axes of both bodies, and those of the shortest ways out from the balls and from the deepest vertex.
    fn suggested(&self) -> Vec<DVec3> {
        let rotation = self.a_from_b.rotation();
        let mut all: Vec<DVec3> = Vec::new();
        if let Some(deep) = &self.best.deepest_vertex {
            let out = deep.nearest - deep.point;
            all.push(if deep.body == 1 { out } else { -out });
        }
        let posed = PosedPair::new(self.meshes[0], self.meshes[1], self.a_from_b, Method::Auto);
        let bodies = posed.as_asked(posed.bodies());
        if let Some(balls) = &self.balls {
            // The point in the frame of the pair is A's, or is measured from B's surface all the same by its own body.
            let ways = [0, 1].map(|k| self.way_out(&bodies[k], &posed, balls.point));
            all.extend(ways[0]);
            all.extend(ways[1].map(|way| -way));
            all.extend(ways[0].zip(ways[1]).map(|(p, q)| p - q));
        }
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        all.extend(axes.into_iter().chain(axes.map(|axis| rotation * axis)).flat_map(|axis| [axis, -axis]));
        all
    }

    /// From a point of A's frame to the nearest face of a body, in A's frame.
    fn way_out(&self, body: &PosedMesh<'_>, posed: &PosedPair<'_>, point: DVec3) -> Option<DVec3> {
        let in_frame = if posed.turns_answers() { self.a_from_b.inverse().transform_point(point) } else { point };
        let found = nearest_in(body, in_frame, None, &mut Cost::default())?;
        Some(posed.point_in_a(found.point) - point)
    }
}

/// Bounds within this of each other (relative) are taken for one.
const ENOUGH: f64 = 1e-6;

/// Directions evenly spread over the sphere, along a spiral of golden angles.
fn spread(count: u32) -> impl Iterator<Item = DVec3> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count).map(move |i| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let (sin, cos) = (golden * f64::from(i)).sin_cos();
        let r = (1.0 - z * z).max(0.0).sqrt();
        DVec3::new(r * cos, r * sin, z)
    })
}
