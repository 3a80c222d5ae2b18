"""`impinge.trimesh` beside trimesh itself. Its own tests are run by `test_trimesh_suite.py`."""

import gc
import importlib.util

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


def random_points(rng, count, reach):
    return rng.uniform(-reach, reach, (count, 3))


MESHES = {
    "ball": lambda: trimesh.creation.icosphere(2, 1.0),
    "ring": lambda: trimesh.creation.torus(1.0, 0.4),
    "cup": lambda: trimesh.creation.annulus(0.5, 1.0, 1.2),
    "steps": lambda: trimesh.util.concatenate([trimesh.creation.box([1, 1, 1]), trimesh.creation.box([0.5, 2, 0.25])]),
}


@pytest.mark.parametrize("name", MESHES)
def test_nearest_points_are_those_of_trimesh(name):
    rng, mesh = np.random.default_rng(5), MESHES[name]()
    points = np.concatenate([random_points(rng, 300, 2), mesh.vertices[:20] * 1.5, mesh.triangles_center[:20]])
    found, expected = stand_in.closest_point(mesh, points), trimesh.proximity.closest_point_naive(mesh, points)
    assert np.allclose(found[1], expected[1], atol=1e-9)
    assert np.allclose(np.linalg.norm(found[0] - points, axis=1), found[1], atol=1e-12)
    on_face = trimesh.triangles.closest_point(mesh.triangles[found[2]], points)
    assert np.allclose(on_face, found[0], atol=1e-9)
    candidates = stand_in.nearby_faces(mesh, points)
    assert all(face in faces for face, faces in zip(found[2], candidates)) and np.mean([len(c) for c in candidates]) < len(mesh.faces) / 2
    query = stand_in.ProximityQuery(mesh)
    distance, vertex = query.vertex(points)
    expected = np.linalg.norm(points[:, None] - mesh.vertices, axis=2)
    assert np.allclose(distance, expected.min(axis=1), atol=1e-12)
    assert np.allclose(expected[np.arange(len(points)), vertex], distance, atol=1e-12)
    signed = query.signed_distance(points)
    assert np.allclose(np.abs(signed), found[1], atol=1e-12)
    clear = np.abs(signed) > 1e-6
    assert np.array_equal(signed[clear] > 0, impinge.contains(impinge.Mesh(mesh), points[clear]))
    assert 5 < (signed[clear] > 0).sum() < 300


def test_a_nearest_point_of_an_edge_has_the_face_that_faces_the_point():
    roof = trimesh.Trimesh([[0, -1, 0], [0, 1, 0], [-1, 0, -1], [1, 0, -1]], [[0, 1, 2], [1, 0, 3]], process=False)
    points = np.array([[x, y, 2.0] for x in (-0.5, -0.01, 0.01, 0.5) for y in (-0.5, 0.0, 0.7)])
    place, _, face = stand_in.closest_point(roof, points)
    assert np.array_equal(place[:, 0], np.zeros(12)) and np.array_equal(face, np.repeat([0, 1], 6))


@pytest.mark.parametrize("name", MESHES)
def test_rays_hit_what_a_loop_over_triangles_hits(name):
    rng, mesh = np.random.default_rng(6), MESHES[name]()
    origins = random_points(rng, 300, 2)
    ways = random_points(rng, 300, 1)
    rays = stand_in.RayMeshIntersector(mesh)
    faces, ray, places = rays.intersects_id(origins, ways, return_locations=True)
    a, b, c = np.moveaxis(mesh.triangles, 1, 0)
    expected = set()
    for k, (o, d) in enumerate(zip(origins, ways)):
        with np.errstate(divide="ignore", invalid="ignore"):
            h = np.cross(d, c - a)
            det = np.einsum("kd,kd->k", b - a, h)
            u = np.einsum("kd,kd->k", o - a, h) / det
            q = np.cross(o - a, b - a)
            v, t = q @ d / det, np.einsum("kd,kd->k", c - a, q) / det
            expected |= {(k, face) for face in np.flatnonzero((u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0)).tolist()}
    assert set(zip(ray.tolist(), faces.tolist())) == expected and len(expected) > 40
    assert np.allclose(np.cross(places - origins[ray], ways[ray]), 0, atol=1e-9)
    first, any_hit = rays.intersects_first(origins, ways), rays.intersects_any(origins, ways)
    assert np.array_equal(any_hit, np.isin(np.arange(300), ray)) and np.array_equal(first >= 0, any_hit)
    assert np.array_equal(first[first >= 0], faces[np.unique(ray, return_index=True)[1]])
    lengths = stand_in.longest_ray(mesh, origins, ways)
    assert np.array_equal(np.isinf(lengths), ~any_hit)
    inside = rays.contains_points(origins)
    assert np.array_equal(inside, impinge.contains(impinge.Mesh(mesh), origins)) and 3 < inside.sum() < 250


@pytest.mark.parametrize("scale", [1e-4, 0.1, 1.0, 10.0, 1e4, 1e8])
def test_rays_through_vertices_and_from_the_surface_meet_two_faces(scale):
    mesh = trimesh.creation.box().subdivide().subdivide()
    mesh.apply_scale(scale)
    rays = stand_in.RayMeshIntersector(mesh)
    assert len(rays.intersects_id([[0, 0, scale / 2]], [[0, 0, -1]])[0]) == 2
    assert len(rays.intersects_id([[0, 0, scale]], [[0, 0, -3]], max_hits=1)[0]) == 1
    assert len(rays.intersects_id([[-scale, 0, scale / 2]], [[1, 0, 0]])[0]) == 2


def test_the_thickness_of_a_plate_is_its_height():
    plate = trimesh.creation.box([4, 4, 0.5])
    points = np.array([[0, 0, 0.25], [1, -0.5, 0.25], [0.3, 0.2, -0.25]])
    for method in ("max_sphere", "ray"):
        assert np.allclose(stand_in.thickness(plate, points, method=method), 0.5)
        assert np.isinf(stand_in.thickness(plate, points, exterior=True, method=method)).all()
    ball = trimesh.creation.icosphere(3, 2.0)
    middles, radii = stand_in.max_tangent_sphere(ball, ball.triangles_center[:5])
    ours, starts = impinge.Mesh(ball), ball.triangles_center[:5]
    # It fits, and one that is larger does not.
    assert np.allclose(impinge.nearest_points(ours, middles).distance, radii, atol=1e-5) and (radii > 1.7).all()
    larger = starts + (middles - starts) * 1.01
    assert (impinge.nearest_points(ours, larger).distance < radii * 1.01 - 1e-5).all()
    # No ball inside touches a corner.
    assert stand_in.max_tangent_sphere(ball, ball.vertices[:1], normals=ball.vertices[:1] / 2)[1][0] < 0.01
    with pytest.raises(ValueError):
        stand_in.thickness(plate, points, method="other")
    with pytest.raises(ValueError):
        stand_in.longest_ray(plate, points, points[:2])


def test_proximity_follows_a_mesh_that_changes_and_lets_it_go():
    from impinge.trimesh import mesh_cache

    box = trimesh.creation.box()
    query = stand_in.ProximityQuery(box)
    assert query.signed_distance([[0, 0, 2]]) == [-1.5] and query.vertex([[2, 2, 2]])[0] == pytest.approx(1.5 * 3**0.5)
    box.apply_translation([0, 0, 1])
    assert query.signed_distance([[0, 0, 2]]) == [-0.5] and query.vertex([[2, 2, 2]])[0] == pytest.approx((1.5**2 * 2 + 0.25) ** 0.5)
    kept = len(mesh_cache._KNOWN)
    del box, query
    gc.collect()
    assert len(mesh_cache._KNOWN) < kept


@pytest.mark.parametrize("points", [[0, 0, 0], [[0, 0]], [[np.nan, 0, 0]], "points", [[[0, 0, 0]]]])
def test_wrong_points_and_rays_are_refused(points):
    box = trimesh.creation.box()
    for call in (
        lambda: stand_in.closest_point(box, points),
        lambda: stand_in.signed_distance(box, points),
        lambda: stand_in.nearby_faces(box, points),
        lambda: stand_in.RayMeshIntersector(box).intersects_any(points, points),
        lambda: stand_in.RayMeshIntersector(box).contains_points(points),
    ):
        with pytest.raises(ValueError):
            call()
