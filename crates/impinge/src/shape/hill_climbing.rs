//! Hill-climbing to the farthest vertex of a convex polytope, on exact signs.
//!
//! A vertex v from which no edge rises is farthest: the polytope lies in the cone of the edges at v. In rounded numbers that
//! fails, since a step that rounding hides can be the first of many; so whether an edge from v to w rises is the exact sign of
//! d · (w - v), by a filter, then as an expansion (Shewchuk 1997). Level edges need not be followed, so there are no plateaus;
//! every step rises, so there is an end. About √n steps over n vertices from a far hint, none or a few from a near one.

use crate::hull::HullSurface;
use crate::math::DVec3;
use crate::math::rounding::{two_product, two_sum};

/// Relative error of `d · (w - v)` in plain floating point: a difference, a product, two sums, so 4u with u = 2^-53; doubled.
const RISE_ERROR: f64 = 4.0 * f64::EPSILON;

/// The most vertices that rounding cannot tell from the top before exact signs are asked.
const LEVEL: usize = 8;

/// The neighbours of every vertex along the edges of a hull, one list after another.
#[derive(Clone, Debug)]
pub(super) struct Neighbours {
    starts: Vec<u32>,
    list: Vec<u32>,
}

/// How a climb ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Climb {
    /// At a vertex that none is farther than, exactly.
    Top(u32),
    /// Before that, at a vertex farther than the one it started from.
    Under(u32),
}

impl Neighbours {
    /// Those of a surface.
    pub fn from_surface(surface: &HullSurface) -> Self {
        let edges = surface.half_edges();
        let mut starts = vec![0_u32; surface.vertices().len() + 2];
        edges.iter().for_each(|e| starts[e.origin as usize + 2] += 1);
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut list = vec![0; edges.len()];
        for edge in edges {
            let place = &mut starts[edge.origin as usize + 1];
            list[*place as usize] = edges[edge.twin as usize].origin;
            *place += 1;
        }
        starts.pop();
        Self { starts, list }
    }

    /// Those of one vertex.
    #[inline]
    pub fn of_vertex(&self, v: u32) -> &[u32] {
        &self.list[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// [`Neighbours::climb`] to a vertex that none is farther than by more than twice the error of a rise, without exact signs
    /// where the vertices that rounding cannot tell from it are few.
    ///
    /// Those are collected along edges until all around them is certainly lower. The farthest of them is farthest of all, or an edge would rise
    /// from it, to a vertex that is not certainly lower.
    #[inline]
    pub fn climb_roughly(&self, vertices: &[DVec3], direction: DVec3, from: u32, reach: f64) -> u32 {
        let mut level = [from; LEVEL];
        // Exceeds the error of any rise, and so decides most edges.
        let most = RISE_ERROR * 4.0 * reach * (direction.x.abs() + direction.y.abs() + direction.z.abs());
        loop {
            let here = vertices[level[0] as usize];
            let (mut best, mut next, mut found, mut seen) = (0.0, None, 1, 0);
            while seen < found && next.is_none() {
                for w in self.of_vertex(level[seen]) {
                    let there = vertices[*w as usize];
                    if direction.dot(there - here) < -most {
                        continue;
                    }
                    let (rise, error) = rise(direction, here, there);
                    if rise > best && rise > error {
                        (best, next) = (rise, Some(*w));
                    } else if rise >= -error && !level[..found].contains(w) {
                        if found == LEVEL {
                            let (Climb::Top(v) | Climb::Under(v)) = self.climb(vertices, direction, level[0], u32::MAX);
                            return v;
                        }
                        level[found] = *w;
                        found += 1;
                    }
                }
                seen += 1;
            }
            match next {
                Some(w) => level[0] = w,
                None => return level[0],
            }
        }
    }

    /// Climbs from a vertex over at most `steps` edges that rise along a direction.
    #[inline]
    pub fn climb(&self, vertices: &[DVec3], direction: DVec3, from: u32, steps: u32) -> Climb {
        let mut v = from;
        for _ in 0..steps {
            let here = vertices[v as usize];
            let (mut best, mut next, mut is_close) = (0.0, v, false);
            for w in self.of_vertex(v) {
                let (rise, error) = rise(direction, here, vertices[*w as usize]);
                is_close |= rise.abs() <= error && error > 0.0;
                if rise > best && rise > error {
                    (best, next) = (rise, *w);
                }
            }
            if next == v && is_close {
                let rises = |w: &&u32| exact_rise(direction, here, vertices[**w as usize]) > 0;
                next = self.of_vertex(v).iter().find(rises).copied().unwrap_or(v);
            }
            if next == v {
                return Climb::Top(v);
            }
            v = next;
        }
        Climb::Under(v)
    }
}

/// `d · (w - v)`, and the most by which it is off.
#[inline]
fn rise(d: DVec3, v: DVec3, w: DVec3) -> (f64, f64) {
    let terms = d * (w - v);
    (terms.x + terms.y + terms.z, RISE_ERROR * (terms.x.abs() + terms.y.abs() + terms.z.abs()))
}

/// The sign of `d · (w - v)`, exactly where no product underflows.
#[cold]
fn exact_rise(d: DVec3, v: DVec3, w: DVec3) -> i32 {
    let mut sum = [0.0; 12];
    for k in 0..3 {
        let (high, low) = two_sum(w[k], -v[k]);
        let (a, b) = two_product(d[k], high);
        let (c, e) = two_product(d[k], low);
        for (used, term) in [e, c, b, a].into_iter().enumerate() {
            grow(&mut sum[..=4 * k + used], term);
        }
    }
    let leading = sum.iter().rev().find(|x| **x != 0.0).copied().unwrap_or(0.0);
    i32::from(leading > 0.0) - i32::from(leading < 0.0)
}

/// Adds a term to an expansion, whose last place is still empty: the parts stay nonoverlapping and of growing magnitude.
fn grow(parts: &mut [f64], term: f64) {
    let mut carry = term;
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        (carry, *part) = two_sum(carry, *part);
    }
    parts[last] = carry;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::integer::{Grid, sign};
    use crate::math::random::Random;

    #[test]
    fn rises_have_the_sign_that_integers_give() {
        let mut random = Random(5);
        let mut next = || (random.bits() >> 60) as f64 - 7.0;
        let (mut level, mut close) = (0, 0);
        for round in 0..30_000 {
            let mut point = |scale: f64| DVec3::new(next(), next(), next()) * scale;
            let (v, mut w) = (point(0.1), point(0.1));
            let across = point(1.0);
            let mut d = across.cross(w - v);
            if round % 3 == 0 {
                w = v + point(1e-9);
                d = (w - v).cross(across);
            }
            let grid = Grid::holding(v.to_array().into_iter().chain(w.to_array()));
            let scale = Grid::holding(d.to_array());
            let term = |k: usize| scale.integer(d[k]) * (grid.integer(w[k]) - grid.integer(v[k]));
            let expected = sign(&(term(0) + term(1) + term(2)));
            assert_eq!(exact_rise(d, v, w), expected, "{d} {v} {w}");
            let (rise, error) = rise(d, v, w);
            level += u32::from(expected == 0);
            close += u32::from(expected != 0 && rise.abs() <= error);
            assert!(rise.abs() <= error || (rise > 0.0) == (expected > 0));
        }
        assert!(level > 1_000 && close > 10_000, "{level} {close}");
    }
}
