//! Which parts of a hull belong to the model that it is the hull of: red, or were made by the hull alone: green (Lin, Manocha,
//! Cohen, Gottschalk 1996, section 3). Hulls that meet in red parts on both sides are models that meet.
//!
//! A triangle of the model meets an edge or a face of the hull in a corner, an edge or the whole of it, so a hull edge can only be
//! covered by edges of the model and a hull face by triangles in its plane. Red is certain, decided on exact signs: a path of model
//! edges runs along the hull edge; the triangles in the plane of the face, all turned alike, have together the same boundary as the
//! face, so they cover it once. Green is what is left: triangles that overlap or meet along parts of edges leave a covered face green,
//! which only means that the models have to be asked.
//!
//! Linear in the sizes of hull and model for bounded degrees.

use super::half_edges::HullSurface;
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::{orient2d, orient3d, projection_axis};
use std::collections::{HashMap, HashSet};

/// Where a part of a hull comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The model covers it.
    Red,
    /// Made by the hull, or not certainly of the model.
    Green,
}

/// The colours of the edges and faces of a hull; its vertices are points of the model, and so always red.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours {
    /// For each half-edge; the same for both sides of an edge.
    pub half_edges: Vec<Colour>,
    /// For each face.
    pub faces: Vec<Colour>,
}

/// A model: its triangles by points that stand for all points equal to them, and the triangles around each point.
struct Model<'a> {
    points: &'a [DVec3],
    triangles: Vec<[u32; 3]>,
    starts: Vec<u32>,
    incident: Vec<u32>,
}

/// Finds which parts of the hull of points are covered by triangles over the same points; triangles that name no point or have no
/// area are left out.
#[must_use]
pub fn colours(surface: &HullSurface, points: &[DVec3], triangles: &[[u32; 3]]) -> Colours {
    let model = Model::new(points, triangles);
    let edges = surface.half_edges();
    let mut half_edges = vec![Colour::Green; edges.len()];
    for (i, edge) in edges.iter().enumerate() {
        let twin = edge.twin as usize;
        if i < twin && model.has_path([edge.origin, edges[twin].origin].map(|v| surface.vertices()[v as usize])) {
            half_edges[i] = Colour::Red;
            half_edges[twin] = Colour::Red;
        }
    }
    let mut seen = vec![u32::MAX; model.triangles.len()];
    let mut colour = |face: u32| {
        let corner = |e: u32| surface.vertices()[edges[e as usize].origin as usize];
        let ring: Vec<u32> = surface.around_face(face).map(corner).collect();
        if model.covers(&ring, &mut seen, face) { Colour::Red } else { Colour::Green }
    };
    let faces = (0..surface.faces().len() as u32).map(&mut colour).collect();
    Colours { half_edges, faces }
}

impl<'a> Model<'a> {
    fn new(points: &'a [DVec3], triangles: &[[u32; 3]]) -> Self {
        let mut first: HashMap<[u64; 3], u32> = HashMap::with_capacity(points.len());
        // Adding zero turns -0 into 0, which it equals.
        let mut name = |(i, p): (u32, &DVec3)| *first.entry((*p + 0.0).to_array().map(f64::to_bits)).or_insert(i);
        let names: Vec<u32> = (0..).zip(points).map(&mut name).collect();
        let cost = &mut Cost::default();
        let mut kept: Vec<[u32; 3]> = triangles
            .iter()
            .filter(|t| t.iter().all(|v| (*v as usize) < points.len()))
            .map(|t| t.map(|v| names[v as usize]))
            .filter(|t| projection_axis(&t.map(|v| points[v as usize]), cost).is_some())
            .collect();
        kept.iter_mut().for_each(|t| t.sort_unstable());
        kept.sort_unstable();
        kept.dedup();
        let mut starts = vec![0_u32; points.len() + 2];
        kept.iter().flatten().for_each(|v| starts[*v as usize + 2] += 1);
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        let mut incident = vec![0; 3 * kept.len()];
        for (t, corners) in (0..).zip(&kept) {
            for v in corners {
                let place = &mut starts[*v as usize + 1];
                incident[*place as usize] = t;
                *place += 1;
            }
        }
        starts.pop();
        Self { points, triangles: kept, starts, incident }
    }

    fn at(&self, v: u32) -> DVec3 {
        self.points[v as usize]
    }

    fn around(&self, v: u32) -> &[u32] {
        &self.incident[self.starts[v as usize] as usize..self.starts[v as usize + 1] as usize]
    }

    /// The point of a ring that the fewest triangles are around.
    fn quietest(&self, ring: &[u32]) -> u32 {
        ring.iter().copied().min_by_key(|v| self.around(*v).len()).unwrap_or_default()
    }

    /// Whether edges of the model lead from one end of an edge of the hull to the other, along it.
    fn has_path(&self, ends: [u32; 2]) -> bool {
        let cost = &mut Cost::default();
        let from = self.quietest(&ends);
        let to = if from == ends[0] { ends[1] } else { ends[0] };
        let (mut open, mut reached) = (vec![from], HashSet::from([from]));
        while let Some(v) = open.pop() {
            for w in self.around(v).iter().flat_map(|t| self.triangles[*t as usize]) {
                if w == to {
                    return true;
                }
                // All points are within the hull, so a point on the line of its edge is on the edge.
                if !reached.contains(&w) && projection_axis(&[self.at(from), self.at(to), self.at(w)], cost).is_none() {
                    reached.insert(w);
                    open.push(w);
                }
            }
        }
        false
    }

    /// Whether triangles in the plane of a face of the hull, connected from a corner of it on, cover it.
    fn covers(&self, ring: &[u32], seen: &mut [u32], face: u32) -> bool {
        let cost = &mut Cost::default();
        let [a, b, c] = [0, 1, 2].map(|k| self.at(ring[k]));
        let Some((axis, turn)) = projection_axis(&[a, b, c], cost) else { return false };
        let mut open = vec![self.quietest(ring)];
        let mut boundary: HashMap<u32, Vec<u32>> = HashMap::new();
        while let Some(v) = open.pop() {
            for t in self.around(v) {
                let mut corners = self.triangles[*t as usize];
                let is_new = std::mem::replace(&mut seen[*t as usize], face) != face;
                if !is_new || corners.iter().any(|w| orient3d(a, b, c, self.at(*w), cost) != 0) {
                    continue;
                }
                let [p, q, r] = corners.map(|w| self.at(w));
                if orient2d(axis, p, q, r, cost) != turn {
                    corners.swap(1, 2);
                }
                for k in 0..3 {
                    add_to_boundary(&mut boundary, corners[k], corners[(k + 1) % 3]);
                    open.push(corners[k]);
                }
            }
        }
        self.runs_around(&boundary, ring, axis)
    }

    /// Whether a chain of edges is the boundary of a face: one path from corner to corner, along the edges.
    fn runs_around(&self, boundary: &HashMap<u32, Vec<u32>>, ring: &[u32], axis: usize) -> bool {
        let cost = &mut Cost::default();
        let edges: usize = boundary.values().map(Vec::len).sum();
        let mut walked = 0;
        for k in 0..ring.len() {
            let (from, to) = (ring[k], ring[(k + 1) % ring.len()]);
            let mut v = from;
            while v != to {
                let Some([next]) = boundary.get(&v).map(Vec::as_slice) else { return false };
                v = *next;
                walked += 1;
                if walked > edges || orient2d(axis, self.at(from), self.at(to), self.at(v), cost) != 0 {
                    return false;
                }
            }
        }
        walked == edges
    }
}

/// Adds an edge to a chain, where it cancels one that runs the other way.
fn add_to_boundary(boundary: &mut HashMap<u32, Vec<u32>>, from: u32, to: u32) {
    if let Some(back) = boundary.get_mut(&to)
        && let Some(place) = back.iter().position(|w| *w == from)
    {
        back.swap_remove(place);
        return;
    }
    boundary.entry(from).or_default().push(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box of unit cubes, its surface two triangles a square, without the triangles that a filter drops.
    fn lattice_box(size: [u32; 3], is_kept: impl Fn(usize) -> bool) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let mut points = Vec::new();
        let mut triangles = Vec::new();
        for axis in 0..3 {
            let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
            for level in [0, size[axis]] {
                for (s, t) in (0..size[i]).flat_map(|s| (0..size[j]).map(move |t| (s, t))) {
                    let mut corner = |ds: u32, dt: u32| {
                        let mut p = DVec3::ZERO;
                        (p[axis], p[i], p[j]) = (f64::from(level), f64::from(s + ds), f64::from(t + dt));
                        points.push(p);
                        points.len() as u32 - 1
                    };
                    let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                    triangles.extend([[a, b, c], [a, d, c]]);
                }
            }
        }
        let kept = triangles.into_iter().enumerate().filter(|(i, _)| is_kept(*i)).map(|(_, t)| t).collect();
        (points, kept)
    }

    fn red(colours: &[Colour]) -> usize {
        colours.iter().filter(|c| **c == Colour::Red).count()
    }

    #[test]
    fn a_box_of_many_squares_is_red_until_one_triangle_is_missing() {
        let (points, triangles) = lattice_box([3, 4, 5], |_| true);
        let surface = HullSurface::try_new(&points).unwrap();
        let all = colours(&surface, &points, &triangles);
        assert_eq!((red(&all.faces), red(&all.half_edges)), (6, 24));
        for missing in 0..triangles.len() {
            let (points, triangles) = lattice_box([3, 4, 5], |i| i != missing);
            let found = colours(&HullSurface::try_new(&points).unwrap(), &points, &triangles);
            assert_eq!((red(&found.faces), red(&found.half_edges)), (5, 24), "{missing}");
        }
    }

    #[test]
    fn what_the_hull_bridges_is_green() {
        // Two tetrahedra side by side: the hull has parts of both and bridges between them.
        let corners = [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]];
        let at = |shift: i32| corners.map(|c| DVec3::new(f64::from(c[0] + shift), f64::from(c[1]), f64::from(c[2])));
        let points = [at(0), at(7)].concat();
        let sides = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let triangles = [sides, sides.map(|t| t.map(|v| v + 4))].concat();
        let surface = HullSurface::try_new(&points).unwrap();
        let found = colours(&surface, &points, &triangles);
        // The two ends and none of the three bridges: the trapezia, and the square whose corners are those of both.
        assert_eq!((surface.faces().len(), red(&found.faces)), (5, 2));
        assert_eq!((surface.half_edges().len(), red(&found.half_edges)), (18, 12));
        let none = colours(&surface, &points, &[[0, 1, 99], [0, 0, 1]]);
        assert_eq!((red(&none.faces), red(&none.half_edges)), (0, 0));
    }

    #[test]
    fn a_polygon_is_covered_on_both_sides() {
        let points = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
        let surface = HullSurface::try_new(&points).unwrap();
        let sheet = colours(&surface, &points, &[[0, 1, 2], [0, 3, 2]]);
        assert_eq!((red(&sheet.faces), red(&sheet.half_edges)), (2, 8));
        let half = colours(&surface, &points, &[[0, 1, 2]]);
        assert_eq!((red(&half.faces), red(&half.half_edges)), (0, 4));
        let overlapping = colours(&surface, &points, &[[0, 1, 2], [0, 1, 3]]);
        assert_eq!((red(&overlapping.faces), red(&overlapping.half_edges)), (0, 6));
    }
}
