//! The static distribution: rank i of N checks pairs i, i + N, i + 2 N and so on.

use super::packet::{Held, Holdings, checks_of, words_of};
use super::ranks::{Gathered, Ranks};
use super::traffic::Traffic;
use crate::octree::steps::{Checks, SweptFace};

/// The root's part: sends pairs out, checks its own, and collects what was found.
pub fn lead(ranks: &Ranks, pairs: &[[u32; 2]], faces: &[SweptFace], traffic: &mut Traffic) -> Vec<Checks> {
    let count = ranks.count();
    let packets: Vec<Vec<u64>> = (0..count)
        .map(|rank| {
            let own: Vec<[u32; 2]> = pairs.iter().copied().skip(rank).step_by(count).collect();
            if rank == 0 {
                return Vec::new();
            }
            let packet = Holdings::none(faces.len()).packet(&own, faces, traffic);
            traffic.message(packet.len());
            packet
        })
        .collect();
    ranks.scatter(&packets);
    let mut own = Checks::default();
    for [a, b] in pairs.iter().step_by(count) {
        own.check(&faces[*a as usize], &faces[*b as usize]);
    }
    let Gathered { words, ends } = ranks.gather(&[]);
    let mut all = vec![own];
    let mut begin = 0;
    for end in ends {
        if let Some(checks) = checks_of(&words[begin..end]) {
            traffic.message(end - begin);
            traffic.reported += checks.pairs.len() as u64;
            all.push(checks);
        }
        begin = end;
    }
    all
}

/// The part of every other rank.
pub fn follow(ranks: &Ranks) {
    let packet = ranks.scattered();
    let mut checks = Checks::default();
    Held::default().check(&packet, &mut checks);
    ranks.send_to_gather(&words_of(&checks));
}
