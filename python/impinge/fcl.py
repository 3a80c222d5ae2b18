"""The names of python-fcl, answered by Impinge.

>>> from impinge import fcl
>>> ball, crate = fcl.CollisionObject(fcl.Sphere(0.5)), fcl.CollisionObject(fcl.Box(1, 1, 1), fcl.Transform([2.0, 0, 0]))
>>> fcl.collide(ball, crate, fcl.CollisionRequest(), fcl.CollisionResult())
0
>>> fcl.distance(ball, crate, fcl.DistanceRequest(), fcl.DistanceResult())
1.0

What differs: a closed mesh is a solid, so what lies inside it collides with it; nearest points are always filled in, and lie on both bodies. The distance of
meshes that overlap is -1 like that of shapes, or minus their depth if signed distances are asked for. The normal and the depth of a contact are those of the pair as a whole, by
the shortest move apart that was found, and take their time when they are first read; the place of a contact without faces is between the closest points.
Where both bodies of `continuousCollide` turn, it says so: ask `impinge.sweep`. Half-spaces, planes and octrees are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np

from . import Convex as Shape
from . import Mesh, Poses, closest_points, contacts, depth, intersects, sweep

__all__ = [
    "BVHModel",
    "Box",
    "CCDMotionType",
    "CCDSolverType",
    "Capsule",
    "CollisionData",
    "CollisionGeometry",
    "CollisionObject",
    "CollisionRequest",
    "CollisionResult",
    "Cone",
    "Contact",
    "ContinuousCollisionRequest",
    "ContinuousCollisionResult",
    "Convex",
    "Cylinder",
    "DistanceData",
    "DistanceRequest",
    "DistanceResult",
    "DynamicAABBTreeCollisionManager",
    "Ellipsoid",
    "GJKSolverType",
    "Sphere",
    "Transform",
    "TriangleP",
    "collide",
    "continuousCollide",
    "defaultCollisionCallback",
    "defaultDistanceCallback",
    "distance",
]


class CollisionGeometry:
    """A shape or a mesh in its own frame."""

    _shape: Any = None

    def _body(self) -> Any:
        if self._shape is None:
            raise ValueError("the model is not complete: endModel() is missing")
        return self._shape


class Box(CollisionGeometry):
    """A box by its sides."""

    def __init__(self, x: float, y: float, z: float) -> None:
        self.side = np.array([x, y, z], dtype=np.float64)
        self._shape = Shape.box(self.side / 2)


class Sphere(CollisionGeometry):
    """A ball."""

    def __init__(self, radius: float) -> None:
        self.radius = radius
        self._shape = Shape.sphere(radius)


class Ellipsoid(CollisionGeometry):
    """An ellipsoid by its semi-axes."""

    def __init__(self, a: float, b: float, c: float) -> None:
        self.radii = np.array([a, b, c], dtype=np.float64)
        self._shape = Shape.ellipsoid(self.radii)


class _Round(CollisionGeometry):
    _make: Callable[..., Any]

    def __init__(self, radius: float, lz: float) -> None:
        self.radius, self.lz = radius, lz
        self._shape = type(self)._make(radius, lz / 2)


class Capsule(_Round):
    """All points at most `radius` from a segment of length `lz` along z."""

    _make = staticmethod(lambda radius, half: Shape.capsule(radius, half))


class Cylinder(_Round):
    """A cylinder of height `lz` along z."""

    _make = staticmethod(lambda radius, half: Shape.cylinder(radius, half))


class Cone(_Round):
    """A cone of height `lz` along z."""

    _make = staticmethod(lambda radius, half: Shape.cone(radius, half))


class TriangleP(CollisionGeometry):
    """A triangle."""

    def __init__(self, a: Any, b: Any, c: Any) -> None:
        self._shape = Shape.hull([a, b, c])



class Convex(CollisionGeometry):
    """The hull of vertices; the faces are not needed."""

    def __init__(self, verts: Any, num_faces: int = 0, faces: Any = None) -> None:
        self._shape = Shape.hull(verts)


class BVHModel(CollisionGeometry):
    """A mesh, made in three steps as FCL's."""

    def __init__(self) -> None:
        self._vertices: list[np.ndarray] = []
        self._faces: list[np.ndarray] = []

    def beginModel(self, num_tris_: int = 0, num_vertices_: int = 0) -> int:
        """Begins; the numbers are not needed."""
        self._vertices, self._faces, self._shape = [], [], None
        return 0

    def addSubModel(self, verts: Any, triangles: Any) -> int:
        """Adds vertices, and triangles that number them."""
        first = sum(map(len, self._vertices))
        self._vertices.append(np.asarray(verts, dtype=np.float64))
        self._faces.append(np.asarray(triangles).astype(np.int64) + first)
        return 0

    def addTriangle(self, v1: Any, v2: Any, v3: Any) -> int:
        """Adds a triangle."""
        return self.addSubModel(np.array([v1, v2, v3]), np.array([[0, 1, 2]]))

    def endModel(self) -> int:
        """Ends, and checks the mesh."""
        self._shape = Mesh(np.concatenate(self._vertices), np.concatenate(self._faces)) if self._vertices else Mesh([], [])
        return 0

    def num_tries_(self) -> int:
        """How many triangles there are."""
        return sum(map(len, self._faces))


class Transform:
    """A turn and a translation: of a matrix (3, 3) or a quaternion w, x, y, z, a translation (3,), both, or another transform."""

    def __init__(self, *arguments: Any) -> None:
        self.matrix = np.eye(4)
        for given in arguments:
            if isinstance(given, Transform):
                self.matrix = given.matrix.copy()
                continue
            array = np.asarray(given, dtype=np.float64)
            if array.shape == (3, 3):
                self.matrix[:3, :3] = array
            elif array.shape == (4,):
                self.matrix[:3, :3] = Poses(xyz_wxyz=[0, 0, 0, *array]).matrices[:3, :3]
            elif array.shape == (3,):
                self.matrix[:3, 3] = array
            else:
                raise ValueError(f"expected a matrix (3, 3), a quaternion (4,) or a translation (3,), found {array.shape}")

    def getRotation(self) -> np.ndarray:
        """The matrix (3, 3)."""
        return self.matrix[:3, :3].copy()

    def getTranslation(self) -> np.ndarray:
        """The translation (3,)."""
        return self.matrix[:3, 3].copy()


class CollisionObject:
    """A geometry at a place of the world."""

    def __init__(self, geom: CollisionGeometry, tf: Transform | None = None) -> None:
        self._geom, self._tf = geom, Transform(tf) if tf is not None else Transform()

    def setTransform(self, tf: Transform) -> None:
        """Moves it."""
        self._tf = Transform(tf)

    def setTranslation(self, vec: Any) -> None:
        """Moves it without turning."""
        self._tf = Transform(self._tf, vec)

    def setRotation(self, mat: Any) -> None:
        """Turns it by a matrix (3, 3)."""
        self._tf = Transform(self._tf, mat)

    def setQuatRotation(self, q: Any) -> None:
        """Turns it by a quaternion w, x, y, z."""
        self._tf = Transform(self._tf, q)

    def getTransform(self) -> Transform:
        """Where it is."""
        return Transform(self._tf)

    def getTranslation(self) -> np.ndarray:
        """Its translation."""
        return self._tf.getTranslation()

    def getRotation(self) -> np.ndarray:
        """Its turn."""
        return self._tf.getRotation()


class CCDMotionType(IntEnum):
    """How bodies go from one place to another: without turning, or by a line and the shortest turn."""

    CCDM_TRANS = 0
    CCDM_LINEAR = 1
    CCDM_SCREW = 2
    CCDM_SPLINE = 3


class CCDSolverType(IntEnum):
    """Names of methods; every answer is that of the engine."""

    CCDC_NAIVE = 0
    CCDC_CONSERVATIVE_ADVANCEMENT = 1
    CCDC_RAY_SHOOTING = 2
    CCDC_POLYNOMIAL_SOLVER = 3


class GJKSolverType(IntEnum):
    """Names of methods; every answer is that of the engine."""

    GST_LIBCCD = 0
    GST_INDEP = 1


@dataclass
class CollisionRequest:
    """What to find out about a collision."""

    num_max_contacts: int = 1
    enable_contact: bool = False
    num_max_cost_sources: int = 1
    enable_cost: bool = False
    use_approximate_cost: bool = True
    gjk_solver_type: Any = None


class _Push:
    """The shortest translation found that parts a pair. Its depth takes far longer than its contacts, so it is found out when it is first asked for."""

    def __init__(self, a: Any, b: Any, pose: np.ndarray, world: np.ndarray) -> None:
        self._pair, self._world = (a, b, pose), world

    @cached_property
    def found(self) -> tuple[np.ndarray, float]:
        """The direction in the world and the length; zeros of a mesh and a shape, whose depth is not known."""
        a, b, pose = self._pair
        if isinstance(a, Mesh) != isinstance(b, Mesh):
            return np.zeros(3), 0.0
        push = depth(a, b, pose)
        length = float(np.linalg.norm(push.translation))
        normal = self._world[:3, :3] @ (push.translation / length) if length > 0 else np.zeros(3)
        return normal, float(push.upper)


@dataclass
class Contact:
    """A contact of two geometries: faces (-1 where there are none), a common point, and for the pair as a whole, found out when they are first asked for, the normal from
    the first to the second and the depth."""

    o1: Any
    o2: Any
    b1: int
    b2: int
    pos: np.ndarray
    _push: _Push | None = field(default=None, repr=False, compare=False)

    @property
    def normal(self) -> np.ndarray:
        """The direction from the first to the second geometry."""
        return np.zeros(3) if self._push is None else self._push.found[0]

    @property
    def penetration_depth(self) -> float:
        """How far the geometries must move apart."""
        return 0.0 if self._push is None else self._push.found[1]


@dataclass
class CollisionResult:
    """What was found."""

    contacts: list[Contact] = field(default_factory=list)
    cost_sources: list[Any] = field(default_factory=list)
    is_collision: bool = False


@dataclass
class ContinuousCollisionRequest:
    """What to find out about bodies in motion; iterations and errors are not needed."""

    num_max_iterations: int = 10
    toc_err: float = 0.0001
    ccd_motion_type: Any = CCDMotionType.CCDM_TRANS
    gjk_solver_type: Any = GJKSolverType.GST_LIBCCD
    ccd_solver_type: Any = CCDSolverType.CCDC_CONSERVATIVE_ADVANCEMENT


@dataclass
class ContinuousCollisionResult:
    """What was found."""

    is_collide: bool = False
    time_of_contact: float = 1.0


@dataclass
class DistanceRequest:
    """What to find out about a distance."""

    enable_nearest_points: bool = False
    enable_signed_distance: bool = False
    gjk_solver_type: Any = None


@dataclass
class DistanceResult:
    """What was found."""

    min_distance: float = np.inf
    nearest_points: list[Any] = field(default_factory=lambda: [None, None])
    o1: Any = None
    o2: Any = None
    b1: int = -1
    b2: int = -1


def _between(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """A place as seen from another."""
    pose = np.eye(4)
    pose[:3, :3] = first[:3, :3].T @ second[:3, :3]
    pose[:3, 3] = first[:3, :3].T @ (second[:3, 3] - first[:3, 3])
    return pose


def _posed(o1: CollisionObject, o2: CollisionObject) -> tuple[Any, Any, np.ndarray, np.ndarray]:
    first, second = o1._tf.matrix, o2._tf.matrix
    return o1._geom._body(), o2._geom._body(), _between(first, second), first


def collide(
    o1: CollisionObject, o2: CollisionObject, request: CollisionRequest | None = None, result: CollisionResult | None = None
) -> int:
    """Whether two objects collide: the number of contacts in the result, at most as many as the request allows."""
    request = CollisionRequest() if request is None else request
    result = CollisionResult() if result is None else result
    a, b, pose, world = _posed(o1, o2)
    if not intersects(a, b, pose):
        return len(result.contacts)
    result.is_collision = True
    room = request.num_max_contacts - len(result.contacts)
    if room > 0:
        result.contacts += _contacts(o1, o2, request.enable_contact, room)
    return len(result.contacts)


def _contacts(o1: CollisionObject, o2: CollisionObject, with_geometry: bool, most: int) -> list[Contact]:
    a, b, pose, world = _posed(o1, o2)
    if not with_geometry:
        return [Contact(o1._geom, o2._geom, -1, -1, np.zeros(3))]
    push = _Push(a, b, pose, world)

    def contact(f: int, g: int, points: np.ndarray) -> Contact:
        return Contact(o1._geom, o2._geom, f, g, world[:3, :3] @ points.mean(axis=0) + world[:3, 3], push)

    if isinstance(a, Mesh) and isinstance(b, Mesh):
        met = contacts(a, b, pose)
        ends = met.point_offsets
        rows = enumerate(met.faces[:most].tolist())
        found = [contact(f, g, met.points[ends[k] : ends[k + 1]]) for k, (f, g) in rows]
        if found:
            return found
    return [contact(-1, -1, closest_points(a, b, pose).points)]


def distance(
    o1: CollisionObject, o2: CollisionObject, request: DistanceRequest | None = None, result: DistanceResult | None = None
) -> float:
    """How far apart two objects are. Where they overlap -1, or minus their depth if the request enables signed distances."""
    request = DistanceRequest() if request is None else request
    result = DistanceResult() if result is None else result
    a, b, pose, world = _posed(o1, o2)
    found = closest_points(a, b, pose)
    length, places = float(found.distance), found.points
    if length == 0.0:
        length = -1.0
        if request.enable_signed_distance and isinstance(a, Mesh) == isinstance(b, Mesh):
            deep = depth(a, b, pose)
            length = -float(deep.upper)
            # Where the bodies touch once they are moved apart, and where that point of the second is now.
            apart = pose.copy()
            apart[:3, 3] += deep.translation
            places = closest_points(a, b, apart).points - [np.zeros(3), deep.translation]
    if length < result.min_distance:
        points = places @ world[:3, :3].T + world[:3, 3]
        result.min_distance, result.nearest_points = length, list(points)
        result.o1, result.o2 = o1._geom, o2._geom
        kinds = found.features
        result.b1, result.b2 = (int(row[1]) if row[0] == 2 else -1 for row in kinds)
    return length


def continuousCollide(
    o1: CollisionObject,
    tf1_end: Transform,
    o2: CollisionObject,
    tf2_end: Transform,
    request: ContinuousCollisionRequest | None = None,
    result: ContinuousCollisionResult | None = None,
) -> float:
    """The first time from 0 to 1 at which two objects in motion are in contact; 1 if there is none. Curved shapes are in contact within `toc_err` of it."""
    request = ContinuousCollisionRequest() if request is None else request
    result = ContinuousCollisionResult() if result is None else result
    if not 0.0 <= request.toc_err < np.inf:
        raise ValueError(f"toc_err: expected a finite time that is not negative, found {request.toc_err}")
    begin, end = [o1._tf.matrix, o2._tf.matrix], [tf1_end.matrix.copy(), tf2_end.matrix.copy()]
    kind = CCDMotionType(request.ccd_motion_type)
    if kind == CCDMotionType.CCDM_TRANS:
        for matrix, first in zip(end, begin, strict=True):
            matrix[:3, :3] = first[:3, :3]
    turns = [bool((matrix[:3, :3] != first[:3, :3]).any()) for matrix, first in zip(end, begin, strict=True)]
    moves = [bool((matrix != first).any()) for matrix, first in zip(end, begin, strict=True)]
    if (turns[0] and moves[1]) or (turns[1] and moves[0]) or (any(turns) and kind != CCDMotionType.CCDM_LINEAR):
        raise ValueError("expected bodies that do not turn, or one that turns by CCDM_LINEAR beside one that rests; ask impinge.sweep")
    bodies = [o1._geom._body(), o2._geom._body()]
    still = 1 if moves[0] and not moves[1] else 0
    path = np.stack([_between(matrices[still], matrices[1 - still]) for matrices in (begin, end)])
    time = _contact_time(bodies[still], bodies[1 - still], path, request.toc_err)
    result.is_collide = result.is_collide or time is not None
    time = 1.0 if time is None else time
    result.time_of_contact = min(result.time_of_contact, time)
    return time


def _contact_time(a: Any, b: Any, path: np.ndarray, error: float) -> float | None:
    """The first time at which bodies are in contact on the way from a pose to another: exact but for rounding for meshes, boxes and hulls, and up to an error for curved shapes."""
    try:
        found = sweep(a, b, path, interpolation="slerp")
        return None if found.is_free else float(found.intervals[0, 0, 0])
    except TypeError:
        if isinstance(a, Mesh) or isinstance(b, Mesh) or (path[0, :3, :3] != path[1, :3, :3]).any():
            raise TypeError("expected meshes, boxes and hulls, or two shapes that do not turn") from None
    # Two convex bodies that a direction separates need the time in which their gap along it closes, at least.
    way, time, pose = path[1, :3, 3] - path[0, :3, 3], 0.0, path[0].copy()
    near = max(float(error), 1e-12) * float(np.linalg.norm(way))
    while time <= 1.0:
        pose[:3, 3] = path[0, :3, 3] + time * way
        found = closest_points(a, b, pose)
        if found.distance <= near:
            return time
        across = found.points[0] - found.points[1]
        closing = float(way @ across) / float(np.linalg.norm(across))
        if closing <= 0.0:
            return None
        time += float(found.distance) / closing
    return None


@dataclass
class CollisionData:
    """What a callback keeps between pairs."""

    request: CollisionRequest = field(default_factory=CollisionRequest)
    result: CollisionResult = field(default_factory=CollisionResult)
    done: bool = False


@dataclass
class DistanceData:
    """What a callback keeps between pairs."""

    request: DistanceRequest = field(default_factory=DistanceRequest)
    result: DistanceResult = field(default_factory=DistanceResult)
    done: bool = False


def defaultCollisionCallback(o1: CollisionObject, o2: CollisionObject, cdata: CollisionData) -> bool:
    """Collides a pair; says whether there are as many contacts as were asked for."""
    if not cdata.done:
        collide(o1, o2, cdata.request, cdata.result)
        cdata.done = cdata.result.is_collision and len(cdata.result.contacts) >= cdata.request.num_max_contacts
    return cdata.done


def defaultDistanceCallback(o1: CollisionObject, o2: CollisionObject, ddata: DistanceData) -> tuple[bool, float]:
    """Measures a pair; says whether to stop, and the least distance so far."""
    if not ddata.done:
        distance(o1, o2, ddata.request, ddata.result)
        ddata.done = ddata.result.min_distance <= 0
    return ddata.done, ddata.result.min_distance


class DynamicAABBTreeCollisionManager:
    """Many objects, and callbacks for pairs of them."""

    def __init__(self) -> None:
        self._objects: list[CollisionObject] = []

    def registerObject(self, obj: CollisionObject) -> None:
        """Adds an object."""
        self._objects.append(obj)

    def registerObjects(self, objs: Iterable[CollisionObject]) -> None:
        """Adds objects."""
        self._objects.extend(objs)

    def unregisterObject(self, obj: CollisionObject) -> None:
        """Removes an object."""
        self._objects = [other for other in self._objects if other is not obj]

    def getObjects(self) -> list[CollisionObject]:
        """All objects."""
        return list(self._objects)

    def size(self) -> int:
        """How many there are."""
        return len(self._objects)

    def empty(self) -> bool:
        """Whether there are none."""
        return not self._objects

    def clear(self) -> None:
        """Removes all."""
        self._objects = []

    def setup(self) -> None:
        """Nothing has to be set up."""

    def update(self, *objects: Any) -> None:
        """Nothing has to be brought up to date."""

    def collide(self, *arguments: Any) -> None:
        """`collide(data, callback)` for all pairs, `collide(object, data, callback)` or `collide(manager, data, callback)`."""
        *other, data, callback = arguments
        for a, b in self._pairs(other):
            if callback(a, b, data):
                return

    def distance(self, *arguments: Any) -> None:
        """As `collide`, with a callback that gives whether to stop and the least distance."""
        *other, data, callback = arguments
        for a, b in self._pairs(other):
            if callback(a, b, data)[0]:
                return

    def _pairs(self, other: list[Any]) -> Iterable[tuple[CollisionObject, CollisionObject]]:
        if not other:
            return [(a, b) for k, a in enumerate(self._objects) for b in self._objects[k + 1 :]]
        others = other[0]._objects if isinstance(other[0], DynamicAABBTreeCollisionManager) else [other[0]]
        return [(a, b) for a in self._objects for b in others]
