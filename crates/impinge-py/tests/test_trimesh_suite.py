"""Trimesh's own tests of collision, proximity and rays, run on `impinge.trimesh`. Its source package carries them; pip fetches it.

What the source package does not carry is made here: what the tests share, and two models. Other models are read where `IMPINGE_CORPUS` points at them.
"""

import os
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

import impinge

trimesh = pytest.importorskip("trimesh")
pytest.importorskip("fcl")

#: Puts the stand-ins in the place of trimesh's functions. Embree is never there: the stand-in has its place, too.
STAND_IN = """
import importlib, os, sys, types
import trimesh, trimesh.collision, trimesh.proximity, trimesh.ray
ours = importlib.import_module("impinge.trimesh")
for module in (trimesh.collision, trimesh.proximity):
    mine = getattr(ours, module.__name__.split(".")[-1])
    for name in mine.__all__:
        setattr(module, name, getattr(mine, name))
engine = types.ModuleType("trimesh.ray.ray_pyembree")
engine.RayMeshIntersector = ours.RayMeshIntersector
trimesh.ray.ray_pyembree, trimesh.ray.has_embree = engine, True
sys.modules["trimesh.ray.ray_pyembree"] = engine
if os.environ["TRIMESH_SUITE"] != "test_ray_upstream.py":  # which compares both engines
    trimesh.ray.ray_triangle.RayMeshIntersector = ours.RayMeshIntersector
    trimesh.ray.ray_util.contains_points = ours.contains_points
"""

#: What the tests share.
GENERIC = """
import logging, os, time, unittest
from collections import deque
import numpy as np, trimesh
from shapely.geometry import Point, Polygon
from trimesh import Trimesh
from trimesh.constants import tol
log = logging.getLogger("trimesh")
random = np.random.default_rng(0).random
transforms = [trimesh.transformations.random_rotation_matrix(random(3)) for _ in range(20)]
MADE = {"unit_cube.STL": lambda **k: trimesh.creation.box([1, 1, 1], **k), "unit_sphere.STL": lambda **k: trimesh.creation.icosphere(2, 1.0, **k)}
class Data:
    def __getitem__(self, name):
        raise unittest.SkipTest(name + " is not in the source package")
data = Data()
def get_mesh(name, **options):
    path = os.path.join(os.environ.get("IMPINGE_CORPUS", ""), "trimesh", name)
    if os.path.exists(path):
        return trimesh.load_mesh(path, **options)
    if name in MADE:
        return MADE[name](**options)
    raise unittest.SkipTest(name + " is not in the source package")
def get_meshes(count):
    return [trimesh.creation.torus(1.0, 0.3), trimesh.creation.annulus(0.5, 1.0, 1.2)][:count]
"""

#: Tests that expect what is not so, or one of many right answers.
EXCEPTIONS = {
    # Of two cubes at one place any point is common, and any axis parts them.
    "test_collision",
    # It expects the face that is farther away, by 1e-9: `test_the_nearer_face_is_the_other_one` has the exact lengths.
    "test_returns_correct_point_in_ambiguous_cases",
}

#: Files that are run together, and how many of their tests pass without any corpus, at least.
FILES = {"test_collision.py test_proximity.py test_ray.py test_thickness.py": 24, "test_ray_upstream.py": 17}


@pytest.fixture(scope="session")
def suite(source_package):
    """The tests of the installed version of trimesh, beside what they share."""
    root = source_package("trimesh", trimesh.__version__)
    (root / "tests" / "conftest.py").write_text(STAND_IN)
    (root / "tests" / "generic.py").write_text(GENERIC)
    return root / "tests"


@pytest.mark.parametrize("files", FILES)
def test_the_tests_of_trimesh_pass(suite, files):
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", *files.split()]
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True, env=os.environ | {"TRIMESH_SUITE": files})
    outcomes = {}
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("PASSED", "FAILED", "ERROR") and rest.startswith("test_"):
            outcomes[rest.split(" ")[0]] = word
    failed = {name.split("::")[-1] for name, word in outcomes.items() if word != "PASSED"}
    assert failed <= EXCEPTIONS, done.stdout[-8000:]
    print(f"{len(outcomes) - len(failed)} of {len(outcomes)} tests of trimesh pass")
    assert len(outcomes) - len(failed) >= FILES[files], done.stdout[-4000:]


def test_the_nearer_face_is_the_other_one():
    """Trimesh expects face 1, at x = 0, for a point that is nearer to face 0, at z = 0."""
    vertices = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]
    point = [-0.25 - 1e-9, 0.0, -0.25]
    to_face_0, to_face_1 = abs(Fraction(point[2])), abs(Fraction(point[0]))
    assert to_face_0 == Fraction(1, 4) < to_face_1
    near = impinge.nearest_points(impinge.Mesh(vertices, [[0, 1, 2], [0, 1, 3]]), point)
    assert (near.face, near.distance) == (0, 0.25) and np.allclose(near.point, [point[0], 0, 0], rtol=0, atol=1e-15)
