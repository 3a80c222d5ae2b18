//! Triangles that fill a polygon in space.
//!
//! Up to a few hundred corners, the triangulation of the least area is found by dynamic programming (Barequet and Sharir 1995; Klincsek 1980): the best one over a part of the polygon is a triangle
//! over its first and last corner and the best ones on either side, `O(n³)` in all. Longer polygons lose their ear of the least area again and again.

use crate::math::DVec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Corners of the longest polygon that is triangulated with the least area.
const MOST_CORNERS: usize = 512;

/// Of two triangulations of nearly the same area, as all of a flat convex polygon are, the one with shorter edges is taken: the squares of edges count by this.
const EDGE_WEIGHT: f64 = 1e-6;

/// Triangles over a polygon, by its vertices.
#[derive(Clone, Debug)]
pub(super) struct Cap {
    pub triangles: Vec<[u32; 3]>,
    /// In units of the square of the unit of length.
    pub area: f64,
}

/// Fills polygons over some vertices, with a limit on all work.
pub(super) struct Capper<'a> {
    pub vertices: &'a [DVec3],
    /// A length by which coordinates are divided, so that areas are in range.
    pub unit: f64,
    /// Triangles that may still be measured by dynamic programming.
    pub work: usize,
}

impl Capper<'_> {
    /// Whether the triangulation of the least area is found for this number of corners.
    pub fn is_in_reach(&self, corners: usize) -> bool {
        corners <= MOST_CORNERS && work(corners) <= self.work
    }

    /// Triangles that run along the edges of a polygon as it does, and along each of their other edges as often one way as the other. Those with a corner twice are left out.
    pub fn cap(&mut self, polygon: &[u32]) -> Cap {
        let corners: Vec<DVec3> = polygon.iter().map(|v| self.vertices[*v as usize] / self.unit).collect();
        let triangles = if self.is_in_reach(polygon.len()) {
            self.work -= work(polygon.len());
            triangulate_least_area(&corners)
        } else {
            triangulate_by_ears(&corners)
        };
        let area = triangles.iter().map(|t| 0.5 * doubled_area(t.map(|k| corners[k as usize]))).sum();
        let triangles = triangles.into_iter().map(|t| t.map(|k| polygon[k as usize]));
        Cap { triangles: triangles.filter(|[a, b, c]| a != b && b != c && c != a).collect(), area }
    }
}

/// Triangles that dynamic programming measures.
fn work(corners: usize) -> usize {
    corners.saturating_pow(3) / 6
}

fn doubled_area([a, b, c]: [DVec3; 3]) -> f64 {
    (b - a).cross(c - a).length()
}

/// What a triangle adds to what is to be least.
fn weight([a, b, c]: [DVec3; 3]) -> f64 {
    let squares = a.distance_squared(b) + b.distance_squared(c) + c.distance_squared(a);
    doubled_area([a, b, c]) + EDGE_WEIGHT * squares
}

/// The triangulation of the least weight, by corners.
fn triangulate_least_area(corners: &[DVec3]) -> Vec<[u32; 3]> {
    let n = corners.len();
    // Over the part of the polygon from `i` to `j`, at `n i + j`: the least weight, and the third corner of the triangle over its ends.
    let mut least = vec![(0.0, 0_u32); n * n];
    for span in 2..n {
        for i in 0..n - span {
            let j = i + span;
            let mut best = (f64::INFINITY, i as u32 + 1);
            for k in i + 1..j {
                let apart = least[n * i + k].0 + least[n * k + j].0;
                if apart < best.0 {
                    let whole = apart + weight([corners[i], corners[k], corners[j]]);
                    if whole < best.0 {
                        best = (whole, k as u32);
                    }
                }
            }
            least[n * i + j] = best;
        }
    }
    let mut triangles = Vec::with_capacity(n.saturating_sub(2));
    let mut open = vec![[0, n.saturating_sub(1)]];
    while let Some([i, j]) = open.pop() {
        if j >= i + 2 {
            let k = least[n * i + j].1 as usize;
            triangles.push([i as u32, k as u32, j as u32]);
            open.extend([[i, k], [k, j]]);
        }
    }
    triangles
}

/// A triangulation by ears, the one of the least weight first.
fn triangulate_by_ears(corners: &[DVec3]) -> Vec<[u32; 3]> {
    let n = corners.len();
    let (mut next, mut before): (Vec<usize>, Vec<usize>) =
        ((0..n).map(|k| (k + 1) % n).collect(), (0..n).map(|k| (k + n - 1) % n).collect());
    let bits = |ear: [usize; 3]| weight(ear.map(|k| corners[k])).to_bits();
    let mut waiting: BinaryHeap<Reverse<(u64, [usize; 3])>> = BinaryHeap::new();
    let offer = |ear: [usize; 3], waiting: &mut BinaryHeap<_>| waiting.push(Reverse((bits(ear), ear)));
    (0..n).for_each(|k| offer([before[k], k, next[k]], &mut waiting));
    let mut triangles: Vec<[u32; 3]> = Vec::with_capacity(n.saturating_sub(2));
    while let Some(Reverse((_, [i, k, j]))) = waiting.pop() {
        if triangles.len() + 2 >= n {
            break;
        }
        // An ear is gone if its tip is cut off or has other neighbours.
        if next[k] == k || [before[k], next[k]] != [i, j] {
            continue;
        }
        triangles.push([i, k, j].map(|k| k as u32));
        (next[i], before[j]) = (j, i);
        (next[k], before[k]) = (k, k);
        offer([before[i], i, j], &mut waiting);
        offer([i, j, next[j]], &mut waiting);
    }
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use std::collections::HashMap;

    /// The chain of edges that triangles leave: each directed edge with how often it is run along.
    fn boundary(triangles: &[[u32; 3]]) -> HashMap<[u32; 2], i32> {
        let mut net: HashMap<[u32; 2], i32> = HashMap::new();
        for [a, b, c] in triangles {
            for [p, q] in [[*a, *b], [*b, *c], [*c, *a]] {
                *net.entry([p.min(q), p.max(q)]).or_default() += if p < q { 1 } else { -1 };
            }
        }
        net.retain(|_, count| *count != 0);
        net
    }

    /// Both ways leave the polygon and nothing else; the least area is no more than that by ears, and no more than by random triangulations.
    #[test]
    fn caps_end_at_their_polygon() {
        let mut random = Random(3);
        for n in [3, 4, 5, 8, 13, 40] {
            let vertices: Vec<DVec3> = (0..n).map(|_| random.vector()).collect();
            let polygon: Vec<u32> = (0..n).collect();
            let caps = [1_000_000, 0].map(|work| Capper { vertices: &vertices, unit: 1.0, work }.cap(&polygon));
            for cap in &caps {
                assert_eq!(cap.triangles.len(), n as usize - 2);
                let net = boundary(&cap.triangles);
                assert_eq!(net.len(), n as usize);
                assert!(polygon.iter().all(|k| {
                    let next = (k + 1) % n;
                    net[&[*k.min(&next), *k.max(&next)]] == if *k < next { 1 } else { -1 }
                }));
            }
            assert!(caps[0].area <= caps[1].area * (1.0 + 1e-3), "{} {}", caps[0].area, caps[1].area);
        }
    }

    /// A flat polygon that is not convex is covered once.
    #[test]
    fn flat_polygons_are_covered_once() {
        let comb = [[0, 0], [5, 0], [5, 3], [4, 3], [4, 1], [3, 1], [3, 3], [2, 3], [2, 1], [1, 1], [1, 3], [0, 3]];
        let vertices = comb.map(|[x, y]| DVec3::new(f64::from(x), f64::from(y), 2.0));
        let polygon: Vec<u32> = (0..comb.len() as u32).collect();
        let cap = Capper { vertices: &vertices, unit: 1.0, work: 1_000_000 }.cap(&polygon);
        assert!((cap.area - 11.0).abs() < 1e-12, "{}", cap.area);
    }
}
