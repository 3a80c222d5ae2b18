//! Features of two bodies whose vertices move along lines, over a window of times.

use super::integer_grid::long_differences;
use super::linear_contacts::{meets_exactly, moment};
use super::linear_filter;
use super::linear_quadruple::Straight;
use super::vertex_path::Path;
use crate::ccd::contact::contact_intervals;
use crate::ccd::contact::contact_intervals::Span;
use crate::ccd::contact::feature_pair::{EdgeEdge, FeaturePair, VertexFace};
use crate::ccd::contact::feature_pair_queries::{Body, Travel};
use crate::ccd::contact::first_contact::{first, first_known};
use crate::ccd::contact::impact::{Impact, Moment, edge_on_edge, vertex_on_face};
use crate::ccd::contact::time_window::Window;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, TriangleFeature};
use dashu_int::IBig;

/// Vertices on lines over a window of times.
#[derive(Clone, Copy, Debug)]
pub struct StraightTravel(Window);

impl StraightTravel {
    /// Over these times.
    #[must_use]
    pub fn over(window: Window) -> Self {
        Self(window)
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
    fn contact<K: FeaturePair>(
        &self,
        points: &[Path; 4],
        impact: impl Fn(&Moment, K::Features) -> Impact<K::Features>,
        cost: &mut Cost,
    ) -> Option<Impact<K::Features>> {
        cost.triangle_tests += 1;
        let exact = || Straight::<IBig, K>::new(long_differences::<K>(points));
        let (time, features) = match linear_filter::meets::<K>(points, self.0) {
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

    fn spans<K: FeaturePair>(&self, points: &[Path; 4], cost: &mut Cost) -> Vec<Span> {
        let all = || contact_intervals::spans(&Straight::<IBig, K>::new(long_differences::<K>(points))).0;
        if self.meets::<K>(points, cost) { all() } else { Vec::new() }
    }

    fn meets<K: FeaturePair>(&self, points: &[Path; 4], cost: &mut Cost) -> bool {
        cost.triangle_tests += 1;
        linear_filter::meets::<K>(points, self.0).unwrap_or_else(|| {
            cost.exact_tests += 1;
            let within = || first(&Straight::<IBig, K>::new(long_differences::<K>(points)), self.0).is_some();
            meets_exactly::<K>(points) && (self.0 == Window::WHOLE || within())
        })
    }
}
