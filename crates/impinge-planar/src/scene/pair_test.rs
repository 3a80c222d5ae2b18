//! Whether two polygons of a scene meet: nothing is remembered from test to test.

use super::body::PlanarBody;
use super::placement;
use crate::intersects;
use impinge::scene::world::{PairMemory, TestRun};

/// Two polygons whose rectangles overlap.
#[derive(Debug, Default)]
pub(super) struct PolygonPair;

impl PairMemory<PlanarBody> for PolygonPair {
    type Settings = ();

    fn reset(&mut self, _: &PlanarBody, _: &PlanarBody) {}

    fn test(&mut self, [a, b]: [&PlanarBody; 2], run: &mut TestRun<'_, ()>) -> Option<bool> {
        run.meter.pay().then(|| intersects(&a.polygon, &b.polygon, &placement::a_from_b(a, b)))
    }
}
