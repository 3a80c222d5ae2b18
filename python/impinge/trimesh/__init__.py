"""Stand-ins for `trimesh.collision`, `trimesh.proximity` and `trimesh.ray`, answered by Impinge: the same names, arguments and results.

>>> from impinge.trimesh import CollisionManager, ProximityQuery, RayMeshIntersector
>>> import trimesh
>>> crate = trimesh.creation.box([1, 1, 1])
>>> manager = CollisionManager()
>>> _ = manager.add_object("crate", crate)
>>> manager.in_collision_single(trimesh.creation.icosphere(radius=0.2), return_names=True)
(True, {'crate'})
>>> ProximityQuery(crate).signed_distance([[0, 0, 0.25], [0, 0, 1]])
array([ 0.25, -0.5 ])
>>> RayMeshIntersector(crate).intersects_any([[0, 0.25, -3], [5, 5, -3]], [[0, 0, 1], [0, 0, 1]])
array([ True, False])

`mesh.ray` and `mesh.nearest` of a mesh of trimesh may be replaced by them. Search trees are built once for each mesh, and again only when its content changes.
"""

from . import collision, proximity, ray
from .collision import CollisionManager, ContactData, DistanceData, scene_to_collision
from .proximity import ProximityQuery, closest_point, longest_ray, max_tangent_sphere, nearby_faces, signed_distance, thickness
from .ray import RayMeshIntersector, contains_points

__all__ = [
    "CollisionManager",
    "ContactData",
    "DistanceData",
    "ProximityQuery",
    "RayMeshIntersector",
    "closest_point",
    "collision",
    "contains_points",
    "longest_ray",
    "max_tangent_sphere",
    "nearby_faces",
    "proximity",
    "ray",
    "scene_to_collision",
    "signed_distance",
    "thickness",
]
