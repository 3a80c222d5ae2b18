//! Relations of polycubes under integer unimodular maps, against set arithmetic on voxels.
//!
//! Faces, edges and vertices coincide all the time here, walls lie inside bodies, shells overlap: what is rare elsewhere.

use impinge::math::Pose;
use impinge::pair::{Method, Relation, Request, intersects, relate};
use impinge_scenes::SplitMix64;
use impinge_scenes::polycube::{Style, box_union, box_union_voxels, random_pair};
use impinge_scenes::unimodular::UnimodularMap;
use std::collections::BTreeMap;

#[test]
fn relations_are_those_of_voxel_sets() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    for seed in 0..600 {
        let size = 3 + (seed % 8) as usize;
        let pair = random_pair(seed, size).unwrap();
        let expected = pair.relation;
        let found = relate(&pair.a, &pair.b, &Pose::IDENTITY, &Request::default()).relation;
        assert_eq!(found, expected, "seed {seed}, size {size}");
        let flipped = relate(&pair.b, &pair.a, &Pose::IDENTITY, &Request::default()).relation;
        assert_eq!(flipped, expected.flip(), "seed {seed}, size {size}, swapped");
        assert_eq!(intersects(&pair.a, &pair.b, &Pose::IDENTITY), expected != Relation::Disjoint, "seed {seed}");
        *seen.entry(expected).or_default() += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|n| *n >= 10), "every relation must occur: {seen:?}");
}

#[test]
fn brute_force_says_the_same() {
    let request = Request { method: Method::Brute, ..Request::default() };
    for seed in 0..60 {
        let pair = random_pair(seed, 1 + (seed % 3) as usize).unwrap();
        let found = relate(&pair.a, &pair.b, &Pose::IDENTITY, &request).relation;
        assert_eq!(found, pair.relation, "seed {seed}");
    }
}

/// Shells that overlap and unite: boxes of one body that share volume, faces, edges or nothing.
#[test]
fn overlapping_shells_unite() {
    let mut seen: BTreeMap<Relation, u32> = BTreeMap::new();
    for seed in 0..400 {
        let mut random = SplitMix64::new(seed);
        let mut some_boxes = || -> Vec<[[i64; 3]; 2]> {
            (0..1 + random.below(3))
                .map(|_| {
                    let min: [i64; 3] = std::array::from_fn(|_| random.integer(0, 3));
                    [min, min.map(|x| x + random.integer(1, 3))]
                })
                .collect()
        };
        let (mut of_a, mut of_b) = (some_boxes(), some_boxes());
        match seed % 8 {
            0 => of_b.extend(&of_a),
            1 => of_a.extend(&of_b),
            // The same set from other shells: some boxes twice.
            2 => of_b = of_a.iter().chain(&of_a[..1]).copied().collect(),
            _ => {}
        }
        let map = UnimodularMap::random(seed, 6);
        let style = |seed| Style { map, seed, ..Style::default() };
        let (a, b) = (box_union(&of_a, &style(seed)).unwrap(), box_union(&of_b, &style(seed + 1)).unwrap());
        let expected = box_union_voxels(&of_a).relation_to(&box_union_voxels(&of_b)).relation();
        let found = relate(&a, &b, &Pose::IDENTITY, &Request::default()).relation;
        assert_eq!(found, expected, "seed {seed}: {of_a:?} {of_b:?}");
        *seen.entry(expected).or_default() += 1;
    }
    assert!(seen.len() == 6 && seen.values().all(|n| *n >= 5), "{seen:?}");
}
