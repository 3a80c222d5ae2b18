//! A closed surface of triangles around the origin that grows outward point by point: the polytope of van den Bergen's
//! expanding polytope algorithm ("Proximity queries and penetration depth computation on 3D game objects", 2001), kept sound.
//!
//! The original relies on the surface being convex, which rounding breaks. Here nothing does: each face carries a direction that has
//! the whole face, and the origin's plane, on one side for certain, so its distance to the origin has a lower bound whatever
//! the direction came from; and a face is only replaced where direction and new point prove that the tetrahedron between them does not hold
//! the origin. So the surface goes on winding once around the origin, and no point nearer than all bounds is outside of it.
//! The argument is in `docs/notes/penetration.md`. One step costs the faces that it removes and adds.

use crate::math::DVec3;

/// Bound on rounding, in units of the longest vector (1): with u = 2^-53, a scalar product with a unit direction is off by 3 u, a determinant by 9 u,
/// the direction's length by 4 u; rounded up.
pub(super) const SLACK: f64 = 12.0 * (f64::EPSILON / 2.0);

/// Where a surface cannot grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stuck {
    /// The faces to replace do not form one patch.
    Torn,
    /// There is no room for more points or faces.
    Full,
}

/// One edge of a face.
#[derive(Clone, Copy, Debug)]
struct Side {
    face: u16,
    edge: u16,
}

/// A side of the hole that faces leave, with its corners in order around the hole.
#[derive(Clone, Copy, Debug)]
struct Rim {
    side: Side,
    start: u16,
    end: u16,
}

/// A triangle of the surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    /// Counter-clockwise from outside.
    pub corners: [u16; 3],
    /// What lies across the edge from corner `k` to corner `k + 1`.
    across: [Side; 3],
    /// Of length 1 but for rounding.
    pub normal: DVec3,
    /// At most every corner's extent along the normal.
    pub low: f64,
    /// The largest extent of a corner along the normal, but for rounding.
    pub high: f64,
    pub alive: bool,
    /// Whether the normal is from before the points moved.
    stale: bool,
}

/// The surface; its points are at most 1 from the origin.
#[derive(Clone, Debug, Default)]
pub(super) struct Expanding {
    pub points: Vec<DVec3>,
    pub faces: Vec<Face>,
    /// Faces that may be nearest, dead ones among them.
    open: Vec<u16>,
    /// Faces that nothing was found beyond, dead ones among them.
    pub settled: Vec<u16>,
    stack: Vec<Side>,
    horizon: Vec<Rim>,
    /// Whether it winds once around the origin for certain.
    pub wound: bool,
}

/// The outward normal of a triangle, of length 1 but for rounding.
fn normal([p, q, r]: [DVec3; 3]) -> DVec3 {
    let normal = (q - p).cross(r - p);
    let length = normal.length();
    // A triangle without area gets the direction of its middle, which is as good as any.
    if length > 0.0 { normal * (1.0 / length) } else { (p + q + r).normalize_or_zero() }
}

/// A lower bound on the extents of points along a direction of length 1, and the largest.
fn range(normal: DVec3, [p, q, r]: [DVec3; 3]) -> (f64, f64) {
    // Plain comparisons: `f64::min` takes thrice as long to heed what is not a number, and there is none.
    let least = |x, y| if x < y { x } else { y };
    let most = |x, y| if x > y { x } else { y };
    let (x, y, z) = (normal.dot(p), normal.dot(q), normal.dot(r));
    (least(least(x, y), z) - SLACK, most(most(x, y), z))
}

/// The corner after another.
fn after(k: u16) -> u16 {
    if k == 2 { 0 } else { k + 1 }
}

impl Expanding {
    /// Starts again from a tetrahedron; whether the first two corners were swapped so that its faces look outward.
    pub fn restart(&mut self, mut corners: [DVec3; 4]) -> bool {
        let [a, b, c, d] = corners;
        let swapped = (b - a).cross(c - a).dot(d - a) > 0.0;
        if swapped {
            corners.swap(0, 1);
        }
        self.points.clear();
        self.points.extend(corners);
        self.faces.clear();
        self.open.clear();
        self.settled.clear();
        self.wound = false;
        let side = |face, edge| Side { face, edge };
        // Of the face [i, j, k] opposite to a corner, the edges ij, jk, ki in the other faces.
        self.add([0, 1, 2], [side(1, 0), side(2, 0), side(3, 0)]);
        self.add([1, 0, 3], [side(0, 0), side(3, 2), side(2, 1)]);
        self.add([2, 1, 3], [side(0, 1), side(1, 2), side(3, 1)]);
        self.add([0, 2, 3], [side(0, 2), side(2, 2), side(1, 1)]);
        self.open.extend(0..4);
        swapped
    }

    /// Moves the points of a surface that winds once around the origin.
    ///
    /// While each face stays on the outer side of the plane through the origin across its old normal, also on the way, none
    /// passes the origin: the surface goes on winding once.
    pub fn move_points(&mut self, points: impl Iterator<Item = DVec3>) {
        self.points.clear();
        self.points.extend(points);
        self.open.clear();
        self.settled.clear();
        for index in 0..self.faces.len() {
            let face = &mut self.faces[index];
            if !face.alive {
                continue;
            }
            (face.low, face.high) = range(face.normal, face.corners.map(|i| self.points[usize::from(i)]));
            self.wound = self.wound && face.low > 0.0;
            face.stale = true;
            self.open.push(index as u16);
        }
    }

    /// Drops dead faces and points without faces where they are the most; `keep` is asked to drop what goes with a point.
    pub fn compact(&mut self, mut keep: impl FnMut(&[bool])) {
        let alive = self.faces.iter().filter(|f| f.alive).count();
        if self.faces.len() < 3 * alive {
            return;
        }
        let mut used = vec![false; self.points.len()];
        let mut places = vec![0; self.faces.len()];
        let mut count = 0;
        for (face, place) in self.faces.iter().zip(&mut places) {
            if face.alive {
                *place = count;
                count += 1;
                face.corners.iter().for_each(|i| used[usize::from(*i)] = true);
            }
        }
        self.faces.retain(|f| f.alive);
        let ranks: Vec<u16> =
            used.iter().scan(0, |rank, used| Some(std::mem::replace(rank, *rank + u16::from(*used)))).collect();
        for face in &mut self.faces {
            face.corners = face.corners.map(|i| ranks[usize::from(i)]);
            face.across = face.across.map(|s| Side { face: places[usize::from(s.face)], ..s });
        }
        keep(&used);
    }

    #[inline]
    fn add(&mut self, corners: [u16; 3], across: [Side; 3]) -> &Face {
        let triangle = corners.map(|i| self.points[usize::from(i)]);
        let normal = normal(triangle);
        let (low, high) = range(normal, triangle);
        self.faces.push_mut(Face { corners, across, normal, low, high, alive: true, stale: false })
    }

    /// Gives a face whose points have moved the normal that it has now.
    fn freshen(&mut self, index: u16) {
        let face = &self.faces[usize::from(index)];
        let triangle = self.triangle(face);
        let normal = normal(triangle);
        let (low, high) = range(normal, triangle);
        let face = &mut self.faces[usize::from(index)];
        // The old one is as good a proof, where it is better.
        if low > face.low {
            (face.normal, face.low, face.high) = (normal, low, high);
        }
        face.stale = false;
    }

    /// Gives a face the direction of its middle, if that proves it to be on the outer side and its normal did not.
    pub fn aim_at_middle(&mut self, index: u16) -> bool {
        let triangle = self.triangle(&self.faces[usize::from(index)]);
        let middle = (triangle[0] + triangle[1] + triangle[2]).normalize_or_zero();
        let (low, high) = range(middle, triangle);
        let face = &mut self.faces[usize::from(index)];
        let is_better = face.low <= 0.0 && low > 0.0;
        if is_better {
            (face.normal, face.low, face.high) = (middle, low, high);
        }
        is_better
    }

    /// The open face with the least lower bound below a limit; the first made of equals.
    pub fn nearest(&mut self, limit: f64) -> Option<u16> {
        loop {
            let face = self.nearest_as_is(limit)?;
            if !self.faces[usize::from(face)].stale {
                return Some(face);
            }
            self.freshen(face);
        }
    }

    /// As [`Expanding::nearest`], by normals that may be old.
    fn nearest_as_is(&mut self, limit: f64) -> Option<u16> {
        let (mut best, mut least) = (None, limit);
        let mut k = 0;
        while k < self.open.len() {
            let index = self.open[k];
            let face = &self.faces[usize::from(index)];
            if !face.alive || face.low >= limit {
                self.open.swap_remove(k);
                continue;
            }
            if face.low < least || (face.low == least && best.is_some_and(|b| index < b)) {
                (best, least) = (Some(index), face.low);
            }
            k += 1;
        }
        best
    }

    /// Leaves a face as it is: it is not nearest any more.
    pub fn settle(&mut self, face: u16) {
        self.open.retain(|open| *open != face);
        self.settled.push(face);
    }

    /// The corners of a face as points.
    pub fn triangle(&self, face: &Face) -> [DVec3; 3] {
        face.corners.map(|i| self.points[usize::from(i)])
    }

    /// The least lower bound of all faces, none being open below a limit; the limit, if that is less.
    pub fn lowest(&self, limit: f64) -> f64 {
        let settled = self.settled.iter().map(|index| &self.faces[usize::from(*index)]);
        settled.filter(|f| f.alive).fold(limit, |least, f| least.min(f.low))
    }

    /// Puts a point beyond a face: replaces all faces around it that the point is beyond by a cone over their outline. New faces with
    /// lower bounds from the limit on are not open.
    pub fn expand(&mut self, face: u16, point: DVec3, limit: f64) -> Result<(), Stuck> {
        let (apex, first) = (self.points.len(), self.faces.len());
        self.trace(face, point);
        let count = self.horizon.len();
        if count < 3 {
            return Err(Stuck::Torn);
        }
        if apex >= usize::from(u16::MAX) || first + count >= usize::from(u16::MAX) {
            return Err(Stuck::Full);
        }
        self.points.push(point);
        for k in 0..count {
            let (next, last) = (if k + 1 < count { k + 1 } else { 0 }, if k > 0 { k - 1 } else { count - 1 });
            let Rim { side, start, end } = self.horizon[k];
            if self.horizon[next].start != end {
                return Err(Stuck::Torn);
            }
            let fan = |k: usize, edge: u16| Side { face: (first + k) as u16, edge };
            self.faces[usize::from(side.face)].across[usize::from(side.edge)] = fan(k, 0);
            let own = self.add([start, end, apex as u16], [side, fan(next, 2), fan(last, 1)]);
            if own.low < limit {
                self.open.push((first + k) as u16);
            }
        }
        Ok(())
    }

    /// Removes the faces that a point is beyond and finds the sides of those that stay, in order around the hole.
    fn trace(&mut self, face: u16, point: DVec3) {
        self.horizon.clear();
        self.stack.clear();
        self.remove(face, 0);
        let across = self.faces[usize::from(face)].across[0];
        self.stack.push(across);
        while let Some(side) = self.stack.pop() {
            if self.faces[usize::from(side.face)].stale {
                self.freshen(side.face);
            }
            let face = &self.faces[usize::from(side.face)];
            if !face.alive {
                continue;
            }
            if face.normal.dot(point) > face.high {
                self.remove(side.face, side.edge);
            } else {
                let [start, end] = [face.corners[usize::from(after(side.edge))], face.corners[usize::from(side.edge)]];
                self.horizon.push(Rim { side, start, end });
            }
        }
    }

    /// Removes a face that was entered by an edge, and goes on by the other two.
    fn remove(&mut self, index: u16, edge: u16) {
        let face = &mut self.faces[usize::from(index)];
        face.alive = false;
        if face.low <= 0.0 {
            self.wound = false; // nothing says that what lies between it and the point is not the origin
        }
        self.stack.push(face.across[usize::from(after(after(edge)))]);
        self.stack.push(face.across[usize::from(after(edge))]);
    }
}
