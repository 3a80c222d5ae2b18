//! Bodies of voxels under integer maps, whose points and relations set arithmetic knows exactly.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::math::{DVec3, Pose};
use impinge::pair::{Location, Relation, Request, distance, intersects, locate, relate};
use impinge_scenes::polycube::{Style, polycube, random_pair};
use impinge_scenes::unimodular::UnimodularMap;
use impinge_scenes::voxel::VoxelSet;

const POINTS: usize = 4096;

const MOST_VOXELS: u64 = 12;

/// Points at halves of the lattice, carried by the map of the body.
pub fn check_points(source: &mut RandomGeometry, tally: &mut Tally) {
    let random = &mut source.random;
    let voxels = VoxelSet::random_connected(random.next(), 1 + random.below(MOST_VOXELS) as usize);
    let map = UnimodularMap::random(random.next(), 8);
    let Ok(mesh) = polycube(&voxels, &Style { map, seed: random.next(), ..Style::default() }) else { return };
    let shift = map.apply([0; 3]);
    let all: Vec<[i64; 3]> = voxels.iter().collect();
    for _ in 0..POINTS {
        let near = all[random.below(all.len() as u64) as usize];
        let halves = near.map(|x| 2 * x + random.integer(-1, 3));
        let twice = map.apply(halves);
        let point = DVec3::from_array(std::array::from_fn(|k| (twice[k] + shift[k]) as f64 / 2.0));
        let expected = location(&voxels, halves);
        tally.count_contact(expected != Location::Outside);
        tally.same("location", locate(&mesh, point), Some(expected));
    }
}

/// Where a point lies, of the voxels around it: all, none or some are there.
fn location(voxels: &VoxelSet, halves: [i64; 3]) -> Location {
    let around = halves.map(|x| [(x - 1).div_euclid(2), x.div_euclid(2)]);
    let (mut filled, mut empty) = (false, false);
    for k in 0..8 {
        let is_there = voxels.contains([around[0][k & 1], around[1][k >> 1 & 1], around[2][k >> 2]]);
        filled |= is_there;
        empty |= !is_there;
    }
    match (filled, empty) {
        (true, true) => Location::Surface,
        (true, false) => Location::Inside,
        _ => Location::Outside,
    }
}

pub fn check_relations(source: &mut RandomGeometry, tally: &mut Tally) {
    let random = &mut source.random;
    let Ok(pair) = random_pair(random.next(), 1 + random.below(MOST_VOXELS) as usize) else { return };
    let (a, b, here) = (&pair.a, &pair.b, &Pose::IDENTITY);
    let is_meeting = pair.relation != Relation::Disjoint;
    tally.count_contact(is_meeting);
    tally.same("relation", relate(a, b, here, &Request::default()).relation, pair.relation);
    tally.same("relation, swapped", relate(b, a, here, &Request::default()).relation, pair.relation.flip());
    tally.same("intersects", intersects(a, b, here), is_meeting);
    tally.same("distance is zero", distance(a, b, here).value == 0.0, is_meeting);
}
