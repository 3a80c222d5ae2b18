//! A point that moves about a solid: the mask of Jiménez, Segura and Feito (2004), algorithm 2, with planes of faces for lines of edges.
//!
//! No face passes through a cell between the planes of all faces, so a point that stays in its cell keeps its winding number. Where
//! bits change, the path from the last point crosses the surface at those faces alone. A path through an edge or a vertex, and a
//! point in the plane of a face, are answered from nothing. A step costs a sign a face, and three more for each bit that changes.

use super::solid_covering::SolidCovering;
use impinge::cost::Cost;
use impinge::math::bit_mask::{BitMask, MaskHistory};
use impinge::math::predicates::orient3d;
use impinge::math::{DVec3, in_exact_range};
use impinge::pair::Location;

/// Where a moving point was: its mask and the winding number there.
#[derive(Clone, Debug)]
pub struct MovingPoint<'a> {
    covering: &'a SolidCovering<'a>,
    mask: BitMask,
    /// The mask of the step at hand, its memory kept.
    next: BitMask,
    /// The last point and its winding number; `None` if it lay in the plane of a face, or there was none.
    last: Option<(DVec3, i32)>,
    history: MaskHistory,
}

impl<'a> MovingPoint<'a> {
    /// A point that was nowhere yet, about the mesh of a covering.
    #[must_use]
    pub fn new(covering: &'a SolidCovering<'a>) -> Self {
        let [mask, next] = [BitMask::default(), BitMask::default()];
        Self { covering, mask, next, last: None, history: MaskHistory::default() }
    }

    /// Where the point lies now: what [`impinge::pair::locate`] says, whatever was asked before. `None` for a point outside the range of exact
    /// coordinates, which changes nothing here.
    pub fn locate(&mut self, point: DVec3) -> Option<Location> {
        if !point.to_array().into_iter().all(|x| x.is_finite() && in_exact_range(x)) {
            return None;
        }
        let cost = &mut Cost::default();
        let in_a_plane = self.covering.zones(point, &mut self.next, cost);
        self.history.steps += 1;
        let known = self.last.filter(|_| !in_a_plane);
        let carried = known.and_then(|(from, winding)| self.carry_over([from, point], winding, cost));
        let winding = carried.or_else(|| {
            self.history.whole += 1;
            self.covering.winding(point, cost)
        });
        std::mem::swap(&mut self.mask, &mut self.next);
        self.last = winding.filter(|_| !in_a_plane).map(|winding| (point, winding));
        Some(match winding {
            None => Location::Surface,
            Some(0) => Location::Outside,
            Some(_) => Location::Inside,
        })
    }

    /// The winding number at the end of a path, from that at its start and the bits that changed; `None` if the path meets an edge.
    fn carry_over(&mut self, path: [DVec3; 2], winding: i32, cost: &mut Cost) -> Option<i32> {
        let (mut winding, mut changed) = (winding, 0);
        for face in self.mask.changes(&self.next) {
            changed += 1;
            if self.covering.is_solid(face) && self.passes(path, face, cost)? {
                // From the front, which is outside, to the back; or out again.
                winding += if self.mask.get(face) { 1 } else { -1 };
            }
        }
        self.history.unchanged += u64::from(changed == 0);
        self.history.bits_changed += changed;
        Some(winding)
    }

    /// Whether a path between both sides of a face's plane passes through the face; `None` if it meets the face at its edge.
    fn passes(&self, [from, to]: [DVec3; 2], face: usize, cost: &mut Cost) -> Option<bool> {
        let t = self.covering.triangle(face);
        let sides = [0, 1, 2].map(|k| orient3d(from, to, t[k], t[(k + 1) % 3], cost));
        let (low, high) = (sides.into_iter().min()?, sides.into_iter().max()?);
        match (low, high) {
            (-1, 1) => Some(false),
            (1, 1) | (-1, -1) => Some(true),
            _ => None,
        }
    }

    /// How often nothing had to be computed again.
    #[must_use]
    pub fn history(&self) -> MaskHistory {
        self.history
    }
}
