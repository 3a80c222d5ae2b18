"""Points and a mesh of trimesh, as `trimesh.proximity`.

>>> import trimesh
>>> from impinge.trimesh import proximity
>>> box = trimesh.creation.box([2, 2, 2])
>>> proximity.closest_point(box, [[0.5, 0.25, 3]])[:2]
(array([[0.5 , 0.25, 1.  ]]), array([2.]))

Signs are those of trimesh: positive inside. What differs: the sign is exact, and zero exactly on the surface; an open mesh encloses nothing, so that every
point beside it is outside. Of faces that are equally near, the one that faces the point most is chosen, as in trimesh, but only where they are.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import FeatureKind, Mesh, nearest_points
from .. import signed_distance as negative_inside
from .mesh_cache import mesh_of
from .ray import RayMeshIntersector, point_rows

__all__ = ["ProximityQuery", "closest_point", "longest_ray", "max_tangent_sphere", "nearby_faces", "signed_distance", "thickness"]


def closest_point(
    mesh: Any, points: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """The points of a mesh that are nearest to points, their distances, and their faces."""
    ours, points = mesh_of(mesh), point_rows(points)
    near = nearest_points(ours, points)
    return near.point, near.distance, _facing(ours, points, near.point, near.face.astype(np.int64), near.feature)


def signed_distance(mesh: Any, points: ArrayLike) -> NDArray[np.float64]:
    """The distances of points to a mesh: positive inside, negative outside, zero on it."""
    # Not minus zero.
    return 0.0 - negative_inside(mesh_of(mesh), point_rows(points))


def nearby_faces(mesh: Any, points: ArrayLike) -> list[NDArray[np.int64]]:
    """For each point the faces whose boxes come no farther along any axis than the nearest point of the mesh; the nearest face is one of them."""
    ours, points = mesh_of(mesh), point_rows(points)
    corners = ours.vertices[ours.faces]
    low, high = corners.min(axis=1), corners.max(axis=1)
    reach = nearest_points(ours, points).distance
    # Rounding of the distance, and of adding it.
    reach = reach + 1e-12 * (reach + np.abs(points).max(axis=1, initial=0.0))
    boxes = zip(points - reach[:, None], points + reach[:, None])
    return [np.flatnonzero(((low <= most) & (least <= high)).all(axis=1)) for least, most in boxes]


class ProximityQuery:
    """Questions about points and one mesh; it may be put in the place of `mesh.nearest`."""

    def __init__(self, mesh: Any) -> None:
        self._mesh = mesh
        self._vertices: tuple[Mesh, Mesh] | None = None

    def on_surface(self, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
        """As `closest_point`."""
        return closest_point(self._mesh, points)

    def vertex(self, points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The distances of points to their nearest vertices, and those vertices."""
        ours = mesh_of(self._mesh)
        if self._vertices is None or self._vertices[0] is not ours:
            # Each vertex as a face without area.
            self._vertices = ours, Mesh(ours.vertices, np.arange(len(ours.vertices))[:, None].repeat(3, axis=1))
        near = nearest_points(self._vertices[1], point_rows(points))
        return near.distance, near.face.astype(np.int64)

    def signed_distance(self, points: ArrayLike) -> NDArray[np.float64]:
        """As `signed_distance`."""
        return signed_distance(self._mesh, points)


def longest_ray(mesh: Any, points: ArrayLike, directions: ArrayLike) -> NDArray[np.float64]:
    """How far rays from points go before they meet the mesh; infinite if they do not. What they meet nearer than 1e-5 is where they start."""
    points, directions = point_rows(points), point_rows(directions, "directions")
    if len(points) != len(directions):
        raise ValueError("number of points must equal number of directions!")
    _, ray, places = RayMeshIntersector(mesh).intersects_id(points, directions, return_locations=True)
    lengths = np.linalg.norm(places - points[ray], axis=1)
    longest = np.full(len(points), np.inf)
    beyond = lengths > _START
    np.minimum.at(longest, ray[beyond], lengths[beyond])
    return longest


def max_tangent_sphere(
    mesh: Any,
    points: ArrayLike,
    inwards: bool = True,
    normals: ArrayLike | None = None,
    threshold: float = 1e-6,
    max_iter: int = 100,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middles and radii of the largest balls that touch a mesh at points and have none of it inside; infinite where there is no largest.

    A ball through the point shrinks until the point of the mesh nearest to its middle is on it (Inui, Umezu and Shimane 2016).
    """
    ours, points = mesh_of(mesh), point_rows(points)
    ways = _normals(mesh, points, normals) * (-1.0 if inwards else 1.0)
    # No ball is longer than the ray through it; where the ray meets nothing, none is larger than those through vertices.
    radii = longest_ray(mesh, points, ways) / 2.0
    for k in np.flatnonzero(np.isinf(radii)):
        radii[k] = _ball_through(ours.vertices - points[k], ways[k]).min()
    size = np.linalg.norm(np.ptp(ours.bounds, axis=0))
    open_rows = np.flatnonzero(np.isfinite(radii))
    for _ in range(max_iter):
        if len(open_rows) == 0:
            break
        middles = points[open_rows] + ways[open_rows] * radii[open_rows, None]
        near = nearest_points(ours, middles)
        inside = near.distance < radii[open_rows] - threshold * size
        open_rows, places = open_rows[inside], near.point[inside]
        shrunk = [_ball_through((q - points[k])[None], ways[k])[0] for k, q in zip(open_rows, places)]
        radii[open_rows] = np.minimum(radii[open_rows], shrunk)
    middles = np.where(np.isfinite(radii)[:, None], points + ways * np.where(np.isfinite(radii), radii, 0.0)[:, None], np.nan)
    return middles, radii


def thickness(
    mesh: Any,
    points: ArrayLike,
    exterior: bool = False,
    normals: ArrayLike | None = None,
    method: Literal["max_sphere", "ray"] = "max_sphere",
) -> NDArray[np.float64]:
    """How thick a mesh is at points of its surface, or how far it reaches outside of it: the diameter of the largest tangent ball, or the length of a ray."""
    points = point_rows(points)
    if method == "max_sphere":
        return 2.0 * max_tangent_sphere(mesh, points, inwards=not exterior, normals=normals)[1]
    if method == "ray":
        return longest_ray(mesh, points, _normals(mesh, points, normals) * (1.0 if exterior else -1.0))
    raise ValueError('Invalid method, use "max_sphere" or "ray"')


#: Absolute, trimesh's `tol.planar`: a ray that starts on the surface, but for rounding, does not end there.
_START = 1e-5


def _ball_through(offsets: NDArray[np.float64], way: NDArray[np.float64]) -> NDArray[np.float64]:
    """The radii of balls that touch a plane at its origin, with their middles along `way`, through each point; infinite for points on the plane or behind it."""
    beyond = offsets @ way
    squares = np.einsum("kd,kd->k", offsets, offsets)
    return np.divide(squares, 2.0 * beyond, out=np.full(len(offsets), np.inf), where=beyond > 1e-12 * np.sqrt(squares))


def _normals(mesh: Any, points: NDArray[np.float64], normals: ArrayLike | None) -> NDArray[np.float64]:
    """The normals of points, those of their nearest faces if none are given."""
    if normals is None:
        return _face_normals(mesh_of(mesh), closest_point(mesh, points)[2])
    given = point_rows(normals, "normals")
    if len(given) != len(points):
        raise ValueError("number of points must equal number of normals!")
    return given


def _face_normals(mesh: Mesh, faces: NDArray[np.int64]) -> NDArray[np.float64]:
    """Unit normals; zero for faces without area."""
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces[faces]], 1, 0)
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.divide(normals, lengths, out=np.zeros_like(normals), where=lengths > 0)


def _facing(
    mesh: Mesh,
    points: NDArray[np.float64],
    places: NDArray[np.float64],
    faces: NDArray[np.int64],
    features: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Where the nearest point lies on an edge or a vertex, the face there that faces the point most."""
    at_several = np.flatnonzero((features[:, 0] != FeatureKind.FACE) & (points != places).any(axis=1))
    if len(at_several) == 0:
        return faces
    fans = _fans(mesh)
    for row in at_several:
        _, first, second = features[row].tolist()
        fan = fans(first)
        if second >= 0:
            fan = fan[(mesh.faces[fan] == second).any(axis=1)]
        dots = _face_normals(mesh, fan) @ (points[row] - places[row])
        faces[row] = fan[np.argmax(dots)]
    return faces


def _fans(mesh: Mesh) -> Any:
    """A function that gives the faces at a vertex."""
    corners = mesh.faces.ravel().astype(np.int64)
    order = np.argsort(corners, kind="stable")
    starts = np.searchsorted(corners[order], np.arange(len(mesh.vertices) + 1))
    return lambda vertex: np.unique(order[starts[vertex] : starts[vertex + 1]] // 3)
