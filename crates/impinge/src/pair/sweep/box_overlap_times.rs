//! Times at which boxes around two moving bodies overlap: outside of them the bodies are free, however far they go.
//!
//! The frames of most motions move straight, so that the sides of a box around the body are linear in time, and so is the gap between a side of one body and the
//! facing side of the other. All is rounded outward, before any unit is chosen: a gap of 4 on a way of 1e20 is clipped to the last place of the time.
//! `docs/notes/sweep.md` has the argument.

use super::moving_body::PieceMotion;
use super::moving_pair::{reach_of, room};
use crate::math::interval::Enclosure;
use crate::math::{DMat3, DVec3, SMALLEST_COORDINATE};
use crate::mesh::Mesh;

/// What radii in doubles may lose, relative.
const RADIUS_ROUNDING: f64 = 1e-12;

/// What coordinates may be rounded to zero by, of two bodies: a length.
const FLUSHED: f64 = 4.0 * SMALLEST_COORDINATE;

/// A bound that is linear in time: `start + s rate`, s from 0 to 1.
#[derive(Clone, Copy, Debug)]
struct LinearBound {
    start: Enclosure,
    rate: Enclosure,
}

/// A box that holds a body at all times.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovingBox {
    low: [LinearBound; 3],
    high: [LinearBound; 3],
}

impl MovingBox {
    /// Of a body over a piece. A body that turns stays in a ball about the origin of its frame; what moves along a screw, or over a part of a turn, in one box all the time.
    pub fn new(mesh: &Mesh, ride: &PieceMotion<'_>) -> Self {
        let bounds = mesh.bounds();
        match ride {
            PieceMotion::Deforming(to) => {
                let change = |from: DVec3, to: DVec3| {
                    std::array::from_fn(|axis| {
                        let [start, end] = [from[axis], to[axis]].map(Enclosure::exactly);
                        LinearBound { start, rate: end - start }
                    })
                };
                Self { low: change(bounds.min, to.bounds().min), high: change(bounds.max, to.bounds().max) }
            }
            PieceMotion::Straight([from, to]) => {
                Self::shifted(turned_extent(mesh, &from.rotation()), [from.translation(), to.translation()])
            }
            _ => match ride.origin_ends() {
                Some(ends) => Self::shifted([ball_extent(reach_of(mesh).length()); 3], ends),
                None => Self::shifted([ball_extent(room(mesh, ride, [0.0, 1.0])); 3], [DVec3::ZERO; 2]),
            },
        }
    }

    /// An extent about an origin that moves straight.
    fn shifted(extent: [Enclosure; 3], [from, to]: [DVec3; 2]) -> Self {
        let side = |side: fn(Enclosure) -> f64| {
            std::array::from_fn(|axis| {
                let [start, end] = [from[axis], to[axis]].map(Enclosure::exactly);
                LinearBound { start: start + Enclosure::exactly(side(extent[axis])), rate: end - start }
            })
        };
        Self { low: side(|extent| extent.lower), high: side(|extent| extent.upper) }
    }
}

/// How far a turned mesh reaches along each axis.
fn turned_extent(mesh: &Mesh, rotation: &DMat3) -> [Enclosure; 3] {
    let bounds = mesh.bounds();
    let own = |axis: usize| Enclosure { lower: bounds.min[axis], upper: bounds.max[axis] };
    if *rotation == DMat3::IDENTITY {
        return [own(0), own(1), own(2)];
    }
    std::array::from_fn(|axis| {
        let product = |k: usize| Enclosure::exactly(rotation.col(k)[axis]) * own(k);
        product(0) + product(1) + product(2)
    })
}

fn ball_extent(radius: f64) -> Enclosure {
    let radius = radius * (1.0 + RADIUS_ROUNDING);
    Enclosure { lower: -radius, upper: radius }
}

/// From when to when two boxes are no farther apart than a separation, rounded outward to doubles; `None` if they never are.
pub(super) fn overlap_times(boxes: [&MovingBox; 2], separation: f64) -> Option<[f64; 2]> {
    let separation = Enclosure::exactly(separation) + Enclosure::exactly(FLUSHED);
    let mut window = [0.0, 1.0];
    for axis in 0..3 {
        for [a, b] in [boxes, [boxes[1], boxes[0]]] {
            let (high, low) = (&a.high[axis], &b.low[axis]);
            // Where this is more than 0 the boxes are apart.
            let gap = LinearBound { start: low.start - high.start - separation, rate: low.rate - high.rate };
            match gap.rate.sign() {
                Some(1) => window[1] = (-gap.start).over(gap.rate).upper.min(window[1]),
                Some(-1) => window[0] = gap.start.over(-gap.rate).lower.max(window[0]),
                _ if gap.start.lower > 0.0 && (gap.start + gap.rate).lower > 0.0 => return None,
                _ => {}
            }
        }
    }
    (window[0] <= window[1]).then_some(window)
}
