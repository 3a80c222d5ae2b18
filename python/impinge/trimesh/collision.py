"""The collision manager of trimesh, as `trimesh.collision`.

What differs: a mesh that is closed is a solid, so what lies inside it collides with it, and no epsilon is involved. Search trees are built once for each mesh, not at each call. A pair of objects has one contact for
each pair of faces that share a point, with the point in the middle of what they share, or one at the middle of the inner object where no faces meet;
its depth and normal are those of the whole pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from .. import Mesh, Poses, closest_points, contacts, depth, intersects
from ..errors import PoseError
from .mesh_cache import mesh_of

__all__ = ["CollisionManager", "ContactData", "DistanceData", "scene_to_collision"]


class ContactData:
    """A contact of two objects."""

    def __init__(self, names: tuple[str, str], faces: tuple[int, int], point: Any, normal: Any, depth: float) -> None:
        self.names = set(names)
        self._faces = dict(zip(names, faces))
        self._point, self._normal, self._depth = point, normal, depth

    @property
    def normal(self) -> np.ndarray:
        """The direction in which the second object leaves the first, or opposite for the first."""
        return self._normal

    @property
    def point(self) -> np.ndarray:
        """A common point, in the world."""
        return self._point

    @property
    def depth(self) -> float:
        """How deep the two objects are in each other: an upper bound that parts them."""
        return self._depth

    def index(self, name: str) -> int:
        """The face of an object; -1 where no faces meet because one object is inside the other."""
        return self._faces[name]


class DistanceData:
    """The distance of two objects."""

    def __init__(self, names: tuple[str, str], faces: tuple[int, int], points: Any, distance: float) -> None:
        self.names = set(names)
        self._faces = dict(zip(names, faces))
        self._points = dict(zip(names, points))
        self._distance = distance

    @property
    def distance(self) -> float:
        """The distance; minus the depth where the objects overlap."""
        return self._distance

    def index(self, name: str) -> int:
        """A face of an object that its closest point lies on; -1 for a point inside."""
        return self._faces[name]

    def point(self, name: str) -> np.ndarray:
        """The closest point of an object, in the world."""
        return self._points[name]


class _Object(NamedTuple):
    """A mesh at a place of the world."""

    mesh: Mesh
    world_from_mesh: np.ndarray
    box: np.ndarray

    def gap_of_boxes(self, other: _Object) -> float:
        """No more than the distance of both."""
        gaps = np.maximum(self.box[0] - other.box[1], other.box[0] - self.box[1])
        return float(np.linalg.norm(np.maximum(gaps, 0.0)))

    def from_other(self, other: _Object) -> np.ndarray:
        return _inverse(self.world_from_mesh) @ other.world_from_mesh


class CollisionManager:
    """Objects with names, and queries about all of them."""

    def __init__(self) -> None:
        self._objs: dict[str, _Object] = {}

    def add_object(self, name: str, mesh: Any, transform: Any = None) -> Mesh:
        """Adds an object, or replaces the one of that name."""
        self._objs[name] = _placed(mesh_of(mesh), transform)
        return self._objs[name].mesh

    def remove_object(self, name: str) -> None:
        """Removes an object."""
        self._known(name)
        del self._objs[name]

    def set_transform(self, name: str, transform: Any) -> None:
        """Moves an object."""
        self._objs[name] = _placed(self._known(name).mesh, transform)

    def in_collision_single(self, mesh: Any, transform: Any = None, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether an object collides with any; with the names of those it does, and contacts, if asked for."""
        other = _placed(mesh_of(mesh), transform)
        pairs = [((name, "__external"), held, other) for name, held in self._objs.items()]
        found, names, data = _collisions(pairs, return_names or return_data, return_data)
        return _chosen(found, {pair[0] for pair in names}, data, return_names, return_data)

    def in_collision_internal(self, return_names: bool = False, return_data: bool = False) -> Any:
        """Whether any two objects collide; with the names of those pairs, sorted, and contacts, if asked for."""
        found, names, data = _collisions(self._near_pairs(), return_names or return_data, return_data)
        return _chosen(found, {tuple(sorted(pair)) for pair in names}, data, return_names, return_data)

    def in_collision_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """Whether any object collides with any of another manager; with names of pairs and contacts, if asked for."""
        pairs = [((p, q), a, b) for p, a in self._objs.items() for q, b in other_manager._objs.items()]
        found, names, data = _collisions(pairs, return_names or return_data, return_data)
        return _chosen(found, set(names), data, return_names, return_data)

    def min_distance_single(self, mesh: Any, transform: Any = None, return_name: bool = False, return_data: bool = False) -> Any:
        """The distance of an object to the nearest one; with its name, and closest points, if asked for. Overlaps count as minus their depth."""
        other = _placed(mesh_of(mesh), transform)
        distance, names, data = _nearest([((name, "__external"), held, other) for name, held in self._objs.items()])
        return _chosen(distance, names[0], data, return_name, return_data)

    def min_distance_internal(self, name: str | None = None, return_names: bool = False, return_data: bool = False) -> Any:
        """The distance of the two objects nearest to each other, or of the one nearest to `name`."""
        if name is not None:
            self._known(name)
        pairs = [pair for pair in self._pairs() if name is None or name in pair[0]]
        distance, names, data = _nearest(pairs)
        return _chosen(distance, tuple(sorted(names)), data, return_names, return_data)

    def min_distance_other(
        self, other_manager: CollisionManager, return_names: bool = False, return_data: bool = False
    ) -> Any:
        """The distance of the nearest two objects of this manager and another."""
        pairs = [((p, q), a, b) for p, a in self._objs.items() for q, b in other_manager._objs.items()]
        distance, names, data = _nearest(pairs)
        return _chosen(distance, names, data, return_names, return_data)

    def _known(self, name: str) -> _Object:
        if name not in self._objs:
            raise ValueError(f"{name} not in collision manager!")
        return self._objs[name]

    def _pairs(self) -> list[tuple[tuple[str, str], _Object, _Object]]:
        held = list(self._objs.items())
        return [((p, q), a, b) for k, (p, a) in enumerate(held) for q, b in held[k + 1 :]]

    def _near_pairs(self) -> Iterator[tuple[tuple[str, str], _Object, _Object]]:
        """The pairs of which the boxes share a point."""
        held = list(self._objs.items())
        boxes = np.array([item.box for _, item in held]).reshape(-1, 2, 3)
        for k, (p, a) in enumerate(held):
            later = boxes[k + 1 :]
            meet = (later[:, 0] <= a.box[1]).all(axis=1) & (a.box[0] <= later[:, 1]).all(axis=1)
            for j in (np.flatnonzero(meet) + k + 1).tolist():
                yield (p, held[j][0]), a, held[j][1]


def scene_to_collision(scene: Any) -> tuple[CollisionManager, dict[str, Mesh]]:
    """A manager with every geometry of a scene of trimesh at its place, and the meshes by the names of their nodes."""
    manager, objects = CollisionManager(), {}
    for node in scene.graph.nodes_geometry:
        transform, geometry = scene.graph[node]
        objects[node] = manager.add_object(node, scene.geometry[geometry], transform)
    return manager, objects


def _placed(mesh: Mesh, transform: Any) -> _Object:
    """A mesh at a transform; what is not rigid in it goes into the vertices."""
    world = np.eye(4) if transform is None else np.array(transform, dtype=np.float64)
    if world.shape != (4, 4):
        raise ValueError("transform must be (4,4)!")
    try:
        Poses(world)
    except PoseError:
        faces = mesh.faces[:, ::-1] if np.linalg.det(world[:3, :3]) < 0 else mesh.faces
        mesh, world = Mesh(mesh.vertices @ world[:3, :3].T + world[:3, 3], faces), np.eye(4)
    # Around the turned box of the mesh, with room for rounding.
    middle, half = mesh.bounds.mean(axis=0), np.ptp(mesh.bounds, axis=0) / 2
    middle = world[:3, :3] @ middle + world[:3, 3]
    half = np.abs(world[:3, :3]) @ half
    half = half + 1e-12 * (half + np.abs(middle).max())
    return _Object(mesh, world, np.array([middle - half, middle + half]))


def _inverse(matrix: np.ndarray) -> np.ndarray:
    result = np.eye(4)
    result[:3, :3] = matrix[:3, :3].T
    result[:3, 3] = -matrix[:3, :3].T @ matrix[:3, 3]
    return result


def _collisions(pairs: Any, all_of_them: bool, with_data: bool) -> tuple[bool, list[tuple[str, str]], list[ContactData]]:
    """Whether any pair collides; the names of those that do, and their contacts."""
    found, data = [], []
    for names, a, b in pairs:
        if a.gap_of_boxes(b) > 0 or not intersects(a.mesh, b.mesh, a.from_other(b)):
            continue
        found.append(names)
        if with_data:
            data += _contacts(names, a, b)
        if not all_of_them:
            break
    return bool(found), found, data


def _contacts(names: tuple[str, str], a: _Object, b: _Object) -> list[ContactData]:
    pose, turn = a.from_other(b), a.world_from_mesh[:3, :3]
    deep, met = depth(a.mesh, b.mesh, pose), contacts(a.mesh, b.mesh, pose)
    length = float(np.linalg.norm(deep.translation))
    normal = turn @ (deep.translation / length) if length > 0 else np.zeros(3)
    if len(met.faces) == 0:
        inner = b if np.ptp(b.box, axis=0).sum() < np.ptp(a.box, axis=0).sum() else a
        return [ContactData(names, (-1, -1), inner.box.mean(axis=0), normal, deep.upper)]
    middles = np.add.reduceat(met.points, met.point_offsets[:-1]) / np.diff(met.point_offsets)[:, None]
    points = middles @ turn.T + a.world_from_mesh[:3, 3]
    rows = zip(met.faces.tolist(), points)
    return [ContactData(names, (f, g), point, normal, deep.upper) for (f, g), point in rows]


def _nearest(pairs: Any) -> tuple[float, tuple[str, str], DistanceData]:
    """The nearest pair: boxes first, and those no farther than what is found."""
    if not pairs:
        raise ValueError("there are no two objects to measure between")
    best: tuple[float, Any] = (np.inf, None)
    for bound, (names, a, b) in sorted(((a.gap_of_boxes(b), (n, a, b)) for n, a, b in pairs), key=lambda row: row[0]):
        if bound > max(best[0], 0.0):
            break
        pose = a.from_other(b)
        found = closest_points(a.mesh, b.mesh, pose)
        distance = found.distance if found.distance > 0 else -depth(a.mesh, b.mesh, pose).upper
        if best[1] is None or distance < best[0]:
            best = (distance, (names, a, b, found))
    distance, (names, a, b, found) = best
    points = found.points @ a.world_from_mesh[:3, :3].T + a.world_from_mesh[:3, 3]
    faces = (_face(a.mesh, found.features[0]), _face(b.mesh, found.features[1]))
    return distance, names, DistanceData(names, faces, points, distance)


def _face(mesh: Mesh, feature: np.ndarray) -> int:
    """A face that has a feature."""
    kind, first, second = feature.tolist()
    if kind in (-1, 2):
        return first
    has = (mesh.faces == first).any(axis=1)
    if kind == 1:
        has &= (mesh.faces == second).any(axis=1)
    return int(np.argmax(has))


def _chosen(found: Any, names: Any, data: Any, with_names: bool, with_data: bool) -> Any:
    if with_names and with_data:
        return found, names, data
    if with_names:
        return found, names
    return (found, data) if with_data else found
