//! Closest features from coarse to fine: SWIFT's walk over levels of detail (Ehmann, Lin 2000), a Lin-Canny walk on
//! each.
//!
//! A coarser level is the hull of a maximal set of vertices no two of which are neighbours: about a quarter of them,
//! spread evenly, so every vertex left out has a neighbour that stays, and a walk goes on one level finer from where it
//! ended. The original's levels enclose the polytope; these lie in it (as those of Dobkin and Kirkpatrick 1990 do), so
//! coarse levels that meet prove at once that the polytopes do. The pair of the last query is tried on the finest level first, for as
//! many steps as coherent motion needs; only then does the walk go through the levels. Logarithmic expected time from any start,
//! constant under coherent motion.

use impinge::convex::feature_walk::lin_canny::step;
use impinge::convex::feature_walk::posed_polytopes::{FeatureIds, PosedQuery};
use impinge::convex::feature_walk::voronoi_cells::{HullFeature, VoronoiCells};
use impinge::convex::feature_walk::walk::{
    FeaturePair, WalkReport, WalkStep, WalkTrail, prove_or_hand_over, walk_at_most, walk_from,
};
use impinge::hull::Extent;
use impinge::math::{DVec3, Pose};
use impinge::shape::Polytope;

/// Vertices at which no coarser level is worth its walk.
const FEWEST_VERTICES: usize = 12;

/// Steps on the finest level after which the pair of the last query counts as lost.
const COHERENT_STEPS: u32 = 8;

/// A coarser level.
#[derive(Clone, Debug)]
struct Level {
    cells: VoronoiCells,
    /// For each vertex, its index in the next finer level.
    finer: Vec<u32>,
}

/// A polytope and coarser ones inside it.
#[derive(Clone, Debug)]
pub struct LevelsOfDetail {
    finest: VoronoiCells,
    /// From fine to coarse.
    coarser: Vec<Level>,
}

impl LevelsOfDetail {
    /// The levels of a polytope; one that is small or flat is its own only level.
    #[must_use]
    pub fn new(polytope: &Polytope) -> Self {
        let (finest, mut coarser) = (VoronoiCells::new(polytope), Vec::<Level>::new());
        loop {
            let last = coarser.last().map_or(&finest, |level| &level.cells);
            if last.extent() != Extent::Solid || last.vertices().len() <= FEWEST_VERTICES {
                break;
            }
            let warm = spread(last);
            let points: Vec<DVec3> = warm.iter().map(|v| last.vertices()[*v as usize]).collect();
            // A hull of vertices in the exact range is always possible; flat ones end the levels.
            let Ok(hull) = Polytope::try_new(&points) else { break };
            if hull.extent() != Extent::Solid {
                break;
            }
            let finer = hull.source().iter().map(|i| warm[*i as usize]).collect();
            coarser.push(Level { cells: VoronoiCells::new(&hull), finer });
        }
        Self { finest, coarser }
    }

    /// The cells of the polytope itself.
    #[must_use]
    pub fn finest(&self) -> &VoronoiCells {
        &self.finest
    }

    /// How many vertices each level has, from fine to coarse.
    pub fn sizes(&self) -> impl Iterator<Item = usize> + '_ {
        (0..=self.coarser.len()).map(|k| self.level(k).vertices().len())
    }

    /// Level `k`, 0 the finest.
    fn level(&self, k: usize) -> &VoronoiCells {
        k.checked_sub(1).map_or(&self.finest, |k| &self.coarser[k].cells)
    }

    /// A vertex of level `k - 1` on a feature of level `k`.
    fn refine(&self, k: usize, feature: HullFeature) -> HullFeature {
        let Some(level) = k.checked_sub(1).map(|k| &self.coarser[k]) else { return feature };
        let vertex = match feature {
            HullFeature::Vertex(v) => v,
            HullFeature::Edge(e) => level.cells.side(e).origin,
            HullFeature::Face(f) => level.cells.side(level.cells.face_plane(f).first).origin,
        };
        HullFeature::Vertex(level.finer[vertex as usize])
    }
}

/// A maximal set of vertices no two of which share an edge, ascending.
fn spread(cells: &VoronoiCells) -> Vec<u32> {
    let mut is_covered = vec![false; cells.vertices().len()];
    let mut warm = Vec::new();
    for v in 0..cells.vertices().len() as u32 {
        if !is_covered[v as usize] {
            warm.push(v);
            cells.outgoing_edges(v).iter().for_each(|s| is_covered[cells.ends(s.edge)[1] as usize] = true);
        }
    }
    warm
}

/// Walks from the pair of the last query, or from coarse to fine, to the closest features of A and B, and keeps them. Points are in
/// A's frame.
#[must_use]
pub fn swift(a: &LevelsOfDetail, b: &LevelsOfDetail, a_from_b: &Pose, warm: &mut FeaturePair) -> WalkReport {
    let query = PosedQuery::new(&a.finest, &b.finest, a_from_b);
    let mut steps = 0;
    if warm.features.is_some() {
        let trail = walk_at_most(COHERENT_STEPS, &query.posed, query.start(warm), step);
        if !matches!(trail.last, WalkStep::To(_)) {
            return prove_or_hand_over(&query, trail, warm);
        }
        steps = trail.steps;
    }
    let purpose = if warm.features.is_some() { Purpose::Track } else { Purpose::Answer };
    let trail = descend_levels([a, b], a_from_b, &query, purpose);
    prove_or_hand_over(&query, WalkTrail { steps: steps + trail.steps, ..trail }, warm)
}

/// What the levels are marched for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// The first answer for a pair: coarse levels that meet are enough.
    Answer,
    /// A pair that is followed: the walk goes on to the finest level, for the next one to start there.
    Track,
}

/// From the coarsest levels to the finest.
fn descend_levels(
    [a, b]: [&LevelsOfDetail; 2],
    a_from_b: &Pose,
    finest: &PosedQuery<'_>,
    purpose: Purpose,
) -> WalkTrail {
    let (mut i, mut j) = (a.coarser.len(), b.coarser.len());
    let mut features = [HullFeature::Vertex(0); 2];
    let mut steps = 0;
    while i > 0 || j > 0 {
        let query = PosedQuery::new(a.level(i), b.level(j), a_from_b);
        let trail = walk_from(&query.posed, query.exchange(features), step);
        steps += trail.steps;
        if purpose == Purpose::Answer && matches!(trail.last, WalkStep::MeetInX(_) | WalkStep::MeetInY(_)) {
            // Vertices of coarse levels are vertices of the finest: the meeting holds there too.
            let last = if finest.swapped == query.swapped { trail.last } else { trail.last.flipped() };
            return WalkTrail { pair: finest.exchange(down([a, b], [i, j], query.exchange(trail.pair))), last, steps };
        }
        let pair: FeatureIds = query.exchange(trail.pair);
        features = [a.refine(i, pair[0]), b.refine(j, pair[1])];
        (i, j) = (i.saturating_sub(1), j.saturating_sub(1));
    }
    let trail = walk_from(&finest.posed, finest.exchange(features), step);
    WalkTrail { steps: steps + trail.steps, ..trail }
}

/// Vertices of the finest levels on features of levels `k`.
fn down([a, b]: [&LevelsOfDetail; 2], k: [usize; 2], [x, y]: FeatureIds) -> FeatureIds {
    let finest = |levels: &LevelsOfDetail, k: usize, feature| (1..=k).rev().fold(feature, |f, k| levels.refine(k, f));
    [finest(a, k[0], x), finest(b, k[1], y)]
}
