//! How much worse the order of a tree has become, and when to sort it again.

use super::packed_aabb::PackedAabb;
use std::ops::AddAssign;

/// Growth of the expected number of pairs of leaves beyond which a tree is sorted before it is traversed, not after.
pub(crate) const SPOILT_GROWTH: f64 = 1.5;

/// Length added to edges of leaves on a surface, in mean edges: as much as harmless waves have.
const ROOM: f64 = 0.5;

/// Longest edge of a leaf that is counted, in units of the frame: an unbounded box must not hide the others.
const LONGEST: f32 = 16.0;

/// Sums of edges of leaves and of their products.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeafSizes {
    count: f64,
    edges: [f64; 3],
    areas: [f64; 3],
    volume: f64,
}

impl LeafSizes {
    /// Adds a leaf.
    #[inline(always)]
    pub fn add(&mut self, leaf: &PackedAabb) {
        let edge = |k: usize| f64::from((leaf.0[k + 3] + leaf.0[k]).clamp(0.0, LONGEST));
        let e = [edge(0), edge(1), edge(2)];
        self.count += 1.0;
        for k in 0..3 {
            self.edges[k] += e[k];
            self.areas[k] += e[(k + 1) % 3] * e[(k + 2) % 3];
        }
        self.volume += e[0] * e[1] * e[2];
    }

    /// How many pairs of leaves would meet if leaves of these sizes lay anywhere in a unit volume, independently: for leaves with
    /// edges `a` and `b`, `Π (a_k + b_k)`, summed over all pairs by the sums of products of edges.
    pub fn expected_pairs(&self) -> f64 {
        let (e, a) = (&self.edges, &self.areas);
        self.count * self.volume + a[0] * e[0] + a[1] * e[1] + a[2] * e[2]
    }

    /// The same for leaves that are longer in every direction by half of a mean edge: the leaves of a flat surface, which lie side by side,
    /// would otherwise seem to meet none, and many as soon as there are waves.
    pub fn expected_pairs_on_surface(&self) -> f64 {
        let (e, a, n) = (&self.edges, &self.areas, self.count);
        if n == 0.0 {
            return 0.0;
        }
        let more = ROOM * (e[0] + e[1] + e[2]) / (3.0 * n);
        let (all_edges, all_areas) = (e[0] + e[1] + e[2], a[0] + a[1] + a[2]);
        let longer = Self {
            count: n,
            edges: [0, 1, 2].map(|k| e[k] + n * more),
            areas: [0, 1, 2].map(|k| a[k] + more * (all_edges - e[k]) + n * more * more),
            volume: self.volume + more * (all_areas + more * (all_edges + n * more)),
        };
        longer.expected_pairs()
    }
}

impl AddAssign for LeafSizes {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        for k in 0..3 {
            self.edges[k] += other.edges[k];
            self.areas[k] += other.areas[k];
        }
        self.volume += other.volume;
    }
}

/// How much worse an order has become since it was made.
#[derive(Debug, Default)]
pub(crate) struct OrderDecay {
    /// Pairs of leaves expected after the last sort.
    expected: f64,
    /// Pairs of leaves at the first walk after the last sort, and at the last.
    fresh: Option<f64>,
    last: f64,
    /// Walks since the last sort, and the pairs of leaves that they had more than the first, in all.
    walks: f64,
    excess: f64,
}

impl OrderDecay {
    /// For a tree just sorted, with its expected number of pairs of leaves.
    pub fn fresh(expected: f64) -> Self {
        Self { expected, ..Self::default() }
    }

    /// Notes a walk.
    pub fn note(&mut self, leaf_pairs: u64) {
        self.last = leaf_pairs as f64;
        self.walks += 1.0;
        self.excess += self.last - *self.fresh.get_or_insert(self.last);
    }

    /// Whether a sort pays now: when the excess of the last walk, had all walks had it, is what they had and the price of a sort
    /// on top. There the mean cost a step stops falling. The price is given in units of the pairs of leaves of the first walk.
    pub fn is_due(&self, price: f64) -> bool {
        self.fresh.is_some_and(|fresh| (self.last - fresh) * self.walks - self.excess > price * fresh)
    }

    /// Whether a tree with this expected number of pairs of leaves should be sorted before it is traversed.
    pub fn is_spoilt(&self, expected: f64) -> bool {
        expected > SPOILT_GROWTH * self.expected
    }

    /// The last walk.
    pub fn last(&self) -> f64 {
        self.last
    }
}
