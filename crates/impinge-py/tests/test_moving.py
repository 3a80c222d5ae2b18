"""Scenes, robots and surfaces, against the pair queries and NumPy."""

import threading
from pathlib import Path

import numpy as np
import pytest

import impinge

ARM = Path(__file__).parents[3] / "docs" / "examples" / "arm.urdf"


def test_a_scene_reports_what_pairs_report():
    rng = np.random.default_rng(3)
    shapes = [impinge.Convex.sphere(0.4), impinge.Convex.box([0.3, 0.2, 0.4]), impinge.Mesh.icosphere(0.4, 1)]
    scene = impinge.Scene()
    bodies = [scene.insert(shapes[k % 3], name=f"body {k}") for k in range(20)]
    met = set()
    for _ in range(8):
        places = rng.uniform(-1.5, 1.5, (20, 3))
        for body, place in zip(bodies, places):
            scene.set_pose(body, impinge.Poses(translations=place))
        expected = {
            (bodies[i], bodies[j])
            for i in range(20)
            for j in range(i + 1, 20)
            if impinge.intersects(shapes[i % 3], shapes[j % 3], impinge.Poses(translations=places[j] - places[i]))
        }
        step = scene.step(jobs=2)
        assert set(step.begin) == expected - met
        assert set(step.stay) == expected & met
        assert set(step.end) == met - expected
        assert {(a, b) for a, b, _ in scene.pairs()} == expected
        met = expected
        near = scene.nearest()
        assert (near.distance == 0) == bool(expected)
        assert scene.distance(bodies[0], bodies[1]) == pytest.approx(
            impinge.distance(shapes[0], shapes[1], impinge.Poses(translations=places[1] - places[0])), abs=1e-12
        )
    assert len(met) > 5


def test_scenes_refuse_what_they_do_not_know():
    scene = impinge.Scene()
    body = scene.insert(impinge.Mesh.icosphere(), name="ball")
    with pytest.raises(impinge.SceneError, match="ball"):
        scene.insert(impinge.Mesh.icosphere(), name="ball")
    assert scene.find("ball") == body and scene.find("other") is None and len(scene) == 1
    scene.remove(body)
    for call in (scene.pose, scene.name, scene.remove):
        with pytest.raises(impinge.SceneError):
            call(body)
    with pytest.raises(TypeError):
        scene.insert("mesh")
    with pytest.raises(TypeError):
        scene.set_pose(3, np.eye(4))
    with pytest.raises(ValueError):
        scene.insert_half_space([0, 0, 0], 1)
    assert scene.raycast([0, 0, 5], [0, 0, -1]) is None and scene.nearest() is None


def test_scenes_are_shared_by_threads():
    scene = impinge.Scene()
    bodies = [scene.insert(impinge.Mesh.icosphere(1.0, 2), impinge.Poses(translations=[k, 0, 0])) for k in range(6)]
    problems = []

    def work(k):
        try:
            for step in range(40):
                scene.set_pose(bodies[k], impinge.Poses(translations=[k, step / 40, 0]))
                scene.step()
                scene.distance(bodies[k], bodies[k - 1])
        except Exception as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=[k]) for k in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems


def test_robots_answer_batches_as_single_configurations():
    arm = impinge.Robot(ARM, neighbours="welded")
    rng = np.random.default_rng(5)
    lower, upper = arm.limits.T
    values = rng.uniform(np.maximum(lower, -3), np.minimum(upper, 3), (200, len(arm.joint_names)))
    arm.add_obstacle(impinge.Convex.sphere(0.2), impinge.Poses(translations=[0.3, 0, 0.5]), name="ball")
    met = arm.in_collision(values, jobs=2)
    assert 5 < met.sum() < 195
    assert np.array_equal(met, [arm.in_collision(row) for row in values])
    clearance = arm.clearance(values)
    assert np.array_equal(clearance == 0, met)
    contacts = arm.first_contact(values)
    assert [pair is not None for pair in contacts] == met.tolist()
    assert any("ball" in pair for pair in contacts if pair)
    poses = arm.link_poses(values)
    assert poses.shape == (200, len(arm.link_names), 4, 4)
    assert np.allclose(np.swapaxes(poses[..., :3, :3], 2, 3) @ poses[..., :3, :3], np.eye(3), atol=1e-12)
    assert np.array_equal(arm.link_poses(values[3]), poses[3])


def test_robots_refuse_wrong_configurations_and_files(tmp_path):
    arm = impinge.Robot(ARM)
    for wrong in (np.zeros(99), np.zeros((2, 99)), "values", np.full(len(arm.joint_names), np.nan)):
        with pytest.raises((TypeError, ValueError)):
            arm.in_collision(wrong)
    broken = tmp_path / "broken.urdf"
    broken.write_text("<robot name='x'>\n<link/>\n</robot>")
    with pytest.raises(impinge.FileError) as caught:
        impinge.Robot(broken)
    assert "2" in caught.value.place
    with pytest.raises(ValueError):
        impinge.Robot(ARM, visual="always")
    with pytest.raises(ValueError):
        impinge.Robot(ARM, neighbours="all")


def test_a_surface_finds_its_contacts_against_all_pairs():
    rng = np.random.default_rng(11)
    n = 12
    x, y = np.meshgrid(np.arange(n), np.arange(n))
    index = np.arange(n * n).reshape(n, n)
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, :-1], index[1:, 1:]
    faces = np.concatenate([np.stack([a, b, c], -1).reshape(-1, 3), np.stack([b, d, c], -1).reshape(-1, 3)])
    flat = np.stack([x, y, np.zeros_like(x)], -1).reshape(-1, 3).astype(float)
    cloth = impinge.Deformable(flat, faces)
    assert len(cloth.self_contacts().meeting) == 0
    crumpled = flat + rng.normal(scale=0.8, size=flat.shape)
    assert not cloth.self_impacts(crumpled).is_free
    cloth.update(crumpled)
    found = {tuple(pair) for pair in cloth.self_contacts(jobs=2).meeting}
    singles = [impinge.Mesh(crumpled[face], [[0, 1, 2]]) for face in faces]
    expected = {
        (i, j)
        for i in range(len(faces))
        for j in range(i + 1, len(faces))
        if not set(faces[i]) & set(faces[j]) and impinge.intersects(singles[i], singles[j])
    }
    assert found == expected and len(expected) > 20
    near = cloth.self_proximity(0.1)
    assert expected <= {tuple(pair) for pair in near.faces} and (near.distance <= 0.1).all()


def test_surfaces_refuse_wrong_steps():
    cloth = impinge.Deformable([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    for wrong in (np.zeros((2, 3)), np.full((3, 3), np.nan), np.zeros(3), "positions"):
        with pytest.raises((TypeError, ValueError)):
            cloth.update(wrong)
    with pytest.raises(ValueError):
        cloth.self_proximity(-1.0)
    with pytest.raises(ValueError):
        cloth.contacts(cloth)
    other = impinge.Deformable([[0, 0, 0], [0, 1, 1], [1, 0, -1]], [[0, 1, 2]])
    assert cloth.contacts(other).tolist() == [[0, 0]]
