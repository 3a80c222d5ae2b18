//! All ranks, and the four steps over them.

use super::mesh_part::BodyPortion;
use super::message_traffic::Traffic;
use super::{dynamic_requests, static_scatter};
use crate::octree::detection_steps::{BoxOverlaps, SweptBody, SweptFace, walk};
use crate::octree::step_clock::StepClock;
use crate::octree::{Accesses, Detection, OctreeOptions};
use impinge::bound::Aabb;
use impinge::math::DVec3;
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use std::num::NonZeroU32;

/// How pairs are shared out among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairSharing {
    /// The root finds all pairs; then rank i of N is sent pairs i, i + N, i + 2 N and so on, at once.
    Static,
    /// The root finds pairs, the others ask for them as they come, and then it helps.
    Dynamic {
        /// How many pairs a rank gets when it asks.
        run: NonZeroU32,
    },
}

impl PairSharing {
    /// A number for each way.
    fn number(self) -> u64 {
        match self {
            Self::Static => 0,
            Self::Dynamic { run } => u64::from(run.get()),
        }
    }
}

/// Processes that find colliding faces together; the one of rank 0 is the root.
pub struct Ranks {
    world: SimpleCommunicator,
}

/// What the root found, with all others.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct RankDetection {
    /// The pairs, and the counts and times of each step, waiting for the slowest rank included.
    pub detection: Detection,
    /// What was sent.
    pub traffic: Traffic,
}

/// Why ranks found nothing; the same on all ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RanksError {
    /// More faces near overlaps than fit a message.
    #[error("{0} faces are near overlaps of boxes, at most {LARGEST} can be gathered")]
    TooManyFaces(u64),
    /// More pairs than fit a message.
    #[error("{0} pairs of faces are to be scattered, at most {LARGEST}; share them dynamically")]
    TooManyPairs(u64),
    /// Ranks were not asked to share in the same way.
    #[error("the ranks were given different ways of sharing, expected one")]
    Sharing,
    /// Some pairs were found but not checked: messages were lost or altered.
    #[error("{found} pairs of faces were found, but {checked} were checked")]
    Lost {
        /// By the octree.
        found: u64,
        /// By all ranks.
        checked: u64,
    },
}

/// Faces or pairs of which the words, with those of two faces for each pair, are counted by MPI in 31 bits.
pub(crate) const LARGEST: u64 = i32::MAX as u64 / (2 * SweptFace::WORDS as u64 + 1);

/// What the root got from all ranks, one after the other.
pub(crate) struct GatheredWords {
    pub words: Vec<u64>,
    /// Where the words of each rank end.
    pub ends: Vec<usize>,
}

impl Ranks {
    /// All processes of a communicator, with messages of their own. Every one of them must call this.
    #[must_use]
    pub fn new(world: &impl Communicator) -> Self {
        Self { world: world.duplicate() }
    }

    /// Which of them this is.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.world.size() as usize
    }

    /// Waits until every rank has come here.
    pub fn wait_for_all(&self) {
        self.world.barrier();
    }

    /// Every pair of faces of different bodies that may collide in the interval, as [`crate::octree::detect`] finds them, of the faces that all ranks hold. The root
    /// gets the answer, others get `None`.
    ///
    /// Every rank must call this, with the same options, whose distribution is ignored: `sharing` takes its place, and must be the same, too. A face
    /// that two ranks hold is checked twice and named once. There are no shared lists; [`RankDetection::traffic`] takes the place of accesses to them.
    ///
    /// # Errors
    /// More than fits in a message, or a `sharing` that differs between ranks, on all ranks; lost pairs, at the root.
    pub fn detect(
        &self,
        portions: &[BodyPortion<'_>],
        options: &OctreeOptions,
        sharing: PairSharing,
    ) -> Result<Option<RankDetection>, RanksError> {
        if !self.is_same(sharing.number()) {
            return Err(RanksError::Sharing);
        }
        let mut found = RankDetection::default();
        let start = StepClock::start(options.timed);
        let swept: Vec<SweptBody<'_>> = portions.iter().map(|portion| SweptBody::new(&portion.moving)).collect();
        let overlaps = BoxOverlaps::new(&self.boxes(portions, &swept));
        found.detection.counts.overlaps = overlaps.count();
        found.detection.times.boxes = start.elapsed();
        let is_root = self.rank() == 0;
        if overlaps.count() == 0 {
            return Ok(is_root.then_some(found));
        }
        let start = StepClock::start(options.timed);
        let mut near = Vec::new();
        for (portion, swept) in portions.iter().zip(&swept) {
            near.append(&mut swept.check_list(portion.body, overlaps.regions_of(portion.body as usize)));
        }
        let total = self.sum(near.len() as u64);
        if total > LARGEST {
            return Err(RanksError::TooManyFaces(total));
        }
        let words: Vec<u64> = near.iter().flat_map(SweptFace::to_words).collect();
        if !is_root {
            self.send_to_gather(&words);
            return self.work_as_rank(sharing).map(|()| None);
        }
        let gathered = self.gather(&words);
        found.traffic.bytes = 8 * (gathered.words.len() - words.len()) as u64;
        let mut faces: Vec<SweptFace> = gathered.words.as_chunks().0.iter().map(SweptFace::from_words).collect();
        faces.sort_by_key(|face| (face.body, face.face));
        found.detection.counts.faces = faces.len();
        found.detection.times.check_lists = start.elapsed();
        let start = StepClock::start(options.timed);
        self.lead_as_root(start, &faces, sharing, &mut found, |visit_pair| {
            walk(&faces, &overlaps, options, visit_pair)
        })?;
        found.detection.times.checks = start.elapsed().saturating_sub(found.detection.times.octree);
        Ok(Some(found))
    }

    /// Steps 3 and 4 at the root.
    fn lead_as_root(
        &self,
        start: StepClock,
        faces: &[SweptFace],
        sharing: PairSharing,
        found: &mut RankDetection,
        walk: impl FnOnce(&mut dyn FnMut([u32; 2])) -> crate::octree::OctreeCounts,
    ) -> Result<(), RanksError> {
        let detection = &mut found.detection;
        let mut pairs_found = 0;
        let checks = match sharing {
            PairSharing::Static => {
                let mut pairs = Vec::new();
                detection.counts.octree = walk(&mut |pair| pairs.push(pair));
                pairs_found = pairs.len() as u64;
                detection.times.octree = start.elapsed();
                let total = self.broadcast_from_root(pairs.len() as u64);
                if total > LARGEST {
                    return Err(RanksError::TooManyPairs(total));
                }
                static_scatter::lead_as_root(self, &pairs, faces, &mut found.traffic)
            }
            PairSharing::Dynamic { run } => {
                let (octree, checks, traffic) = dynamic_requests::lead_as_root(self, faces, run, |visit_pair| {
                    let counts = walk(&mut |pair| {
                        pairs_found += 1;
                        visit_pair(pair);
                    });
                    detection.times.octree = start.elapsed();
                    counts
                });
                detection.counts.octree = octree;
                found.traffic = Traffic { bytes: found.traffic.bytes + traffic.bytes, ..traffic };
                checks
            }
        };
        detection.add_checks(checks);
        detection.accesses = Accesses::default();
        let checked = detection.counts.checked as u64;
        if pairs_found == checked { Ok(()) } else { Err(RanksError::Lost { found: pairs_found, checked }) }
    }

    /// Step 4 elsewhere.
    fn work_as_rank(&self, sharing: PairSharing) -> Result<(), RanksError> {
        match sharing {
            PairSharing::Static => {
                let total = self.broadcast_from_root(0);
                if total > LARGEST {
                    return Err(RanksError::TooManyPairs(total));
                }
                static_scatter::work_as_rank(self);
            }
            PairSharing::Dynamic { .. } => dynamic_requests::work_as_rank(self),
        }
        Ok(())
    }

    /// The boxes of whole bodies: as many as any rank has heard of.
    fn boxes(&self, portions: &[BodyPortion<'_>], swept: &[SweptBody<'_>]) -> Vec<Aabb> {
        let own = portions.iter().map(|portion| portion.body + 1).max().unwrap_or(0);
        let mut count = 0_u32;
        self.world.all_reduce_into(&own, &mut count, SystemOperation::max());
        // Upper corners with the sign turned, so that one minimum serves both.
        let mut corners = vec![f64::INFINITY; 6 * count as usize];
        for (portion, swept) in portions.iter().zip(swept) {
            let Aabb { min, max } = swept.bounds();
            let own = min.to_array().into_iter().chain((-max).to_array());
            let begin = 6 * portion.body as usize;
            corners[begin..].iter_mut().zip(own).for_each(|(corner, own)| *corner = corner.min(own));
        }
        let mut all = vec![0.0; corners.len()];
        self.world.all_reduce_into(&corners[..], &mut all[..], SystemOperation::min());
        let corner = |corner: &[f64; 6]| {
            let [a, b, c, d, e, f] = *corner;
            Aabb { min: DVec3::new(a, b, c), max: -DVec3::new(d, e, f) }
        };
        all.as_chunks().0.iter().map(corner).collect()
    }

    pub(crate) fn world(&self) -> &SimpleCommunicator {
        &self.world
    }

    /// Whether all ranks have the same number.
    fn is_same(&self, own: u64) -> bool {
        // The least, and the largest with its bits turned.
        let mut least = [0; 2];
        self.world.all_reduce_into(&[own, !own][..], &mut least[..], SystemOperation::min());
        least == [own, !own]
    }

    fn sum(&self, own: u64) -> u64 {
        let mut total = 0;
        self.world.all_reduce_into(&own, &mut total, SystemOperation::sum());
        total
    }

    fn broadcast_from_root(&self, mut number: u64) -> u64 {
        self.world.process_at_rank(0).broadcast_into(&mut number);
        number
    }

    /// At the root: the words of all ranks, its own first.
    pub(crate) fn gather(&self, own: &[u64]) -> GatheredWords {
        let root = self.world.process_at_rank(0);
        let mut counts = vec![0_i32; self.count()];
        root.gather_into_root(&(own.len() as i32), &mut counts[..]);
        let (begins, total) = begins(&counts);
        let mut words = vec![0; total];
        root.gather_varcount_into_root(own, &mut PartitionMut::new(&mut words[..], &counts[..], &begins[..]));
        let ends = begins.iter().zip(&counts).map(|(begin, count)| (begin + count) as usize).collect();
        GatheredWords { words, ends }
    }

    /// At the others: their words.
    pub(crate) fn send_to_gather(&self, own: &[u64]) {
        let root = self.world.process_at_rank(0);
        root.gather_into(&(own.len() as i32));
        root.gather_varcount_into(own);
    }

    /// At the root: a packet to each rank.
    pub(crate) fn scatter(&self, packets: &[Vec<u64>]) {
        let root = self.world.process_at_rank(0);
        let counts: Vec<i32> = packets.iter().map(|packet| packet.len() as i32).collect();
        let mut own = 0_i32;
        root.scatter_into_root(&counts[..], &mut own);
        let (begins, _) = begins(&counts);
        let words = packets.concat();
        let mut rest = vec![0_u64; own as usize];
        root.scatter_varcount_into_root(&Partition::new(&words[..], &counts[..], &begins[..]), &mut rest[..]);
    }

    /// At the others: the packet of this rank.
    pub(crate) fn scattered(&self) -> Vec<u64> {
        let root = self.world.process_at_rank(0);
        let mut count = 0_i32;
        root.scatter_into(&mut count);
        let mut packet = vec![0; count as usize];
        root.scatter_varcount_into(&mut packet[..]);
        packet
    }
}

/// Where each of some lists begins if they lie one after the other, and how long they are together.
fn begins(counts: &[i32]) -> (Vec<i32>, usize) {
    let mut end = 0;
    let begin = |count: &i32| {
        end += count;
        end - count
    };
    let begins = counts.iter().map(begin).collect();
    (begins, end as usize)
}
