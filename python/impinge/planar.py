"""Polygons in the plane, with polygons of shapely in and out.

>>> from impinge import planar
>>> hall = planar.Polygon([[[-9, -9], [9, -9], [9, 9], [-9, 9]], [[-8, -8], [8, -8], [8, 8], [-8, 8]]])
>>> cart = planar.Polygon([[-1, -1], [1, -1], [1, 1], [-1, 1]])
>>> planar.relate(hall, cart)
<Relation.DISJOINT: 0>
>>> planar.distance(hall, cart, planar.poses([[5, 0], [6.5, 0]]))
array([2. , 0.5])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ._native import Polygon, _planar_closest_points, _planar_contains, _planar_intersects, _planar_relate
from .results import PlanarClosest, Relation

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Polygon", "closest_points", "contains", "distance", "intersects", "poses", "relate", "to_shapely"]


def poses(translations: ArrayLike, degrees: ArrayLike = 0.0) -> NDArray[np.float64]:
    """Matrices of turns about the origin, then translations: of shape (3, 3), or (n, 3, 3) for a batch. Quarter turns are exact.

    >>> from impinge import planar
    >>> planar.poses([5, 0], 90).tolist()
    [[0.0, -1.0, 5.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
    """
    translations = np.asarray(translations, dtype=np.float64)
    if translations.ndim not in (1, 2) or translations.shape[-1] != 2:
        raise ValueError(f"translations: expected an array of shape (2,) or (n, 2), found {translations.shape}")
    turns = np.mod(np.asarray(degrees, dtype=np.float64), 360.0)
    quarters = np.round(turns / 90.0)
    rest = np.radians(turns - 90.0 * quarters)
    cosine, sine = np.cos(rest), np.sin(rest)
    x = np.choose(quarters.astype(int) % 4, [cosine, -sine, -cosine, sine])
    y = np.choose(quarters.astype(int) % 4, [sine, cosine, -sine, -cosine])
    matrices = np.zeros(np.broadcast_shapes(translations.shape[:-1], turns.shape) + (3, 3))
    matrices[..., 0, 0], matrices[..., 0, 1] = x, -y
    matrices[..., 1, 0], matrices[..., 1, 1] = y, x
    matrices[..., :2, 2] = translations
    matrices[..., 2, 2] = 1.0
    return matrices + 0.0


def intersects(a: Any, b: Any, a_from_b: ArrayLike | None = None, *, jobs: int = 1) -> bool | NDArray[np.bool_]:
    """Whether two polygons share a point, at a pose of shape (3, 3) or each of a batch (n, 3, 3).

    >>> from impinge import planar
    >>> square = planar.Polygon([[0, 0], [2, 0], [2, 2], [0, 2]])
    >>> planar.intersects(square, square, planar.poses([[2, 2], [2.5, 0]]))
    array([ True, False])
    """
    return _planar_intersects(a, b, a_from_b, jobs)


def relate(a: Any, b: Any, a_from_b: ArrayLike | None = None, *, jobs: int = 1) -> Relation | NDArray[np.uint8]:
    """How two polygons relate as point sets. Exact. For a batch, an array of the numbers of `Relation`.

    >>> from impinge import planar
    >>> square = planar.Polygon([[0, 0], [2, 0], [2, 2], [0, 2]])
    >>> planar.relate(square, square, planar.poses([2, 2]))
    <Relation.TOUCHING: 1>
    """
    return _planar_relate(a, b, a_from_b, jobs)


def distance(a: Any, b: Any, a_from_b: ArrayLike | None = None, *, jobs: int = 1) -> float | NDArray[np.float64]:
    """How far apart two polygons are; zero exactly if they share a point.

    >>> from impinge import planar
    >>> square = planar.Polygon([[0, 0], [2, 0], [2, 2], [0, 2]])
    >>> planar.distance(square, square, planar.poses([5, 6]))
    5.0
    """
    return _planar_closest_points(a, b, a_from_b, jobs).distance


def closest_points(a: Any, b: Any, a_from_b: ArrayLike | None = None, *, jobs: int = 1) -> PlanarClosest:
    """How far apart two polygons are, with a closest point of each, in A's frame."""
    return _planar_closest_points(a, b, a_from_b, jobs)


def contains(polygon: Any, points: ArrayLike) -> bool | NDArray[np.bool_]:
    """Whether points are inside a polygon or on its boundary. Exact.

    >>> from impinge import planar
    >>> planar.contains(planar.Polygon([[0, 0], [2, 0], [2, 2], [0, 2]]), [[1, 1], [2, 2], [3, 0]])
    array([ True,  True, False])
    """
    return _planar_contains(polygon, points)


def to_shapely(polygon: Polygon) -> Any:
    """The polygon as a Polygon or MultiPolygon of shapely, which must be installed."""
    import shapely

    if not isinstance(polygon, Polygon):
        raise TypeError(f"expected an impinge.planar.Polygon, found {type(polygon).__qualname__}")
    rings = [shapely.Polygon(ring) for ring in polygon.rings if len(ring) > 2]
    result = shapely.Polygon()
    for ring in rings:
        result = result.symmetric_difference(shapely.make_valid(ring))
    return result
