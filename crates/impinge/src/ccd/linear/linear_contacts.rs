//! Whether and when vertices, edges and faces meet whose vertices move along lines at constant rates.

use super::integer_grid::{Lattice, long_differences};
use super::linear_quadruple::Straight;
use super::vertex_path::Path;
use super::{linear_at_time, linear_filter};
use crate::ccd::contact::contact_intervals::{self, Span};
use crate::ccd::contact::coplanar_times::Encounter;
use crate::ccd::contact::feature_pair::{EdgeEdge, FeaturePair, VertexFace};
use crate::ccd::contact::impact::{Contacts, Impact, Moment, edge_on_edge, vertex_on_face};
use crate::ccd::contact::time_window::Window;
use crate::ccd::polynomial::integer_coefficient::{Medium, Short, fits};
use crate::ccd::polynomial::root_time::Time;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};

/// Whether a vertex and a face share a point at any time from 0 to 1.
///
/// `cost` counts it as one of `triangle_tests`, and among `exact_tests` if integers decided.
#[must_use]
pub fn vertex_face(vertex: &Path, face: &[Path; 3], cost: &mut Cost) -> bool {
    meets::<VertexFace>(&[*vertex, face[0], face[1], face[2]], cost)
}

/// Whether two edges share a point at any time from 0 to 1.
///
/// `cost` counts it as one of `triangle_tests`, and among `exact_tests` if integers decided.
#[must_use]
pub fn edge_edge(a: &[Path; 2], b: &[Path; 2], cost: &mut Cost) -> bool {
    meets::<EdgeEdge>(&[a[0], a[1], b[0], b[1]], cost)
}

/// All times at which a vertex and a face share a point, and the first of them.
///
/// Times are found in integers of any length, so a query that hits takes longer than [`vertex_face`].
#[must_use]
pub fn vertex_face_contacts(vertex: &Path, face: &[Path; 3], cost: &mut Cost) -> Contacts<TriangleFeature> {
    contacts::<VertexFace>(&[*vertex, face[0], face[1], face[2]], vertex_on_face, cost)
}

/// All times at which two edges share a point, and the first of them.
///
/// Times are found in integers of any length, so a query that hits takes longer than [`edge_edge`].
#[must_use]
pub fn edge_edge_contacts(a: &[Path; 2], b: &[Path; 2], cost: &mut Cost) -> Contacts<[EdgeFeature; 2]> {
    contacts::<EdgeEdge>(&[a[0], a[1], b[0], b[1]], edge_on_edge, cost)
}

/// All spans in which an edge and a face share a point, first to last, in integers of any length.
#[must_use]
pub fn edge_face_spans(edge: &[Path; 2], face: &[Path; 3]) -> Vec<Span> {
    linear_at_time::crossings(edge, face)
}

fn contacts<K: FeaturePair>(
    points: &[Path; 4],
    impact: impl Fn(&Moment, K::Features) -> Impact<K::Features>,
    cost: &mut Cost,
) -> Contacts<K::Features> {
    if !meets::<K>(points, cost) {
        return Contacts::none();
    }
    let (spans, first) = contact_intervals::spans(&Straight::<_, K>::new(long_differences::<K>(points)));
    let impact = spans.first().zip(first).map(|(span, features)| impact(&moment(points, span.begin), features));
    Contacts { spans, impact }
}

/// Where points are at a time, and which way they go.
pub(crate) fn moment(points: &[Path; 4], time: Time) -> Moment {
    let half = |p: &Path| p.to() * 0.5 - p.from() * 0.5;
    Moment { time, places: points.map(|p| p.at(time.middle())), velocities: points.each_ref().map(half) }
}

fn meets<K: FeaturePair>(points: &[Path; 4], cost: &mut Cost) -> bool {
    cost.triangle_tests += 1;
    linear_filter::meets::<K>(points, Window::WHOLE).unwrap_or_else(|| {
        cost.exact_tests += 1;
        meets_exactly::<K>(points)
    })
}

#[cold]
pub(crate) fn meets_exactly<K: FeaturePair>(points: &[Path; 4]) -> bool {
    match Lattice::new::<K>(points) {
        Some(lattice) if fits::<3, 20>(lattice.bits) => Straight::<Short, K>::new(lattice.differences()).meets(),
        Some(lattice) if fits::<6, 42>(lattice.bits) => Straight::<Medium, K>::new(lattice.differences()).meets(),
        _ => Straight::<_, K>::new(long_differences::<K>(points)).meets(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::integer_grid::Differences;
    use super::*;
    use crate::ccd::polynomial::integer_polynomial;
    use crate::math::random::Random;
    use dashu_int::IBig;

    /// Differences that need all the bits that their integers are for: short, medium and long integers give the same answer.
    fn widths_agree<K: FeaturePair>(bits: u32, random: &mut Random) -> [u32; 3] {
        let full = (1_i128 << bits) - 1;
        let mut counts = [0; 3];
        for k in 0..2_000 {
            // Few different numbers, so that determinants vanish and roots repeat; products of full ones, so that nothing is small.
            let mut number = || {
                let size = [0, full, full, full - 1, full / 2, full / 3 + random.below(3) as i128];
                let x = size[random.below(6)];
                if random.below(2) == 0 { -x } else { x }
            };
            let mut steps: Differences<i128> = std::array::from_fn(|_| std::array::from_fn(|_| [number(), number()]));
            // Two edges have four differences, of which three tell the last; halves, so that it fits.
            let halves = steps.as_flattened_mut().as_flattened_mut();
            halves.iter_mut().for_each(|x| *x /= 4);
            for axis in 0..3 {
                if k % 10 == axis {
                    steps.iter_mut().for_each(|g| g[axis] = [0; 2]); // flat
                }
                steps[3][axis] = [0, 1].map(|end| steps[1][axis][end] + steps[2][axis][end] - steps[0][axis][end]);
            }
            let long = Straight::<IBig, K>::new(steps.map(|g| g.map(|axis| axis.map(IBig::from))));
            let expected = long.meets();
            assert_eq!(
                Straight::<Medium, K>::new(steps.map(|g| g.map(|axis| axis.map(Medium::from)))).meets(),
                expected
            );
            if fits::<3, 20>(bits) {
                assert_eq!(
                    Straight::<Short, K>::new(steps.map(|g| g.map(|axis| axis.map(Short::from)))).meets(),
                    expected
                );
            }
            counts[0] += u32::from(expected);
            counts[1] += u32::from(integer_polynomial::is_zero(&long.determinant()));
            counts[2] += u32::from(integer_polynomial::variations(&long.determinant()) > 1);
        }
        counts
    }

    #[test]
    fn integers_of_all_widths_agree() {
        let mut random = Random(41);
        for bits in [58, 125] {
            for counts in [widths_agree::<VertexFace>(bits, &mut random), widths_agree::<EdgeEdge>(bits, &mut random)] {
                assert!(counts.iter().all(|count| *count > 100), "{bits} {counts:?}");
            }
        }
    }
}
