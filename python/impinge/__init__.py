"""Exact collision, clearance and clash detection for meshes, convex shapes and polygons.

Two bodies and a pose, or a batch of poses:

>>> import impinge
>>> block, pin = impinge.Mesh.box([0, 0, 0], [2, 2, 2]), impinge.Mesh.cylinder(radius=0.25, height=4)
>>> poses = impinge.Poses(translations=[[1, 1, 1], [3, 1, 0]])
>>> impinge.intersects(block, pin, poses)
array([ True, False])
>>> impinge.relate(block, pin, poses).relation == impinge.Relation.CROSSING
array([ True, False])
>>> impinge.distance(block, pin, poses)
array([0.  , 0.75])

Ctrl-C ends a batch between its queries. A single query, a sweep, a step of a scene and the reading of a file run to their end.
"""

from . import planar
from ._native import (
    BodyId,
    Convex,
    Deformable,
    Mesh,
    Poses,
    Robot,
    Scene,
    closest_points,
    contacts,
    contains,
    depth,
    distance,
    intersects,
    load,
    load_bodies,
    locate,
    nearest_points,
    raycast,
    raycast_all,
    relate,
    self_contacts,
    signed_distance,
    sweep,
    thickness,
    within,
)
from ._native import __version__ as __version__
from .clash import Report, check
from .errors import CheckError, FileError, ImpingeError, MeshError, MissingFileError, PoseError, SceneError, ShapeError
from .results import (
    Body,
    Certainty,
    ClosestPoints,
    Contacts,
    Depth,
    FaceHits,
    FeatureKind,
    Impact,
    Location,
    NearestBodies,
    NearestPoints,
    PairRelation,
    PlanarClosest,
    Proximity,
    RayHits,
    Relation,
    SceneHit,
    SelfContacts,
    Step,
    SurfaceImpacts,
    Sweep,
    Thickness,
)

__all__ = [
    "Body",
    "BodyId",
    "Certainty",
    "CheckError",
    "ClosestPoints",
    "Contacts",
    "Convex",
    "Deformable",
    "Depth",
    "FaceHits",
    "FeatureKind",
    "FileError",
    "Impact",
    "ImpingeError",
    "Location",
    "Mesh",
    "MeshError",
    "MissingFileError",
    "NearestBodies",
    "NearestPoints",
    "PairRelation",
    "PlanarClosest",
    "PoseError",
    "Poses",
    "Proximity",
    "RayHits",
    "Relation",
    "Report",
    "Robot",
    "Scene",
    "SceneError",
    "SceneHit",
    "SelfContacts",
    "ShapeError",
    "Step",
    "SurfaceImpacts",
    "Sweep",
    "Thickness",
    "check",
    "closest_points",
    "contacts",
    "contains",
    "depth",
    "distance",
    "intersects",
    "load",
    "load_bodies",
    "locate",
    "nearest_points",
    "planar",
    "raycast",
    "raycast_all",
    "relate",
    "self_contacts",
    "signed_distance",
    "sweep",
    "thickness",
    "within",
]
