//! Whether two lists of triangles are the same polygons, cut in perhaps different ways.
//!
//! Readers cut polygons by where their corners are, so a polygon that bends may be cut otherwise in the next frame. The triangles of a polygon follow
//! each other, and their sum of directed edges is its boundary, however it is cut. So lists are compared triangle by triangle, and where they differ,
//! by the shortest runs of the same corners with the same boundary, which is not empty. Linear in the triangles, quadratic in those of a polygon.

use std::collections::BTreeSet;

/// Triangles of a polygon that is recognised when it is cut otherwise, at most.
const MOST: usize = 64;

/// The first triangle that is no part of a polygon in both lists; none if they are the same.
pub fn first_difference(a: &[[u32; 3]], b: &[[u32; 3]]) -> Option<usize> {
    let mut at = 0;
    while at < a.len().max(b.len()) {
        match run(a.get(at..).unwrap_or_default(), b.get(at..).unwrap_or_default()) {
            Some(length) => at += length,
            None => return Some(at),
        }
    }
    None
}

/// How many triangles at the beginning of both lists have the same boundary: the fewest.
fn run(a: &[[u32; 3]], b: &[[u32; 3]]) -> Option<usize> {
    if a.first() == b.first() {
        return a.first().map(|_| 1);
    }
    let most = MOST.min(a.len()).min(b.len());
    let mut open: Vec<([u32; 2], i32)> = Vec::new();
    for length in 1..=most {
        for (face, sign) in [(a[length - 1], 1), (b[length - 1], -1)] {
            for k in 0..3 {
                add(&mut open, [face[k], face[(k + 1) % 3]], sign);
            }
        }
        if open.is_empty() {
            return are_cut_of_one(&a[..length], &b[..length]).then_some(length);
        }
    }
    None
}

/// Whether triangles of the same boundary have the same corners, and a boundary at all: both sides of a sheet have none.
fn are_cut_of_one(a: &[[u32; 3]], b: &[[u32; 3]]) -> bool {
    let corners = |faces: &[[u32; 3]]| faces.iter().flatten().copied().collect::<BTreeSet<u32>>();
    let mut boundary = Vec::new();
    for face in a {
        (0..3).for_each(|k| add(&mut boundary, [face[k], face[(k + 1) % 3]], 1));
    }
    !boundary.is_empty() && corners(a) == corners(b)
}

/// Adds a directed edge to a sum in which edges of both directions cancel.
fn add(sum: &mut Vec<([u32; 2], i32)>, [v, w]: [u32; 2], sign: i32) {
    if v == w {
        return;
    }
    let (edge, sign) = if v < w { ([v, w], sign) } else { ([w, v], -sign) };
    match sum.iter().position(|(known, _)| *known == edge) {
        None => sum.push((edge, sign)),
        Some(at) => {
            sum[at].1 += sign;
            if sum[at].1 == 0 {
                sum.swap_remove(at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_may_be_cut_in_any_way() {
        let fan = |from: u32, corners: &[u32]| -> Vec<[u32; 3]> {
            let turned: Vec<u32> = (0..corners.len()).map(|k| corners[(k + from as usize) % corners.len()]).collect();
            turned.windows(2).skip(1).map(|edge| [turned[0], edge[0], edge[1]]).collect()
        };
        let hexagon = [10, 11, 12, 13, 14, 15];
        let cut = |from| [vec![[1, 2, 3]], fan(from, &hexagon), fan(1, &[20, 21, 22, 23]), vec![[4, 5, 6]]].concat();
        for from in 1..6 {
            assert_eq!(first_difference(&cut(0), &cut(from)), None, "{from}");
        }
        // One triangle turned over, one with another corner, one missing at the end.
        let mut other = cut(3);
        other[2].swap(0, 1);
        assert_eq!(first_difference(&cut(0), &other), Some(1));
        let mut other = cut(0);
        other[7][2] = 7;
        assert_eq!(first_difference(&cut(0), &other), Some(7));
        assert_eq!(first_difference(&cut(0), &cut(0)[..7]), Some(7));
        assert_eq!(first_difference(&[[0, 1, 2]], &[[1, 2, 0]]), None);
        // Two sides of a sheet cancel: they are no polygon, and others are not the same.
        assert_eq!(first_difference(&[[0, 1, 2], [0, 2, 1]], &[[3, 4, 5], [3, 5, 4]]), Some(0));
    }
}
