//! The dynamic distribution: the root finds pairs, the others ask for them as they come, and then it helps.
//!
//! A request carries the results of the last pairs. An answer carries the next pairs, or none when there will be no more. The root looks for requests between
//! pairs that it finds or checks; a rank for which there was nothing yet waits for its answer.

use super::message_encoding::{HeldFaces, SentFaces, checks_from_words, checks_to_words};
use super::message_traffic::Traffic;
use super::mpi_ranks::{LARGEST, Ranks};
use crate::octree::OctreeCounts;
use crate::octree::detection_steps::{PairChecks, SweptFace};
use mpi::Tag;
use mpi::point_to_point::MatchedReceiveVec;
use mpi::traits::{Communicator, Destination, Source};
use std::num::NonZeroU32;

const REQUEST: Tag = 1;
const ANSWER: Tag = 2;

/// The root while it finds pairs and hands them out.
struct Leader<'r> {
    ranks: &'r Ranks,
    faces: &'r [SweptFace],
    /// Pairs for one answer.
    run: usize,
    pairs: Vec<[u32; 2]>,
    /// How many of the pairs are handed out.
    taken: usize,
    holdings: Vec<SentFaces>,
    /// Ranks that have asked and got no answer yet.
    waiting: Vec<usize>,
    /// Ranks that do not know yet that there are no more pairs.
    at_work: usize,
    traffic: Traffic,
    found: Vec<PairChecks>,
}

/// The work of the root. `walk` passes every pair to the closure that it is given.
pub fn lead_as_root(
    ranks: &Ranks,
    faces: &[SweptFace],
    run: NonZeroU32,
    walk: impl FnOnce(&mut dyn FnMut([u32; 2])) -> OctreeCounts,
) -> (OctreeCounts, Vec<PairChecks>, Traffic) {
    let count = ranks.count();
    let mut leader = Leader {
        ranks,
        faces,
        run: (u64::from(run.get()).min(LARGEST)) as usize,
        pairs: Vec::new(),
        taken: 0,
        holdings: vec![SentFaces::none(faces.len()); count],
        waiting: Vec::new(),
        at_work: count - 1,
        traffic: Traffic::default(),
        found: Vec::new(),
    };
    let octree = walk(&mut |pair| {
        leader.pairs.push(pair);
        if leader.pairs.len().is_multiple_of(leader.run) {
            leader.serve();
        }
    });
    let mut own = PairChecks::default();
    loop {
        leader.serve();
        let end = leader.next_end();
        if end == leader.taken {
            break;
        }
        for [a, b] in &leader.pairs[leader.taken..end] {
            own.check(&faces[*a as usize], &faces[*b as usize]);
        }
        leader.taken = end;
    }
    leader.dismiss();
    leader.found.push(own);
    (octree, leader.found, leader.traffic)
}

impl Leader<'_> {
    /// The end of the next run of pairs.
    fn next_end(&self) -> usize {
        (self.taken + self.run).min(self.pairs.len())
    }

    /// Takes requests that have come, and answers while there are pairs.
    fn serve(&mut self) {
        while let Some(message) = self.ranks.world().any_process().immediate_matched_probe_with_tag(REQUEST) {
            let (words, status) = message.matched_receive_vec();
            self.take_request(&words, status);
        }
        while self.taken < self.pairs.len()
            && let Some(rank) = self.waiting.pop()
        {
            self.answer(rank);
        }
    }

    /// Waits until every rank has asked once more, and tells it that there are no more pairs.
    fn dismiss(&mut self) {
        loop {
            while let Some(rank) = self.waiting.pop() {
                self.answer(rank);
                self.at_work -= 1;
            }
            if self.at_work == 0 {
                return;
            }
            let (words, status) = self.ranks.world().any_process().receive_vec_with_tag(REQUEST);
            self.take_request(&words, status);
        }
    }

    fn take_request(&mut self, words: &[u64], status: mpi::point_to_point::Status) {
        self.traffic.requests += 1;
        self.traffic.message(words.len());
        if let Some(checks) = checks_from_words(words) {
            self.traffic.reported += checks.pairs.len() as u64;
            self.found.push(checks);
        }
        self.waiting.push(status.source_rank() as usize);
    }

    /// Sends a rank the next pairs, or none.
    fn answer(&mut self, rank: usize) {
        let end = self.next_end();
        let packet = match &self.pairs[self.taken..end] {
            [] => Vec::new(),
            pairs => self.holdings[rank].packet(pairs, self.faces, &mut self.traffic),
        };
        self.taken = end;
        self.traffic.message(packet.len());
        self.ranks.world().process_at_rank(rank as i32).send_with_tag(&packet[..], ANSWER);
    }
}

/// The part of every other rank.
pub fn work_as_rank(ranks: &Ranks) {
    let root = ranks.world().process_at_rank(0);
    let mut held = HeldFaces::default();
    let mut report = Vec::new();
    loop {
        root.send_with_tag(&report[..], REQUEST);
        let (packet, _) = root.receive_vec_with_tag::<u64>(ANSWER);
        if packet.is_empty() {
            return;
        }
        let mut checks = PairChecks::default();
        held.check(&packet, &mut checks);
        report = checks_to_words(&checks);
    }
}
