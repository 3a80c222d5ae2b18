//! Polygons into triangles: a fan where that is right, else ear clipping in the projection along the largest component
//! of the normal (Meisters 1975; ears are queued and only reflex corners near an ear tested, by a grid of cells; n corners with r
//! reflex ones cost O(n r) at worst, and polygons that come near it are refused). Every polygon of n corners gives n - 2 triangles over the same edges, so a closed surface stays closed; a
//! polygon that crosses itself, for which no ear is left, ends as a fan.

use crate::error::{Fault, FilePlace};
use crate::reflex_grid::ReflexGrid;
use impinge::cost::Cost;
use impinge::math::{DVec3, predicates::orient2d};
use std::collections::VecDeque;

/// Most corners of a polygon that has to be clipped ear by ear: the cost is quadratic in the worst case.
const MOST_CORNERS: usize = 1 << 15;

/// Corners and cells that may be looked at for any file, about a second of work.
const LOOKS_AT_LEAST: usize = 1 << 28;
/// Corners and cells that may be looked at for each corner of all polygons of a file beyond that: what people draw takes a few.
const LOOKS_PER_CORNER: usize = 1 << 8;

/// How many corners and cells may be looked at for polygons with this number of corners.
pub(crate) fn most_looks(corners: usize) -> usize {
    LOOKS_AT_LEAST + corners.saturating_mul(LOOKS_PER_CORNER)
}

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

    /// How many corners and cells may be looked at to triangulate all of them.
    pub(crate) fn most_looks(&self) -> usize {
        most_looks(self.corners.len())
    }

    /// The corners of one polygon.
    pub(crate) fn get(&self, i: usize) -> &[u32] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.corners[start..self.ends[i]]
    }

    /// The triangles of all polygons, in order; every corner has to name one of `vertices`.
    pub(crate) fn triangles(&self, vertices: &[DVec3]) -> Result<Vec<[u32; 3]>, Fault> {
        let mut triangles = Vec::with_capacity(self.corners.len().saturating_sub(2 * self.len()));
        let mut looks_left = self.most_looks();
        for i in 0..self.len() {
            triangulate(self.get(i), vertices, &mut triangles, &mut looks_left)?;
        }
        Ok(triangles)
    }
}

/// Appends the triangles of one polygon; `looks_left` is what all polygons of a file may take.
pub(crate) fn triangulate(
    polygon: &[u32],
    vertices: &[DVec3],
    triangles: &mut Vec<[u32; 3]>,
    looks_left: &mut usize,
) -> Result<(), Fault> {
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
        let is_done = clipper.clip(triangles, *looks_left);
        *looks_left = looks_left.saturating_sub(clipper.looks);
        if !is_done {
            let remedy = "export the model as triangles";
            let feature = format!("a polygon of {} corners as intricate as this, among others,", corners.len());
            return Err(Fault::unsupported(FilePlace::Whole, feature, remedy));
        }
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
    reflex: ReflexGrid,
    /// How many corners and cells have been held against ears: less than 6 n² in a polygon that does not cross itself, where
    /// each of n corners is tried at most three times.
    looks: usize,
    /// Working memory.
    near: Vec<u32>,
    /// No corner before this one lies on a line with its neighbours; a corner that is taken out sets it back.
    flat_from: u32,
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
            reflex: ReflexGrid::new(plane.axis, corners.iter().map(|i| vertices[*i as usize])),
            looks: 0,
            near: Vec::new(),
            flat_from: 0,
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

    /// Appends the triangles; false if more than `most` corners and cells were looked at, and then they are not complete.
    fn clip(&mut self, triangles: &mut Vec<[u32; 3]>, most: usize) -> bool {
        let all = 0..self.corners.len() as u32;
        for i in all.clone() {
            let is_reflex = self.turn_at(i) <= 0;
            self.reflex.set(i, self.point(i), is_reflex);
        }
        let mut left = self.corners.len();
        let mut queue: VecDeque<u32> = all.clone().collect();
        let mut clipped_since_filled = false;
        while left > 3 && self.looks <= 6 * self.corners.len().pow(2) {
            if self.looks > most {
                return false;
            }
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
                None => match self.first_flat() {
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
        true
    }

    /// The first corner that lies on a line with its neighbours.
    fn first_flat(&mut self) -> Option<u32> {
        let from = self.flat_from;
        let count = self.corners.len() as u32;
        let flat = (from..count).find(|i| self.alive[*i as usize] && self.turn_at(*i) == 0);
        self.flat_from = flat.unwrap_or(count);
        self.looks += (self.flat_from - from) as usize;
        flat
    }

    /// Takes a corner out of the ring and gives its neighbours, which may have become ears.
    fn remove(&mut self, i: u32) -> [u32; 2] {
        let [a, _, c] = self.ear(i);
        self.alive[i as usize] = false;
        self.next[a as usize] = c;
        self.previous[c as usize] = a;
        for neighbour in [a, c] {
            let is_reflex = self.turn_at(neighbour) <= 0;
            self.reflex.set(neighbour, self.point(neighbour), is_reflex);
        }
        self.reflex.set(i, self.point(i), false);
        self.flat_from = self.flat_from.min(a).min(c);
        [a, c]
    }

    /// Whether the corner and its neighbours form a triangle that lies in the polygon.
    fn is_ear(&mut self, i: u32) -> bool {
        if !self.alive[i as usize] || self.turn_at(i) <= 0 {
            return false;
        }
        let ear = self.ear(i);
        let [a, b, c] = ear.map(|i| self.point(i));
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.looks += self.reflex.near(low, high, &mut near) + near.len();
        let is_clear = near.iter().all(|&r| {
            let p = self.point(r);
            let outside = (0..3).any(|k| k != self.plane.axis && (p[k] < low[k] || p[k] > high[k]));
            outside || ear.contains(&r) || !self.blocks(r, [a, b, c])
        });
        self.near = near;
        is_clear
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
        triangulate(&polygon, &vertices, &mut triangles, &mut most_looks(0)).unwrap();
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

    /// Every corner counts as many looks as there are cells and corners near its ear, so that refusal is a matter of counts, not of time.
    #[test]
    fn long_combs_are_read_and_long_scribbles_are_refused() {
        let teeth = 8_000;
        let tooth = |k: u32| [(2 * k, 0), (2 * k, 100), (2 * k + 1, 100), (2 * k + 1, 0)];
        let comb = (0..teeth).flat_map(tooth).map(|(x, y)| (f64::from(x), f64::from(y)));
        let comb: Vec<(f64, f64)> = comb.chain([(f64::from(2 * teeth), -1.0), (-1.0, -1.0)]).collect();
        checked(&comb);
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f64
        };
        let vertices: Vec<DVec3> = (0..30_000).map(|_| DVec3::new(random(), random(), 0.0)).collect();
        let polygon: Vec<u32> = (0..30_000).collect();
        let mut looks_left = 1 << 22;
        let refused = triangulate(&polygon, &vertices, &mut Vec::new(), &mut looks_left).unwrap_err();
        let refused = refused.in_file("x").to_string();
        assert!(refused.contains("a polygon of 30000 corners as intricate as this") && looks_left == 0, "{refused}");
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
        triangulate(&polygon, &vertices, &mut triangles, &mut most_looks(0)).unwrap();
        assert_eq!(triangles.len(), 1_998);
    }

    #[test]
    fn what_has_no_area_or_crosses_itself_still_gives_triangles() {
        let count = |corners: &[u32], vertices: &[DVec3]| {
            let mut triangles = Vec::new();
            triangulate(corners, vertices, &mut triangles, &mut most_looks(0)).unwrap();
            triangles.len()
        };
        assert_eq!(count(&[0, 0, 0, 0], &[DVec3::ZERO]), 2);
        assert_eq!(count(&[0, 1, 2, 2], &[DVec3::ZERO, DVec3::X, DVec3::Y]), 1);
        let bow_tie = [DVec3::ZERO, DVec3::new(2.0, 2.0, 0.0), DVec3::new(2.0, 0.0, 0.0), DVec3::new(0.0, 1.0, 0.0)];
        assert_eq!(count(&[0, 1, 2, 3], &bow_tie), 2);
    }
}
