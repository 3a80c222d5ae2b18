//! What rounding to single precision may do to a mesh, also where few vertices lie absurdly far out.
//!
//! A coordinate is off by half a unit in its last place, so the largest coordinate of a body says what rounding explains. One damaged vertex at 1e38 would make that
//! 1e31, which heals everything into everything and allows every overlap. So a length that exceeds all coordinates of a quarter of the faces is replaced by one
//! that goes with these: the larger of [`SPREAD`] times the rounding at their coordinates and a fraction of their size. No sound body is that fine and that long.

use super::body_healing::UNITS as HEALING_UNITS;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::sync::OnceLock;

/// How many times farther out than the lowest quarter other sound faces of a damaged body may lie.
const SPREAD: f64 = 16.0;

/// Units in the last place along the longest edge of a face: features of the size of a face stay far above rounding.
const UNITS_IN_FACE: f64 = 4096.0;

/// How large the coordinates of a mesh are: at most, and for a quarter of its faces at most.
#[derive(Clone, Copy, Debug, PartialEq)]
struct CoordinateRange {
    /// A quarter of the faces has no larger coordinate.
    lower_quarter: f64,
    /// A quarter of the faces has no point farther from the median of their corners, along an axis.
    lower_quarter_around_median: f64,
    /// A quarter of the faces has no longer edge.
    face_size: f64,
}

impl CoordinateRange {
    /// Of a mesh with faces; made once and kept with it.
    fn from_mesh(mesh: &Mesh) -> Option<Self> {
        let kept = mesh.cached::<OnceLock<Option<CoordinateRange>>>();
        *kept.get_or_init(|| Self::measure(mesh))
    }

    fn measure(mesh: &Mesh) -> Option<Self> {
        let triangles = || mesh.face_ids().map(|face| mesh.triangle(face));
        let median = DVec3::from_array(
            [0, 1, 2]
                .map(|axis| lower_part(triangles().map(|t| t[0][axis]).collect(), 2))
                .map(Option::unwrap_or_default),
        );
        let farthest =
            |t: &[DVec3; 3], from: DVec3| t.iter().map(|p| (*p - from).abs().max_element()).fold(0.0, f64::max);
        let longest = |[a, b, c]: &[DVec3; 3]| a.distance(*b).max(b.distance(*c)).max(c.distance(*a));
        Some(Self {
            lower_quarter: lower_part(triangles().map(|t| farthest(&t, DVec3::ZERO)).collect(), 4)?,
            lower_quarter_around_median: lower_part(triangles().map(|t| farthest(&t, median)).collect(), 4)?,
            face_size: lower_part(triangles().map(|t| longest(&t)).collect(), 4)?,
        })
    }
}

/// The number that one in `parts` is at most; `None` of none.
fn lower_part(mut numbers: Vec<f64>, parts: usize) -> Option<f64> {
    let k = numbers.len() / parts;
    (!numbers.is_empty()).then(|| *numbers.select_nth_unstable_by(k, f64::total_cmp).1)
}

/// A length that rounding to single precision explains.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RoundingLength {
    /// The length.
    pub length: f64,
    /// Whether it is less than the largest coordinate would give.
    pub is_limited: bool,
}

impl RoundingLength {
    /// Units in the last place of single precision at the coordinates of a mesh as it was in its file, or of a mesh that was moved by a translation.
    pub fn at_coordinates(mesh: &Mesh, translation: f64, largest: f64, units: f64) -> Self {
        let range = CoordinateRange::from_mesh(mesh);
        Self::limited(largest, range.map(|range| (range.lower_quarter.max(translation), range.face_size)), units)
    }

    /// The same at the half size of a mesh, which its coordinates had at least before it was carried elsewhere.
    pub fn at_half_size(mesh: &Mesh, units: f64) -> Self {
        let range = CoordinateRange::from_mesh(mesh);
        let around = range.map(|range| (range.lower_quarter_around_median, range.face_size));
        Self::limited(0.5 * mesh.bounds().size().max_element(), around, units)
    }

    /// A length that exceeds all coordinates of a quarter of the faces makes no sense; any other is left as it is.
    fn limited(largest: f64, quarter: Option<(f64, f64)>, units: f64) -> Self {
        let length = units * unit_in_last_place(largest);
        let Some((coordinate, face_size)) = quarter.filter(|(coordinate, _)| length > *coordinate) else {
            return Self { length, is_limited: false };
        };
        let most = (SPREAD * units * unit_in_last_place(coordinate)).max(units * face_size / UNITS_IN_FACE);
        Self { length: length.min(most), is_limited: length > most }
    }
}

/// How far apart single-precision numbers of this size are; zero at zero.
pub(crate) fn unit_in_last_place(size: f64) -> f64 {
    /// The exponent of a double.
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    f64::from_bits(size.to_bits() & EXPONENT) * f64::from(f32::EPSILON)
}

/// The diagonal of a mesh, or, where that is due to few vertices far outside of most faces, a length that goes with the size of these.
#[must_use]
pub fn robust_diagonal(mesh: &Mesh) -> f64 {
    let diagonal = mesh.bounds().size().length();
    let is_wide = RoundingLength::at_half_size(mesh, HEALING_UNITS).is_limited;
    let range = CoordinateRange::from_mesh(mesh).filter(|_| is_wide);
    range.map_or(diagonal, |range| diagonal.min(UNITS_IN_FACE * range.face_size))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNITS: f64 = 4.0;

    /// A sphere of radius 30 at a place.
    fn sphere(at: DVec3) -> Mesh {
        let sphere = Mesh::icosphere(30.0, 3).unwrap();
        Mesh::try_new(sphere.vertices().iter().map(|p| *p + at).collect(), sphere.faces().to_vec()).unwrap()
    }

    fn with_vertices_at(mesh: &Mesh, every: usize, place: DVec3) -> Mesh {
        let moved = |(k, p): (usize, &DVec3)| if k.is_multiple_of(every) { place * (1.0 + k as f64) } else { *p };
        Mesh::try_new(mesh.vertices().iter().enumerate().map(moved).collect(), mesh.faces().to_vec()).unwrap()
    }

    fn length(mesh: &Mesh) -> RoundingLength {
        RoundingLength::at_coordinates(mesh, 0.0, mesh.bounds().largest_coordinate(), UNITS)
    }

    #[test]
    fn a_unit_in_the_last_place_is_the_step_of_single_precision() {
        for x in [1.0_f32, 1.5, 2.0, 1023.9, 1024.0, 3e7, 1e-3] {
            let step = f64::from(f32::from_bits(x.to_bits() + 1)) - f64::from(x);
            assert_eq!(unit_in_last_place(f64::from(x)), step, "{x}");
        }
        assert_eq!(unit_in_last_place(0.0), 0.0);
    }

    /// Also far from the origin, and for bodies of a few long faces and many small ones at one end, up to a ratio of hundreds of thousands.
    #[test]
    fn ordinary_bodies_take_the_largest_coordinate() {
        let long = [2.0, 100.0, 1e5, 1e7].map(|x| with_vertices_at(&sphere(DVec3::ZERO), 1000, DVec3::X * x));
        let others = [sphere(DVec3::ZERO), sphere(DVec3::X * 1e6), Mesh::icosphere(1.0, 5).unwrap()];
        for mesh in others.into_iter().chain(long) {
            let largest = mesh.bounds().largest_coordinate();
            let expected = UNITS * unit_in_last_place(largest);
            assert_eq!(length(&mesh), RoundingLength { length: expected, is_limited: false }, "{largest}");
            assert_eq!(robust_diagonal(&mesh), mesh.bounds().size().length());
            let half = UNITS * unit_in_last_place(0.5 * mesh.bounds().size().max_element());
            assert_eq!(RoundingLength::at_half_size(&mesh, UNITS), RoundingLength { length: half, is_limited: false });
        }
    }

    /// One vertex, or a few in a hundred, at 1e38: the lengths stay far below the faces that are as they were.
    #[test]
    fn vertices_far_out_do_not_count() {
        for every in [1000, 50, 20] {
            let mesh = with_vertices_at(&sphere(DVec3::ZERO), every, DVec3::new(1e35, -1e30, 1e10));
            for found in [length(&mesh), RoundingLength::at_half_size(&mesh, UNITS)] {
                assert!(robust_diagonal(&mesh) < 1e5);
                assert!(found.is_limited && found.length < 0.01 && found.length > 0.0, "{found:?}");
            }
        }
    }
}
