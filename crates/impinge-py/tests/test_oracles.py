"""Answers against brute force in NumPy: every triangle with every triangle."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull, cKDTree

import impinge


@pytest.fixture
def rng():
    """Numbers that do not depend on which tests ran before."""
    return np.random.default_rng(20261118)


def random_poses(rng, count, reach):
    quaternions = rng.normal(size=(count, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    return np.hstack([rng.uniform(-reach, reach, (count, 3)), quaternions])


def matrices_of(rows):
    """Matrices of positions and quaternions with the scalar last, by the textbook."""
    x, y, z, w = rows[:, 3:].T
    matrices = np.zeros((len(rows), 4, 4))
    matrices[:, :3, :3] = np.moveaxis(
        np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        ),
        2,
        0,
    )
    matrices[:, :3, 3] = rows[:, :3]
    matrices[:, 3, 3] = 1
    return matrices


def dense_points(mesh, per_edge):
    """Points of all faces, on a grid of each."""
    i, j = np.meshgrid(np.arange(per_edge + 1), np.arange(per_edge + 1))
    keep = i + j <= per_edge
    u, v = i[keep] / per_edge, j[keep] / per_edge
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    weights = np.stack([1 - u - v, u, v])
    return np.einsum("kw,kfd->wfd", weights, np.stack([a, b, c])).reshape(-1, 3)


def test_quaternions_make_the_same_poses_as_matrices(rng):
    rows = random_poses(rng, 50, 2.0)
    poses = impinge.Poses(xyz_xyzw=rows)
    assert np.allclose(poses.matrices, matrices_of(rows), atol=1e-14)
    other = impinge.Poses(xyz_wxyz=rows[:, [0, 1, 2, 6, 3, 4, 5]])
    assert np.array_equal(poses.matrices, other.matrices)
    assert np.allclose(poses.inverse().matrices @ poses.matrices, np.eye(4), atol=1e-14)


def test_distances_are_those_of_dense_samples(rng):
    a, b = impinge.Mesh.icosphere(1.0, 1), impinge.Mesh.box([-0.5, -0.4, -0.3], [0.5, 0.4, 0.3])
    rows = random_poses(rng, 60, 1.6)
    matrices = matrices_of(rows)
    found = impinge.closest_points(a, b, matrices)
    assert np.array_equal(found.distance, impinge.distance(a, b, impinge.Poses(matrices), jobs=2))
    assert np.array_equal(found.distance == 0, impinge.intersects(a, b, matrices))
    ends = found.points[:, 1] - found.points[:, 0]
    assert np.allclose(np.linalg.norm(ends, axis=1), found.distance, atol=1e-12)
    sampled, points_b = cKDTree(dense_points(a, 16)), dense_points(b, 32)
    apart = 0
    for k, matrix in enumerate(matrices):
        moved = points_b @ matrix[:3, :3].T + matrix[:3, 3]
        nearest = sampled.query(moved)[0].min()
        if found.distance[k] > 0:
            apart += 1
            assert found.distance[k] <= nearest + 1e-12
            assert nearest <= found.distance[k] + 0.05
        assert impinge.within(a, b, found.distance[k], matrix)
        if found.distance[k] > 1e-9:
            assert not impinge.within(a, b, found.distance[k] * (1 - 1e-9), matrix)
    assert 10 < apart < 58


def test_containment_is_that_of_winding_numbers(rng):
    mesh = impinge.Mesh.icosphere(1.0, 2)
    points = rng.uniform(-1.2, 1.2, (2000, 3))
    a, b, c = (mesh.vertices[mesh.faces[:, k]][None] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=2) for v in (a, b, c))
    determinant = np.einsum("pfd,pfd->pf", a, np.cross(b, c))
    below = la * lb * lc + (a * b).sum(2) * lc + (b * c).sum(2) * la + (c * a).sum(2) * lb
    winding = np.arctan2(determinant, below).sum(1) / (2 * np.pi)
    inside = winding > 0.5
    assert 300 < inside.sum() < 1700
    assert np.array_equal(impinge.contains(mesh, points), inside)
    assert np.array_equal(impinge.signed_distance(mesh, points, jobs=2) < 0, inside)
    near = impinge.nearest_points(mesh, points)
    assert np.allclose(np.abs(impinge.signed_distance(mesh, points)), near.distance, atol=1e-15)
    assert np.allclose(np.linalg.norm(near.point - points, axis=1), near.distance, atol=1e-12)
    assert np.array_equal(impinge.locate(mesh, mesh.vertices), np.full(len(mesh.vertices), impinge.Location.SURFACE))


def test_open3d_sign_cases_are_right():
    """Points near edges and vertices, and beside coplanar faces, where rays that graze an edge count twice."""
    cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
    grid = np.array(np.meshgrid(*[[-0.5, 0, 0.25, 0.5, 0.75, 1, 1.5]] * 3)).reshape(3, -1).T
    outside = np.maximum(np.maximum(-grid, grid - 1), 0)
    expected = np.linalg.norm(outside, axis=1)
    inner = np.minimum(grid, 1 - grid).min(axis=1)
    expected = np.where(inner > 0, -inner, expected)
    assert np.allclose(impinge.signed_distance(cube, grid), expected, atol=1e-15)


def test_signs_are_right_on_rays_through_edges_and_between_shells():
    """Open3D counts what one ray along (1, 1, 1) crosses: through edges and vertices the count, and so the sign, was wrong (its issues 5105 and 5669)."""
    cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
    # From outside: along edges, through vertices, in the planes of faces.
    outside = [[-1, -1, 0], [-1, -1, -1], [-1, 0, 0], [-2, -1, -1], [-1, -1, 0.5], [0.5, 0.5, -1], [2, 2, 2], [1, 1, 2], [-1, 0, 1]]
    assert np.allclose(impinge.signed_distance(cube, outside), np.linalg.norm(np.maximum(np.maximum(-np.array(outside), np.array(outside) - 1.0), 0), axis=1))
    assert (impinge.signed_distance(cube, np.array(outside)) > 0).all()
    edge = np.linspace(0, 1, 9)
    for x in (0.0, 1.0):
        for y in (0.0, 1.0):
            on_edges = np.concatenate([np.roll(np.stack([np.full(9, x), np.full(9, y), edge], 1), k, axis=1) for k in range(3)])
            assert (impinge.signed_distance(cube, on_edges) == 0).all() and impinge.contains(cube, on_edges).all()
    # Shells in each other: a solid with a cavity, and a solid in the cavity.
    shells = [impinge.Mesh.box([-k, -k, -k], [k, k, k]) for k in (1.0, 2.0, 3.0)]
    flips = [False, True, False]
    vertices = np.concatenate([shell.vertices for shell in shells])
    faces = np.concatenate([shell.faces.astype(int)[:, :: -1 if flip else 1] + 8 * k for k, (shell, flip) in enumerate(zip(shells, flips))])
    nested = impinge.Mesh(vertices, faces)
    grid = np.stack(np.meshgrid(*[np.linspace(-3.5, 3.5, 15)] * 3), axis=-1).reshape(-1, 3)
    reach = np.abs(grid).max(axis=1)
    inside = (reach < 1) | ((reach > 2) & (reach < 3))
    found = impinge.signed_distance(nested, grid)
    assert np.array_equal(found < 0, inside) and np.array_equal(found == 0, np.isin(reach, (1, 2, 3)))
    assert np.array_equal(impinge.locate(nested, grid) == impinge.Location.INSIDE, inside)
    # A ball of parallels and meridians in a grid through its vertices and its axis.
    ring, height = np.meshgrid(np.arange(40) * np.pi / 20, np.linspace(-1, 1, 21)[1:-1] * np.pi / 2)
    ball = np.stack([np.cos(ring) * np.cos(height), np.sin(ring) * np.cos(height), np.sin(height)], axis=-1).reshape(-1, 3)
    hull = impinge.Convex.hull(np.concatenate([0.8 * ball, [[0, 0, 0.8], [0, 0, -0.8]]])).to_mesh()
    axis = np.linspace(-0.88, 0.88, 64)
    points = np.stack(np.meshgrid(axis, axis, axis[31:33]), axis=-1).reshape(-1, 3)
    points = np.concatenate([points, points * [1, 1, 0]])
    radius = np.linalg.norm(points, axis=1)
    clear = np.abs(radius - 0.8) > 0.01
    assert np.array_equal(impinge.signed_distance(hull, points[clear]) < 0, radius[clear] < 0.8)


def test_rays_are_those_of_moeller_and_trumbore(rng):
    mesh = impinge.Mesh.icosphere(1.0, 2)
    origins = rng.normal(size=(500, 3))
    origins *= 3 / np.linalg.norm(origins, axis=1, keepdims=True)
    directions = rng.uniform(-1.2, 1.2, (500, 3)) - origins
    hits = impinge.raycast(mesh, origins, directions)
    a, b, c = (mesh.vertices[mesh.faces[:, k]][None] for k in range(3))
    normal = np.cross(directions[:, None], c - a)
    determinant = ((b - a) * normal).sum(2)
    from_a = origins[:, None] - a
    u = (from_a * normal).sum(2) / determinant
    q = np.cross(from_a, b - a)
    v = (directions[:, None] * q).sum(2) / determinant
    t = ((c - a) * q).sum(2) / determinant
    t[(u < 0) | (v < 0) | (u + v > 1) | (t < 0)] = np.inf
    assert 100 < np.isfinite(t.min(1)).sum() < 490
    assert np.allclose(hits.t, t.min(1), atol=1e-12)
    hit = np.isfinite(hits.t)
    assert (hits.face[~hit] == -1).all() and np.isnan(hits.point[~hit]).all()
    assert np.allclose(hits.point[hit], origins[hit] + hits.t[hit, None] * directions[hit], atol=1e-12)


def test_contacts_are_rows_with_offsets():
    a, b = impinge.Mesh.icosphere(1.0, 1), impinge.Mesh.icosphere(1.0, 1)
    poses = impinge.Poses(translations=[[1.3, 0.1, 0.2], [5, 0, 0], [0.4, 0.3, 0.2]])
    batch = impinge.contacts(a, b, poses)
    assert batch.pose_offsets[0] == 0 and batch.pose_offsets[1] == batch.pose_offsets[2]
    assert batch.pose_offsets[-1] == len(batch.faces) == len(batch.crossing) == len(batch.point_offsets) - 1
    for k, matrix in enumerate(poses.matrices):
        one = impinge.contacts(a, b, matrix)
        rows = slice(batch.pose_offsets[k], batch.pose_offsets[k + 1])
        assert np.array_equal(one.faces, batch.faces[rows])
        # The common points lie in the planes of both faces.
        for row, (face, other) in enumerate(one.faces):
            points = one.points[one.point_offsets[row] : one.point_offsets[row + 1]]
            for corners in (a.vertices[a.faces[face]], b.vertices[b.faces[other]] @ matrix[:3, :3].T + matrix[:3, 3]):
                normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
                normal /= np.linalg.norm(normal)
                assert np.abs((points - corners[0]) @ normal).max() < 1e-12
    assert len(batch.faces) > 20


def test_hulls_that_are_apart_have_a_distance(rng):
    """Two points of the hulls bound the distance from above, the plane across them from below."""
    for _ in range(300):
        p, q = rng.normal(size=(24, 3)), rng.normal(size=(24, 3))
        gap = np.exp(rng.uniform(-16, 1))
        q[:, 0] += p[:, 0].max() - q[:, 0].min() + gap
        found = impinge.closest_points(impinge.Convex.hull(p), impinge.Convex.hull(q))
        assert found.distance >= gap * (1 - 1e-6) - 1e-12 and found.distance > 0
        for corners, point in zip((p, q), found.points):
            sides = ConvexHull(corners).equations
            assert (sides[:, :3] @ point + sides[:, 3]).max() < 1e-12
        across = found.points[1] - found.points[0]
        assert abs(np.linalg.norm(across) - found.distance) < 1e-12
        across /= np.linalg.norm(across)
        assert abs((q @ across).min() - (p @ across).max() - found.distance) < 1e-7


def test_no_separated_hulls_have_the_distance_zero():
    """3,000 pairs of random hulls at random poses that a plane parts by a centimetre or more: MuJoCo answered 0.0 for 103 of 3,000 such pairs (its issue 3383)."""
    rng = np.random.default_rng(3383)
    ways = rng.normal(size=(256, 3))
    pairs = tight = 0
    while pairs < 3000:
        corners = [rng.uniform(-1, 1, (rng.integers(6, 33), 3)) * rng.uniform(0.05, 0.5, 3) for _ in range(2)]
        place = matrices_of(random_poses(rng, 1, 1.0))[0]
        moved = corners[1] @ place[:3, :3].T + place[:3, 3]
        some = np.concatenate([ways, [moved.mean(axis=0) - corners[0].mean(axis=0)]])
        some /= np.linalg.norm(some, axis=1, keepdims=True)
        # A plane across a direction parts them by so much: a lower bound that needs no engine.
        gap = ((moved @ some.T).min(axis=0) - (corners[0] @ some.T).max(axis=0)).max()
        if gap < 0.01:
            continue
        pairs += 1
        a, b = (impinge.Convex.hull(c) for c in corners)
        for p, q in ((a, b), (a.to_mesh(), b.to_mesh())):
            found = impinge.closest_points(p, q, place)
            assert found.distance >= gap - 1e-12 and not impinge.intersects(p, q, place)
            across = (found.points[1] - found.points[0]) / found.distance
            # The plane across the closest points parts the hulls by their distance, so it is the distance.
            assert abs((moved @ across).min() - (corners[0] @ across).max() - found.distance) < 1e-9
        tight += gap < 0.05
    assert tight > 50


def test_depth_of_boxes_is_the_least_overlap(rng):
    a = impinge.Mesh.box([0, 0, 0], [1, 2, 3])
    for shift in rng.uniform(0.05, 0.95, (20, 3)) * [1, 2, 3]:
        found = impinge.depth(a, a, impinge.Poses(translations=shift))
        expected = np.min(np.array([1, 2, 3]) - shift)
        assert found.lower - 1e-9 <= expected <= found.upper + 1e-9
        parted = impinge.Poses(translations=shift + found.translation * (1 + 1e-9))
        assert impinge.relate(a, a, parted).relation <= impinge.Relation.TOUCHING


def test_convex_shapes_have_their_closed_forms(rng):
    ball, capsule = impinge.Convex.sphere(0.5), impinge.Convex.capsule(radius=0.25, half_height=1.0)
    shifts = rng.uniform(-2, 2, (200, 3))
    past = np.abs(shifts[:, 2]) - 1
    expected = np.hypot(np.hypot(shifts[:, 0], shifts[:, 1]), np.maximum(past, 0)) - 0.75
    found = impinge.distance(ball, capsule, impinge.Poses(translations=shifts))
    assert np.allclose(found, np.maximum(expected, 0), atol=1e-12)
    assert 5 < (found == 0).sum() < 100
    mesh = impinge.Mesh.box([-1, -1, -1], [1, 1, 1])
    against = impinge.closest_points(mesh, ball, impinge.Poses(translations=shifts))
    outside = np.maximum(np.abs(shifts) - 1, 0)
    assert np.allclose(against.distance, np.maximum(np.linalg.norm(outside, axis=1) - 0.5, 0), atol=1e-12)
    assert (against.bounds[:, 0] <= against.distance).all() and (against.distance <= against.bounds[:, 1]).all()


def test_sweeps_agree_with_samples(rng):
    a, b = impinge.Mesh.icosphere(1.0, 1), impinge.Mesh.box([-0.2, -0.2, -0.2], [0.2, 0.2, 0.2])
    for _ in range(10):
        start, side = rng.normal(size=3), rng.normal(size=3)
        start *= 3 / np.linalg.norm(start)
        path = impinge.Poses(translations=[start + side * 0.3, -start + side * 0.2])
        found = impinge.sweep(a, b, path)
        times = np.linspace(0, 1, 101)
        ends = path.matrices[:, :3, 3]
        places = ends[0] + times[:, None] * (ends[1] - ends[0])
        meets = impinge.intersects(a, b, impinge.Poses(translations=places))
        covered = np.zeros(101, bool)
        for (begin, _), (_, end) in found.intervals:
            covered |= (begin <= times) & (times <= end)
        assert not (meets & ~covered).any() and (covered & ~meets).sum() <= 2 * len(found.intervals)
        if found.impact is not None:
            assert found.impact.time[0] == found.intervals[0, 0, 0]


@pytest.mark.parametrize("jobs", [2, 3, 0])
def test_answers_do_not_depend_on_threads(rng, jobs):
    a = impinge.Mesh.icosphere(1.0, 3)
    rows = random_poses(rng, 300, 1.6)
    poses = impinge.Poses(xyz_xyzw=rows)
    assert np.array_equal(impinge.distance(a, a, poses, jobs=jobs), impinge.distance(a, a, poses))
    relation = impinge.relate(a, a, poses, jobs=jobs).relation
    assert np.array_equal(relation >= impinge.Relation.TOUCHING, impinge.intersects(a, a, poses))


def test_nearest_points_name_what_they_lie_on(rng):
    mesh = impinge.Mesh.box([-1, -1, -1], [1, 1, 1])
    points = rng.uniform(-2, 2, (500, 3))
    near = impinge.nearest_points(mesh, points)
    for kind in impinge.FeatureKind:
        rows = near.feature[near.feature[:, 0] == kind]
        assert len(rows) > 20 or kind is impinge.FeatureKind.NONE
    for point, face, (kind, first, second) in zip(near.point, near.face, near.feature.tolist()):
        if kind == impinge.FeatureKind.VERTEX:
            assert np.allclose(mesh.vertices[first], point) and first in mesh.faces[face]
        elif kind == impinge.FeatureKind.EDGE:
            p, q = mesh.vertices[[first, second]]
            assert np.allclose(np.cross(q - p, point - p), 0) and {first, second} <= set(mesh.faces[face].tolist())
        else:
            assert (kind, first, second) == (impinge.FeatureKind.FACE, face, -1)
    one = impinge.nearest_points(mesh, points[0])
    assert np.array_equal(one.feature, near.feature[0])


def test_every_face_on_the_way_of_a_ray_is_listed(rng):
    mesh = impinge.Mesh.icosphere(1.0, 2)
    origins = rng.uniform(-2, 2, (400, 3))
    ways = rng.uniform(-1, 1, (400, 3)) - origins
    found = impinge.raycast_all(mesh, origins, ways, jobs=2)
    a, b, c = np.moveaxis(mesh.vertices[mesh.faces], 1, 0)
    sides = [np.einsum("rfd,rfd->rf", np.cross(p - origins[:, None], q - origins[:, None]), ways[:, None] + 0 * p) for p, q in ((a, b), (b, c), (c, a))]
    normal = np.cross(b - a, c - a)
    t = np.einsum("rfd,fd->rf", a - origins[:, None], normal) / (ways @ normal.T)
    met = (np.all([s >= 0 for s in sides], axis=0) | np.all([s <= 0 for s in sides], axis=0)) & (t >= 0)
    assert set(zip(found.ray.tolist(), found.face.tolist())) == set(zip(*(rows.tolist() for rows in np.nonzero(met)))) and len(found.t) > 150
    assert np.allclose(found.t, t[found.ray, found.face]) and not found.coplanar.any()
    assert (np.diff(found.ray) >= 0).all() and (np.diff(found.t)[np.diff(found.ray) == 0] >= 0).all()
    outside = ~impinge.contains(mesh, origins)
    first = impinge.raycast(mesh, origins[outside], ways[outside])
    hit = np.flatnonzero(outside)[np.isfinite(first.t)]
    starts = np.searchsorted(found.ray, hit)
    assert np.array_equal(found.ray[starts], hit) and np.array_equal(found.t[starts], first.t[np.isfinite(first.t)])
    short = impinge.raycast_all(mesh, origins, ways, max_t=0.5)
    assert np.array_equal(short.face, found.face[found.t <= 0.5])


def test_faces_that_a_ray_meets_at_one_point_share_its_feature():
    cube = impinge.Mesh.box([0, 0, 0], [2, 2, 2])
    corner = impinge.raycast_all(cube, [1, 1, 1], [1, 1, 1])
    assert len(corner.face) >= 3 and len(np.unique(corner.features, axis=0)) == 1 and corner.features[0, 0] == impinge.FeatureKind.VERTEX
    along = impinge.raycast_all(cube, [-1, 0.5, 2], [1, 0, 0])
    assert along.coplanar.sum() == 2 and (cube.vertices[cube.faces[along.face[along.coplanar]]][..., 2] == 2).all()
