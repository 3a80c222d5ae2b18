//! The nearest surface at every sample of some rows.
//!
//! In a row of samples, a triangle lies between the places where its edges cross the row's middle line. Such a place depends on the ends
//! of the edge and the rows kept alone, so triangles that share an edge leave out no sample between them, and share none. One over the distance ahead grows
//! by the same amount from each sample to the next.

use super::projected_triangle::{ProjectedTriangle, ScreenPoint, first_beyond, largest, least, within};

/// A sample that nothing covers: one over its distance.
pub const NOTHING: f32 = 0.0;

/// Samples side by side that are compared at once.
const LANES: usize = 8;

/// The nearest surfaces of some rows.
#[derive(Clone, Debug, Default)]
pub struct DepthBuffer {
    width: u32,
    /// The first row and the end.
    rows: [u32; 2],
    /// One over the distance ahead of the nearest surface.
    inverse_depths: Vec<f32>,
    /// The face of that surface.
    faces: Vec<u32>,
}

/// A row of a triangle: samples side by side.
struct RowSpan {
    row: u32,
    left: u32,
    right: u32,
    /// One over the distance ahead at the first sample, and how much it grows to the next.
    inverse_depth: f32,
    step: f32,
}

/// One over the distance ahead on a triangle, which is linear across the picture.
struct DepthPlane {
    /// At the middle of the first sample of the first row.
    start: f64,
    /// What it grows by from sample to sample, and from row to row.
    across: f64,
    down: f64,
    /// The least and the largest of the corners: rounding takes slivers out of their range.
    range: [f32; 2],
}

impl DepthPlane {
    /// Through three points that span twice an area.
    #[inline(always)]
    fn new([a, b, c]: [ScreenPoint; 3], area: f64) -> Self {
        let [ab, ac] = [b, c].map(|p| [p.x - a.x, p.y - a.y, p.inverse_depth - a.inverse_depth].map(f64::from));
        let across = (ab[2] * ac[1] - ac[2] * ab[1]) / area;
        let down = (ac[2] * ab[0] - ab[2] * ac[0]) / area;
        let start = f64::from(a.inverse_depth) + across * (0.5 - f64::from(a.x)) + down * (0.5 - f64::from(a.y));
        let inverse_depths = [a, b, c].map(|p| p.inverse_depth);
        Self { start, across, down, range: [least(inverse_depths), largest(inverse_depths)] }
    }

    #[inline(always)]
    fn inverse_depth(&self, column: u32, row: u32) -> f32 {
        within((self.start + self.across * f64::from(column) + self.down * f64::from(row)) as f32, self.range)
    }
}

/// An edge on its way down: where it crosses the middle line of a row.
struct Edge {
    crossing: f64,
    slope: f64,
}

impl Edge {
    /// An edge at a row, which is its first one or the first of the picture.
    #[inline(always)]
    fn new(upper: ScreenPoint, lower: ScreenPoint, row: u32) -> Self {
        let [x, y] = [upper.x, upper.y].map(f64::from);
        let slope = (f64::from(lower.x) - x) / (f64::from(lower.y) - y);
        Self { crossing: x + (f64::from(row) + 0.5 - y) * slope, slope }
    }

    /// The first sample beyond it in its row; then it goes on to the next row.
    #[inline(always)]
    fn step(&mut self, width: f32) -> u32 {
        let first = first_beyond(self.crossing as f32, width);
        self.crossing += self.slope;
        first
    }
}

impl DepthBuffer {
    /// Samples of some rows, all empty.
    pub fn new(width: u32, rows: [u32; 2]) -> Self {
        let mut buffer = Self::default();
        buffer.restart(width, rows);
        buffer
    }

    /// Becomes samples of some rows, all empty; memory is used again.
    #[inline(always)]
    pub fn restart(&mut self, width: u32, rows: [u32; 2]) {
        let count = width as usize * (rows[1] - rows[0]) as usize;
        (self.width, self.rows) = (width, rows);
        self.inverse_depths.clear();
        self.inverse_depths.resize(count, NOTHING);
        self.faces.resize(count, 0);
    }

    /// Empties all samples.
    pub fn clear(&mut self) {
        self.inverse_depths.fill(NOTHING);
    }

    /// One over the distance ahead of every sample, row by row; [`NOTHING`] where there is none.
    pub fn inverse_depths(&self) -> &[f32] {
        &self.inverse_depths
    }

    /// The nearest face of every sample; of samples with nothing, any.
    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// Draws a triangle where it is nearer than what is there.
    #[inline(always)]
    pub fn fill(&mut self, triangle: &ProjectedTriangle) {
        let [mut a, mut b, mut c] = triangle.corners;
        if b.y < a.y {
            (a, b) = (b, a);
        }
        if c.y < b.y {
            (b, c) = (c, b);
            if b.y < a.y {
                (a, b) = (b, a);
            }
        }
        let [top, middle, bottom] = [a, b, c].map(|p| first_beyond(p.y, self.rows[1] as f32).max(self.rows[0]));
        let [ab, ac] = [b, c].map(|p| [p.x - a.x, p.y - a.y].map(f64::from));
        let area = ab[0] * ac[1] - ab[1] * ac[0];
        if top >= bottom || area == 0.0 {
            return;
        }
        let width = self.width as f32;
        // Many small triangles cover no sample: what is not needed to see that is found later.
        let mut plane = None;
        let mut long = Edge::new(a, c, top);
        for ([upper, lower], rows) in [([a, b], top..middle), ([b, c], middle..bottom)] {
            if rows.is_empty() {
                continue;
            }
            let mut short = Edge::new(upper, lower, rows.start);
            for row in rows {
                let [one, other] = [long.step(width), short.step(width)];
                let [left, right] = if area > 0.0 { [one, other] } else { [other, one] };
                if left < right {
                    let plane = plane.get_or_insert_with(|| DepthPlane::new([a, b, c], area));
                    let inverse_depth = plane.inverse_depth(left, row);
                    let step = plane.across as f32;
                    self.fill_row(&RowSpan { row, left, right, inverse_depth, step }, triangle.face);
                }
            }
        }
    }

    #[inline(always)]
    fn fill_row(&mut self, span: &RowSpan, face: u32) {
        let start = (span.row - self.rows[0]) as usize * self.width as usize;
        let samples = start + span.left as usize..start + span.right as usize;
        let nearest = &mut self.inverse_depths[samples.clone()];
        let faces = &mut self.faces[samples];
        let mut own = span.inverse_depth;
        if nearest.len() < LANES {
            fill_samples(nearest, faces, [own, span.step], face);
            return;
        }
        let (nearest_runs, nearest_rest) = nearest.as_chunks_mut::<LANES>();
        let (face_runs, face_rest) = faces.as_chunks_mut::<LANES>();
        let offsets: [f32; LANES] = std::array::from_fn(|lane| lane as f32 * span.step);
        for (nearest, seen) in nearest_runs.iter_mut().zip(face_runs) {
            // All lanes at once. Most samples of what lies behind something are not nearer, and nothing is written for them.
            let depths: [f32; LANES] = std::array::from_fn(|lane| own + offsets[lane]);
            let mut is_any_nearer = false;
            for lane in 0..LANES {
                is_any_nearer |= depths[lane] > nearest[lane];
            }
            if is_any_nearer {
                for lane in 0..LANES {
                    let is_nearer = depths[lane] > nearest[lane];
                    nearest[lane] = if is_nearer { depths[lane] } else { nearest[lane] };
                    seen[lane] = if is_nearer { face } else { seen[lane] };
                }
            }
            own += LANES as f32 * span.step;
        }
        fill_samples(nearest_rest, face_rest, [own, span.step], face);
    }
}

/// Fills samples one by one, from one over the distance ahead at the first and how much it grows to the next.
#[inline(always)]
fn fill_samples(nearest: &mut [f32], faces: &mut [u32], [mut own, step]: [f32; 2], face: u32) {
    for (nearest, seen) in nearest.iter_mut().zip(faces) {
        if own > *nearest {
            (*nearest, *seen) = (own, face);
        }
        own += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f32, y: f32, depth: f32) -> ScreenPoint {
        ScreenPoint { x, y, inverse_depth: 1.0 / depth }
    }

    /// A small generator, so that the test needs no other crate.
    fn random(state: &mut u64) -> f32 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Triangles around a point inside a rectangle cover each of its samples once, whatever their corners are.
    #[test]
    fn neighbours_cover_each_sample_once() {
        let (size, mut state, mut inner) = ([40_u32, 30_u32], 22, 0);
        for _ in 0..200 {
            let rim = [[-3.0, -2.0], [44.0, -7.0], [60.0, 35.0], [-1.0, 31.0]];
            let centre = [40.0 * random(&mut state), 30.0 * random(&mut state)];
            let mut counts = vec![0; (size[0] * size[1]) as usize];
            for k in 0..4 {
                let corners = [rim[k], rim[(k + 1) % 4], centre].map(|[x, y]| point(x, y, 2.0));
                let mut buffer = DepthBuffer::new(size[0], [0, size[1]]);
                buffer.fill(&ProjectedTriangle { corners, face: 7 });
                for (count, near) in counts.iter_mut().zip(buffer.inverse_depths()) {
                    *count += usize::from(*near > NOTHING);
                }
                inner += usize::from(buffer.faces().contains(&7));
            }
            assert!(counts.iter().all(|count| *count == 1), "{centre:?}: {counts:?}");
        }
        assert!(inner > 700, "{inner} triangles were seen");
    }

    /// Against weights of the corners in double precision.
    #[test]
    fn depths_are_those_of_the_plane() {
        let (size, mut state, mut compared) = ([32_u32, 24_u32], 5, 0);
        for _ in 0..300 {
            let mut corner = || {
                let [x, y, z] = [random(&mut state), random(&mut state), random(&mut state)];
                point(50.0 * x - 9.0, 40.0 * y - 8.0, 1.0 + 9.0 * z)
            };
            let corners = [corner(), corner(), corner()];
            let mut buffer = DepthBuffer::new(size[0], [4, size[1]]);
            buffer.fill(&ProjectedTriangle { corners, face: 0 });
            let flat = corners.map(|p| impinge::math::DVec2::new(p.x.into(), p.y.into()));
            let area = (flat[1] - flat[0]).perp_dot(flat[2] - flat[0]);
            for (k, near) in buffer.inverse_depths().iter().enumerate() {
                let (x, y) = (k as u32 % size[0], k as u32 / size[0] + 4);
                let at = impinge::math::DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
                let weight = |i: usize| (flat[(i + 2) % 3] - flat[(i + 1) % 3]).perp_dot(at - flat[(i + 1) % 3]) / area;
                let weights = [weight(0), weight(1), weight(2)];
                let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
                if least.abs() < 1e-4 {
                    continue;
                }
                assert_eq!(least > 0.0, *near > NOTHING, "{corners:?} at {x} {y}");
                let plane: f64 = (0..3).map(|i| weights[i] * f64::from(corners[i].inverse_depth)).sum();
                if least > 0.0 {
                    assert!((plane - f64::from(*near)).abs() < 1e-4, "{plane} {near}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 10_000, "{compared} samples");
    }
}
