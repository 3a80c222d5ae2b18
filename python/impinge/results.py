"""Results: named tuples. Fields are scalars and small arrays for one pose, and have one axis more for a batch."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._native import BodyId, Mesh, Poses

__all__ = [
    "Body",
    "Certainty",
    "ClosestPoints",
    "Contacts",
    "Depth",
    "FaceHits",
    "FeatureKind",
    "Impact",
    "Location",
    "NearestBodies",
    "NearestPoints",
    "PairRelation",
    "PlanarClosest",
    "Proximity",
    "RayHits",
    "Relation",
    "SceneHit",
    "SelfContacts",
    "Step",
    "SurfaceImpacts",
    "Sweep",
    "Thickness",
]


class Relation(IntEnum):
    """How two bodies A and B relate as point sets. Every pair has exactly one relation."""

    DISJOINT = 0
    """They share no point."""
    TOUCHING = 1
    """They share points, but no interior points."""
    CROSSING = 2
    """Interiors meet, and neither contains the other."""
    A_INSIDE_B = 3
    """A is a part of B; the boundaries may touch."""
    B_INSIDE_A = 4
    """B is a part of A; the boundaries may touch."""
    COINCIDENT = 5
    """They are the same set."""


class Certainty(IntEnum):
    """How certain an answer is."""

    EXACT = 0
    """Exact for the input as given."""
    WITHIN_BOUND = 1
    """True, or off by no more than a bound that is stated."""
    ROUNDED = 2
    """Closer to another answer than rounding can tell."""
    UNDECIDED = 3
    """The search ended before this was decided."""


class Location(IntEnum):
    """Where a point lies with respect to a mesh."""

    OUTSIDE = 0
    SURFACE = 1
    INSIDE = 2


class FeatureKind(IntEnum):
    """What the first number of a row of `features` means; the other two are its indices, -1 for an index that the kind does not use."""

    NONE = -1
    """Inside a solid, or on a curved shape."""
    VERTEX = 0
    """A vertex."""
    EDGE = 1
    """An edge, by its two vertices."""
    FACE = 2
    """A face."""


class PairRelation(NamedTuple):
    """How two bodies relate."""

    relation: Relation | NDArray[np.uint8]
    certainty: Certainty | NDArray[np.uint8]


class ClosestPoints(NamedTuple):
    """How far apart two bodies are, and where."""

    distance: float | NDArray[np.float64]
    """The distance: of meshes zero exactly if they share a point; of curved shapes within `bounds`."""
    bounds: NDArray[np.float64]
    """What the distance lies between: proved for curved shapes; both equal to the distance for meshes."""
    points: NDArray[np.float64]
    """A closest point of A and of B, in A's frame: (2, 3) or (n, 2, 3)."""
    features: NDArray[np.int64]
    """The features that the points lie on: (2, 3) or (n, 2, 3), rows of a `FeatureKind` and indices."""


class Contacts(NamedTuple):
    """Pairs of triangles that share a point, sorted."""

    faces: NDArray[np.uint32]
    """The face of A and the face of B: (k, 2)."""
    crossing: NDArray[np.bool_]
    """Whether the triangles pass through each other; else they touch: (k,)."""
    points: NDArray[np.float64]
    """The common points of all pairs in A's frame: (p, 3)."""
    point_offsets: NDArray[np.int64]
    """Those of pair k are rows `point_offsets[k]` to `point_offsets[k + 1]`: (k + 1,)."""
    pose_offsets: NDArray[np.int64] | None
    """The pairs at pose i of a batch are rows `pose_offsets[i]` to `pose_offsets[i + 1]`: (n + 1,); None for one pose."""


class Depth(NamedTuple):
    """The length of the shortest translation that parts two bodies."""

    lower: float | NDArray[np.float64]
    value: float | NDArray[np.float64]
    upper: float | NDArray[np.float64]
    translation: NDArray[np.float64]
    """Moving B by it, in A's frame, parts the bodies; its length is `upper`."""


class Thickness(NamedTuple):
    """The diameter of the largest ball inside two bodies."""

    lower: float | NDArray[np.float64]
    value: float | NDArray[np.float64]
    upper: float | NDArray[np.float64]
    centre: NDArray[np.float64]
    """The middle of a ball of diameter `lower` inside both, in A's frame; NaN if no such ball is known."""


class NearestPoints(NamedTuple):
    """The points of a surface that are nearest to points."""

    distance: float | NDArray[np.float64]
    point: NDArray[np.float64]
    face: int | NDArray[np.uint32]
    feature: NDArray[np.int64]
    """What of the face the point lies on: (3,) or (n, 3), a `FeatureKind` and indices."""


class RayHits(NamedTuple):
    """Where rays first meet a mesh."""

    t: float | NDArray[np.float64]
    """The parameter, in lengths of the direction: infinite for a miss."""
    point: NDArray[np.float64]
    """The point; NaN for a miss."""
    face: int | NDArray[np.int64]
    """The face; -1 for a miss, or where the ray starts inside."""


class FaceHits(NamedTuple):
    """Every face that rays meet, sorted by ray, then from its origin on."""

    ray: NDArray[np.int64]
    t: NDArray[np.float64]
    """The parameter, in lengths of the direction."""
    point: NDArray[np.float64]
    face: NDArray[np.uint32]
    features: NDArray[np.int64]
    """What the point lies on: rows of a `FeatureKind` and indices. Faces that share it are met at one point."""
    coplanar: NDArray[np.bool_]
    """Whether the ray lies in the plane of the face."""


class Impact(NamedTuple):
    """The first contact of two bodies in motion."""

    time: NDArray[np.float64]
    """Lower and upper bound."""
    points: NDArray[np.float64]
    """A point of A and of B, in A's frame."""
    features: NDArray[np.int64]
    """The features that touch: rows of a `FeatureKind` and indices."""
    normal: NDArray[np.float64]
    """A direction across what touches, from A towards B."""


class Sweep(NamedTuple):
    """When two bodies in motion are in contact."""

    intervals: NDArray[np.float64]
    """Begin and end of each time of contact, each a lower and an upper bound: (k, 2, 2)."""
    certainty: NDArray[np.uint8]
    """How certain each of them is: numbers of `Certainty`."""
    impact: Impact | None
    """The first contact, if they begin apart and meet."""
    bound: float
    """Bodies no farther apart than this may count as in contact: zero where contact is exact."""

    @property
    def is_free(self) -> bool:
        """Whether there is no contact at all."""
        return len(self.intervals) == 0


class Step(NamedTuple):
    """What a step of a scene found: pairs of bodies, the smaller id first."""

    begin: list[tuple[BodyId, BodyId]]
    """Contact began."""
    stay: list[tuple[BodyId, BodyId]]
    """Contact stayed."""
    end: list[tuple[BodyId, BodyId]]
    """Contact ended."""


class NearestBodies(NamedTuple):
    """Two bodies of a scene that are nearest to each other."""

    a: BodyId
    b: BodyId
    distance: float
    bounds: NDArray[np.float64]
    points: NDArray[np.float64]
    """A closest point of A and of B, in the world."""


class SceneHit(NamedTuple):
    """The first body that a ray meets."""

    body: BodyId
    t: float
    point: NDArray[np.float64]
    face: int
    """The face of a mesh; else -1."""


class SelfContacts(NamedTuple):
    """Pairs of faces of a surface that share a point, sorted."""

    meeting: NDArray[np.uint32]
    """Without a common vertex: (k, 2)."""
    overlapping: NDArray[np.uint32]
    """Neighbours that share more than their vertices and edge: (k, 2)."""


class Proximity(NamedTuple):
    """Pairs of faces within a length of each other, sorted."""

    faces: NDArray[np.uint32]
    distance: NDArray[np.float64]
    points: NDArray[np.float64]
    """Closest points of both: (k, 2, 3); NaN where they meet."""


class SurfaceImpacts(NamedTuple):
    """First contacts of the parts of a surface that moves."""

    vertex_face: NDArray[np.uint32]
    """Vertices and faces that meet: (k, 2)."""
    vertex_face_time: NDArray[np.float64]
    """When, between 0 and 1, as a lower and an upper bound: (k, 2)."""
    edge_edge: NDArray[np.uint32]
    """Pairs of edges that meet, each by its two vertices: (k, 2, 2)."""
    edge_edge_time: NDArray[np.float64]

    @property
    def is_free(self) -> bool:
        """Whether nothing meets."""
        return len(self.vertex_face) == 0 and len(self.edge_edge) == 0


class PlanarClosest(NamedTuple):
    """How far apart two polygons are, and where."""

    distance: float | NDArray[np.float64]
    points: NDArray[np.float64]
    """A closest point of A and of B, in A's frame: (2, 2) or (n, 2, 2)."""


class Body(NamedTuple):
    """A body of a file."""

    name: str
    mesh: Mesh
    world_from_body: Poses
