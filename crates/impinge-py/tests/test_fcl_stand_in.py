"""`impinge.fcl` beside python-fcl: the same program, run with both."""

import importlib
import pickle

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


def test_points_of_a_signed_distance_are_as_far_apart_as_the_bodies_are_deep():
    random = np.random.default_rng(5)
    seen = 0
    for _ in range(60):
        turn = random.normal(size=4)
        a = ours.CollisionObject(ours.Box(1, 2, 0.5))
        b = ours.CollisionObject(ours.Cylinder(0.4, 1.5), ours.Transform(turn / np.linalg.norm(turn), random.uniform(-0.8, 0.8, 3)))
        result = ours.DistanceResult()
        length = ours.distance(a, b, ours.DistanceRequest(enable_signed_distance=True), result)
        if length < 0:
            seen += 1
            apart = np.subtract(*result.nearest_points)
            assert np.isclose(np.linalg.norm(apart), -length, rtol=1e-6, atol=1e-9)
            moved = ours.CollisionObject(b._geom, ours.Transform(b._tf, b.getTranslation() + apart * (1 + 1e-6)))
            assert not ours.collide(a, moved)
    assert seen > 20


def test_motions_end_where_bodies_meet():
    ball, wall = ours.CollisionObject(ours.Sphere(0.5)), ours.CollisionObject(ours.Box(1, 4, 4), ours.Transform([5.0, 0, 0]))
    result = ours.ContinuousCollisionResult()
    assert np.isclose(ours.continuousCollide(ball, ours.Transform([8.0, 0, 0]), wall, wall.getTransform(), None, result), 0.5)
    assert result.is_collide and np.isclose(result.time_of_contact, 0.5)
    # Both go, and so meet sooner; the other way they never do.
    assert np.isclose(ours.continuousCollide(ball, ours.Transform([4.0, 0, 0]), wall, ours.Transform([1.0, 0, 0])), 0.5)
    assert ours.continuousCollide(ball, ours.Transform([-4.0, 0, 0]), wall, wall.getTransform()) == 1.0
    # A bar that turns a quarter strikes a post beside its end: against places on the way.
    bar, post = ours.CollisionObject(ours.Box(4, 0.2, 0.2)), ours.CollisionObject(ours.Box(0.2, 0.2, 1), ours.Transform([0, 1.8, 0]))
    quarter = ours.Transform(np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]))
    turning = ours.ContinuousCollisionRequest(ccd_motion_type=ours.CCDMotionType.CCDM_LINEAR)
    time = ours.continuousCollide(bar, quarter, post, post.getTransform(), turning)

    def meets(at):
        angle = at * np.pi / 2
        bar.setRotation(np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]]))
        return bool(ours.collide(bar, post))

    assert 0.5 < time < 1 and not meets(time - 1e-9) and meets(time + 1e-9)
    bar.setRotation(np.eye(3))
    assert ours.continuousCollide(bar, quarter, post, post.getTransform()) == 1.0, "without turning"
    with pytest.raises(ValueError, match="toc_err: expected a finite time"):
        ours.continuousCollide(ball, ours.Transform([8.0, 0, 0]), wall, wall.getTransform(), ours.ContinuousCollisionRequest(toc_err=np.nan))
    with pytest.raises(ValueError, match="ask impinge.sweep"):
        ours.continuousCollide(bar, quarter, post, ours.Transform([3.0, 0, 0]), turning)


def test_curved_shapes_that_do_not_turn_meet_when_they_do():
    random = np.random.default_rng(8)
    met = 0
    for k in range(80):
        shapes = [ours.Sphere(0.4), ours.Cone(0.5, 1.0), ours.Capsule(0.3, 1.0), ours.Ellipsoid(0.5, 0.3, 0.2), ours.Box(1, 1, 1)]
        turn = random.normal(size=4)
        a = ours.CollisionObject(shapes[k % 4], ours.Transform(turn / np.linalg.norm(turn), random.uniform(-2, 2, 3)))
        b = ours.CollisionObject(shapes[(k + 1 + k // 5) % 5])
        end = ours.Transform(a._tf, -a.getTranslation() + random.uniform(-1, 1, 3))
        if ours.collide(a, b):
            continue
        time = ours.continuousCollide(a, end, b, b.getTransform(), ours.ContinuousCollisionRequest(toc_err=1e-9))
        start, way = a.getTranslation(), end.getTranslation() - a.getTranslation()

        def meets(at, a=a, b=b, start=start, way=way):
            return bool(ours.collide(ours.CollisionObject(a._geom, ours.Transform(a._tf, start + at * way)), b))

        met += time < 1.0
        assert time == 1.0 or (not meets(time - 1e-6) and meets(min(time + 1e-4, 1.0)))
        assert not any(meets(at) for at in np.linspace(0, max(time - 1e-6, 0), 40))
    assert met > 10


def test_the_depth_of_contacts_is_found_out_once_and_only_if_it_is_read(monkeypatch):
    asked = []
    monkeypatch.setattr(ours, "depth", lambda *pair: asked.append(pair) or impinge.depth(*pair))
    boxes = [ours.CollisionObject(ours.Box(1, 1, 1), ours.Transform([x, 0, 0])) for x in (0.0, 0.75)]
    result = ours.CollisionResult()
    assert ours.collide(*boxes, ours.CollisionRequest(enable_contact=True), result) == 1 and not asked
    contact = result.contacts[0]
    assert contact.penetration_depth == pytest.approx(0.25, abs=1e-12) and contact.normal == pytest.approx([1, 0, 0]) and len(asked) == 1
    copy = pickle.loads(pickle.dumps(contact))
    assert copy.penetration_depth == contact.penetration_depth and len(asked) == 1
