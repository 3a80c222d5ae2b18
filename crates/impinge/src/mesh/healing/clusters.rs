//! Vertices that are welded into one.
//!
//! A cluster keeps the points of the input that ended up in its place: its vertices, and the feet of its vertices on edges that were split there. Two of these are never farther apart than
//! the length of healing, so a chain of vertices, each near the next, cannot travel, and whichever vertex stands for the cluster, nothing moves by more.

use super::proximity::{distance_squared, limit_squared};
use crate::math::DVec3;
use crate::mesh::union_find::UnionFind;

/// Points beyond which a cluster does not grow: real seams have a handful, and every pair of points is compared.
const MOST_SOURCES: usize = 256;

/// Clusters of vertices, by the lowest vertex of each.
pub(super) struct Clusters {
    sets: UnionFind,
    clusters: Vec<Cluster>,
    limit: f64,
}

#[derive(Clone, Debug)]
struct Cluster {
    /// The vertices.
    members: Vec<u32>,
    /// The points of the input that lie here now.
    sources: Vec<DVec3>,
    /// The vertex at whose place they lie.
    target: u32,
}

impl Clusters {
    /// Every vertex by itself.
    pub fn new(points: &[DVec3], within: f64) -> Self {
        let alone =
            |(vertex, point): (u32, &DVec3)| Cluster { members: vec![vertex], sources: vec![*point], target: vertex };
        let clusters = (0..).zip(points).map(alone).collect();
        Self { sets: UnionFind::new(points.len()), clusters, limit: limit_squared(within) }
    }

    /// The lowest vertex of the cluster of a vertex.
    pub fn root(&mut self, vertex: u32) -> u32 {
        self.sets.find(vertex as usize) as u32
    }

    /// The vertex at whose place a vertex lies.
    pub fn target(&mut self, vertex: u32) -> u32 {
        let root = self.root(vertex);
        self.clusters[root as usize].target
    }

    /// The vertices of the cluster with a root.
    pub fn members(&self, root: u32) -> &[u32] {
        &self.clusters[root as usize].members
    }

    /// The points of the input in the cluster with a root.
    pub fn sources(&self, root: u32) -> &[DVec3] {
        &self.clusters[root as usize].sources
    }

    /// The vertex at whose place two clusters could lie as one: the one with the least distance from the farthest point. `None` if they are too far apart.
    pub fn common_target(&self, roots: [u32; 2], points: &[DVec3]) -> Option<u32> {
        let [p, q] = roots.map(|root| &self.clusters[root as usize]);
        if p.sources.len() + q.sources.len() > MOST_SOURCES {
            return None;
        }
        if p.sources.iter().any(|s| q.sources.iter().any(|t| distance_squared(*s, *t) > self.limit)) {
            return None;
        }
        let farthest = |vertex: u32| {
            let to = |source: &DVec3| distance_squared(points[vertex as usize], *source);
            p.sources.iter().chain(&q.sources).map(to).fold(0.0, f64::max)
        };
        let candidates = p.members.iter().chain(&q.members).copied();
        candidates.min_by(|v, w| farthest(*v).total_cmp(&farthest(*w)).then(v.cmp(w)))
    }

    /// Unites two clusters.
    pub fn join(&mut self, roots: [u32; 2], target: u32) {
        let [low, high] = [roots[0].min(roots[1]), roots[0].max(roots[1])];
        self.sets.join(low as usize, high as usize);
        let Cluster { members, sources, .. } =
            std::mem::replace(&mut self.clusters[high as usize], Cluster { members: vec![], sources: vec![], target });
        let cluster = &mut self.clusters[low as usize];
        cluster.members.extend(members);
        cluster.sources.extend(sources);
        cluster.target = target;
    }

    /// Whether a point of an edge may come to lie in the place of a cluster, up to a length by which it may be off.
    pub fn takes(&self, root: u32, point: DVec3, off: f64, within: f64) -> bool {
        let limit = limit_squared((within - off).max(0.0));
        let sources = &self.clusters[root as usize].sources;
        sources.len() < MOST_SOURCES && sources.iter().all(|s| distance_squared(*s, point) <= limit)
    }

    /// Adds a point of an edge to a cluster.
    pub fn add_source(&mut self, root: u32, point: DVec3) {
        self.clusters[root as usize].sources.push(point);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A chain of points half a length apart: clusters stop growing at the length.
    #[test]
    fn chains_do_not_travel() {
        let points: Vec<DVec3> = (0..20).map(|k| DVec3::X * (0.5 * f64::from(k))).collect();
        let mut clusters = Clusters::new(&points, 1.0);
        for k in 1..20 {
            let roots = [clusters.root(k - 1), clusters.root(k)];
            if let Some(target) = clusters.common_target(roots, &points) {
                clusters.join(roots, target);
            }
        }
        let roots: Vec<u32> = (0..20).map(|k| clusters.root(k)).collect();
        assert_eq!(roots[..7], [0, 0, 2, 2, 4, 4, 6]);
        // The distance 1 is rounded up and so is above the length 1: two in a cluster, and the lower stands for both.
        assert!((0..20).all(|k| clusters.target(k) == roots[k as usize]));
    }
}
