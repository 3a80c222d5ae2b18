//! The static distribution: rank i of N checks pairs i, i + N, i + 2 N and so on.

use super::message_encoding::{HeldFaces, SentFaces, checks_from_words, checks_to_words};
use super::message_traffic::Traffic;
use super::mpi_ranks::{GatheredWords, Ranks};
use crate::octree::detection_steps::{PairChecks, SweptFace};

/// The root's part: sends pairs out, checks its own, and collects what was found.
pub fn lead_as_root(ranks: &Ranks, pairs: &[[u32; 2]], faces: &[SweptFace], traffic: &mut Traffic) -> Vec<PairChecks> {
    let count = ranks.count();
    let packets: Vec<Vec<u64>> = (0..count)
        .map(|rank| {
            let own: Vec<[u32; 2]> = pairs.iter().copied().skip(rank).step_by(count).collect();
            if rank == 0 {
                return Vec::new();
            }
            let packet = SentFaces::none(faces.len()).packet(&own, faces, traffic);
            traffic.message(packet.len());
            packet
        })
        .collect();
    ranks.scatter(&packets);
    let mut own = PairChecks::default();
    for [a, b] in pairs.iter().step_by(count) {
        own.check(&faces[*a as usize], &faces[*b as usize]);
    }
    let GatheredWords { words, ends } = ranks.gather(&[]);
    let mut all = vec![own];
    let mut begin = 0;
    for end in ends {
        if let Some(checks) = checks_from_words(&words[begin..end]) {
            traffic.message(end - begin);
            traffic.reported += checks.pairs.len() as u64;
            all.push(checks);
        }
        begin = end;
    }
    all
}

/// The part of every other rank.
pub fn work_as_rank(ranks: &Ranks) {
    let packet = ranks.scattered();
    let mut checks = PairChecks::default();
    HeldFaces::default().check(&packet, &mut checks);
    ranks.send_to_gather(&checks_to_words(&checks));
}
