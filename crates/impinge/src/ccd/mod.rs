//! Whether and when moving vertices, edges and faces meet: continuous collision, decided exactly.
//!
//! Vertices move along lines at a constant rate. A vertex and a face, or two edges, can only meet when all four points are in one plane, which is when
//! a cubic in time is zero (Provot 1997); whether they do meet then is a matter of signs of quadratics at a root of that cubic. Brochu, Edwards and
//! Bridson (2012) count roots by parity and miss pairs that meet twice; Wang et al. (2021) enclose, and report pairs that come close. Here
//! doubles decide what they can prove, and integers the rest without iteration: no contact is missed and none is made up, touching counts,
//! and both ends of the motion belong to it.
//!
//! [`RigidMotion`] turns a whole body instead, algebraically, so that its features are decided in the same way. A search over whole bodies asks
//! [`Travel`] for first contacts in windows of time, and [`Stop`] how long an edge and a face stay in contact.
//!
//! Features that share a vertex meet always: leave such pairs out. The algebra and the bounds are in `docs/notes/ccd.md`. Some tens of
//! nanoseconds for most queries, some microseconds for those that integers decide; coordinates more than 2^120 apart take longer.
//!
//! ```
//! use impinge::{ccd::{Path, vertex_face_contacts}, cost::Cost, math::DVec3};
//!
//! let face = [DVec3::ZERO, DVec3::X, DVec3::Y].map(|p| Path::try_new(p, p)).into_iter().collect::<Result<Vec<_>, _>>()?;
//! let falling = Path::try_new(DVec3::new(0.25, 0.25, 1.0), DVec3::new(0.25, 0.25, -2.0))?;
//! let found = vertex_face_contacts(&falling, &[face[0], face[1], face[2]], &mut Cost::default());
//! let time = found.impact.map(|impact| impact.time).ok_or("it falls through")?;
//! assert!(time.lower <= 1.0 / 3.0 && 1.0 / 3.0 <= time.upper);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bernstein;
#[cfg(test)]
mod blossom;
mod coefficient;
mod course;
mod crossing;
mod edge_face;
mod encounter;
mod filter;
mod first;
mod form;
mod frozen;
mod impact;
mod kind;
mod lattice;
#[doc(hidden)]
pub mod passage;
mod path;
mod posed;
mod rigid;
mod rigid_filter;
mod rigid_forms;
mod rigid_motion;
mod rigid_stop;
mod rigid_travel;
mod root;
mod sign;
mod straight;
mod straight_stop;
mod straight_travel;
mod stretch;
mod time;
mod timeline;
mod travel;
mod turning;
mod window;

pub use impact::{Contacts, Impact};
pub use passage::Way;
pub(crate) use passage::{Passage, ROUNDING, Straying};
pub use path::{Path, PathError};
pub use rigid::{edge_turning, edge_turning_through_face, face_turning, face_turning_through_edge, vertex_turning};
pub use rigid_motion::{RigidMotion, RigidMotionError};
pub use rigid_stop::RigidStop;
pub use rigid_travel::{RigidCourse, RigidTravel};
pub use straight_stop::StraightStop;
pub use straight_travel::StraightTravel;
pub use time::Time;
pub use timeline::Span;
pub use travel::{Body, Stop, Travel};
pub use window::Window;

use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};
use coefficient::{Medium, Short, fits};
use encounter::Encounter;
use impact::{Moment, edge_on_edge, vertex_on_face};
use kind::{EdgeEdge, Kind, VertexFace};
use lattice::{Lattice, long_differences};
use straight::Straight;

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
    straight_stop::crossings(edge, face)
}

fn contacts<K: Kind>(
    points: &[Path; 4],
    impact: impl Fn(&Moment, K::Features) -> Impact<K::Features>,
    cost: &mut Cost,
) -> Contacts<K::Features> {
    if !meets::<K>(points, cost) {
        return Contacts::none();
    }
    let (spans, first) = timeline::spans(&Straight::<_, K>::new(long_differences::<K>(points)));
    let impact = spans.first().zip(first).map(|(span, features)| impact(&moment(points, span.begin), features));
    Contacts { spans, impact }
}

/// Where points are at a time, and which way they go.
fn moment(points: &[Path; 4], time: Time) -> Moment {
    let half = |p: &Path| p.to() * 0.5 - p.from() * 0.5;
    Moment { time, places: points.map(|p| p.at(time.middle())), velocities: points.each_ref().map(half) }
}

fn meets<K: Kind>(points: &[Path; 4], cost: &mut Cost) -> bool {
    cost.triangle_tests += 1;
    filter::meets::<K>(points, Window::WHOLE).unwrap_or_else(|| {
        cost.exact_tests += 1;
        meets_exactly::<K>(points)
    })
}

#[cold]
fn meets_exactly<K: Kind>(points: &[Path; 4]) -> bool {
    match Lattice::new::<K>(points) {
        Some(lattice) if fits::<3, 20>(lattice.bits) => Straight::<Short, K>::new(lattice.differences()).meets(),
        Some(lattice) if fits::<6, 42>(lattice.bits) => Straight::<Medium, K>::new(lattice.differences()).meets(),
        _ => Straight::<_, K>::new(long_differences::<K>(points)).meets(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use dashu_int::IBig;
    use lattice::Differences;

    /// Differences that need all the bits that their integers are for: short, medium and long integers give the same answer.
    fn widths_agree<K: Kind>(bits: u32, random: &mut Random) -> [u32; 3] {
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
            counts[1] += u32::from(form::is_zero(&long.determinant()));
            counts[2] += u32::from(form::variations(&long.determinant()) > 1);
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
