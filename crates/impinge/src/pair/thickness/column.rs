//! A column of rays into a body: what lies behind a face, a reflex edge or a reflex vertex.
//!
//! A column has a base (a triangle, a segment or a point) and a cone of directions (one, or what lies between two or three). Its points are
//! `q + s d` for `q` of the base, a unit vector `d` of the cone and a depth `s ≥ 0`. Between two depths it lies in the hull of few corners, where a
//! convex function has its maximum.

use super::face_part::{FacePart, HalfSpace};
use crate::bound::Aabb;
use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// Corners of the part of a column between two depths, at most.
pub(super) const MOST_CORNERS: usize = 8;

/// The corners of the part of a column between two depths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corners {
    points: [DVec3; MOST_CORNERS],
    count: usize,
}

impl Corners {
    pub fn iter(&self) -> impl Iterator<Item = DVec3> + '_ {
        self.points[..self.count].iter().copied()
    }

    pub fn bounds(&self) -> Aabb {
        Aabb::of_points(&self.points[..self.count])
    }

    /// The largest value of a convex function on the hull.
    pub fn largest(&self, of: impl Fn(DVec3) -> f64) -> f64 {
        self.iter().map(of).fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The half-spaces of a column.
pub(super) struct ColumnClipper<'a> {
    column: &'a Column,
    front: HalfSpace,
    sides: [HalfSpace; 4],
    count: usize,
    /// A box around the column.
    bounds: Aabb,
}

impl ColumnClipper<'_> {
    /// The part of a face in the column, and between which depths it lies; `None` if it is not in the column, down to its depth.
    pub fn part_of_face(&self, triangle: &Triangle) -> Option<(FacePart, [f64; 2])> {
        if !self.bounds.overlaps(&Aabb::of_points(triangle)) {
            return None;
        }
        let (column, slack) = (self.column, self.column.slack);
        let mut part = FacePart::from(*triangle);
        for side in [self.front].iter().chain(&self.sides[..self.count]) {
            // Most faces are wholly on one side.
            match part.count_beyond(side, 0.5 * slack) {
                0 => {}
                beyond if beyond == part.points().len() => return None,
                _ => part = part.clip(side, 0.5 * slack),
            }
        }
        let depths = part.points().iter().map(|x| (*x - column.base[0]).dot(column.middle));
        let [low, high] =
            depths.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], depth| [low.min(depth), high.max(depth)]);
        Some((part, [low - slack, high.max(0.0) * column.stretch + slack]))
    }
}

/// A base, a cone of directions, and what computed points of them may be off by (a length).
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    base: [DVec3; 3],
    base_count: usize,
    directions: [DVec3; 3],
    direction_count: usize,
    /// The middle of the cone.
    middle: DVec3,
    /// A point of the column at depth 1 lies at most this deep along the middle's inverse cosine: `1 / min (d · middle)`.
    stretch: f64,
    /// What the places of points may be off by (a length).
    pub slack: f64,
}

impl Column {
    /// The column of a base of one to three points and as many directions as keep their product at most four; directions are of length 1.
    pub fn new(base: &[DVec3], directions: &[DVec3], slack: f64) -> Self {
        let fill = |points: &[DVec3]| [0, 1, 2].map(|i: usize| points[i.min(points.len() - 1)]);
        let middle = directions.iter().sum::<DVec3>().normalize_or(directions[0]);
        let least = directions.iter().map(|d| d.dot(middle)).fold(1.0, f64::min);
        /// Relative, for the roundings of the middle and of products with it.
        const ROUNDING: f64 = 1e-12;
        let stretch = if directions.len() == 1 { 1.0 } else { (1.0 + ROUNDING) / least.max(0.01) };
        Self {
            base: fill(base),
            base_count: base.len(),
            directions: fill(directions),
            direction_count: directions.len(),
            middle,
            stretch,
            slack,
        }
    }

    fn base(&self) -> &[DVec3] {
        &self.base[..self.base_count]
    }

    fn directions(&self) -> &[DVec3] {
        &self.directions[..self.direction_count]
    }

    /// How deep a point is along the middle of the cone.
    pub fn depth_of(&self, p: DVec3) -> f64 {
        (p - self.base[0]).dot(self.middle)
    }

    /// A point in the middle of the column at a depth.
    pub fn at(&self, depth: f64) -> DVec3 {
        self.base().iter().sum::<DVec3>() / self.base_count as f64 + self.middle * depth
    }

    /// Points whose hull holds the part of the column between two depths, but for the slack.
    pub fn corners(&self, from: f64, to: f64) -> Corners {
        let mut corners = Corners { points: [DVec3::ZERO; MOST_CORNERS], count: 0 };
        for q in self.base() {
            for d in self.directions() {
                let end = to * self.stretch;
                let depths = if from == end { &[from][..] } else { &[from, end] };
                for depth in depths {
                    corners.points[corners.count] = *q + *d * *depth;
                    corners.count += 1;
                }
            }
        }
        corners
    }

    /// Half-spaces that hold the column, but for the slack.
    fn sides(&self) -> ([HalfSpace; 4], usize) {
        let mut sides = ([HalfSpace { point: DVec3::ZERO, normal: DVec3::ZERO }; 4], 0);
        // The plane through a point with two directions in it; the column is on the side of the third.
        let mut add = |point: DVec3, along: [DVec3; 2], within: DVec3| {
            let normal = along[0].cross(along[1]).normalize_or_zero();
            let height = normal.dot(within);
            if height != 0.0 {
                sides.0[sides.1] = HalfSpace { point, normal: if height > 0.0 { -normal } else { normal } };
                sides.1 += 1;
            }
        };
        let ([a, b, c], [d, e, f]) = (self.base, self.directions);
        match (self.base_count, self.direction_count) {
            (3, _) => {
                for [p, q, r] in [[a, b, c], [b, c, a], [c, a, b]] {
                    add(p, [(q - p).normalize_or_zero(), d], r - p);
                }
            }
            (2, _) => {
                let along = (b - a).normalize_or_zero();
                let across = along.cross(self.middle);
                add(a, [across, self.middle], b - a);
                add(b, [across, self.middle], a - b);
                add(a, [along, d], e);
                add(a, [along, e], d);
            }
            _ => {
                for [p, q, r] in [[d, e, f], [e, f, d], [f, d, e]] {
                    add(a, [p, q], r);
                }
            }
        }
        sides
    }

    /// What finds the parts of faces in the column down to a depth.
    pub fn clipper(&self, to: f64) -> ColumnClipper<'_> {
        let front = HalfSpace { point: self.base[0], normal: -self.middle };
        let (sides, count) = self.sides();
        let around = self.corners(0.0, to).bounds();
        let bounds = Aabb { min: around.min - self.slack, max: around.max + self.slack };
        ColumnClipper { column: self, front, sides, count, bounds }
    }

    /// The length of the base, and what the directions span at a depth.
    fn extents(&self, depth: f64) -> [f64; 2] {
        let longest = |points: &[DVec3]| {
            let lengths = points.iter().enumerate().flat_map(|(i, p)| points[i + 1..].iter().map(|q| p.distance(*q)));
            lengths.fold(0.0, f64::max)
        };
        [longest(self.base()), depth * longest(self.directions())]
    }

    /// How wide the column is at a depth.
    pub fn width(&self, depth: f64) -> f64 {
        self.extents(depth).into_iter().fold(0.0, f64::max)
    }

    /// Two columns that together hold this one: the longest edge of the base, or of the directions if they span more at this depth, is halved.
    pub fn halves(&self, depth: f64) -> [Self; 2] {
        let longest = |points: &[DVec3]| {
            let pairs = if points.len() == 2 { &[[0, 1]][..] } else { &[[0, 1], [1, 2], [2, 0]] };
            let length = |[i, j]: [usize; 2]| points[i].distance_squared(points[j]);
            pairs.iter().copied().max_by(|p, q| length(*p).total_cmp(&length(*q))).unwrap_or([0, 1])
        };
        let with = |points: &[DVec3], index: usize, point: DVec3| {
            let mut changed = [DVec3::ZERO; 3];
            changed[..points.len()].copy_from_slice(points);
            changed[index] = point;
            changed
        };
        let [base, turn] = self.extents(depth);
        if base >= turn {
            let [i, j] = longest(self.base());
            let middle = 0.5 * (self.base[i] + self.base[j]);
            [i, j].map(|k| Self { base: with(self.base(), k, middle), ..*self })
        } else {
            let [i, j] = longest(self.directions());
            let middle = (self.directions[i] + self.directions[j]).normalize_or(self.directions[i]);
            [i, j].map(|k| {
                let directions = with(self.directions(), k, middle);
                Self::new(self.base(), &directions[..self.direction_count], self.slack)
            })
        }
    }

    /// Columns that together hold this one, cut where `along · x = at`; `None` for a base that is no triangle, or that is not cut.
    pub fn cut(&self, along: DVec3, at: f64) -> Option<Vec<Self>> {
        if self.base_count != 3 {
            return None;
        }
        let heights = self.base.map(|p| along.dot(p) - at);
        // The corner that is alone on its side.
        let alone = (0..3).find(|i| {
            let [p, q, r] = [0, 1, 2].map(|k| heights[(i + k) % 3] > 0.0);
            p != q && q == r
        })?;
        let [p, q, r] = [0, 1, 2].map(|k| self.base[(alone + k) % 3]);
        let [at_p, at_q, at_r] = [0, 1, 2].map(|k| heights[(alone + k) % 3]);
        let [x, y] = [p + (q - p) * (at_p / (at_p - at_q)), p + (r - p) * (at_p / (at_p - at_r))];
        Some([[p, x, y], [x, q, r], [x, r, y]].map(|base| Self { base, ..*self }).to_vec())
    }

    /// Between which numbers the base lies along a direction.
    pub fn base_range(&self, along: DVec3) -> [f64; 2] {
        let places = self.base().iter().map(|p| along.dot(*p));
        places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    }

    /// The direction across the rays along which a face is thinnest, seen along them; `None` if it is seen face-on.
    pub fn across(&self, triangle: &Triangle) -> Option<DVec3> {
        let [a, b, c] = *triangle;
        let normal = (b - a).cross(c - a);
        (normal - self.middle * normal.dot(self.middle)).try_normalize()
    }
}
