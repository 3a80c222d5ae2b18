//! The largest ball found so far in both bodies, and the search for it over cubes.
//!
//! The radius of the largest ball about a point that lies in both bodies changes by at most the way that the point goes. So a cube whose middle
//! is `d` deep in either body holds no middle of a ball of a radius above `d` plus half a diagonal. Cubes are divided, the most promising first. Overlaps as
//! thick as they are wide are settled by that; of thin ones it finds out how far from either surface their points are at most.

use super::ball_list::{BallList, CommonBall};
use super::body_side::{PointInBody, Side, SolidBody, exact_point};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::math::DVec3;
use crate::pair::point::point_query::nearest_or_within;
use crate::pair::posed_pair::PosedMesh;
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;

/// What a few roundings may be off by, relative.
pub(super) const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The largest ball found.
pub(super) struct BallSearch<'a> {
    pub bodies: [SolidBody<'a>; 2],
    /// Its radius, zero if none was found.
    pub radius: f64,
    pub centre: Option<DVec3>,
    /// The largest balls found, where they are wanted.
    pub balls: Option<BallList>,
    /// What coordinates may be off by (a length).
    pub grain: f64,
    pub cost: Cost,
}

impl<'a> BallSearch<'a> {
    pub fn new(meshes: [PosedMesh<'a>; 2]) -> Self {
        /// Relative to the largest coordinate: some hundred roundings.
        const GRAIN: f64 = 64.0 * f64::EPSILON;
        let largest = meshes.map(|mesh| mesh.bounds().largest_coordinate()).into_iter().fold(0.0, f64::max);
        let grain = GRAIN * largest;
        let bodies = meshes.map(|mesh| SolidBody { mesh });
        Self { bodies, radius: 0.0, centre: None, balls: None, grain, cost: Cost::default() }
    }

    /// What both bodies are around a point; takes the ball about it if it is larger. `None` at the end of the exact range.
    pub fn look_at(&mut self, point: DVec3) -> Option<[PointInBody; 2]> {
        let point = exact_point(point)?;
        let [first, second] = self.bodies;
        let found = [first.around(point, &mut self.cost)?, second.around(point, &mut self.cost)?];
        self.offer(point, &found);
        Some(found)
    }

    /// Takes the ball about a point if it is larger, and finds out no more than that.
    pub fn try_at(&mut self, point: DVec3) {
        let Some(point) = exact_point(point) else { return };
        let bodies = self.bodies;
        // Most points are outside one of the bodies, or no farther from a face than the radius.
        let is_inside = bodies.iter().all(|body| body.exact_side(point, &mut self.cost) == Side::Inside);
        let mut radius = f64::INFINITY;
        for body in bodies.iter().filter(|_| is_inside) {
            let found = nearest_or_within(&body.mesh, point, None, self.radius, &mut self.cost);
            radius = radius.min(found.map_or(0.0, |found| found.distance.lower));
            if radius <= self.radius {
                return;
            }
        }
        if is_inside {
            self.take(point, radius);
        }
    }

    /// What is known of a cube from its middle; of the second body only if the first leaves room for more than what is enough.
    fn cube(&mut self, middle: DVec3, half: f64, enough: f64) -> SearchCube {
        let reach = half * 3_f64.sqrt() * (1.0 + ROUNDING) + self.grain;
        let nothing = SearchCube { largest: f64::INFINITY, reaches: [f64::INFINITY; 2], middle, half };
        let Some(point) = exact_point(middle) else { return nothing };
        let [first, second] = self.bodies;
        let Some(found) = first.around(point, &mut self.cost) else { return nothing };
        let largest = found.largest_radius(reach) * (1.0 + ROUNDING);
        if largest <= enough {
            return SearchCube { largest, ..nothing };
        }
        let Some(beside) = second.around(point, &mut self.cost) else { return nothing };
        let found = [found, beside];
        self.offer(point, &found);
        let largest = largest.min(beside.largest_radius(reach) * (1.0 + ROUNDING));
        SearchCube { largest, reaches: found.map(|f| f.distance.upper + reach), middle, half }
    }

    /// Takes the ball about a point if it is larger.
    fn offer(&mut self, point: DVec3, found: &[PointInBody; 2]) {
        self.take(point, found[0].certain_radius().min(found[1].certain_radius()));
    }

    fn take(&mut self, centre: DVec3, radius: f64) {
        if radius > self.radius {
            (self.radius, self.centre) = (radius, Some(centre));
        }
        if let Some(balls) = &mut self.balls {
            balls.offer(CommonBall { centre, radius });
        }
    }

    /// Moves the middle of a ball away from what it touches, as long as it grows, unless it is small beside the largest.
    pub fn climb(&mut self, mut point: DVec3, mut found: [PointInBody; 2]) {
        /// Steps at most.
        const STEPS: usize = 6;
        for _ in 0..STEPS {
            let radii = found.map(|f| f.certain_radius());
            let near = usize::from(radii[1] < radii[0]);
            let radius = radii[near];
            if radius <= 0.5 * self.radius {
                return;
            }
            let away = (point - found[near].nearest) / radius;
            let next = point + away * (0.5 * (radii[1 - near] - radius)).max(0.25 * radius);
            let Some(around) = self.look_at(next) else { return };
            let reached = around[0].certain_radius().min(around[1].certain_radius());
            if reached <= radius * 1.01 {
                return;
            }
            (point, found) = (next, around);
        }
    }
}

/// A cube by its middle and half its edge; how large a ball with its middle in it can be, and how far such a middle is from either surface.
#[derive(Clone, Copy, Debug)]
struct SearchCube {
    largest: f64,
    reaches: [f64; 2],
    middle: DVec3,
    half: f64,
}

impl Priority for SearchCube {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        let places = |c: &Self| c.middle.to_array();
        let by_place = places(self).iter().zip(places(other)).map(|(p, q)| p.total_cmp(&q)).find(|o| o.is_ne());
        self.largest.total_cmp(&other.largest).then(by_place.unwrap_or(Ordering::Equal))
    }
}

/// A cube in which middles of larger balls can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenCube {
    pub bounds: Aabb,
    /// No radius is larger, of balls with their middle in it.
    pub largest: f64,
    /// How far they are from each body's surface at most.
    pub reaches: [f64; 2],
}

/// Where middles of larger balls can be.
#[derive(Clone, Debug)]
pub(super) struct Remainder {
    /// No radius is larger, of balls with their middle there.
    pub largest: f64,
    /// Cubes that hold them, at least one.
    pub cubes: Vec<OpenCube>,
}

impl Remainder {
    /// Whether a box may hold a middle of a ball of a radius.
    pub fn overlaps_above(&self, bounds: &Aabb, radius: f64) -> bool {
        self.cubes.iter().any(|cube| cube.largest >= radius && cube.bounds.overlaps(bounds))
    }
}

/// How a search ends.
pub(super) struct CubeGoal<'a> {
    /// From the radius found: radii that are not above this need no proof.
    pub enough: &'a dyn Fn(f64) -> f64,
    /// Points to look at.
    pub points: u32,
}

/// Searches a box; returns what is left of it, and the largest radius of balls that were left out because they are not above what is enough.
pub(super) fn search_cubes(
    search: &mut BallSearch<'_>,
    bounds: &Aabb,
    goal: &CubeGoal<'_>,
) -> (Option<Remainder>, f64) {
    let mut waiting = PriorityQueue::default();
    let (mut points, mut left_out) = (0, 0_f64);
    let mut open = vec![(bounds.centre(), 0.5 * bounds.size().max_element())];
    loop {
        for (middle, half) in open.drain(..) {
            points += 1;
            let cube = search.cube(middle, half, (goal.enough)(search.radius));
            if cube.largest > (goal.enough)(search.radius) {
                waiting.push(cube);
            } else {
                left_out = left_out.max(cube.largest);
            }
        }
        let enough = (goal.enough)(search.radius);
        if points + 8 > goal.points {
            break;
        }
        let Some(cube) = waiting.pop() else { break };
        if cube.largest <= enough {
            left_out = left_out.max(cube.largest);
            waiting.clear();
            break;
        }
        let half = 0.5 * cube.half;
        open.extend((0..8).map(|corner| {
            let to = |k: u32| if corner >> k & 1 == 0 { -half } else { half };
            (cube.middle + DVec3::new(to(0), to(1), to(2)), half)
        }));
        // Cubes that stick out of the box are divided as well; what is beyond it holds no middle.
        open.retain(|(middle, half)| {
            let cube = Aabb { min: *middle - *half, max: *middle + *half };
            cube.overlaps(bounds)
        });
    }
    let enough = (goal.enough)(search.radius);
    let mut rest = Remainder { largest: 0.0, cubes: Vec::new() };
    for cube in waiting.into_sorted() {
        if cube.largest <= enough {
            left_out = left_out.max(cube.largest);
            continue;
        }
        let half = cube.half + search.grain;
        let around = Aabb { min: cube.middle - half, max: cube.middle + half };
        rest.largest = rest.largest.max(cube.largest);
        let common = Aabb { min: around.min.max(bounds.min), max: around.max.min(bounds.max) };
        rest.cubes.push(OpenCube { bounds: common, largest: cube.largest, reaches: cube.reaches });
    }
    ((!rest.cubes.is_empty()).then_some(rest), left_out)
}
