//! The search for both bounds of a depth, in the frame and order of a posed pair: the same for swapped arguments.

use super::convex_core::{BodyHull, CachedHull};
use super::deepest_vertex::DeepestVertex;
use super::inscribed_balls::{InnerBalls, inner_balls};
use super::overlap_region::{OverlapRegion, covered_along};
use super::penetration_depth::{DepthOptions, LowerBoundSource, PushDirection, UpperBoundSource};
use super::push_effort::PushEffort;
use super::seam_directions::seam_directions;
use super::separation_along::{SeparationOutcome, grain, moved, separation_between};
use super::translation_search::{TranslationLimits, TranslationSearch};
use crate::convex::{PenetrationOutcome, penetration_bounds};
use crate::cost::Cost;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::{Relation, Request};
use crate::pair::point::point_query::nearest_in;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::relate::relate;

/// Bounds within this of each other (relative) are taken for one.
const ENOUGH: f64 = 1e-6;

/// The least that a nearly convex body may be inside its hull and not be called convex, relative to its size: far above rounding.
const CONVEX: f64 = 1.0 / (1_u64 << 40) as f64;

/// One translation, as each of two bodies would make it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct EitherTranslation {
    /// What the second body moves by, in the frame of the first.
    pub of_second: DVec3,
    /// What the first moves by, in the frame of the second: the opposite, turned and rounded.
    pub of_first: DVec3,
}

/// The best bounds so far.
pub(super) struct DepthSearch<'a> {
    posed: &'a PosedPair<'a>,
    meshes: [&'a Mesh; 2],
    /// Carries the second into the frame of the first.
    pose: Pose,
    options: &'a DepthOptions,
    pub lower: f64,
    pub lower_by: LowerBoundSource,
    pub upper: f64,
    pub upper_by: UpperBoundSource,
    pub translation: Option<EitherTranslation>,
    balls: Option<InnerBalls>,
    /// Sets of translations that do not separate.
    regions: Vec<OverlapRegion>,
    /// Directions along which pushes were tried.
    pushed: Vec<DVec3>,
    /// What may still be spent on pushes.
    pub effort: PushEffort,
}

impl<'a> DepthSearch<'a> {
    pub fn new(posed: &'a PosedPair<'a>, options: &'a DepthOptions) -> Self {
        let meshes = posed.bodies().map(|body| body.mesh);
        let pose = posed.pose().copied().unwrap_or(Pose::IDENTITY);
        let (lower_by, upper_by) = (LowerBoundSource::Nothing, UpperBoundSource::Hulls);
        Self {
            posed,
            meshes,
            pose,
            options,
            lower: 0.0,
            lower_by,
            upper: f64::INFINITY,
            upper_by,
            translation: None,
            balls: None,
            regions: Vec::new(),
            pushed: Vec::new(),
            effort: PushEffort::new(options.effort, options.points, meshes.iter().map(|mesh| mesh.faces().len()).sum()),
        }
    }

    /// Searches until the bounds meet or the effort is spent.
    pub fn run(&mut self, deepest: Option<&DeepestVertex>) {
        self.by_hulls();
        if self.is_close() {
            return;
        }
        self.raise(deepest.map_or(0.0, |deep| deep.depth.lower), LowerBoundSource::Vertex);
        self.by_parts();
        if self.is_close() {
            return;
        }
        self.by_balls();
        self.by_directions(deepest);
    }

    /// Whether the bounds are one but for rounding.
    fn is_done(&self) -> bool {
        self.upper <= self.lower * (1.0 + ENOUGH)
    }

    /// Whether the bounds are so close that it is not worth looking on.
    fn is_close(&self) -> bool {
        /// The upper bound over the lower one.
        const CLOSE: f64 = 1.02;
        self.upper <= self.lower * CLOSE
    }

    /// Both bounds by convex parts of the bodies: the translations that these allow are tried, the shortest first.
    fn by_parts(&mut self) {
        /// Points of the effort for each set of translations.
        const POINTS_PER_REGION: u32 = 8;
        if !self.upper.is_finite() {
            return;
        }
        let bodies = self.posed.bodies();
        let placed = bodies[1].placed_vertices();
        let limits = TranslationLimits {
            upper: self.upper,
            lower: self.lower,
            nodes: self.options.points,
            regions: (self.options.points / POINTS_PER_REGION) as usize,
        };
        let found = TranslationSearch::new(self.posed, [bodies[0], bodies[1].remembering(&placed)], limits).run();
        self.raise(found.lower, LowerBoundSource::ConvexParts);
        self.regions = found.regions;
        for v in found.open {
            if !self.offer(v * (1.0 + ENOUGH), UpperBoundSource::ConvexParts) {
                self.push(v, UpperBoundSource::ConvexParts);
            }
        }
    }

    /// Takes a lower bound if it is better.
    fn raise(&mut self, lower: f64, by: LowerBoundSource) {
        if lower > self.lower {
            (self.lower, self.lower_by) = (lower, by);
        }
    }

    /// Both bounds by the hulls: what separates them separates the bodies, and little less does if the bodies nearly fill them.
    fn by_hulls(&mut self) {
        let hulls = self.meshes.map(CachedHull::new);
        let [Some(first), Some(second)] = [hulls[0].get(), hulls[1].get()] else { return };
        let PenetrationOutcome::Deep(overlap) = penetration_bounds(&first.hull, &second.hull, &self.pose).outcome
        else {
            return;
        };
        self.raise_by_cores([first, second], overlap.depth.lower);
        let (length, grain) = (overlap.depth.upper, grain(self.meshes, &self.pose));
        // Touching hulls may overlap by rounding.
        [length, length + 0.25 * grain, length + grain]
            .into_iter()
            .any(|length| self.offer(overlap.direction * length, UpperBoundSource::Hulls));
    }

    /// Raises the lower bound by the depth of the hulls, less what the bodies do not fill of them.
    fn raise_by_cores(&mut self, hulls: [&BodyHull; 2], depth: f64) {
        let [Some(first), Some(second)] = hulls.map(|hull| hull.core) else { return };
        let largest = self.posed.bodies()[1].bounds().largest_coordinate();
        let posed = self.posed.pose().map(|pose| (pose, largest));
        let [Some(p), Some(q)] = [first.loss(None), second.loss(posed)] else { return };
        let (inset, reach) = (first.inset.max(second.inset), first.reach.min(second.reach));
        let by = if inset <= CONVEX * reach.max(grain(self.meshes, &self.pose) / CONVEX) {
            LowerBoundSource::Convex
        } else {
            LowerBoundSource::NearlyConvex { inset }
        };
        let loss = p + q;
        let lower = if loss > 0.0 { depth - loss * (1.0 + ENOUGH) - f64::EPSILON * depth } else { depth };
        self.raise(lower, by);
    }

    /// Raises the lower bound by balls about one point.
    fn by_balls(&mut self) {
        self.balls = inner_balls(self.posed, self.options.points, &mut Cost::default());
        if let Some(balls) = self.balls {
            self.raise(balls.reach(), LowerBoundSource::Balls(balls));
        }
    }

    /// Takes a translation of the second body if it is shorter than the best and separates, whichever body makes it; whether it does.
    fn offer(&mut self, of_second: DVec3, by: UpperBoundSource) -> bool {
        let turned = if self.pose.is_identity() { of_second } else { self.pose.rotation().transpose() * of_second };
        let both = EitherTranslation { of_second, of_first: -turned };
        let length = both.of_second.length().max(both.of_first.length()) * (1.0 + 4.0 * f64::EPSILON);
        let is_better = length < self.upper && self.separates(&both);
        if is_better {
            (self.upper, self.upper_by, self.translation) = (length, by, Some(both));
        }
        is_better
    }

    /// Whether the bodies share no inside after a translation, by the roundings of either.
    fn separates(&mut self, by: &EitherTranslation) -> bool {
        let [first, second] = self.meshes;
        let Some(pose) =
            moved(&self.pose, by.of_second).filter(|pose| is_free([first, second], pose, &mut self.effort))
        else {
            return false;
        };
        let other = if self.pose.is_identity() { self.pose } else { self.pose.inverse() };
        moved(&other, by.of_first).is_some_and(|other| {
            (other.is_inverted() && other.inverse() == pose) || is_free([second, first], &other, &mut self.effort)
        })
    }

    /// Lowers the upper bound by pushes along many directions.
    fn by_directions(&mut self, deepest: Option<&DeepestVertex>) {
        for (direction, source) in self.suggested(deepest) {
            self.push(direction, UpperBoundSource::Direction(source));
        }
        spread(self.options.directions)
            .for_each(|direction| self.push(direction, UpperBoundSource::Direction(PushDirection::Spread)));
        self.vary_in_rounds();
        let before = self.upper;
        for direction in seam_directions(self.posed) {
            self.push(direction, UpperBoundSource::Direction(PushDirection::Seam));
        }
        if self.upper < before {
            self.vary_in_rounds();
        }
    }

    /// Varies the best direction, in each round by half as much.
    fn vary_in_rounds(&mut self) {
        let mut angle = 0.5;
        for _ in 0..self.options.rounds {
            self.vary(angle);
            angle *= 0.5;
        }
    }

    /// Pushes along directions about the best one, at an angle (its tangent); again about the new best as long as much is gained.
    fn vary(&mut self, angle: f64) {
        /// Steps from best to best, at most.
        const STEPS: usize = 4;
        /// What is worth another step: the new length over the old.
        const GAIN: f64 = 0.98;
        for _ in 0..STEPS {
            let before = self.upper;
            let Some(towards) = self.translation.and_then(|best| best.of_second.try_normalize()) else { return };
            let (u, v) = towards.any_orthonormal_pair();
            for across in [u, -u, v, -v, u + v, u - v, v - u, -u - v] {
                self.push(towards + across * angle, UpperBoundSource::Direction(PushDirection::Varied));
            }
            if self.upper > GAIN * before {
                return;
            }
        }
    }

    /// Pushes the second body along a direction, as far as that may be an improvement, unless that was tried before.
    fn push(&mut self, direction: DVec3, by: UpperBoundSource) {
        /// Directions that differ by less than this are one.
        const SAME: f64 = 1e-9;
        let Some(direction) = direction.try_normalize() else { return };
        if self.is_done()
            || self.effort.is_spent()
            || self.pushed.iter().any(|known| (*known - direction).length() < SAME)
        {
            return;
        }
        self.pushed.push(direction);
        let from = covered_along(&self.regions, direction);
        if from >= self.upper {
            return;
        }
        let found = separation_between(self.meshes, &self.pose, direction, [from, self.upper], &mut self.effort);
        if let SeparationOutcome::Found(push) = found {
            let (length, grain) = (push.length.upper, grain(self.meshes, &self.pose));
            [length, length + 0.25 * grain, length + grain]
                .into_iter()
                .any(|length| self.offer(direction * length, by));
        }
    }

    /// Directions along the axes of both bodies, and those of the shortest ways out from the balls and from the deepest vertex.
    fn suggested(&self, deepest: Option<&DeepestVertex>) -> Vec<(DVec3, PushDirection)> {
        let mut all: Vec<(DVec3, PushDirection)> = Vec::new();
        if let Some(deep) = deepest {
            let out = deep.nearest - deep.point;
            all.push((if deep.body == 1 { out } else { -out }, PushDirection::DeepestVertex));
        }
        if let Some(balls) = &self.balls {
            let nearest = self.posed.bodies().map(|body| nearest_in(&body, balls.point, None, &mut Cost::default()));
            let [p, q] = nearest.map(|found| found.map(|found| found.point - balls.point));
            let ways = [p, q.map(|way| -way), p.zip(q).map(|(p, q)| p - q)];
            all.extend(ways.into_iter().flatten().map(|way| (way, PushDirection::Balls)));
        }
        let (axes, rotation) = ([DVec3::X, DVec3::Y, DVec3::Z], self.pose.rotation());
        let axes = axes.into_iter().chain(axes.map(|axis| rotation * axis));
        all.extend(axes.flat_map(|axis| [axis, -axis]).map(|axis| (axis, PushDirection::Axis)));
        all
    }
}

/// Whether bodies share no point, or only touch.
fn is_free([a, b]: [&Mesh; 2], a_from_b: &Pose, effort: &mut PushEffort) -> bool {
    let report = relate(a, b, a_from_b, &Request::default());
    effort.spend(1, &report.cost);
    matches!(report.relation, Relation::Disjoint | Relation::Touching)
}

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
