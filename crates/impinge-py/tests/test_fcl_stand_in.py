"""`impinge.fcl` beside python-fcl: the same program, run with both."""

import importlib

import numpy as np
import pytest

import impinge

theirs = pytest.importorskip("fcl")
ours = importlib.import_module("impinge.fcl")


def geometries(fcl):
    mesh = impinge.Mesh.icosphere(0.6, 1)
    model = fcl.BVHModel()
    model.beginModel(len(mesh.faces), len(mesh.vertices))
    model.addSubModel(mesh.vertices, mesh.faces.astype(np.int64))
    model.endModel()
    return [fcl.Box(1, 2, 0.5), fcl.Sphere(0.4), fcl.Capsule(0.3, 1.0), model]


def objects(fcl, seed):
    rng = np.random.default_rng(seed)
    found = []
    for geometry in geometries(fcl) * 3:
        turn = rng.normal(size=4)
        found.append(fcl.CollisionObject(geometry, fcl.Transform(turn / np.linalg.norm(turn), rng.uniform(-2, 2, 3))))
    return found


def test_the_same_pairs_collide_and_are_as_far_apart():
    met = apart = 0
    for seed in range(4):
        mine, other = objects(ours, seed), objects(theirs, seed)
        for i in range(12):
            for j in range(i + 1, 12):
                hit = ours.collide(mine[i], mine[j], ours.CollisionRequest(), ours.CollisionResult())
                if (i % 4 == 3) == (j % 4 == 3):
                    assert hit == min(1, theirs.collide(other[i], other[j], theirs.CollisionRequest(), theirs.CollisionResult()))
                met += hit
                result = ours.DistanceResult()
                gap = ours.distance(mine[i], mine[j], ours.DistanceRequest(), result)
                assert (gap < 0) == bool(hit) and gap == result.min_distance
                if gap > 0 and (i % 4 == 3) == (j % 4 == 3):
                    expected = theirs.distance(other[i], other[j], theirs.DistanceRequest(), theirs.DistanceResult())
                    assert gap == pytest.approx(expected, abs=2e-3)
                    p, q = result.nearest_points
                    assert np.linalg.norm(p - q) == pytest.approx(gap, abs=1e-9)
                    apart += 1
    assert met > 10 and apart > 50


def test_managers_hand_over_pairs():
    for fcl in (ours, theirs):
        manager = fcl.DynamicAABBTreeCollisionManager()
        held = objects(fcl, 1)
        manager.registerObjects(held)
        manager.setup()
        data = fcl.CollisionData(fcl.CollisionRequest(num_max_contacts=100000), fcl.CollisionResult())
        manager.collide(data, fcl.defaultCollisionCallback)
        assert data.result.is_collision
        assert len(manager.getObjects()) == 12
        far = fcl.CollisionObject(fcl.Sphere(0.1), fcl.Transform(np.array([50.0, 0, 0])))
        alone = fcl.CollisionData(fcl.CollisionRequest(), fcl.CollisionResult())
        manager.collide(far, alone, fcl.defaultCollisionCallback)
        assert not alone.result.is_collision
        gaps = fcl.DistanceData()
        manager.distance(far, gaps, fcl.defaultDistanceCallback)
        assert 40 < gaps.result.min_distance < 60


def test_contacts_of_boxes_have_depth_and_normal():
    a, b = ours.CollisionObject(ours.Box(2, 2, 2)), ours.CollisionObject(ours.Box(2, 2, 2), ours.Transform([1.75, 0.1, 0.2]))
    result = ours.CollisionResult()
    assert ours.collide(a, b, ours.CollisionRequest(num_max_contacts=5, enable_contact=True), result) >= 1
    for contact in result.contacts:
        assert contact.penetration_depth == pytest.approx(0.25, abs=1e-6)
        assert contact.normal == pytest.approx([1, 0, 0], abs=1e-6)
    signed = ours.distance(a, b, ours.DistanceRequest(enable_signed_distance=True))
    assert signed == pytest.approx(-0.25, abs=1e-6)


def test_wrong_objects_are_refused():
    with pytest.raises(ValueError):
        ours.Sphere(-1)
    with pytest.raises(ValueError):
        ours.Transform(np.eye(5))
    with pytest.raises(ValueError):
        ours.collide(ours.CollisionObject(ours.BVHModel()), ours.CollisionObject(ours.Sphere(1)))
    with pytest.raises(impinge.MeshError):
        model = ours.BVHModel()
        model.beginModel()
        model.endModel()
