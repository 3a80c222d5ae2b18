//! Pairs of bodies at places that are hard for one bounding volume and easy for another.

use crate::args::HierarchyBodies;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_scenes::pipe::weave;
use impinge_scenes::solid::blob;
use impinge_scenes::soup::scattered_boxes;
use impinge_scenes::{SplitMix64, pivot, torpedo};
use std::sync::Arc;

/// Two bodies at several relative poses of one kind.
pub struct Pair {
    /// What the bodies are.
    pub bodies: &'static str,
    /// How they stand to each other.
    pub place: Proximity,
    pub a: Arc<Mesh>,
    pub b: Arc<Mesh>,
    /// Poses `a_from_b`.
    pub poses: Vec<Pose>,
}

/// How two bodies stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proximity {
    /// Some way into each other.
    Penetrating,
    /// Apart by about a hundredth of their size.
    Close,
    /// Apart by twice their size.
    Far,
}

impl Proximity {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Penetrating => "penetrating",
            Self::Close => "close",
            Self::Far => "far",
        }
    }
}

/// Pairs of one kind of bodies with about the given number of triangles each, at each of their places.
///
/// # Errors
/// A generator refused the number of triangles.
pub fn pairs(bodies: HierarchyBodies, seed: u64, triangles: u32, poses: u32) -> anyhow::Result<Vec<Pair>> {
    let n = triangles as usize;
    match bodies {
        HierarchyBodies::Blobs => {
            placed("blobs", [blob(seed, n, 0.2)?, blob(seed.wrapping_add(1), n, 0.2)?], seed, poses)
        }
        HierarchyBodies::Pipes => {
            // A weave of c pipes each way, 8 stations a crossing and 8 sides, has 256 c² + 24 c triangles.
            let pipes = (f64::from(triangles) / 256.0).sqrt().round().max(1.0) as u32;
            placed("pipes", [weave(pipes, 0.19, 8, 8)?, weave(pipes, 0.19, 8, 8)?], seed, poses)
        }
        HierarchyBodies::Boxes => {
            let boxes = [scattered_boxes(seed, n / 12)?, scattered_boxes(seed.wrapping_add(1), n / 12)?];
            placed("boxes", boxes, seed, poses)
        }
        HierarchyBodies::Torpedo => Ok(vec![lying(seed, poses)?]),
    }
}

/// Two bodies at all places, approaching each other from random directions.
fn placed(bodies: &'static str, [a, b]: [Mesh; 2], seed: u64, poses: u32) -> anyhow::Result<Vec<Pair>> {
    let mut random = SplitMix64::new(seed);
    let (a, b) = (Arc::new(a), Arc::new(b));
    let approaches = (0..poses).map(|_| Approach::new(&mut random, &a, &b)).collect::<anyhow::Result<Vec<_>>>()?;
    let at = |place| {
        let poses = approaches.iter().map(|approach| approach.pose(place)).collect::<anyhow::Result<_>>()?;
        Ok(Pair { bodies, place, a: Arc::clone(&a), b: Arc::clone(&b), poses })
    };
    [Proximity::Penetrating, Proximity::Close, Proximity::Far].into_iter().map(at).collect()
}

/// The torpedo a little above its rollers, turned about its axis.
fn lying(seed: u64, poses: u32) -> anyhow::Result<Pair> {
    let mut random = SplitMix64::new(seed);
    let pose = |_| {
        let turn = DMat3::from_rotation_x(random.between(0.0, std::f64::consts::TAU));
        Ok(Pose::try_new(turn, DVec3::new(random.between(-0.3, 0.3), 0.0, 0.003))?)
    };
    let poses = (0..poses).map(pose).collect::<anyhow::Result<_>>()?;
    let (a, b) = (Arc::new(pivot::pivot()?), Arc::new(torpedo::torpedo()?));
    Ok(Pair { bodies: "torpedo", place: Proximity::Close, a, b, poses })
}

/// B turned some way and moved along a line through A's middle until it is close.
struct Approach {
    rotation: DMat3,
    direction: DVec3,
    /// Where B's frame is when the middles of both bodies meet.
    middle: DVec3,
    /// How far from there B is close.
    reach: f64,
    /// Mean diagonal of both bodies.
    size: f64,
}

impl Approach {
    fn new(random: &mut SplitMix64, a: &Mesh, b: &Mesh) -> anyhow::Result<Self> {
        const STEPS: usize = 40;
        let (rotation, direction) = (DMat3::from_quat(random.rotation()), random.direction());
        let size = (a.bounds().size().length() + b.bounds().size().length()) / 2.0;
        let middle = a.bounds().centre() - rotation * b.bounds().centre();
        let mut approach = Self { rotation, direction, middle, reach: 1.5 * size, size };
        // A body that moves by less than the gap cannot touch: nearly all of it at a time, until the gap is small.
        for _ in 0..STEPS {
            let gap = pair::distance(a, b, &approach.at(approach.reach)?).value;
            if gap < 0.01 * size {
                break;
            }
            approach.reach -= gap - 0.005 * size;
        }
        Ok(approach)
    }

    fn at(&self, reach: f64) -> anyhow::Result<Pose> {
        Ok(Pose::try_new(self.rotation, self.middle + reach * self.direction)?)
    }

    fn pose(&self, place: Proximity) -> anyhow::Result<Pose> {
        match place {
            Proximity::Penetrating => self.at(self.reach - 0.15 * self.size),
            Proximity::Close => self.at(self.reach),
            Proximity::Far => self.at(self.reach + 2.0 * self.size),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::pair::Relation;

    #[test]
    fn pairs_stand_as_they_are_said_to() {
        let kinds = [HierarchyBodies::Blobs, HierarchyBodies::Pipes, HierarchyBodies::Boxes, HierarchyBodies::Torpedo];
        for pair in kinds.into_iter().flat_map(|bodies| pairs(bodies, 1, 700, 3).unwrap()) {
            let size = pair.b.bounds().size().length();
            for pose in &pair.poses {
                let gap = pair::distance(&pair.a, &pair.b, pose).value;
                let relation = pair::relate(&pair.a, &pair.b, pose, &pair::Request::default()).relation;
                match pair.place {
                    Proximity::Penetrating => assert_ne!(relation, Relation::Disjoint, "{}", pair.bodies),
                    Proximity::Close => assert!(gap > 0.0 && gap < 0.02 * size, "{} {gap}", pair.bodies),
                    Proximity::Far => assert!(gap > 1.5 * size, "{} {gap}", pair.bodies),
                }
            }
        }
    }
}
