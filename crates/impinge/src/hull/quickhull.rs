//! A growing hull: triangles with their neighbours, and for each a list of points that see it.
//!
//! Invariant: the triangles are a triangulation of the boundary of the hull of the points put in so far, none without area;
//! every other point outside of that hull is on the list of one triangle that it sees.

use super::half_edges::NONE;
use super::new_face_planes::{Cone, View};
use super::plane_filter::{Plane, exact_side};
use crate::math::DVec3;
use crate::math::simd;
use crate::math::simd::dispatch;
use fearless_simd::prelude::*;

/// A triangle, counter-clockwise from outside. Its edge k runs from corner k to corner k + 1 and has the number 4 * triangle + k.
#[derive(Clone, Copy, Debug)]
pub(super) struct Triangle {
    /// Points, or all [`NONE`] where the place is free.
    pub corners: [u32; 3],
    /// The numbers of the edges on the other side.
    pub twins: [u32; 3],
}

impl Triangle {
    const FREE: Self = Self { corners: [NONE; 3], twins: [NONE; 3] };

    /// Whether the place is in use.
    pub fn is_alive(&self) -> bool {
        self.corners[0] != NONE
    }
}

/// The points that see a triangle, as a list with a farthest one in front.
#[derive(Clone, Copy, Debug)]
struct Outside {
    first: u32,
    height: f64,
}

impl Outside {
    const EMPTY: Self = Self { first: NONE, height: 0.0 };
}

/// The edge after another one around its triangle.
#[inline]
pub(super) fn after(edge: u32) -> u32 {
    if edge & 3 == 2 { edge - 2 } else { edge + 1 }
}

/// A hull in the making.
pub(super) struct Quickhull<'a> {
    points: &'a [DVec3],
    size: DVec3,
    pub triangles: Vec<Triangle>,
    planes: Vec<Plane>,
    outside: Vec<Outside>,
    /// For each point the one after it on its list.
    next: Vec<u32>,
    /// For each point its index in the input, and where it is a vertex the smallest of all points equal to it.
    pub source: Vec<u32>,
    /// Places of triangles that are gone.
    free: Vec<u32>,
    /// Triangles that may have a list; the newest go first, so that the work stays in one place.
    pending: Vec<u32>,
}

/// Lists that every insertion clears and reuses.
#[derive(Default)]
struct Work {
    /// Edges to look across.
    open: Vec<u32>,
    /// Triangles that the new vertex sees.
    seen: Vec<u32>,
    /// The edges around them, in order, as edges of the triangles that stay.
    horizon: Vec<u32>,
    /// The points on their lists.
    orphans: Vec<u32>,
    cone: Cone,
}

impl<'a> Quickhull<'a> {
    /// The hull of points with their indices in the input, which differ by at most `size` in each coordinate, from a
    /// tetrahedron whose fourth corner lies below the other three.
    pub fn build(points: &'a [DVec3], source: Vec<u32>, simplex: [u32; 4], size: DVec3) -> Self {
        // Room for a hull with all points on it, which costs nothing until it is used.
        let room = (2 * points.len()).min(1 << 20);
        let mut hull = Self {
            points,
            size,
            triangles: Vec::with_capacity(room),
            planes: Vec::with_capacity(room),
            outside: Vec::with_capacity(room),
            next: vec![NONE; points.len()],
            source,
            free: Vec::new(),
            pending: Vec::new(),
        };
        dispatch!(simd::level(), simd => hull.grow(simd, simplex));
        hull
    }

    /// Grows a tetrahedron until no point is outside.
    #[inline(always)]
    fn grow<S: Simd>(&mut self, simd: S, simplex: [u32; 4]) {
        let mut work = Work::default();
        self.start(simd, simplex, &mut work);
        while let Some(t) = self.pending.pop() {
            let apex = self.outside[t as usize].first;
            if apex != NONE {
                self.find_horizon(t, apex, &mut work);
                self.raise_cone(apex, &mut work);
                self.distribute(simd, apex, &mut work);
            }
        }
    }

    /// The corners of a triangle.
    pub fn corners(&self, t: u32) -> [DVec3; 3] {
        self.triangles[t as usize].corners.map(|i| self.points[i as usize])
    }

    /// The exact side of a point of a triangle: 1 if it sees it.
    #[inline(always)]
    pub fn side(&self, t: u32, point: u32) -> i32 {
        let plane = &self.planes[t as usize];
        let (p, anchor) = (self.points[point as usize], self.triangles[t as usize].corners[2]);
        plane.side(plane.height(p - self.points[anchor as usize])).unwrap_or_else(|| exact_side(&self.corners(t), p))
    }

    /// Makes the tetrahedron, and gives every point to a triangle that it sees.
    #[inline(always)]
    fn start<S: Simd>(&mut self, simd: S, [a, b, c, d]: [u32; 4], work: &mut Work) {
        let sides = [[a, b, c], [b, a, d], [c, b, d], [a, c, d]];
        let twins =
            [[(1, 0), (2, 0), (3, 0)], [(0, 0), (3, 2), (2, 1)], [(0, 1), (1, 2), (3, 1)], [(0, 2), (2, 2), (1, 1)]];
        for (corners, twins) in sides.into_iter().zip(twins) {
            let t = self.add(corners);
            self.triangles[t as usize].twins = twins.map(|(t, k)| 4 * t + k);
        }
        // Those that see the base first; the others see a cone as any other.
        work.orphans.extend((0..self.points.len() as u32).filter(|i| ![a, b, c, d].contains(i)));
        work.cone.push(0, &self.planes[0]);
        self.distribute(simd, c, work);
        work.cone.clear();
        (1..4).for_each(|t| work.cone.push(t, &self.planes[t as usize]));
        self.distribute(simd, d, work);
    }

    /// Puts a triangle into a free place.
    #[inline(always)]
    fn add(&mut self, corners: [u32; 3]) -> u32 {
        let triangle = Triangle { corners, twins: [NONE; 3] };
        let plane = Plane::through(&corners.map(|i| self.points[i as usize]), self.size);
        if let Some(t) = self.free.pop() {
            self.triangles[t as usize] = triangle;
            self.planes[t as usize] = plane;
            t
        } else {
            self.triangles.push(triangle);
            self.planes.push(plane);
            self.outside.push(Outside::EMPTY);
            self.triangles.len() as u32 - 1
        }
    }

    /// Lists the triangles that a point sees, starting from one of them, the edges around them and the points on their lists.
    #[inline(always)]
    fn find_horizon(&mut self, start: u32, apex: u32, work: &mut Work) {
        work.seen.clear();
        work.horizon.clear();
        work.orphans.clear();
        work.seen.push(start);
        work.open.extend([4 * start + 2, 4 * start + 1, 4 * start]);
        self.outside[start as usize].height = SEEN;
        while let Some(edge) = work.open.pop() {
            let twin = self.twin(edge);
            let t = twin >> 2;
            if self.outside[t as usize].height == SEEN {
                continue;
            }
            if self.side(t, apex) > 0 {
                self.outside[t as usize].height = SEEN;
                work.seen.push(t);
                let second = after(twin);
                work.open.extend([after(second), second]);
            } else {
                work.horizon.push(twin);
            }
        }
        for t in &work.seen {
            let mut point = std::mem::replace(&mut self.outside[*t as usize], Outside::EMPTY).first;
            while point != NONE {
                if point != apex {
                    work.orphans.push(point);
                }
                point = self.next[point as usize];
            }
        }
    }

    /// The point that an edge leaves.
    #[inline]
    pub fn origin(&self, edge: u32) -> u32 {
        self.triangles[(edge >> 2) as usize].corners[(edge & 3) as usize]
    }

    /// The same edge as that of the other triangle, which runs the other way.
    #[inline]
    pub fn twin(&self, edge: u32) -> u32 {
        self.triangles[(edge >> 2) as usize].twins[(edge & 3) as usize]
    }

    /// Puts the triangles between a point and the horizon in the place of those that it sees.
    #[inline(always)]
    fn raise_cone(&mut self, apex: u32, work: &mut Work) {
        work.cone.clear();
        work.seen.iter().for_each(|t| self.triangles[*t as usize] = Triangle::FREE);
        self.free.extend(work.seen.iter().rev());
        for below in &work.horizon {
            // The edge below runs the other way.
            let new = self.add([self.origin(after(*below)), self.origin(*below), apex]);
            self.triangles[(below >> 2) as usize].twins[(below & 3) as usize] = 4 * new;
            self.triangles[new as usize].twins[0] = *below;
            work.cone.push(new, &self.planes[new as usize]);
        }
        let mut last = work.cone.triangles.last().copied().unwrap_or_default();
        for t in &work.cone.triangles {
            self.triangles[last as usize].twins[1] = 4 * t + 2;
            self.triangles[*t as usize].twins[2] = 4 * last + 1;
            last = *t;
        }
    }

    /// Gives every orphan to a triangle of the cone that it sees, and keeps those that see none.
    #[inline(always)]
    fn distribute<S: Simd>(&mut self, simd: S, apex: u32, work: &mut Work) {
        let anchor = self.points[apex as usize];
        let mut kept = 0;
        for i in 0..work.orphans.len() {
            let point = work.orphans[i];
            let from_anchor = self.points[point as usize] - anchor;
            match work.cone.view(simd, from_anchor) {
                View::Sees(place, height) => self.give(work.cone.triangles[place], point, height),
                View::Unclear if self.give_exactly(&work.cone, point, from_anchor) => {}
                View::Unclear | View::Nothing => {
                    work.orphans[kept] = point;
                    kept += 1;
                }
            }
        }
        work.orphans.truncate(kept);
        for t in &work.cone.triangles {
            if self.outside[*t as usize].first != NONE {
                self.pending.push(*t);
            }
        }
    }

    /// Gives a point to a triangle of the cone that it sees, exactly; whether there is one.
    #[cold]
    fn give_exactly(&mut self, cone: &Cone, point: u32, from_anchor: DVec3) -> bool {
        for t in &cone.triangles {
            let plane = &self.planes[*t as usize];
            let height = plane.height(from_anchor);
            if plane.side(height).unwrap_or_else(|| self.close_side(*t, point)) > 0 {
                self.give(*t, point, height);
                return true;
            }
        }
        false
    }

    /// Puts a point on the list of a triangle that it sees.
    #[inline(always)]
    fn give(&mut self, t: u32, point: u32, height: f64) {
        let outside = &mut self.outside[t as usize];
        if outside.first == NONE || height > outside.height {
            self.next[point as usize] = outside.first;
            *outside = Outside { first: point, height };
        } else {
            self.next[point as usize] = std::mem::replace(&mut self.next[outside.first as usize], point);
        }
    }

    /// The exact side of a point close to the plane of a triangle; remembers when it is a corner again.
    ///
    /// Equal points see the same triangles until one of them is put on the hull. The others are then tested against a triangle
    /// that has it as a corner, and no filter decides a side that is 0: so every one of them comes here.
    fn close_side(&mut self, t: u32, point: u32) -> i32 {
        let corners = self.triangles[t as usize].corners;
        for corner in corners {
            if self.points[corner as usize] == self.points[point as usize] {
                self.source[corner as usize] = self.source[corner as usize].min(self.source[point as usize]);
                return 0;
            }
        }
        exact_side(&self.corners(t), self.points[point as usize])
    }
}

/// The height that marks a triangle which the new vertex sees.
const SEEN: f64 = f64::NEG_INFINITY;
