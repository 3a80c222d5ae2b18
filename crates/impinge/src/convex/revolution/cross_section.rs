//! How deep a point is in the section of a body of revolution that is the sum of two hulls of two circles: the depth of a pair around
//! parallel axes, measured in the half-plane of distance from the axis and height, in double-doubles.
//!
//! The section is a polygon of at most six sides. Along a direction n it reaches the two largest products with circles, and the depth of a
//! point inside is the least reach beyond it over the sides' normals, of which there are five: across the axis, along it both ways, and
//! those of both lateral sides. From outside the distance is the largest over them and over the directions from corners.

use crate::math::double_double::DoubleDouble;

/// A distance from the axis and a height.
pub(in crate::convex) type MeridianPoint = [DoubleDouble; 2];

/// Bound on the rounding of an extent, in units of the size: 2^-96, some hundred roundings of double-doubles.
pub(in crate::convex) const FINE: f64 = f64::from_bits((1023 - 96) << 52);

/// Circles whose extents along a rounded direction differ by less, in units of the size, make a side: 2^-50.
const LEVEL: f64 = f64::from_bits((1023 - 50) << 52);

/// The circles of both summands and the point, all at most 1.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Section {
    pub first: [MeridianPoint; 2],
    pub second: [MeridianPoint; 2],
    pub point: MeridianPoint,
}

/// How far the section reaches beyond the point along a direction.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct Reach {
    /// In units of the size, with a relative error of 2^-50 and an absolute one of [`FINE`].
    pub extent: f64,
    /// Of length 1.
    pub direction: [f64; 2],
    /// Which normal it is, by its place in [`Section::normals`]; none for a direction from a corner.
    pub normal: Option<usize>,
}

fn dot(u: &MeridianPoint, v: &MeridianPoint) -> DoubleDouble {
    u[0] * v[0] + u[1] * v[1]
}

fn plus(u: &MeridianPoint, v: &MeridianPoint) -> MeridianPoint {
    [u[0] + v[0], u[1] + v[1]]
}

fn larger(x: DoubleDouble, y: DoubleDouble) -> DoubleDouble {
    if y > x { y } else { x }
}

/// The outward normal of the side between two circles, away from the axis; zero for equal ones.
fn lateral([p, q]: &[MeridianPoint; 2]) -> MeridianPoint {
    let n = [q[1] - p[1], p[0] - q[0]];
    if n[0] < DoubleDouble::default() { n.map(|x| -x) } else { n }
}

impl Section {
    /// The normals that sides can have, not of length 1.
    pub fn normals(&self) -> [MeridianPoint; 5] {
        let [zero, one] = [0.0, 1.0].map(DoubleDouble::from);
        [[zero, one], [zero, -one], [one, zero], lateral(&self.first), lateral(&self.second)]
    }

    /// The reach along a direction that does not look towards the axis; `None` for one without length.
    fn reach(&self, n: &MeridianPoint, normal: Option<usize>) -> Option<Reach> {
        let length = dot(n, n).sqrt();
        let top = |circles: &[MeridianPoint; 2]| larger(dot(&circles[0], n), dot(&circles[1], n));
        let beyond = top(&self.first) + top(&self.second) - dot(&self.point, n);
        let direction = n.map(|x| x.to_double() / length.to_double());
        (length > DoubleDouble::default()).then(|| Reach {
            extent: beyond.to_double() / length.to_double(),
            direction,
            normal,
        })
    }

    /// The reaches along the normals of the sides.
    pub fn reaches(&self) -> impl Iterator<Item = Reach> {
        let normals = self.normals();
        (0..5).filter_map(move |k| self.reach(&normals[k], Some(k)))
    }

    /// The least reach along a normal.
    pub fn shallowest(&self) -> Option<Reach> {
        self.reaches().reduce(|best, other| if other.extent < best.extent { other } else { best })
    }

    /// The least reach of all for a point outside, given the least along a normal.
    pub fn farthest(&self, best: Reach) -> Reach {
        let corners = self.first.iter().flat_map(|p| self.second.map(|q| plus(p, &q)));
        let from = |c: MeridianPoint| [self.point[0] - c[0], self.point[1] - c[1]];
        let outward = corners.map(from).filter(|d| d[0] >= DoubleDouble::default());
        let reaches = outward.filter_map(|d| self.reach(&d, None));
        reaches.fold(best, |best, other| if other.extent < best.extent { other } else { best })
    }

    /// Places of the summands whose sum is nearest to where the point comes out along a reach.
    pub fn feet(&self, reach: &Reach) -> [[f64; 2]; 2] {
        let [c, s] = reach.direction;
        let n = reach.direction.map(DoubleDouble::from);
        let ends = |circles: &[MeridianPoint; 2]| {
            let [x, y] = circles.map(|p| dot(&p, &n));
            let [p, q] = circles.map(|p| p.map(DoubleDouble::to_double));
            let side = match (x - y).to_double() {
                apart if apart > LEVEL => [p, p],
                apart if apart < -LEVEL => [q, q],
                _ => [p, q],
            };
            // A base is all of its disc.
            if c == 0.0 { [[0.0, side[0][1]], [side[0][0].max(side[1][0]), side[0][1]]] } else { side }
        };
        let along = |p: &[f64; 2]| c * p[1] - s * p[0];
        let sorted = |[p, q]: [[f64; 2]; 2]| if along(&p) <= along(&q) { [p, q] } else { [q, p] };
        let sides = [sorted(ends(&self.first)), sorted(ends(&self.second))];
        let point = self.point.map(DoubleDouble::to_double);
        let [start, end] = [0, 1].map(|k| along(&sides[0][k]) + along(&sides[1][k]));
        let share = if end > start { ((along(&point) - start) / (end - start)).clamp(0.0, 1.0) } else { 0.0 };
        sides.map(|[p, q]| [p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])])
    }
}
