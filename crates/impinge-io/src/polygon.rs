//! Polygons into triangles: a fan where that is right, else ear clipping in the projection along the largest component
//! of the normal (Meisters 1975; ears are queued and only reflex corners tested, so n corners with r reflex ones cost
//! O(n r)). Every polygon of n corners gives n - 2 triangles over the same edges, so a closed surface stays closed; a
//! polygon that crosses itself, for which no ear is left, ends as a fan.

use crate::error::{Fault, FilePlace};
use impinge::cost::Cost;
use impinge::math::{DVec3, predicates::orient2d};
use std::collections::VecDeque;

/// Most corners of a polygon that has to be clipped ear by ear: the cost is quadratic.
const MOST_CORNERS: usize = 1 << 15;

/// Polygons as lists of vertex indices, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Polygons {
    corners: Vec<u32>,
    ends: Vec<usize>,
}

impl Polygons {
    /// Adds a polygon of at least three corners.
    pub(crate) fn push(&mut self, polygon: &[u32]) {
        self.corners.extend_from_slice(polygon);
        self.ends.push(self.corners.len());
    }

    /// How many polygons there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The corners of one polygon.
    pub(crate) fn get(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.corners[start..self.ends[i]]
    }

    /// The triangles of all polygons, in order; every corner has to name one of `vertices`.
    pub(crate) fn triangles(&self, vertices: &[DVec3]) -> Result<Vec<[u32; 3]>, Fault> {
        let mut triangles = Vec::with_capacity(self.corners.len().saturating_sub(2 * self.len()));
        for i in 0..self.len() {
            triangulate(self.get(i), vertices, &mut triangles)?;
        }
        Ok(triangles)
    }
}

/// Appends the triangles of one polygon.
pub(crate) fn triangulate(polygon: &[u32], vertices: &[DVec3], triangles: &mut Vec<[u32; 3]>) -> Result<(), Fault> {
    if let &[a, b, c] = polygon {
        triangles.push([a, b, c]);
        return Ok(());
    }
    let mut corners = polygon.to_vec();
    corners.dedup();
    if corners.len() > 1 && corners.first() == corners.last() {
        corners.pop();
    }
    if corners.len() < 3 {
        corners = polygon.to_vec();
    }
    let Some(plane) = Plane::of(&corners, vertices) else {
        triangles.extend(fan(&corners));
        return Ok(());
    };
    let mut clipper = Clipper::new(&corners, vertices, plane);
    if clipper.is_fan() {
        triangles.extend(fan(&corners));
    } else if corners.len() > MOST_CORNERS {
        let expected = format!("a polygon of at most {MOST_CORNERS} corners, where it is not convex");
        return Err(Fault::unexpected(FilePlace::Whole, expected, format!("one of {}", corners.len())));
    } else {
        clipper.clip(triangles);
    }
    Ok(())
}

/// The triangles around the first corner.
fn fan(corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    corners.windows(2).skip(1).map(|edge| [corners[0], edge[0], edge[1]])
}

/// The coordinate plane that a polygon is seen in, and the turn of the polygon there.
#[derive(Clone, Copy, Debug)]
struct Plane {
    axis: usize,
    turn: i32,
}

impl Plane {
    /// The plane across the largest component of the normal (Newell's sum); `None` if the polygon has no area.
    fn of(corners: &[u32], vertices: &[DVec3]) -> Option<Self> {
        let origin = vertices[corners[0] as usize];
        let from_origin = |i: usize| vertices[corners[i] as usize] - origin;
        let normal = (1..corners.len() - 1).fold(DVec3::ZERO, |n, i| n + from_origin(i).cross(from_origin(i + 1)));
        let size = normal.abs();
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        let turn = if normal[axis] > 0.0 { 1 } else { -1 };
        (size[axis] > 0.0).then_some(Self { axis, turn })
    }
}

/// A polygon being clipped: a ring of corners, numbered from 0, that gets smaller.
struct Clipper<'a> {
    corners: &'a [u32],
    vertices: &'a [DVec3],
    plane: Plane,
    next: Vec<u32>,
    previous: Vec<u32>,
    alive: Vec<bool>,
    /// Corners that do not turn left: the only ones that can stand in the way of an ear.
    reflex: Vec<u32>,
    /// How many corners have been held against ears: less than 3 n² in a polygon that does not cross itself, where
    /// each of n corners is tried at most three times.
    looks: usize,
    cost: Cost,
}

impl<'a> Clipper<'a> {
    fn new(corners: &'a [u32], vertices: &'a [DVec3], plane: Plane) -> Self {
        let n = corners.len() as u32;
        Self {
            corners,
            vertices,
            plane,
            next: (1..n).chain([0]).collect(),
            previous: std::iter::once(n - 1).chain(0..n - 1).collect(),
            alive: vec![true; corners.len()],
            reflex: Vec::new(),
            looks: 0,
            cost: Cost::default(),
        }
    }

    fn point(&self, i: u32) -> DVec3 {
        self.vertices[self.corners[i as usize] as usize]
    }

    /// 1 if `abc` turn as the polygon does, -1 if the other way, 0 if they lie on a line, in the plane.
    fn turn(&mut self, a: DVec3, b: DVec3, c: DVec3) -> i32 {
        orient2d(self.plane.axis, a, b, c, &mut self.cost) * self.plane.turn
    }

    fn turn_at(&mut self, i: u32) -> i32 {
        let [a, b, c] = self.ear(i).map(|i| self.point(i));
        self.turn(a, b, c)
    }

    /// The corner with its two neighbours.
    fn ear(&self, i: u32) -> [u32; 3] {
        [self.previous[i as usize], i, self.next[i as usize]]
    }

    /// Whether all triangles around the first corner turn as the polygon does.
    fn is_fan(&mut self) -> bool {
        let first = self.point(0);
        (1..self.corners.len() as u32 - 1).all(|i| {
            let (b, c) = (self.point(i), self.point(i + 1));
            self.turn(first, b, c) > 0
        })
    }

    fn clip(&mut self, triangles: &mut Vec<[u32; 3]>) {
        let all = 0..self.corners.len() as u32;
        for i in all.clone() {
            if self.turn_at(i) <= 0 {
                self.reflex.push(i);
            }
        }
        let mut left = self.corners.len();
        let mut queue: VecDeque<u32> = all.clone().collect();
        let mut clipped_since_filled = false;
        while left > 3 && self.looks <= 3 * self.corners.len().pow(2) {
            let clipped = match queue.pop_front() {
                Some(i) if self.is_ear(i) => {
                    clipped_since_filled = true;
                    Some(i)
                }
                Some(_) => None,
                None if clipped_since_filled => {
                    clipped_since_filled = false;
                    queue.extend(all.clone().filter(|i| self.alive[*i as usize]));
                    None
                }
                None => match all.clone().find(|i| self.alive[*i as usize] && self.turn_at(*i) == 0) {
                    Some(flat) => Some(flat),
                    None => break,
                },
            };
            if let Some(i) = clipped {
                triangles.push(self.ear(i).map(|i| self.corners[i as usize]));
                left -= 1;
                queue.extend(self.remove(i));
            }
        }
        let rest: Vec<u32> = all.filter(|i| self.alive[*i as usize]).map(|i| self.corners[i as usize]).collect();
        triangles.extend(fan(&rest));
    }

    /// Takes a corner out of the ring and gives its neighbours, which may have become ears.
    fn remove(&mut self, i: u32) -> [u32; 2] {
        let [a, _, c] = self.ear(i);
        self.alive[i as usize] = false;
        self.next[a as usize] = c;
        self.previous[c as usize] = a;
        for neighbour in [a, c] {
            let is_reflex = self.turn_at(neighbour) <= 0;
            let listed = self.reflex.iter().position(|r| *r == neighbour);
            match listed {
                None if is_reflex => self.reflex.push(neighbour),
                Some(at) if !is_reflex => drop(self.reflex.swap_remove(at)),
                _ => {}
            }
        }
        if let Some(at) = self.reflex.iter().position(|r| *r == i) {
            self.reflex.swap_remove(at);
        }
        [a, c]
    }

    /// Whether the corner and its neighbours form a triangle that lies in the polygon.
    fn is_ear(&mut self, i: u32) -> bool {
        if !self.alive[i as usize] || self.turn_at(i) <= 0 {
            return false;
        }
        self.looks += self.reflex.len();
        let ear = self.ear(i);
        let [a, b, c] = ear.map(|i| self.point(i));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        (0..self.reflex.len()).all(|k| {
            let r = self.reflex[k];
            let p = self.point(r);
            let outside = (0..3).any(|k| k != self.plane.axis && (p[k] < low[k] || p[k] > high[k]));
            outside || ear.contains(&r) || !self.blocks(r, [a, b, c])
        })
    }

    /// Whether a reflex corner keeps the triangle from being an ear: it lies in it, or at one of its corners with an
    /// edge that leads into it (as where a bridge joins a hole to the outline).
    fn blocks(&mut self, reflex: u32, [a, b, c]: [DVec3; 3]) -> bool {
        let p = self.point(reflex);
        let Some(corner) = [a, b, c].iter().position(|x| *x == p) else {
            return self.turn(a, b, p) >= 0 && self.turn(b, c, p) >= 0 && self.turn(c, a, p) >= 0;
        };
        let (before, after) = [(c, b), (a, c), (b, a)][corner];
        let [previous, _, next] = self.ear(reflex).map(|i| self.point(i));
        [previous, next].into_iter().any(|q| self.turn(before, p, q) > 0 && self.turn(p, after, q) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangulates a polygon in the plane z = x + 2y, and checks the areas: all positive, and their sum that of the polygon.
    fn checked(outline: &[(f64, f64)]) -> Vec<[u32; 3]> {
        let vertices: Vec<DVec3> = outline.iter().map(|&(x, y)| DVec3::new(x, y, x + 2.0 * y)).collect();
        let polygon: Vec<u32> = (0..vertices.len() as u32).collect();
        let mut triangles = Vec::new();
        triangulate(&polygon, &vertices, &mut triangles).unwrap();
        assert_eq!(triangles.len(), vertices.len() - 2);
        let area = |p: DVec3, q: DVec3, r: DVec3| (q - p).cross(r - p).z / 2.0;
        let parts = triangles.iter().map(|t| {
            let [a, b, c] = t.map(|i| vertices[i as usize]);
            area(a, b, c)
        });
        let whole: f64 = (1..vertices.len() - 1).map(|i| area(vertices[0], vertices[i], vertices[i + 1])).sum();
        let parts: Vec<f64> = parts.collect();
        assert!(parts.iter().all(|p| p * whole >= 0.0), "{parts:?} of {whole}");
        assert!((parts.iter().sum::<f64>() - whole).abs() < 1e-9);
        triangles
    }

    #[test]
    fn convex_polygons_become_fans() {
        assert_eq!(checked(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]), [[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn a_dart_is_split_at_its_notch() {
        let triangles = checked(&[(0.0, 0.0), (4.0, -1.0), (1.0, 1.0), (0.0, 4.0)]);
        assert!(triangles.iter().all(|t| t.contains(&0) && t.contains(&2)), "{triangles:?}");
    }

    #[test]
    fn concave_outlines_in_both_turns() {
        let comb = [(0, 0), (9, 0), (9, 5), (8, 5), (7, 1), (6, 5), (5, 1), (4, 5), (3, 1), (2, 5), (1, 1), (0, 5)];
        let comb: Vec<(f64, f64)> = comb.iter().map(|&(x, y)| (f64::from(x), f64::from(y))).collect();
        checked(&comb);
        checked(&comb.iter().rev().copied().collect::<Vec<_>>());
    }

    #[test]
    fn a_hole_joined_by_a_bridge() {
        let outer = [(0.0, 0.0), (6.0, 0.0), (6.0, 6.0), (0.0, 6.0), (0.0, 0.0)];
        let hole = [(2.0, 2.0), (2.0, 4.0), (4.0, 4.0), (4.0, 2.0), (2.0, 2.0)];
        let outline: Vec<(f64, f64)> = outer.into_iter().chain(hole).collect();
        let triangles = checked(&outline);
        let centres = triangles.iter().map(|t| {
            let sum = t.iter().fold((0.0, 0.0), |s, i| (s.0 + outline[*i as usize].0, s.1 + outline[*i as usize].1));
            (sum.0 / 3.0, sum.1 / 3.0)
        });
        assert!(centres.into_iter().all(|(x, y)| !(x > 2.0 && x < 4.0 && y > 2.0 && y < 4.0)));
    }

    #[test]
    fn points_along_an_edge_make_no_flat_triangle() {
        checked(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.0, 3.0)]);
    }

    #[test]
    fn random_stars_are_covered_once() {
        let mut state = 7_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let mut not_fans = 0;
        for _ in 0..200 {
            let n = 4 + (random() * 40.0) as usize;
            let outline: Vec<(f64, f64)> = (0..n)
                .map(|i| {
                    let (angle, radius) = (i as f64 / n as f64 * std::f64::consts::TAU, 0.05 + random());
                    (radius * angle.cos(), radius * angle.sin())
                })
                .collect();
            let triangles = checked(&outline);
            not_fans += usize::from(triangles.iter().any(|t| !t.contains(&0)));
        }
        assert!(not_fans > 100, "only {not_fans} stars needed ears");
    }

    #[test]
    fn a_long_scribble_ends() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64
        };
        let vertices: Vec<DVec3> = (0..2_000).map(|_| DVec3::new(random(), random(), 0.0)).collect();
        let polygon: Vec<u32> = (0..2_000).collect();
        let mut triangles = Vec::new();
        triangulate(&polygon, &vertices, &mut triangles).unwrap();
        assert_eq!(triangles.len(), 1_998);
    }

    #[test]
    fn what_has_no_area_or_crosses_itself_still_gives_triangles() {
        let count = |corners: &[u32], vertices: &[DVec3]| {
            let mut triangles = Vec::new();
            triangulate(corners, vertices, &mut triangles).unwrap();
            triangles.len()
        };
        assert_eq!(count(&[0, 0, 0, 0], &[DVec3::ZERO]), 2);
        assert_eq!(count(&[0, 1, 2, 2], &[DVec3::ZERO, DVec3::X, DVec3::Y]), 1);
        let bow_tie = [DVec3::ZERO, DVec3::new(2.0, 2.0, 0.0), DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.0, 1.0, 0.0)];
        assert_eq!(count(&[0, 1, 2, 3], &bow_tie), 2);
    }
}
