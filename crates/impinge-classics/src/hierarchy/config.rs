//! How a hierarchy is built and how two are traversed. The defaults are what the papers recommend for each volume.

use super::bounding_volume::OrientedFit;

/// A hierarchy and how it is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HierarchyConfig {
    /// How trees are built.
    pub build: TreeBuild,
    /// How two trees are walked.
    pub walk: TreeWalk,
}

impl HierarchyConfig {
    /// The usual hierarchy of a volume.
    #[must_use]
    pub fn for_volume(volume: VolumeKind) -> Self {
        Self { build: TreeBuild::for_volume(volume), walk: TreeWalk::default() }
    }
}

/// How a tree is built, from the top down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeBuild {
    /// The bounding volume.
    pub volume: VolumeKind,
    /// How oriented boxes and swept rectangles are oriented; of no effect on other volumes.
    pub fit: OrientedFit,
    /// The most children of a node.
    pub arity: Arity,
    /// The direction along which a group of triangles is split.
    pub axis: SplitAxis,
    /// Where along that direction.
    pub split: SplitPlace,
    /// The most triangles of a leaf (at least one).
    pub leaf_size: u8,
}

impl TreeBuild {
    /// Triangles of a leaf by default.
    pub const LEAF_SIZE: u8 = 2;

    /// The usual way to build a tree of a volume: split at the mean (Klosowski 1998), along the longest of the volume's own
    /// axes where it is oriented (Gottschalk et al. 1996), else along the longest axis of coordinates.
    #[must_use]
    pub fn for_volume(volume: VolumeKind) -> Self {
        let axis =
            if matches!(volume, VolumeKind::Obb | VolumeKind::Rss) { SplitAxis::Own } else { SplitAxis::Longest };
        let (fit, arity, split) = (OrientedFit::default(), Arity::default(), SplitPlace::default());
        Self { volume, fit, arity, axis, split, leaf_size: Self::LEAF_SIZE }
    }
}

impl Default for TreeBuild {
    fn default() -> Self {
        Self::for_volume(VolumeKind::default())
    }
}

/// The kinds of bounding volumes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum VolumeKind {
    /// Axis-aligned boxes.
    Aabb,
    /// Oriented boxes.
    #[default]
    Obb,
    /// Smallest enclosing spheres.
    Sphere,
    /// Polytopes of 14 planes: axes and corners of a cube.
    Kdop14,
    /// Polytopes of 18 planes: axes and edges of a cube.
    Kdop18,
    /// Polytopes of 26 planes: axes, corners and edges of a cube.
    Kdop26,
    /// Rectangle swept spheres.
    Rss,
}

/// The most children of a node. Nodes of more than two come from splitting the largest part again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Arity {
    /// Two.
    #[default]
    Two,
    /// Four.
    Four,
    /// Eight.
    Eight,
}

impl Arity {
    /// The number.
    #[must_use]
    pub fn number(self) -> usize {
        match self {
            Self::Two => 2,
            Self::Four => 4,
            Self::Eight => 8,
        }
    }
}

/// The direction along which a group is split. Where one does not divide the group, the next best does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SplitAxis {
    /// The axis of coordinates along which the middles of triangles vary most (Klosowski 1998).
    Coordinate,
    /// The axis of coordinates along which the group is longest.
    #[default]
    Longest,
    /// The volume's own axes, the longest first, then the second, then the shortest (Lin et al. 1996); for a sphere, which has
    /// none, the longest axis of coordinates.
    Own,
    /// The direction of largest variance of the vertices, then those of less.
    Covariance,
}

/// Where along the axis a group is split, by the middles of its triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SplitPlace {
    /// At the mean of all corners.
    #[default]
    Mean,
    /// So that both sides have as many triangles.
    Median,
    /// In the middle of the group's extent: the spatial median.
    Middle,
    /// At the best of evenly spaced places on the extent, by the surface area heuristic: the survey's projection.
    Projection,
    /// At the best of some triangles' own middles, evenly spaced in their order, by the surface area heuristic.
    Centroids,
    /// At the best of the middles of triangles drawn at random, by the surface area heuristic: the survey's random subset of
    /// centroid coordinates. The same triangles always give the same tree.
    Random,
}

/// How two trees are walked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TreeWalk {
    /// Which of two nodes is opened.
    pub descent: Descent,
    /// In which order pairs of nodes are looked at.
    pub order: WalkOrder,
    /// What is tested first at two leaves.
    pub leaves: LeafTest,
    /// Where volumes are compared.
    pub space: WalkSpace,
}

/// Which of two nodes that overlap is replaced by its children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Descent {
    /// The larger.
    #[default]
    Larger,
    /// Both at once.
    Both,
    /// The first and the second by turns.
    Alternate,
}

/// In which order pairs of nodes are looked at; a search for the closest is always best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WalkOrder {
    /// The last found first: a stack.
    #[default]
    Depth,
    /// The first found first: a queue.
    Breadth,
}

/// What is done with two leaves that overlap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LeafTest {
    /// Triangle against triangle.
    #[default]
    Triangles,
    /// The second's triangles against the first's volume, then what is left against its triangles.
    Volume,
}

/// In which frame volumes are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WalkSpace {
    /// Each in the frame of its own body, by the relative pose.
    #[default]
    Model,
    /// All volumes of the second body are carried into the frame of the query first.
    World,
}
