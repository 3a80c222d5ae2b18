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
}

/// The surface; its points are at most 1 from the origin.
#[derive(Clone, Debug)]
pub(super) struct Expanding {
    pub points: Vec<DVec3>,
    pub faces: Vec<Face>,
    /// Faces that may be nearest, dead ones among them.
    open: Vec<u16>,
    stack: Vec<Side>,
    horizon: Vec<Side>,
    /// Whether it winds once around the origin for certain.
    wound: bool,
}

/// The corner after another.
fn after(k: u16) -> u16 {
    (k + 1) % 3
}

impl Expanding {
    /// An empty surface with room for an ordinary search.
    pub fn with_room() -> Self {
        Self {
            points: Vec::with_capacity(64),
            faces: Vec::with_capacity(256),
            open: Vec::with_capacity(128),
            stack: Vec::with_capacity(64),
            horizon: Vec::with_capacity(32),
            wound: false,
        }
    }

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
        self.wound = false;
        let side = |face, edge| Side { face, edge };
        // Of the face [i, j, k] opposite to a corner, the edges ij, jk, ki in the other faces.
        self.add([0, 1, 2], [side(1, 0), side(2, 0), side(3, 0)]);
        self.add([1, 0, 3], [side(0, 0), side(3, 2), side(2, 1)]);
        self.add([2, 1, 3], [side(0, 1), side(1, 2), side(3, 1)]);
        self.add([0, 2, 3], [side(0, 2), side(2, 2), side(1, 1)]);
        swapped
    }

    /// Takes over a closed surface: points, corners of faces, and for each edge the face and the edge across.
    pub fn adopt(&mut self, points: impl Iterator<Item = DVec3>, faces: &[([u16; 3], [[u16; 2]; 3])]) {
        self.points.clear();
        self.points.extend(points);
        self.faces.clear();
        self.open.clear();
        self.wound = false;
        for (corners, across) in faces {
            self.add(*corners, across.map(|[face, edge]| Side { face, edge }));
        }
    }

    /// The faces that are left, renumbered with their points, as [`Expanding::adopt`] takes them; `keep` is told each point's old index.
    pub fn compact(&self, mut keep: impl FnMut(u16), faces: &mut Vec<([u16; 3], [[u16; 2]; 3])>) {
        let mut place_of_point = vec![u16::MAX; self.points.len()];
        let mut place_of_face = vec![u16::MAX; self.faces.len()];
        let alive = || self.faces.iter().enumerate().filter(|(_, f)| f.alive);
        let mut count = 0;
        for (place, (index, face)) in alive().enumerate() {
            place_of_face[index] = place as u16;
            for corner in face.corners {
                if place_of_point[usize::from(corner)] == u16::MAX {
                    place_of_point[usize::from(corner)] = count;
                    count += 1;
                    keep(corner);
                }
            }
        }
        let side = |s: Side| [place_of_face[usize::from(s.face)], s.edge];
        faces.clear();
        faces.extend(alive().map(|(_, f)| (f.corners.map(|c| place_of_point[usize::from(c)]), f.across.map(side))));
    }

    fn add(&mut self, corners: [u16; 3], across: [Side; 3]) {
        let [p, q, r] = corners.map(|i| self.points[usize::from(i)]);
        let normal = (q - p).cross(r - p);
        let length = normal.length();
        // A triangle without area gets the direction of its middle, which is as good as any.
        let normal = if length > 0.0 { normal / length } else { (p + q + r).normalize_or_zero() };
        let (x, y, z) = (normal.dot(p), normal.dot(q), normal.dot(r));
        let (low, high) = (x.min(y).min(z) - SLACK, x.max(y).max(z));
        self.open.push(self.faces.len() as u16);
        self.faces.push(Face { corners, across, normal, low, high, alive: true });
    }

    /// The open face with the least lower bound below a limit; the first made of equals.
    pub fn nearest(&mut self, limit: f64) -> Option<u16> {
        let (mut best, mut least) = (None, limit);
        let faces = &self.faces;
        self.open.retain(|index| {
            let face = &faces[usize::from(*index)];
            if face.alive && face.low < least {
                (best, least) = (Some(*index), face.low);
            }
            face.alive && face.low < limit
        });
        best
    }

    /// Leaves a face as it is: it is not nearest any more.
    pub fn close(&mut self, face: u16) {
        self.open.retain(|open| *open != face);
    }

    /// The corners of a face as points.
    pub fn triangle(&self, face: &Face) -> [DVec3; 3] {
        face.corners.map(|i| self.points[usize::from(i)])
    }

    /// The least lower bound of all faces.
    pub fn lowest(&self) -> f64 {
        self.faces.iter().filter(|f| f.alive).fold(f64::INFINITY, |least, f| least.min(f.low))
    }

    /// Puts a point beyond a face: replaces all faces around it that the point is beyond by a cone over their outline.
    pub fn expand(&mut self, face: u16, point: DVec3) -> Result<(), Stuck> {
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
            let side = self.horizon[k];
            let [start, end] = self.outline(side);
            if self.outline(self.horizon[(k + 1) % count])[0] != end {
                return Err(Stuck::Torn);
            }
            let (own, next, last) = ((first + k) as u16, first + (k + 1) % count, first + (k + count - 1) % count);
            let across =
                [side, Side { face: next as u16, edge: 2 }, Side { face: last as u16, edge: 1 }];
            self.add([start, end, apex as u16], across);
            self.faces[usize::from(side.face)].across[usize::from(side.edge)] = Side { face: own, edge: 0 };
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
            let face = &self.faces[usize::from(side.face)];
            if !face.alive {
                continue;
            }
            if face.normal.dot(point) > face.high {
                self.remove(side.face, side.edge);
            } else {
                self.horizon.push(side);
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

    /// The corners of an edge as the hole sees it: against the direction of the face that stays.
    fn outline(&self, side: Side) -> [u16; 2] {
        let face = &self.faces[usize::from(side.face)];
        [face.corners[usize::from(after(side.edge))], face.corners[usize::from(side.edge)]]
    }

    /// Whether the surface winds once around the origin for certain, all lower bounds being positive.
    pub fn winds_once(&mut self) -> bool {
        self.wound = self.wound || self.rays_cross_once();
        self.wound
    }

    /// Counts how often a ray from the origin passes out of the surface; some ray out of a few meets no edge.
    fn rays_cross_once(&self) -> bool {
        let middles = self.faces.iter().filter(|f| f.alive).take(4).map(|f| {
            let [p, q, r] = self.triangle(f);
            // Not the middle itself, which symmetric bodies put opposite to edges.
            p * 0.31 + q * 0.33 + r * 0.36
        });
        middles.filter_map(|ray| self.crossings(ray)).next() == Some(1)
    }

    /// How often a ray passes out less how often it passes in; `None` where rounding leaves it open.
    fn crossings(&self, ray: DVec3) -> Option<i32> {
        let mut count = 0;
        for face in self.faces.iter().filter(|f| f.alive) {
            let [p, q, r] = self.triangle(face);
            // The line of the ray passes the three edges on the same side if it meets the triangle.
            let sides = [[p, q], [q, r], [r, p]].map(|[s, t]| {
                let value = s.cross(t).dot(ray);
                if value > SLACK { 1 } else if value < -SLACK { -1 } else { 0 }
            });
            let (least, most) = (sides[0].min(sides[1]).min(sides[2]), sides[0].max(sides[1]).max(sides[2]));
            // All of the triangle lies on the normal's side of the origin: so the line meets it ahead, or behind.
            let ahead = face.normal.dot(ray);
            if (least < 0 && most > 0) || ahead < -SLACK {
                continue;
            }
            if least == 0 || most == 0 || ahead <= SLACK {
                return None;
            }
            count += least;
        }
        Some(count)
    }
}
