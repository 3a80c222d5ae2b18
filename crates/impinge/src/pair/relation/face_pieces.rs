//! A face cut along the triangles that meet it, each piece by an exact point inside it.
//!
//! Everything is said in barycentric coordinates of the face. A plane or line that crosses the face is a linear function
//! on it, a triple of its values at the corners; all values are integers on one grid. A corner of a piece is where two
//! such functions vanish, their cross product; it is always made from the two functions, never from other corners, so
//! numbers do not grow from cut to cut. Pieces are convex: a cut divides every piece that the cutting segment enters along
//! the segment's whole line, which may divide more than need be and never less.

use crate::compact_sort::sort_by;
use crate::cost::Cost;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{Triple, cross, dot};
use crate::math::predicates::{Triangle, orient3d, projection_axis};
use crate::math::rational::RationalPoint;
use crate::triangle_pair::extremes;
use dashu_int::IBig;
use dashu_int::ops::Abs;

/// A segment on the face: the points where `zero` vanishes and no `limit` is negative.
struct CutLine {
    zero: Triple,
    limits: Vec<Triple>,
}

/// A convex piece: edge `i` lies on line `edges[i]` and runs from corner `i` to the next.
struct FacePiece {
    corners: Vec<Triple>,
    edges: Vec<Triple>,
}

/// A triangle along which a face is cut.
pub(crate) struct FaceCutter {
    pub triangle: Triangle,
    /// Which of its edges cut, where it lies in the face's plane.
    pub edges: [bool; 3],
}

impl FaceCutter {
    /// One whose edges all cut.
    pub fn whole(triangle: Triangle) -> Self {
        Self { triangle, edges: [true; 3] }
    }
}

/// A piece of a face.
pub(crate) struct PieceSample {
    /// A point inside it.
    pub point: RationalPoint,
    /// Which corners of the face it has.
    pub corners: [bool; 3],
}

/// Every piece of a face with area, cut along the given triangles.
pub(crate) fn sample_pieces(face: &Triangle, cutters: &[FaceCutter], cost: &mut Cost) -> Vec<PieceSample> {
    let triangles = std::iter::once(face).chain(cutters.iter().map(|c| &c.triangle));
    let grid = Grid::holding(triangles.flat_map(|t| t.map(|p| p.to_array())).flatten());
    let mut pieces = vec![FacePiece::whole()];
    let lattice = Lattice { face, grid };
    for cutter in cutters {
        for cut in lattice.cuts(cutter, cost) {
            pieces = pieces.into_iter().flat_map(|piece| piece.divided(&cut)).collect();
        }
    }
    cost.pieces += pieces.len() as u64;
    let sample = |piece: &FacePiece| PieceSample {
        point: RationalPoint::combine(face, &piece.middle(), grid),
        corners: std::array::from_fn(|k| piece.has_corner(k)),
    };
    pieces.iter().map(sample).collect()
}

/// A point in the middle of the segment that a face and another triangle, in another plane, share inside the face; `None`
/// if there is no such segment.
pub(crate) fn sample_segment(face: &Triangle, other: &Triangle, cost: &mut Cost) -> Option<RationalPoint> {
    let grid = Grid::holding(face.iter().chain(other).flat_map(|p| p.to_array()));
    let cuts = Lattice { face, grid }.cuts(&FaceCutter::whole(*other), cost);
    let [cut] = cuts.as_slice() else { return None };
    let whole = FacePiece::whole();
    let sides = whole.sides(&cut.zero);
    let ends = whole.ends(&sides, &whole.points_on(&cut.zero, &sides))?;
    let [from, to] = cut.clip(ends)?;
    let middle = std::array::from_fn(|k| &from.exact[k] + &to.exact[k]);
    Some(RationalPoint::combine(face, &middle, grid))
}

/// A point inside every piece of a face without area, which is the segment between its extreme corners or one point, cut
/// along the given triangles.
pub(crate) fn sample_needle(face: &Triangle, cutters: &[Triangle], cost: &mut Cost) -> Vec<RationalPoint> {
    let [from, to] = extremes(face);
    let segment = [from, to, to];
    let grid = Grid::holding(std::iter::once(&segment).chain(cutters).flatten().flat_map(|p| p.to_array()));
    let lattice = Lattice { face: &segment, grid };
    // A point of the segment is given by its weights at the two ends.
    let mut points: Vec<[IBig; 2]> = vec![[IBig::ONE, IBig::ZERO], [IBig::ZERO, IBig::ONE]];
    for cutter in cutters {
        for [at_from, at_to, _] in lattice.functions(cutter, cost).into_iter().map(|f| f.exact) {
            if sign(&at_from) * sign(&at_to) < 0 {
                points.push([at_to.abs(), at_from.abs()]);
            }
        }
    }
    sort_by(&mut points, |p, q| (&p[1] * &q[0]).cmp(&(&q[1] * &p[0])));
    cost.pieces += points.len() as u64 - 1;
    let between = |pair: &[[IBig; 2]]| [&pair[0][0] + &pair[1][0], &pair[0][1] + &pair[1][1], IBig::ZERO];
    points.windows(2).map(|pair| RationalPoint::combine(&segment, &between(pair), grid)).collect()
}

/// A face and the grid on which everything around it lies.
struct Lattice<'a> {
    face: &'a Triangle,
    grid: Grid,
}

impl Lattice<'_> {
    /// The segments in which a triangle meets the inside of the face: one, or its edges if it lies in the face's plane.
    fn cuts(&self, cutter: &FaceCutter, cost: &mut Cost) -> Vec<CutLine> {
        let FaceCutter { triangle: cutter, edges } = cutter;
        let Some((axis, turn)) = projection_axis(cutter, cost) else { return Vec::new() };
        let signs = self.face.map(|p| orient3d(cutter[0], cutter[1], cutter[2], p, cost));
        let edge = |k: usize| self.edge_function(cutter, k, axis, turn);
        if signs == [0; 3] {
            // Seen along the axis that shows the cutter best, since both lie in one plane.
            let cut = |k: usize| CutLine { zero: edge(k), limits: vec![edge((k + 1) % 3), edge((k + 2) % 3)] };
            return (0..3).filter(|k| edges[*k]).map(cut).collect();
        }
        if !(signs.contains(&1) && signs.contains(&-1)) {
            return Vec::new(); // at most an edge or a corner of the face
        }
        vec![CutLine { zero: self.plane_function(cutter), limits: (0..3).map(edge).collect() }]
    }

    /// The functions that may vanish where a triangle with area meets the face: its plane's, or its edges' in one plane.
    fn functions(&self, cutter: &Triangle, cost: &mut Cost) -> Vec<Triple> {
        let Some((axis, turn)) = projection_axis(cutter, cost) else { return Vec::new() };
        let plane = self.face.map(|p| orient3d(cutter[0], cutter[1], cutter[2], p, cost));
        if plane == [0; 3] {
            (0..3).map(|k| self.edge_function(cutter, k, axis, turn)).collect()
        } else {
            vec![self.plane_function(cutter)]
        }
    }

    /// `det[b - a, c - a, · - a]` of the cutter's plane.
    fn plane_function(&self, [a, b, c]: &Triangle) -> Triple {
        let integers = |p: &crate::math::DVec3| p.to_array().map(|x| self.grid.integer(x));
        let origin = integers(a);
        let from = |p| {
            let p = integers(p);
            [&p[0] - &origin[0], &p[1] - &origin[1], &p[2] - &origin[2]]
        };
        let n = cross(&from(b), &from(c));
        Triple::new(self.face.each_ref().map(|p| dot(&n, &from(p))))
    }

    /// Component `axis` of `(q - p) × (· - p)` for edge `k` of the cutter, positive on the side of its inside.
    fn edge_function(&self, cutter: &Triangle, k: usize, axis: usize, turn: i32) -> Triple {
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let integer = |x: f64| self.grid.integer(x);
        let (p, q) = (cutter[k], cutter[(k + 1) % 3]);
        let along = [integer(q[i]) - integer(p[i]), integer(q[j]) - integer(p[j])];
        let value = |x: &crate::math::DVec3| {
            &along[0] * (integer(x[j]) - integer(p[j])) - &along[1] * (integer(x[i]) - integer(p[i]))
        };
        Triple::new(self.face.each_ref().map(|x| value(x) * IBig::from(turn)))
    }
}

impl FacePiece {
    /// The whole face: its corners, and its edges as the functions that vanish on them.
    fn whole() -> Self {
        let unit = |k: usize| Triple::new(std::array::from_fn(|i| if i == k { IBig::ONE } else { IBig::ZERO }));
        Self { corners: vec![unit(0), unit(1), unit(2)], edges: vec![unit(2), unit(0), unit(1)] }
    }

    /// The two parts on either side of the cut's line if the segment runs through the inside; otherwise the piece itself.
    fn divided(self, cut: &CutLine) -> Vec<Self> {
        let sides = self.sides(&cut.zero);
        // Negative at a corner and positive at none, a limit is negative all over the inside; zero everywhere, it limits nothing.
        let beyond = |limit: &Triple| {
            let signs = self.sides(limit);
            signs.contains(&-1) && !signs.contains(&1)
        };
        if !crosses(&sides) || cut.limits.iter().any(beyond) {
            return vec![self];
        }
        let points = self.points_on(&cut.zero, &sides);
        let enters = self.ends(&sides, &points).and_then(|ends| cut.clip(ends)).is_some();
        if enters { self.parts(&cut.zero, &sides, points).into() } else { vec![self] }
    }

    /// On which side of a line each corner lies.
    fn sides(&self, line: &Triple) -> Vec<i32> {
        self.corners.iter().map(|c| line.sign_of_dot(c)).collect()
    }

    /// For every edge, the point inside it where a line crosses it.
    fn points_on(&self, line: &Triple, sides: &[i32]) -> Vec<Option<Triple>> {
        let crossed = |i: usize| sides[i] * sides[(i + 1) % sides.len()] < 0;
        (0..sides.len()).map(|i| crossed(i).then(|| meet(&self.edges[i], line))).collect()
    }

    /// The two points where a line enters and leaves.
    fn ends(&self, sides: &[i32], points: &[Option<Triple>]) -> Option<[Triple; 2]> {
        let on_corners = self.corners.iter().zip(sides).filter(|(_, side)| **side == 0).map(|(corner, _)| corner);
        let ends: Vec<Triple> = on_corners.chain(points.iter().flatten()).cloned().collect();
        ends.try_into().ok()
    }

    /// The parts on either side of a line, given where it meets the boundary.
    fn parts(&self, line: &Triple, sides: &[i32], points: Vec<Option<Triple>>) -> [Self; 2] {
        let (mut left, mut right) = (Self::empty(), Self::empty());
        for (i, point) in points.into_iter().enumerate() {
            let (corner, edge, next) = (&self.corners[i], &self.edges[i], sides[(i + 1) % sides.len()]);
            let on_line = match sides[i] {
                0 => Some(corner.clone()),
                1 => {
                    left.push(corner.clone(), edge.clone());
                    point
                }
                _ => {
                    right.push(corner.clone(), edge.clone());
                    point
                }
            };
            if let Some(point) = on_line {
                // The part that goes on along this edge keeps it; the other turns onto the line.
                left.push(point.clone(), if next > 0 { edge } else { line }.clone());
                right.push(point, if next < 0 { edge } else { line }.clone());
            }
        }
        [left, right]
    }

    fn empty() -> Self {
        Self { corners: Vec::new(), edges: Vec::new() }
    }

    fn push(&mut self, corner: Triple, edge: Triple) {
        self.corners.push(corner);
        self.edges.push(edge);
    }

    /// Whether corner `k` of the face is one of the piece.
    fn has_corner(&self, k: usize) -> bool {
        self.corners.iter().any(|c| c.exact[(k + 1) % 3].is_zero() && c.exact[(k + 2) % 3].is_zero())
    }

    /// A point inside: a positive combination of all corners.
    fn middle(&self) -> [IBig; 3] {
        let sum = |k: usize| self.corners.iter().map(|c| &c.exact[k]).sum();
        std::array::from_fn(sum)
    }
}

impl CutLine {
    /// The part of the segment between two points of its line; `None` if that has no length.
    fn clip(&self, [mut from, mut to]: [Triple; 2]) -> Option<[Triple; 2]> {
        for limit in &self.limits {
            match (limit.sign_of_dot(&from), limit.sign_of_dot(&to)) {
                (0 | 1, 0 | 1) => {}
                (1, -1) => to = meet(&self.zero, limit),
                (-1, 1) => from = meet(&self.zero, limit),
                _ => return None,
            }
        }
        Some([from, to])
    }
}

/// Whether there are corners strictly on both sides.
fn crosses(sides: &[i32]) -> bool {
    sides.contains(&1) && sides.contains(&-1)
}

/// The point where two functions vanish, scaled to a positive sum of coordinates.
fn meet(p: &Triple, q: &Triple) -> Triple {
    let point = cross(&p.exact, &q.exact);
    let negative = sign(&(&point[0] + &point[1] + &point[2])) < 0;
    Triple::new(if negative { point.map(|x| -x) } else { point })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;
    use crate::math::rational::Locus;

    fn triangle(corners: [[f64; 3]; 3]) -> Triangle {
        corners.map(DVec3::from_array)
    }

    #[test]
    fn a_plane_through_divides_in_two() {
        let face = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let wall = triangle([[1.0, -9.0, -9.0], [1.0, 9.0, -9.0], [1.0, 0.0, 9.0]]);
        let samples = sample_pieces(&face, &[FaceCutter::whole(wall)], &mut Cost::default());
        let left = samples.iter().filter(|p| p.point.nearest().x < 1.0).count();
        assert_eq!((samples.len(), left), (2, 1));
    }

    #[test]
    fn a_segment_that_ends_inside_divides_once_and_a_far_one_not_at_all() {
        let face = triangle([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]]);
        let short = triangle([[1.0, 0.5, -1.0], [1.0, 1.0, -1.0], [1.0, 0.75, 1.0]]);
        assert_eq!(sample_pieces(&face, &[FaceCutter::whole(short)], &mut Cost::default()).len(), 2);
        let beside = triangle([[1.0, 5.0, -1.0], [1.0, 6.0, -1.0], [1.0, 5.5, 1.0]]);
        assert_eq!(sample_pieces(&face, &[FaceCutter::whole(beside)], &mut Cost::default()).len(), 1);
    }

    #[test]
    fn a_triangle_in_the_plane_is_cut_out() {
        let face = triangle([[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]]);
        let inner = triangle([[1.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 2.0, 0.0]]);
        let samples = sample_pieces(&face, &[FaceCutter::whole(inner)], &mut Cost::default());
        let inside = samples.iter().filter(|p| {
            let q = p.point.nearest();
            q.x > 1.0 && q.y > 1.0 && q.x + q.y < 3.0
        });
        assert_eq!(inside.count(), 1);
        assert!(samples.len() >= 4);
        assert_eq!(sample_pieces(&face, &[FaceCutter::whole(face)], &mut Cost::default()).len(), 1);
    }

    #[test]
    fn many_cuts_cover_every_cell_of_a_grid() {
        let face = triangle([[0.0, 0.0, 0.0], [8.0, 0.0, 0.0], [0.0, 8.0, 0.0]]);
        let mut walls = Vec::new();
        for k in 1..8 {
            let x = f64::from(k);
            walls.push(FaceCutter::whole(triangle([[x, -99.0, -9.0], [x, 99.0, -9.0], [x, 0.0, 9.0]])));
            walls.push(FaceCutter::whole(triangle([[-99.0, x, -9.0], [99.0, x, -9.0], [0.0, x, 9.0]])));
        }
        let samples = sample_pieces(&face, &walls, &mut Cost::default());
        let mut cells: Vec<(i32, i32)> =
            samples.iter().map(|p| (p.point.nearest().x.floor() as i32, p.point.nearest().y.floor() as i32)).collect();
        cells.sort_unstable();
        let expected: Vec<(i32, i32)> = (0..8).flat_map(|i| (0..8 - i).map(move |j| (i, j))).collect();
        assert_eq!(cells, expected);
    }
}
