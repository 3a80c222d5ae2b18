//! Edges and faces of two bodies whose vertices move along lines, at one time.

use super::integer_grid::long_differences;
use super::linear_filter;
use super::linear_quadruple::Straight;
use super::vertex_path::Path;
use crate::ccd::contact::contact_intervals::Span;
use crate::ccd::contact::edge_face_at_time::{EdgeFace, MOST_HALVINGS, MotionPart};
use crate::ccd::contact::edge_face_integers::Frozen;
use crate::ccd::contact::feature_pair::{EdgeEdge, VertexFace};
use crate::ccd::contact::feature_pair_queries::{Body, Stop};
use crate::ccd::contact::time_window::Window;
use crate::ccd::polynomial::bernstein::Bernstein;
use crate::ccd::polynomial::root_time::{Time, instant};
use crate::ccd::rigid::motion_integers::Fixed;
use crate::cost::Cost;
use crate::math::integer::Grid;
use dashu_int::IBig;

/// Vertices on lines at a time of the motion.
#[derive(Clone, Copy, Debug)]
pub struct StraightStop(f64);

impl StraightStop {
    /// At a time of the motion; `None` for a time outside of it.
    #[must_use]
    pub fn at(time: f64) -> Option<Self> {
        Window::new(time, time).map(|now| Self(now.from()))
    }
}

impl Stop for StraightStop {
    type Vertex = Path;

    fn crosses(&self, _: Body, edge: &[Path; 2], face: &[Path; 3], cost: &mut Cost) -> bool {
        StraightPair::new(edge, face, self.0).crosses(cost)
    }

    fn crosses_until(&self, _: Body, edge: &[Path; 2], face: &[Path; 3], cost: &mut Cost) -> Option<Time> {
        StraightPair::new(edge, face, self.0).until(cost)
    }

    fn crossing(&self, _: Body, edge: &[Path; 2], face: &[Path; 3], cost: &mut Cost) -> Option<Span> {
        StraightPair::new(edge, face, self.0).span(cost)
    }
}

/// All spans in which an edge and a face share a point, first to last.
pub(crate) fn crossings(edge: &[Path; 2], face: &[Path; 3]) -> Vec<Span> {
    StraightPair::new(edge, face, 0.0).spans()
}

/// An edge and a face on lines.
struct StraightPair {
    ends: [[Path; 4]; 2],
    sides: [[Path; 4]; 3],
    time: f64,
}

impl StraightPair {
    fn new([p, q]: &[Path; 2], [a, b, c]: &[Path; 3], time: f64) -> Self {
        let (ends, sides) = ([p, q].map(|v| [*v, *a, *b, *c]), [[a, b], [b, c], [c, a]].map(|[f, g]| [*f, *g, *p, *q]));
        Self { ends, sides, time }
    }
}

impl EdgeFace for StraightPair {
    type End = Straight<IBig, VertexFace>;
    type Side = Straight<IBig, EdgeEdge>;

    fn time(&self) -> f64 {
        self.time
    }

    fn determinant(&self, index: usize, part: MotionPart) -> Option<(Bernstein<4>, f64)> {
        let (window, halvings) = match part {
            MotionPart::Now => (Window::new(self.time, self.time)?, 0),
            MotionPart::Ahead => (Window::new(self.time, 1.0)?, MOST_HALVINGS),
            MotionPart::Behind => (Window::new(0.0, self.time)?, MOST_HALVINGS),
        };
        match index.checked_sub(2) {
            None => linear_filter::cubic::<VertexFace>(&self.ends[index], window, halvings),
            Some(side) => linear_filter::cubic::<EdgeEdge>(&self.sides[side], window, halvings),
        }
    }

    fn frozen(&self, time: f64) -> Frozen {
        let [[p, a, b, c], [q, ..]] = &self.ends;
        let points = [p, q, a, b, c];
        let mut places: [Fixed; 5] = Default::default();
        let at = instant(time);
        for axis in 0..3 {
            let grid = Grid::holding(points.iter().flat_map(|p| [p.from()[axis], p.to()[axis]]));
            for (place, path) in places.iter_mut().zip(points) {
                place[axis] = grid.integer(path.from()[axis]) * &at.s + grid.integer(path.to()[axis]) * &at.t;
            }
        }
        let [p, q, a, b, c] = places;
        Frozen { edge: [p, q], face: [a, b, c] }
    }

    fn end(&self, index: usize) -> Self::End {
        Straight::new(long_differences::<VertexFace>(&self.ends[index]))
    }

    fn side(&self, index: usize) -> Self::Side {
        Straight::new(long_differences::<EdgeEdge>(&self.sides[index]))
    }
}
