//! Triangulation by ear clipping (Meisters 1975): holes are joined to the outline by bridges, then triangles that hold no
//! other corner are cut off one by one.
//!
//! Every sign is exact, so that any simple polygon in exact range is triangulated, whatever its slivers and collinear
//! corners. Cost: O(n²) signs for usual outlines, O(n³) at worst; meant for outlines of up to some thousand corners.

use crate::SceneError;
use impinge::cost::Cost;
use impinge::math::{DVec2, predicates};

/// The exact sign of the turn `abc`.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> i32 {
    predicates::orient2d(2, a.extend(0.0), b.extend(0.0), c.extend(0.0), &mut Cost::default())
}

/// The turn of a simple loop: that at its lowest corner (the leftmost of them), which lies on the convex hull.
pub(crate) fn turn_of(corners: &[DVec2], ring: &[u32]) -> i32 {
    let n = ring.len();
    let place = |i: usize| corners[ring[i % n] as usize];
    let key = |i: &usize| place(*i);
    let lowest = (0..n).min_by(|i, j| key(i).y.total_cmp(&key(j).y).then(key(i).x.total_cmp(&key(j).x)));
    lowest.map_or(0, |i| turn(place(i + n - 1), place(i), place(i + 1)))
}

/// Whether `p`, known to lie on the line `ab`, lies strictly between `a` and `b`.
fn strictly_between(a: DVec2, b: DVec2, p: DVec2) -> bool {
    let (low, high) = (a.min(b), a.max(b));
    p != a && p != b && p.cmpge(low).all() && p.cmple(high).all()
}

/// Whether the segments `mp` and `uv` share a point other than a common end.
fn blocks(m: DVec2, p: DVec2, u: DVec2, v: DVec2) -> bool {
    if m.max(p).cmplt(u.min(v)).any() || u.max(v).cmplt(m.min(p)).any() {
        return false;
    }
    let (of_u, of_v, of_m, of_p) = (turn(m, p, u), turn(m, p, v), turn(u, v, m), turn(u, v, p));
    of_u * of_v < 0 && of_m * of_p < 0
        || of_u == 0 && strictly_between(m, p, u)
        || of_v == 0 && strictly_between(m, p, v)
        || of_m == 0 && strictly_between(u, v, m)
        || of_p == 0 && strictly_between(u, v, p)
}

/// Whether a ray from the corner `b` of a loop `…abc…` towards `p` starts to the left of the loop.
fn starts_left(a: DVec2, b: DVec2, c: DVec2, p: DVec2) -> bool {
    let (after, before) = (turn(b, c, p) > 0, turn(a, b, p) > 0);
    if turn(a, b, c) > 0 { after && before } else { after || before }
}

/// One loop from the outline and all holes, each joined by a bridge that is run along once each way.
pub(crate) fn bridge(corners: &[DVec2], loops: &[Vec<u32>]) -> Result<Vec<u32>, SceneError> {
    let Some((outline, holes)) = loops.split_first() else {
        return Err(SceneError::NotSimple);
    };
    let rightmost = |hole: &&Vec<u32>| hole.iter().fold(f64::MIN, |x, &i| x.max(corners[i as usize].x));
    let mut holes: Vec<&Vec<u32>> = holes.iter().collect();
    // From right to left: then what a hole's rightmost corner sees on its right is already part of the ring.
    holes.sort_by(|a, b| rightmost(b).total_cmp(&rightmost(a)));
    let mut ring = outline.clone();
    for (k, hole) in holes.iter().enumerate() {
        let (at_ring, at_hole) = find_bridge(corners, &ring, &holes[k..]).ok_or(SceneError::NotSimple)?;
        let around = (0..=hole.len()).map(|i| hole[(at_hole + i) % hole.len()]);
        let there_and_back: Vec<u32> = around.chain(std::iter::once(ring[at_ring])).collect();
        ring.splice(at_ring + 1..at_ring + 1, there_and_back);
    }
    Ok(ring)
}

/// Positions in the ring and in the first of the open holes that see each other: the nearest to the hole's rightmost
/// corner that sees any.
fn find_bridge(corners: &[DVec2], ring: &[u32], open_holes: &[&Vec<u32>]) -> Option<(usize, usize)> {
    let hole = open_holes.first()?;
    let place = |i: u32| corners[i as usize];
    let around = |ring: &[u32], i: usize| {
        let n = ring.len();
        [ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]].map(place)
    };
    let edges = |ring: &[u32], m: DVec2, p: DVec2| {
        (0..ring.len()).any(|i| blocks(m, p, place(ring[i]), place(ring[(i + 1) % ring.len()])))
    };
    let mut from: Vec<usize> = (0..hole.len()).collect();
    from.sort_by(|&i, &j| place(hole[j]).x.total_cmp(&place(hole[i]).x));
    from.into_iter().find_map(|at_hole| {
        let [before, m, after] = around(hole, at_hole);
        let mut to: Vec<usize> = (0..ring.len()).collect();
        to.sort_by(|&i, &j| {
            let distance = |k: usize| place(ring[k]).distance_squared(m);
            distance(i).total_cmp(&distance(j))
        });
        let seen = to.into_iter().find(|&at_ring| {
            let [a, p, c] = around(ring, at_ring);
            starts_left(a, p, c, m)
                && starts_left(before, m, after, p)
                && !edges(ring, m, p)
                && !open_holes.iter().any(|hole| edges(hole, m, p))
        });
        seen.map(|at_ring| (at_ring, at_hole))
    })
}

/// Triangles of a counter-clockwise loop that is simple but for bridges.
pub(crate) fn clip_ears(corners: &[DVec2], mut ring: Vec<u32>) -> Result<Vec<[u32; 3]>, SceneError> {
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    let mut start = 0;
    while ring.len() > 3 {
        let n = ring.len();
        let at = (0..n).map(|k| (start + k) % n).find(|&i| is_ear(corners, &ring, i)).ok_or(SceneError::NotSimple)?;
        triangles.push([ring[(at + n - 1) % n], ring[at], ring[(at + 1) % n]]);
        ring.remove(at);
        // The corner after the next one, so that cutting goes around instead of making a fan of slivers.
        start = (at + 1) % ring.len();
    }
    let [a, b, c] = [ring[0], ring[1], ring[2]];
    if turn(corners[a as usize], corners[b as usize], corners[c as usize]) <= 0 {
        return Err(SceneError::NotSimple);
    }
    triangles.push([a, b, c]);
    Ok(triangles)
}

/// Whether the corner turns left and its triangle holds no other place of the loop, be it on its border.
fn is_ear(corners: &[DVec2], ring: &[u32], at: usize) -> bool {
    let n = ring.len();
    let [a, b, c] = [ring[(at + n - 1) % n], ring[at], ring[(at + 1) % n]].map(|i| corners[i as usize]);
    if turn(a, b, c) <= 0 {
        return false;
    }
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    // A copy of a corner made by a bridge has its own wedge, which does not reach into this one.
    !ring.iter().map(|&i| corners[i as usize]).any(|p| {
        p.cmpge(low).all()
            && p.cmple(high).all()
            && ![a, b, c].contains(&p)
            && turn(a, b, p) >= 0
            && turn(b, c, p) >= 0
            && turn(c, a, p) >= 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::{Polygon, circle, rectangle};
    use crate::random::SplitMix64;

    /// The triangles are proper, as many as promised, and cover the area: then they cover the region once.
    fn check(polygon: &Polygon) {
        let t = polygon.triangulate().unwrap();
        assert_eq!(t.triangles.len(), t.corners.len() + 2 * polygon.holes.len() - 2);
        let mut area = 0.0;
        for triangle in &t.triangles {
            let [a, b, c] = triangle.map(|i| t.corners[i as usize]);
            assert!(turn(a, b, c) > 0);
            area += (b - a).perp_dot(c - a) / 2.0;
        }
        assert!((area - polygon.area()).abs() <= 1e-12 * polygon.area(), "{area} {}", polygon.area());
        // Every edge of a loop belongs to one triangle, every other edge to two, once each way.
        let mut edges: Vec<[u32; 2]> = t.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        edges.extend(t.loops.iter().flat_map(|r| (0..r.len()).map(|i| [r[(i + 1) % r.len()], r[i]])));
        edges.sort_unstable();
        assert!(edges.windows(2).all(|w| w[0] != w[1]));
        assert!(edges.iter().all(|[a, b]| edges.binary_search(&[*b, *a]).is_ok()));
    }

    #[test]
    fn stars_are_covered() {
        for seed in 0..200 {
            let mut random = SplitMix64::new(seed);
            let n = 3 + random.below(60) as u32;
            let mut outline = circle(DVec2::ZERO, 1.0, n);
            for p in &mut outline {
                *p *= random.between(0.3, 1.0);
            }
            if random.coin() {
                outline.reverse();
            }
            check(&Polygon::new(outline));
        }
    }

    #[test]
    fn holes_in_rows_are_bridged() {
        for (columns, rows) in [(1, 1), (4, 1), (1, 4), (5, 5)] {
            let mut plate = Polygon::new(rectangle(DVec2::ZERO, DVec2::new(f64::from(columns), f64::from(rows))));
            for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
                let centre = DVec2::new(f64::from(i) + 0.5, f64::from(j) + 0.5);
                // Squares and circles, so that sides and corners of holes lie on common lines.
                let hole =
                    if (i + j) % 2 == 0 { rectangle(centre - 0.25, centre + 0.25) } else { circle(centre, 0.25, 12) };
                plate = plate.with_hole(hole);
            }
            check(&plate);
        }
    }

    #[test]
    fn random_holes_are_bridged() {
        for seed in 0..60 {
            let mut random = SplitMix64::new(seed);
            let mut polygon = Polygon::new(circle(DVec2::ZERO, 12.0, 40));
            let mut taken: Vec<DVec2> = Vec::new();
            for _ in 0..40 {
                let centre = DVec2::new(random.integer(-8, 8) as f64, random.integer(-8, 8) as f64);
                if centre.length() < 9.0 && taken.iter().all(|other| other.distance(centre) > 1.9) {
                    taken.push(centre);
                    let hole = circle(centre, random.between(0.2, 0.9), 3 + random.below(9) as u32);
                    polygon = polygon.with_hole(hole);
                }
            }
            check(&polygon);
        }
    }

    #[test]
    fn collinear_corners_and_slivers_are_kept() {
        let tiny = 2f64.powi(-40);
        let p = DVec2::new;
        check(&Polygon::new(vec![
            p(0.0, 0.0),
            p(tiny, 0.0),
            p(0.5, 0.0),
            p(1.0, 0.0),
            p(1.0, tiny),
            p(1.0, 1.0),
            p(0.0, 1.0),
        ]));
        check(&Polygon::new(vec![p(0.0, 0.0), p(1.0, tiny), p(2.0, 0.0), p(1.0, 2.0 * tiny)]));
        check(&Polygon::new(vec![p(0.0, 0.0), p(1.0, 0.0), p(2.0, 0.0), p(0.0, 1.0)]));
        let comb = vec![
            p(0.0, 0.0),
            p(4.0, 0.0),
            p(4.0, 2.0),
            p(3.0, 2.0),
            p(3.0, 1.0),
            p(2.0, 1.0),
            p(2.0, 2.0),
            p(1.0, 2.0),
            p(1.0, 1.0),
            p(0.0, 1.0),
        ];
        check(&Polygon::new(comb));
    }

    #[test]
    fn what_is_not_simple_is_refused() {
        let p = DVec2::new;
        let refused = |polygon: Polygon| polygon.triangulate().is_err();
        assert!(refused(Polygon::new(vec![p(0.0, 0.0), p(1.0, 0.0)])));
        assert!(refused(Polygon::new(vec![p(0.0, 0.0), p(1.0, 0.0), p(2.0, 0.0)])));
        assert!(refused(Polygon::new(vec![p(0.0, 0.0), p(2.0, 2.0), p(2.0, 0.0), p(0.0, 2.0)])));
        assert!(refused(Polygon::new(vec![p(0.0, f64::NAN), p(2.0, 2.0), p(2.0, 0.0)])));
        let square = Polygon::new(rectangle(p(0.0, 0.0), p(1.0, 1.0)));
        assert!(refused(square.with_hole(rectangle(p(2.0, 2.0), p(3.0, 3.0)))));
    }
}
