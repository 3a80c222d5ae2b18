//! The field: samples, and what they prove about every point.

use super::field_options::{FieldError, FieldOptions, Storage};
use super::mesh_features::Corners;
use super::sample_grid::{Lattice, corner_count};
use super::sample_storage::{BLOCK, Cube, Samples, Source};
use crate::bound::Aabb;
use crate::bounded::Bounded;
use crate::executor::Executor;
use crate::math::{DVec3, in_exact_range};
use crate::mesh::Mesh;
use crate::pair::PointQuery;

/// What sums of lengths may be off by (relative to the longest): a square root of three squares, two sums, a product.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Signed distances to the surface of a closed mesh, sampled on a grid, in the frame of the mesh.
///
/// ```
/// # use impinge::{executor::Executor, field::{Field, FieldOptions}, math::DVec3, mesh::Mesh};
/// # let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(DVec3::from_array);
/// # let mesh = Mesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let field = Field::try_new(&mesh, &FieldOptions { cells: 32, ..FieldOptions::default() }, &Executor::serial())?;
/// let found = field.at(DVec3::new(0.5, 1.0, 1.0)).ok_or("a point of the exact range")?;
/// assert!(found.is_negative() && found.lower <= -0.5 && -0.5 <= found.upper);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Field<'a> {
    mesh: &'a Mesh,
    lattice: Lattice,
    samples: Samples,
    /// The unit of the samples: a power of two.
    unit: f64,
    /// What a sample may be off by (a length).
    error: f64,
    /// A box around the lattice and the mesh.
    bounds: Aabb,
    corners: Corners,
}

impl<'a> Field<'a> {
    /// The field of a closed mesh, sampled on all threads of the executor; the same bits for any number of them.
    ///
    /// # Errors
    /// An open mesh, no cells, too much memory, a box beyond the exact range.
    pub fn try_new(mesh: &'a Mesh, options: &FieldOptions, executor: &Executor) -> Result<Self, FieldError> {
        Self::sampled(mesh, None, options, executor)
    }

    /// As [`Field::try_new`], but with dense samples in and beside the cells that boxes enter alone, which takes as much less time: bounds are the same at points of the boxes, up to
    /// the [sample error](Self::sample_error), and elsewhere may be infinite.
    ///
    /// # Errors
    /// As [`Field::try_new`].
    pub fn near(
        mesh: &'a Mesh,
        boxes: &[Aabb],
        options: &FieldOptions,
        executor: &Executor,
    ) -> Result<Self, FieldError> {
        Self::sampled(mesh, Some(boxes), options, executor)
    }

    fn sampled(
        mesh: &'a Mesh,
        boxes: Option<&[Aabb]>,
        options: &FieldOptions,
        executor: &Executor,
    ) -> Result<Self, FieldError> {
        if !mesh.is_closed() {
            return Err(FieldError::Open);
        }
        let multiple = if options.storage == Storage::Sparse { BLOCK } else { 1 };
        let lattice = Lattice::around(&mesh.bounds(), options, multiple)?;
        mesh.prepare(executor);
        let unit = mesh.tree().frame().unit;
        let bytes = corner_count(lattice.cells).saturating_mul(4);
        let is_masked = options.storage == Storage::Dense && bytes <= options.most_bytes;
        let near = boxes.filter(|_| is_masked).and_then(|boxes| lattice.corners_near(boxes));
        let source = Source { query: PointQuery::new(mesh), lattice, unit, near };
        let (samples, error) = Samples::take(&source, options, executor)?;
        let bounds = lattice.bounds().joined(mesh.bounds());
        Ok(Self { mesh, lattice, samples, unit, error, bounds, corners: Corners::of(mesh.faces()) })
    }

    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &'a Mesh {
        self.mesh
    }

    /// The vertices and edges of the mesh.
    pub(super) fn corners(&self) -> &Corners {
        &self.corners
    }

    /// The edge of a cell (a length).
    #[must_use]
    pub fn step(&self) -> f64 {
        self.lattice.step
    }

    /// The box around all samples and the mesh.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Memory of the samples, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.samples.bytes()
    }

    /// What a sample may be off by (a length).
    #[must_use]
    pub fn sample_error(&self) -> f64 {
        self.error
    }

    /// The signed distance of a point, with bounds that hold everywhere, beyond the samples, too; `None` for a point outside the range of
    /// exact coordinates.
    #[must_use]
    pub fn at(&self, point: DVec3) -> Option<Bounded> {
        if !point.to_array().into_iter().all(|x| x.is_finite() && in_exact_range(x)) {
            return None;
        }
        let nearest = point.max(self.bounds.min).min(self.bounds.max);
        let within = self.within(nearest);
        if nearest == point {
            return Some(within);
        }
        // The mesh lies in the box, so from any of its points the nearest point of the box is seen at no less than a right angle from here.
        let away = (point - nearest).length();
        let lower = away.hypot(within.lower.max(0.0)) * (1.0 - ROUNDING);
        let upper = (away + within.upper) * (1.0 + ROUNDING);
        Some(Bounded { value: 0.5 * (lower + upper), lower, upper })
    }

    /// The direction in which the interpolated distance grows fastest, of length 1; `None` where it is flat, and outside the range of exact
    /// coordinates. An estimate without a bound: beyond the samples that at the nearest point of their box.
    #[must_use]
    pub fn direction(&self, point: DVec3) -> Option<DVec3> {
        let point = point.is_finite().then(|| point.max(self.bounds.min).min(self.bounds.max))?;
        let cube = self.cube(point);
        let [x, y, z] = self.weights(&cube, point).to_array();
        let v = cube.samples.map(f64::from);
        let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let slope = |d: [f64; 4], s: f64, t: f64| mix(mix(d[0], d[1], s), mix(d[2], d[3], s), t);
        let gradient = DVec3::new(
            slope([v[1] - v[0], v[3] - v[2], v[5] - v[4], v[7] - v[6]], y, z),
            slope([v[2] - v[0], v[3] - v[1], v[6] - v[4], v[7] - v[5]], x, z),
            slope([v[4] - v[0], v[5] - v[1], v[6] - v[2], v[7] - v[3]], x, y),
        );
        gradient.try_normalize()
    }

    /// The signed distance of a point of the box.
    fn within(&self, point: DVec3) -> Bounded {
        let cube = self.cube(point);
        let [x, y, z] = self.weights(&cube, point).to_array();
        let v = cube.samples.map(|v| f64::from(v) * self.unit);
        let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
        let low = mix(mix(v[0], v[1], x), mix(v[2], v[3], x), y);
        let high = mix(mix(v[4], v[5], x), mix(v[6], v[7], x), y);
        // A distance changes by at most the way that is gone.
        let (mut lower, mut upper, mut longest) = (f64::NEG_INFINITY, f64::INFINITY, 0.0_f64);
        for (i, v) in (0_u32..).zip(v) {
            let bit = |k: u32| cube.corner[k as usize] + (i >> k & 1) * cube.width;
            let way = (point - self.lattice.place([bit(0), bit(1), bit(2)])).length();
            lower = lower.max(v - way);
            upper = upper.min(v + way);
            longest = longest.max(way + v.abs());
        }
        let slack = self.error + ROUNDING * longest;
        let (lower, upper) = (lower - slack, upper + slack);
        Bounded { value: mix(low, high, z).max(lower).min(upper), lower, upper }
    }

    /// The samples around a point of the box.
    fn cube(&self, point: DVec3) -> Cube {
        self.samples.cube(self.lattice.cells, self.lattice.cell(point))
    }

    /// How far along each axis of a cube a point lies, from 0 to 1.
    fn weights(&self, cube: &Cube, point: DVec3) -> DVec3 {
        let width = self.lattice.step * f64::from(cube.width);
        ((point - self.lattice.place(cube.corner)) / width).clamp(DVec3::ZERO, DVec3::ONE)
    }
}
