//! The exact distance of two polytopes from their posed vertices alone: the simplex walk of Gilbert, Johnson, Keerthi
//! (1988) in integers.
//!
//! Each round takes the point of a simplex of vertex differences nearest to the origin, exactly, and the difference
//! farthest against it, exactly: the norm falls strictly, there are finitely many simplices, so it ends with the truth.
//! Where the feature walks cannot prove what they found, this decides. Some hundred microseconds: each sign of
//! Johnson's subalgorithm is an integer of up to a thousand bits.

use super::facing::{Pair, Placement};
use super::voronoi::{HullFeature, VoronoiCells};
use crate::math::DVec3;
use crate::math::integer::{self, Grid};
use crate::math::triple::dot;
use dashu_int::IBig;

/// A distance with its proof.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub distance: f64,
    /// A sound lower bound of it.
    pub lower: f64,
    /// The closest points in the frame of the first.
    pub points: [DVec3; 2],
    pub features: Pair,
}

/// How far the length of a vector of correctly rounded components is off, relatively: a rounding each of the
/// components, squares, sums and root.
const LENGTH_ERROR: f64 = 4.0 * f64::EPSILON;

/// A vertex of each polytope and their difference in grid steps.
#[derive(Clone)]
struct Corner {
    vertices: [u32; 2],
    difference: [IBig; 3],
}

/// The point of a simplex nearest to the origin: weights of the corners that span its face, and their sum.
struct Nearest {
    corners: Vec<Corner>,
    weights: Vec<IBig>,
    sum: IBig,
    /// `sum` times the point.
    point: [IBig; 3],
}

/// The exact distance of both polytopes, from a vertex of each feature on.
pub(super) fn exact_distance(placement: &Placement<'_>, start: Pair) -> Verdict {
    let (x, y) = (placement.facing.x, placement.facing.y);
    let posed: Vec<DVec3> = (0..y.vertices().len() as u32).map(|v| placement.second_vertex(v)).collect();
    let bodies = [x.vertices(), &posed];
    let grid = Grid::holding(bodies.iter().flat_map(|body| body.iter()).flat_map(|p| p.to_array()));
    let corner = |vertices: [u32; 2]| {
        let (p, q) = (bodies[0][vertices[0] as usize], bodies[1][vertices[1] as usize]);
        Corner { vertices, difference: std::array::from_fn(|k| grid.integer(q[k]) - grid.integer(p[k])) }
    };
    let first = corner([any_vertex(x, start[0]), any_vertex(y, start[1])]);
    let mut nearest = nearest_point(vec![first]);
    while nearest.point.iter().any(|c| !c.is_zero()) {
        let away = nearest.point.each_ref().map(|c| grid.double(c, &nearest.sum));
        let farthest = [
            farthest(bodies[0], away, &nearest.point, grid),
            farthest(bodies[1], -DVec3::from_array(away), &nearest.point.each_ref().map(|c| -c), grid),
        ];
        let next = corner(farthest);
        // Is next · point less than |point|², with point = nearest.point / sum?
        let gain = dot(&nearest.point, &nearest.point) - dot(&next.difference, &nearest.point) * &nearest.sum;
        if integer::sign(&gain) <= 0 {
            break;
        }
        let mut corners = nearest.corners;
        corners.push(next);
        nearest = nearest_point(corners);
    }
    verdict(placement, &nearest, &bodies, grid)
}

/// A vertex of a feature.
fn any_vertex(cells: &VoronoiCells, feature: HullFeature) -> u32 {
    match feature {
        HullFeature::Vertex(v) => v,
        HullFeature::Edge(e) => cells.side(e).origin,
        HullFeature::Face(f) => cells.side(cells.plate(f).first).origin,
    }
}

/// The vertex farthest along a direction, known exactly in grid steps and roughly in doubles.
fn farthest(vertices: &[DVec3], rough: impl Into<DVec3>, exact: &[IBig; 3], grid: Grid) -> u32 {
    let rough: DVec3 = rough.into();
    let value = |p: &DVec3| rough.dot(*p);
    let best = vertices.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
    // Each product is off by two roundings, each sum by one: of two values together at most 8 of the largest.
    let reach = vertices.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let slack = 16.0 * f64::EPSILON * rough.abs().max_element() * reach * 3.0;
    let exactly = |p: &DVec3| dot(exact, &p.to_array().map(|c| grid.integer(c)));
    let close = (0_u32..).zip(vertices).filter(|(_, p)| value(p) >= best - slack);
    let mut close = close.peekable();
    let first = close.next().map_or(0, |c| c.0);
    if close.peek().is_none() {
        return first;
    }
    let start = (first, exactly(&vertices[first as usize]));
    close.fold(start, |best, (v, p)| Some(exactly(p)).filter(|d| *d > best.1).map_or(best.clone(), |d| (v, d))).0
}

/// Johnson's subalgorithm in integers: of all faces of the simplex the one whose nearest point is the nearest of the
/// simplex. The corners are
/// affinely independent, because each was added strictly below the plane through the nearest point of those before.
fn nearest_point(corners: Vec<Corner>) -> Nearest {
    let n = corners.len();
    let gram: Vec<Vec<IBig>> =
        (0..n).map(|i| (0..n).map(|j| dot(&corners[i].difference, &corners[j].difference)).collect()).collect();
    // weights[set][i]: Johnson's Δ_i of the set of corners whose bits are set.
    let mut weights: Vec<Vec<IBig>> = vec![vec![IBig::ZERO; n]; 1 << n];
    for set in 1_usize..1 << n {
        let members = (0..n).filter(|i| set >> i & 1 == 1);
        for j in members {
            let rest = set & !(1 << j);
            weights[set][j] = if rest == 0 {
                IBig::ONE
            } else {
                let k = rest.trailing_zeros() as usize;
                let terms = (0..n).filter(|i| rest >> i & 1 == 1);
                terms.map(|i| &weights[rest][i] * (&gram[i][k] - &gram[i][j])).sum()
            };
        }
    }
    let positive = |set: usize, i: usize| integer::sign(&weights[set][i]) > 0;
    let is_nearest =
        |set: &usize| (0..n).all(|i| if set >> i & 1 == 1 { positive(*set, i) } else { !positive(set | 1 << i, i) });
    // In exact arithmetic one always is; the last corner alone keeps the types whole.
    let set = (1_usize..1 << n).find(is_nearest).unwrap_or(1 << (n - 1));
    let (mut kept, mut shares) = (Vec::new(), Vec::new());
    for (i, corner) in corners.into_iter().enumerate().filter(|(i, _)| set >> i & 1 == 1) {
        kept.push(corner);
        shares.push(weights[set][i].clone());
    }
    let sum = shares.iter().sum();
    let point = std::array::from_fn(|k| kept.iter().zip(&shares).map(|(c, w)| &c.difference[k] * w).sum());
    Nearest { corners: kept, weights: shares, sum, point }
}

fn verdict(placement: &Placement<'_>, nearest: &Nearest, bodies: &[&[DVec3]; 2], grid: Grid) -> Verdict {
    let away = DVec3::from_array(nearest.point.each_ref().map(|c| grid.double(c, &nearest.sum)));
    let largest = away.abs().max_element();
    // Scaled, so that no square underflows; a distance that is not zero stays so.
    let apart = nearest.point.iter().any(|c| !c.is_zero());
    let distance = if apart { ((away / largest).length() * largest).max(f64::MIN_POSITIVE) } else { 0.0 };
    let weighted = |side: usize| {
        let coordinate = |k: usize| -> IBig {
            let terms = nearest.corners.iter().zip(&nearest.weights);
            terms.map(|(c, w)| grid.integer(bodies[side][c.vertices[side] as usize][k]) * w).sum()
        };
        DVec3::from_array(std::array::from_fn(|k| grid.double(&coordinate(k), &nearest.sum)))
    };
    let feature = |cells: &VoronoiCells, side: usize| {
        let mut spanned: Vec<u32> = nearest.corners.iter().map(|c| c.vertices[side]).collect();
        spanned.sort_unstable();
        spanned.dedup();
        feature_of(cells, &spanned)
    };
    Verdict {
        distance,
        lower: distance * (1.0 - LENGTH_ERROR),
        points: [weighted(0), weighted(1)],
        features: [feature(placement.facing.x, 0), feature(placement.facing.y, 1)],
    }
}

/// The feature that these vertices span, or one of them where rounding made them span none.
fn feature_of(cells: &VoronoiCells, vertices: &[u32]) -> HullFeature {
    let &[first, ref rest @ ..] = vertices else { return HullFeature::Vertex(0) };
    let holds = |face: u32, v: u32| cells.around(face).any(|(_, side)| side.origin == v);
    let edges = || cells.spokes(first).iter().map(|s| s.edge);
    let found = match rest {
        [] => None,
        &[other] => edges().find(|e| cells.ends(*e)[1] == other).map(HullFeature::Edge),
        _ => {
            let faces = edges().map(|e| cells.side(e).face).filter(|f| *f != crate::hull::NONE);
            faces.into_iter().find(|f| rest.iter().all(|v| holds(*f, *v))).map(HullFeature::Face)
        }
    };
    found.unwrap_or(HullFeature::Vertex(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::shape::Polytope;

    fn cells(points: &[[f64; 3]]) -> VoronoiCells {
        let points: Vec<DVec3> = points.iter().map(|p| DVec3::from_array(*p)).collect();
        VoronoiCells::new(&Polytope::try_new(&points).unwrap())
    }

    #[test]
    fn known_distances_to_the_last_bit() {
        let start = [HullFeature::Vertex(0); 2];
        let corner = cells(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
        let point = cells(&[[0.0, 0.0, 0.0]]);
        let rod = cells(&[[0.0, 0.0, -4.0], [0.0, 0.0, 4.0]]);
        let found = |b: &VoronoiCells, x: f64, y: f64, z: f64| {
            let pose = Pose::from_translation(DVec3::new(x, y, z)).unwrap();
            exact_distance(&Placement::new(&corner, b, &pose), start)
        };
        assert_eq!(found(&point, 4.0, 4.0, 0.0).distance, (24.5_f64).sqrt());
        assert_eq!(found(&point, -3.0, -4.0, 0.0).distance, 5.0);
        assert_eq!(found(&point, 0.25, 0.25, -2f64.powi(-200)).distance, 2f64.powi(-200));
        assert_eq!(found(&rod, -3.0, -4.0, 0.5).distance, 5.0);
        assert_eq!(found(&rod, 1.0, 1.0, 0.0).distance, 0.5_f64.sqrt());
        assert_eq!(found(&rod, 0.5, 0.5, 0.0).distance, 0.0);
        assert_eq!(found(&point, 0.25, 0.25, 0.25).distance, 0.0);
        assert_eq!(found(&point, 0.5, 0.5, 0.0).points, [DVec3::new(0.5, 0.5, 0.0); 2]);
        let beyond = 0.5 + f64::EPSILON;
        let hair = found(&point, beyond, 0.5, 0.0);
        assert!(hair.distance > 0.0 && hair.distance < f64::EPSILON, "{hair:?}");
        assert!(matches!(hair.features[0], HullFeature::Edge(_)));
    }
}
