//! Features of two bodies whose vertices move along lines.

use super::bernstein::Bernstein;
use super::course::Fixed;
use super::edge_face::{EdgeFace, MOST_HALVINGS, Part};
use super::filter;
use super::first::{first, first_known};
use super::frozen::Frozen;
use super::impact::{Impact, Moment, edge_on_edge, vertex_on_face};
use super::kind::{EdgeEdge, Kind, VertexFace};
use super::lattice::long_differences;
use super::path::Path;
use super::straight::Straight;
use super::time::{Time, instant};
use super::timeline::{self, Span};
use super::travel::{Body, Stop, Travel};
use super::window::Window;
use super::{meets_exactly, moment};
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};
use crate::math::integer::Grid;
use dashu_int::IBig;

/// Vertices on lines over a window of times.
#[derive(Clone, Copy, Debug)]
pub struct StraightTravel(Window);

/// Vertices on lines at a time of the motion.
#[derive(Clone, Copy, Debug)]
pub struct StraightStop(f64);

impl StraightTravel {
    /// Over these times.
    #[must_use]
    pub fn over(window: Window) -> Self {
        Self(window)
    }
}

impl StraightStop {
    /// At a time of the motion; `None` if it is none.
    #[must_use]
    pub fn at(time: f64) -> Option<Self> {
        Window::new(time, time).map(|now| Self(now.from()))
    }
}

impl Travel for StraightTravel {
    type Vertex = Path;

    fn vertex_face(
        &self,
        _: Body,
        vertex: Path,
        [a, b, c]: &[Path; 3],
        cost: &mut Cost,
    ) -> Option<Impact<TriangleFeature>> {
        self.contact::<VertexFace>(&[vertex, *a, *b, *c], vertex_on_face, cost)
    }

    fn face_spans(&self, _: Body, vertex: Path, [a, b, c]: &[Path; 3], cost: &mut Cost) -> Vec<Span> {
        self.spans::<VertexFace>(&[vertex, *a, *b, *c], cost)
    }

    fn meets_face(&self, _: Body, vertex: Path, [a, b, c]: &[Path; 3], cost: &mut Cost) -> bool {
        self.meets::<VertexFace>(&[vertex, *a, *b, *c], cost)
    }

    fn edge_edge(&self, [a, b]: &[Path; 2], [c, d]: &[Path; 2], cost: &mut Cost) -> Option<Impact<[EdgeFeature; 2]>> {
        self.contact::<EdgeEdge>(&[*a, *b, *c, *d], edge_on_edge, cost)
    }

    fn edge_spans(&self, [a, b]: &[Path; 2], [c, d]: &[Path; 2], cost: &mut Cost) -> Vec<Span> {
        self.spans::<EdgeEdge>(&[*a, *b, *c, *d], cost)
    }

    fn meets_edge(&self, [a, b]: &[Path; 2], [c, d]: &[Path; 2], cost: &mut Cost) -> bool {
        self.meets::<EdgeEdge>(&[*a, *b, *c, *d], cost)
    }
}

impl StraightTravel {
    fn contact<K: Kind>(
        &self,
        points: &[Path; 4],
        impact: impl Fn(&Moment, K::Features) -> Impact<K::Features>,
        cost: &mut Cost,
    ) -> Option<Impact<K::Features>> {
        cost.triangle_tests += 1;
        let exact = || Straight::<IBig, K>::new(long_differences::<K>(points));
        let (time, features) = match filter::meets::<K>(points, self.0) {
            Some(false) => None,
            Some(true) => first_known(&exact(), self.0),
            None => {
                cost.exact_tests += 1;
                // Shorter integers tell most of those that never meet.
                meets_exactly::<K>(points).then(|| first(&exact(), self.0)).flatten()
            }
        }?;
        Some(impact(&moment(points, time), features))
    }

    fn spans<K: Kind>(&self, points: &[Path; 4], cost: &mut Cost) -> Vec<Span> {
        let all = || timeline::spans(&Straight::<IBig, K>::new(long_differences::<K>(points))).0;
        if self.meets::<K>(points, cost) { all() } else { Vec::new() }
    }

    fn meets<K: Kind>(&self, points: &[Path; 4], cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        filter::meets::<K>(points, self.0).unwrap_or_else(|| {
            cost.exact_tests += 1;
            let within = || first(&Straight::<IBig, K>::new(long_differences::<K>(points)), self.0).is_some();
            meets_exactly::<K>(points) && (self.0 == Window::WHOLE || within())
        })
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
pub(super) fn crossings(edge: &[Path; 2], face: &[Path; 3]) -> Vec<Span> {
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

    fn determinant(&self, index: usize, part: Part) -> Option<(Bernstein<4>, f64)> {
        let (window, halvings) = match part {
            Part::Now => (Window::new(self.time, self.time)?, 0),
            Part::Ahead => (Window::new(self.time, 1.0)?, MOST_HALVINGS),
            Part::Behind => (Window::new(0.0, self.time)?, MOST_HALVINGS),
        };
        match index.checked_sub(2) {
            None => filter::cubic::<VertexFace>(&self.ends[index], window, halvings),
            Some(side) => filter::cubic::<EdgeEdge>(&self.sides[side], window, halvings),
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
