//! A solid, cut into pieces by a lattice of boxes, and points for each piece whose convex hull holds it.
//!
//! An extreme point of a piece lies on a face, and then it is a corner of that face clipped by the box; or it is a corner of the box that lies in the solid. So these points hold the
//! piece. Boxes are grown by a margin that rounding of coordinates is far below, so that what clipping rounds away at a side lies in the grown box all the same; then
//! every point of the piece is within the margin of the hull, by which spheres are made larger.

use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{Location, PointQuery};

/// Boxes along the longest side of a solid.
const DIVISIONS: f64 = 20.0;

/// The margin in units of the longest side, and of the largest coordinate.
const MARGIN: [f64; 2] = [1e-9, 256.0 * f64::EPSILON];

/// A piece of a solid.
#[derive(Clone, Debug, Default)]
pub(super) struct SolidPiece {
    /// Their hull, but for the margin, holds the piece.
    pub points: Vec<DVec3>,
    /// The faces that come near the piece, sorted.
    pub faces: Vec<u32>,
    /// A point of the surface in the piece, and its face; else the middle of a box that no face comes near.
    pub sample: DVec3,
    pub sample_face: Option<u32>,
}

/// The pieces of a solid.
#[derive(Debug)]
pub(super) struct SolidPieces {
    pub pieces: Vec<SolidPiece>,
    /// What spheres around points have to be larger.
    pub margin: f64,
}

/// The boxes that cut a solid.
struct Lattice {
    bounds: Aabb,
    counts: [usize; 3],
    step: DVec3,
}

impl Lattice {
    fn new(bounds: Aabb) -> Self {
        let size = bounds.size();
        let longest = size.max_element();
        let count = |k: usize| if longest > 0.0 { (DIVISIONS * size[k] / longest).round().max(1.0) } else { 1.0 };
        let counts = [0, 1, 2].map(count);
        Self { bounds, counts: counts.map(|n| n as usize), step: size / DVec3::from_array(counts) }
    }

    fn corner(&self, at: [usize; 3]) -> DVec3 {
        let place = |k: usize| {
            if at[k] == self.counts[k] { self.bounds.max[k] } else { self.bounds.min[k] + self.step[k] * at[k] as f64 }
        };
        DVec3::new(place(0), place(1), place(2))
    }

    fn number(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.counts[1] + y) * self.counts[0] + x
    }

    fn grown(&self, at: [usize; 3], margin: f64) -> Aabb {
        let margin = DVec3::splat(margin);
        Aabb { min: self.corner(at) - margin, max: self.corner(at.map(|n| n + 1)) + margin }
    }

    /// The boxes that a box may meet along an axis, first and last.
    fn range(&self, axis: usize, low: f64, high: f64) -> [usize; 2] {
        let last = self.counts[axis] - 1;
        let place = |x: f64| {
            let place = ((x - self.bounds.min[axis]) / self.step[axis]).floor();
            if place > 0.0 { (place as usize).min(last) } else { 0 }
        };
        if self.step[axis] > 0.0 { [place(low), place(high)] } else { [0, last] }
    }

    fn all(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let [nx, ny, nz] = self.counts;
        (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])))
    }
}

impl SolidPieces {
    /// The pieces of a mesh: what its closed parts enclose, and all faces.
    pub fn new(mesh: &Mesh, query: &PointQuery<'_>) -> Self {
        let bounds = mesh.bounds();
        let margin = MARGIN[0] * bounds.size().max_element() + MARGIN[1] * bounds.largest_coordinate();
        let lattice = Lattice::new(bounds);
        let mut pieces = vec![SolidPiece::default(); lattice.counts.iter().product()];
        for face in mesh.face_ids() {
            let triangle = mesh.triangle(face);
            let around = Aabb::of_points(&triangle);
            let [xs, ys, zs] =
                [0, 1, 2].map(|k| lattice.range(k, around.min[k] - margin, around.max[k] + margin)).map(|[a, b]| a..=b);
            for z in zs {
                for y in ys.clone() {
                    for x in xs.clone() {
                        let clipped = clip(&triangle, &lattice.grown([x, y, z], margin));
                        if !clipped.is_empty() {
                            pieces[lattice.number([x, y, z])].add_face(face.0, &clipped);
                        }
                    }
                }
            }
        }
        add_inside(&lattice, query, &mut pieces);
        pieces.retain(|piece| !piece.points.is_empty());
        Self { pieces, margin: 2.0 * margin }
    }
}

impl SolidPiece {
    fn add_face(&mut self, face: u32, clipped: &[DVec3]) {
        self.points.extend_from_slice(clipped);
        self.faces.push(face);
        self.sample = clipped.iter().map(|p| *p / clipped.len() as f64).sum();
        self.sample_face = Some(face);
    }
}

/// Adds the corners of boxes that lie in the solid to the pieces beside them.
fn add_inside(lattice: &Lattice, query: &PointQuery<'_>, pieces: &mut [SolidPiece]) {
    let [nx, ny, nz] = lattice.counts.map(|n| n + 1);
    let corner = |[x, y, z]: [usize; 3]| (z * ny + y) * nx + x;
    let mut is_inside = vec![false; nx * ny * nz];
    for z in 0..nz {
        for y in 0..ny {
            for x in 0..nx {
                let location = query.locate(lattice.corner([x, y, z]));
                is_inside[corner([x, y, z])] = !matches!(location, Some(Location::Outside));
            }
        }
    }
    for at in lattice.all() {
        let piece = &mut pieces[lattice.number(at)];
        for k in 0..8 {
            let place = [0, 1, 2].map(|axis| at[axis] + (k >> axis & 1));
            if is_inside[corner(place)] {
                piece.points.push(lattice.corner(place));
            }
        }
        if piece.sample_face.is_none() {
            piece.sample = (lattice.corner(at) + lattice.corner(at.map(|n| n + 1))) * 0.5;
        }
    }
}

/// The corners of a triangle clipped by a box (Sutherland and Hodgman 1974); none if they are apart.
fn clip(triangle: &[DVec3; 3], bounds: &Aabb) -> Vec<DVec3> {
    let (mut polygon, mut next) = (triangle.to_vec(), Vec::new());
    for axis in 0..3 {
        for (sign, limit) in [(1.0, bounds.max[axis]), (-1.0, -bounds.min[axis])] {
            let height = |p: DVec3| sign * p[axis] - limit;
            if polygon.iter().all(|p| height(*p) <= 0.0) {
                continue;
            }
            next.clear();
            for (k, p) in polygon.iter().enumerate() {
                let q = polygon[(k + 1) % polygon.len()];
                let [from, to] = [*p, q].map(height);
                if from <= 0.0 {
                    next.push(*p);
                }
                if (from <= 0.0) != (to <= 0.0) {
                    let mut cut = *p + (q - *p) * (from / (from - to));
                    cut[axis] = sign * limit;
                    next.push(cut);
                }
            }
            std::mem::swap(&mut polygon, &mut next);
        }
    }
    polygon
}
