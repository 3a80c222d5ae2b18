//! All ranks, and the four steps over them.

use super::part::Portion;
use super::traffic::Traffic;
use super::{requests, scatter};
use crate::octree::steps::{Overlaps, SweptBody, SweptFace, walk};
use crate::octree::{Accesses, Detection, Options};
use impinge::bound::Aabb;
use impinge::math::DVec3;
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Root};
use std::num::NonZeroU32;
use std::time::Instant;

/// How pairs are shared out among ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// The root finds all pairs; then rank i of N is sent pairs i, i + N, i + 2 N and so on, at once.
    Static,
    /// The root finds pairs, the others ask for them as they come, and then it helps.
    Dynamic {
        /// How many pairs a rank gets when it asks.
        run: NonZeroU32,
    },
}

impl Sharing {
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
pub struct Found {
    /// The pairs, and what each step left and took: waiting for the slowest rank included.
    pub detection: Detection,
    /// What was sent.
    pub traffic: Traffic,
}

/// Why ranks found nothing. All are told the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    /// Pairs that were told were not checked: messages came back other than they went.
    #[error("{told} pairs of faces were found, but {checked} were checked")]
    Lost {
        /// By the octree.
        told: u64,
        /// By all ranks.
        checked: u64,
    },
}

/// Faces or pairs of which the words, with those of two faces for each pair, are counted by MPI in 31 bits.
pub(crate) const LARGEST: u64 = i32::MAX as u64 / (2 * SweptFace::WORDS as u64 + 1);

/// What the root got from all ranks, one after the other.
pub(crate) struct Gathered {
    pub words: Vec<u64>,
    /// Where the words of each rank end.
    pub ends: Vec<usize>,
}

impl Ranks {
    /// All processes of a communicator, with messages of their own. Every one of them must call this.
    #[must_use]
    pub fn of(world: &impl Communicator) -> Self {
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
    /// is told, others get `None`.
    ///
    /// Every rank must call this, with the same options, whose distribution is of no matter: `sharing` takes its place, and must be the same, too. Of a face
    /// that two ranks hold, both count. Accesses to shared lists are none; [`Found::traffic`] is what took their place.
    ///
    /// # Errors
    /// More than fits a message, or ways of sharing that differ, on all ranks alike; pairs that were lost, at the root.
    pub fn detect(
        &self,
        portions: &[Portion<'_>],
        options: &Options,
        sharing: Sharing,
    ) -> Result<Option<Found>, RanksError> {
        if !self.is_same(sharing.number()) {
            return Err(RanksError::Sharing);
        }
        let mut found = Found::default();
        let start = Instant::now();
        let swept: Vec<SweptBody<'_>> = portions.iter().map(|portion| SweptBody::new(&portion.moving)).collect();
        let overlaps = Overlaps::of(&self.boxes(portions, &swept));
        found.detection.counts.overlaps = overlaps.count();
        found.detection.times.boxes = start.elapsed();
        let is_root = self.rank() == 0;
        if overlaps.count() == 0 {
            return Ok(is_root.then_some(found));
        }
        let start = Instant::now();
        let mut near = Vec::new();
        for (portion, swept) in portions.iter().zip(&swept) {
            let mut list = swept.check_list(portion.body, overlaps.of_body(portion.body as usize));
            list.iter_mut().for_each(|face| face.face = portion.faces[face.face.0 as usize]);
            near.append(&mut list);
        }
        let total = self.sum(near.len() as u64);
        if total > LARGEST {
            return Err(RanksError::TooManyFaces(total));
        }
        let words: Vec<u64> = near.iter().flat_map(SweptFace::words).collect();
        if !is_root {
            self.send_to_gather(&words);
            return self.follow(sharing).map(|()| None);
        }
        let gathered = self.gather(&words);
        found.traffic.bytes = 8 * (gathered.words.len() - words.len()) as u64;
        let mut faces: Vec<SweptFace> = gathered.words.as_chunks().0.iter().map(SweptFace::of_words).collect();
        faces.sort_by_key(|face| (face.body, face.face));
        found.detection.counts.faces = faces.len();
        found.detection.times.check_lists = start.elapsed();
        let start = Instant::now();
        self.lead(&faces, sharing, &mut found, |tell| walk(&faces, &overlaps, options, tell))?;
        found.detection.times.checks = start.elapsed().saturating_sub(found.detection.times.octree);
        Ok(Some(found))
    }

    /// Steps 3 and 4 at the root.
    fn lead(
        &self,
        faces: &[SweptFace],
        sharing: Sharing,
        found: &mut Found,
        walk: impl FnOnce(&mut dyn FnMut([u32; 2])) -> crate::octree::OctreeCounts,
    ) -> Result<(), RanksError> {
        let start = Instant::now();
        let detection = &mut found.detection;
        let mut told = 0;
        let checks = match sharing {
            Sharing::Static => {
                let mut pairs = Vec::new();
                detection.counts.octree = walk(&mut |pair| pairs.push(pair));
                told = pairs.len() as u64;
                detection.times.octree = start.elapsed();
                let total = self.told_by_root(pairs.len() as u64);
                if total > LARGEST {
                    return Err(RanksError::TooManyPairs(total));
                }
                scatter::lead(self, &pairs, faces, &mut found.traffic)
            }
            Sharing::Dynamic { run } => {
                let (octree, checks, traffic) = requests::lead(self, faces, run, |tell| {
                    let counts = walk(&mut |pair| {
                        told += 1;
                        tell(pair);
                    });
                    detection.times.octree = start.elapsed();
                    counts
                });
                detection.counts.octree = octree;
                found.traffic = Traffic { bytes: found.traffic.bytes + traffic.bytes, ..traffic };
                checks
            }
        };
        detection.settle(checks);
        detection.accesses = Accesses::default();
        let checked = detection.counts.checked as u64;
        if told == checked { Ok(()) } else { Err(RanksError::Lost { told, checked }) }
    }

    /// Step 4 elsewhere.
    fn follow(&self, sharing: Sharing) -> Result<(), RanksError> {
        match sharing {
            Sharing::Static => {
                let total = self.told_by_root(0);
                if total > LARGEST {
                    return Err(RanksError::TooManyPairs(total));
                }
                scatter::follow(self);
            }
            Sharing::Dynamic { .. } => requests::follow(self),
        }
        Ok(())
    }

    /// The boxes of whole bodies: as many as any rank has heard of.
    fn boxes(&self, portions: &[Portion<'_>], swept: &[SweptBody<'_>]) -> Vec<Aabb> {
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

    fn told_by_root(&self, mut number: u64) -> u64 {
        self.world.process_at_rank(0).broadcast_into(&mut number);
        number
    }

    /// At the root: the words of all ranks, its own first.
    pub(crate) fn gather(&self, own: &[u64]) -> Gathered {
        let root = self.world.process_at_rank(0);
        let mut counts = vec![0_i32; self.count()];
        root.gather_into_root(&(own.len() as i32), &mut counts[..]);
        let (begins, total) = begins(&counts);
        let mut words = vec![0; total];
        root.gather_varcount_into_root(own, &mut PartitionMut::new(&mut words[..], &counts[..], &begins[..]));
        let ends = begins.iter().zip(&counts).map(|(begin, count)| (begin + count) as usize).collect();
        Gathered { words, ends }
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
