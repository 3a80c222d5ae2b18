//! Ids of clashes: eight letters and digits from the names of both bodies, and from nothing else.
//!
//! So an id survives another order of files, of triangles, another place of the assembly, and whatever happens to other bodies.

use std::collections::{BTreeMap, BTreeSet};

/// Letters and digits that are not taken for each other (Crockford's base 32).
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Bytes of an id, at most: eight digits and a hyphen, and a number behind them where it was taken.
pub const LONGEST: usize = 64;

/// Whether a text could be the id of a clash: it may stand in file names and addresses.
pub fn is_possible(id: &str) -> bool {
    id.len() <= LONGEST
        && id.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// An id for every pair of names, the same in either order; different for different pairs.
#[must_use]
pub fn clash_ids(pairs: &[[&str; 2]]) -> Vec<String> {
    let sorted = |pair: &[&str; 2]| -> [String; 2] {
        let [a, b] = pair.map(str::to_owned);
        if a <= b { [a, b] } else { [b, a] }
    };
    // In the order of names, so that who gives way where two hashes are the same depends on names alone.
    let all: BTreeSet<[String; 2]> = pairs.iter().map(sorted).collect();
    let mut taken = BTreeSet::new();
    let mut given: BTreeMap<&[String; 2], String> = BTreeMap::new();
    for pair in &all {
        let id = (0..).map(|salt| id(pair, salt)).find(|id| !taken.contains(id)).unwrap_or_default();
        taken.insert(id.clone());
        given.insert(pair, id);
    }
    pairs.iter().map(|pair| given.get(&sorted(pair)).cloned().unwrap_or_default()).collect()
}

/// Forty bits of a hash in digits.
fn id([a, b]: &[String; 2], salt: u64) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    // FNV-1a over both names, with the length of the first between them: a separator could stand in a name.
    let length = (a.len() as u64).to_le_bytes();
    for byte in a.bytes().chain(length).chain(b.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // FNV leaves the upper bits poor: mixed as in SplitMix64.
    hash = (hash ^ hash >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^= hash >> 31;
    let digit = |k: u32| char::from(DIGITS[(hash >> (5 * k) & 31) as usize]);
    (0..8).flat_map(|k| (k == 4).then_some('-').into_iter().chain([digit(k)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_depend_on_both_bodies_and_on_nothing_else() {
        let pairs =
            [["pipe 7", "wall"], ["wall", "pipe 7"], ["pipe 7", "walls"], ["pipe 7w", "all"], ["", "pipe 7wall"]];
        let all = clash_ids(&pairs);
        assert_eq!(all[0], all[1]);
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 4);
        assert!(all.iter().all(|id| id.len() == 9 && id.as_bytes()[4] == b'-'), "{all:?}");
        assert_eq!(clash_ids(&pairs[..1])[0], all[0], "other pairs do not matter");
    }

    #[test]
    fn every_pair_has_a_name_of_its_own() {
        let names: Vec<String> = (0..400).map(|k| format!("part {k}")).collect();
        let pairs: Vec<[&str; 2]> =
            (0..names.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| [&*names[i], &*names[j]]).collect();
        assert_eq!(clash_ids(&pairs).iter().collect::<BTreeSet<_>>().len(), pairs.len());
    }
}
