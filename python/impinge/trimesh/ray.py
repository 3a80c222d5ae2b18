"""Rays and a mesh of trimesh, as `trimesh.ray`.

>>> import trimesh
>>> from impinge.trimesh import RayMeshIntersector
>>> rays = RayMeshIntersector(trimesh.creation.box([2, 2, 2]))
>>> locations, ray, face = rays.intersects_location([[0.5, 0.25, -5]], [[0, 0, 2]])
>>> locations.tolist(), ray.tolist()
([[0.5, 0.25, -1.0], [0.5, 0.25, 1.0]], [0, 0])

What differs: the faces that a ray meets are exact, so a ray through an edge or a vertex never slips through, and none that passes beside one meets it; hits are sorted from the origin of the ray on.
As in trimesh, faces in whose plane a ray lies do not count. Of faces that are met at one point of an edge or a vertex the first counts, as with Embree; trimesh's own engine lists each
where no locations are asked for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import FaceHits, contains, raycast_all
from .mesh_cache import mesh_of

__all__ = ["RayMeshIntersector", "contains_points"]


class RayMeshIntersector:
    """Questions about rays and one mesh; it may be put in the place of `mesh.ray`."""

    def __init__(self, mesh: Any, scale_to_box: bool = True) -> None:
        """`scale_to_box` is for the engine that this one stands in for, and changes nothing."""
        self.mesh = mesh

    def intersects_id(
        self,
        ray_origins: ArrayLike,
        ray_directions: ArrayLike,
        multiple_hits: bool = True,
        max_hits: int | None = None,
        return_locations: bool = False,
    ) -> Any:
        """The faces that rays meet and the numbers of their rays; with the points, one for each, if asked for."""
        found = self._hits(ray_origins, ray_directions)
        rows = np.flatnonzero(~found.coplanar)
        rows = rows[_first_of_each(np.column_stack([found.ray[rows], found.features[rows]]))]
        ray = found.ray[rows]
        # Hits are sorted, those of a ray beside each other.
        order = np.arange(len(ray)) - np.searchsorted(ray, ray)
        most = 1 if not multiple_hits else len(ray) if max_hits is None else max_hits
        rows = rows[order < most]
        faces, ray = found.face[rows].astype(np.int64), found.ray[rows]
        return (faces, ray, found.point[rows]) if return_locations else (faces, ray)

    def intersects_location(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, multiple_hits: bool = True, **options: Any
    ) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
        """The points in which rays meet the surface, the numbers of their rays, and a face of each."""
        faces, ray, points = self.intersects_id(
            ray_origins, ray_directions, multiple_hits=multiple_hits, return_locations=True, **options
        )
        return points, ray, faces

    def intersects_first(self, ray_origins: ArrayLike, ray_directions: ArrayLike) -> NDArray[np.int64]:
        """The first face that each ray meets; -1 if it meets none."""
        faces, ray = self.intersects_id(ray_origins, ray_directions, multiple_hits=False)
        first = np.full(len(ray_origins), -1, dtype=np.int64)
        first[ray] = faces
        return first

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike) -> NDArray[np.bool_]:
        """Whether each ray meets a face."""
        return self.intersects_first(ray_origins, ray_directions) >= 0

    def contains_points(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Whether points are inside a closed mesh or on its surface. Exact."""
        return contains_points(self, points)

    def _hits(self, ray_origins: ArrayLike, ray_directions: ArrayLike) -> FaceHits:
        origins, directions = (np.asarray(rows, dtype=np.float64) for rows in (ray_origins, ray_directions))
        if origins.shape != directions.shape or origins.ndim != 2:
            raise ValueError("Ray origin and direction don't match!")
        return raycast_all(mesh_of(self.mesh), origins, directions)


def contains_points(
    intersector: RayMeshIntersector, points: ArrayLike, check_direction: ArrayLike | None = None
) -> NDArray[np.bool_]:
    """Whether points are inside the mesh of an intersector or on its surface. No ray is cast, so a direction changes nothing."""
    return contains(mesh_of(intersector.mesh), point_rows(points))


def point_rows(points: ArrayLike, name: str = "points") -> NDArray[np.float64]:
    """Points of shape (n, 3), refused as trimesh does."""
    rows = np.asarray(points, dtype=np.float64)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{name} must be (n,3)!")
    return rows


def _first_of_each(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first place of each different row, in order."""
    return np.sort(np.unique(rows, axis=0, return_index=True)[1]) if len(rows) else np.zeros(0, dtype=np.int64)
