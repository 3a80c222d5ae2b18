"""Whatever objects come in, an answer or an exception of Python comes out."""

import base64
import copy
import errno
import json
import os
import pickle
import signal
import threading
import time

import numpy as np
import pytest

import impinge

CUBE = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
V = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
F = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])


@pytest.mark.parametrize("dtype", ["f4", "f8", ">f8", "<f4", "i1", "i4", "i8", "u2", "f2"])
def test_any_dtype_of_real_numbers_is_taken(dtype):
    assert np.array_equal(impinge.Mesh(V.astype(dtype), F).vertices, V)


@pytest.mark.parametrize("dtype", ["i1", "u1", "i4", "u4", "i8", "u8", ">i4"])
def test_any_dtype_of_integers_is_taken(dtype):
    assert np.array_equal(impinge.Mesh(V, F.astype(dtype)).faces, F)


@pytest.mark.parametrize(
    "view",
    [
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 2, axis=0)[::2],
        lambda a: np.repeat(a, 3, axis=1)[:, ::3],
        lambda a: a[::-1][::-1],
        lambda a: np.lib.stride_tricks.as_strided(a, a.shape, a.strides),
        lambda a: np.frombuffer(b"?" + a.tobytes(), a.dtype, offset=1).reshape(a.shape),
        lambda a: a.tolist(),
        lambda a: tuple(map(tuple, a)),
    ],
)
def test_strides_and_sequences_do_not_matter(view):
    mesh = impinge.Mesh(view(V.astype(float)), view(F))
    assert np.array_equal(mesh.vertices, V) and np.array_equal(mesh.faces, F)


@pytest.mark.parametrize(
    ("vertices", "faces", "error"),
    [
        (V[:, :2], F, ValueError),
        (V, F[:, :2], ValueError),
        (V.ravel(), F, ValueError),
        (V[None], F, ValueError),
        (3, F, ValueError),
        (V, 3, ValueError),
        (V, F.astype(float), TypeError),
        (V, F - 1, ValueError),
        (V, F + 2**40, ValueError),
        (V, F.astype("u8") + 2**63, ValueError),
        (V, F + 1, impinge.MeshError),
        (V, [], impinge.MeshError),
        ([], [], impinge.MeshError),
        (np.where(V, np.nan, V), F, impinge.MeshError),
        (np.where(V, np.inf, V), F, impinge.MeshError),
        (V * 1e300, F, impinge.MeshError),
        (V.astype(complex), F, TypeError),
        (V.astype(str), F, TypeError),
        (V.astype(object), F, TypeError),
        (V.astype(bool), F, TypeError),
        (V.astype("M8[s]"), F, TypeError),
        ([[1, 2], [3]], F, TypeError),
        (None, None, TypeError),
        ("text", F, TypeError),
        (object(), F, TypeError),
        ({1: 2}, F, TypeError),
    ],
)
def test_wrong_meshes_are_refused(vertices, faces, error):
    with pytest.raises(error):
        impinge.Mesh(vertices, faces)


def test_a_refused_mesh_lists_its_defects():
    with pytest.raises(impinge.MeshError, match="vertex") as caught:
        impinge.Mesh(V, F + 1)
    assert caught.value.defects[0][0] == "missing_vertex"
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, impinge.ImpingeError)
    assert pickle.loads(pickle.dumps(caught.value)).defects == caught.value.defects


class Liar:
    """An object whose attributes are not what they seem."""

    def __init__(self, vertices, faces):
        self._found = {"vertices": vertices, "faces": faces}

    def __getattr__(self, name):
        found = self.__dict__.get("_found", {}).get(name)
        if isinstance(found, Exception):
            raise found
        return found


class LyingArray:
    shape = (4, 3)

    def __init__(self, answer):
        self.answer = answer

    def __array__(self, dtype=None, copy=None):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


@pytest.mark.parametrize(
    "lie",
    [
        Liar(V, ValueError("no")),
        Liar(None, None),
        Liar("vertices", "faces"),
        Liar(lambda: V, F),
        Liar(LyingArray(V[:2]), F),
        Liar(LyingArray("text"), F),
        Liar(LyingArray(RuntimeError("no")), F),
        Liar(V, LyingArray(np.zeros((2, 2, 2), int))),
        Liar(V, LyingArray(None)),
    ],
)
def test_objects_that_lie_are_refused(lie):
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        impinge.Mesh(lie)


def test_objects_with_arrays_are_meshes():
    assert impinge.Mesh(Liar(V, F)).is_closed
    other = Liar(V, None)
    other._found = {"vertices": LyingArray(V.astype("f4")), "triangles": F}
    other.faces = F
    assert impinge.Mesh(other).is_closed


def test_arrays_that_change_later_change_nothing():
    vertices = V.astype(float)
    mesh = impinge.Mesh(vertices, F)
    vertices[:] = 7
    assert np.array_equal(mesh.vertices, V)
    with pytest.raises(ValueError):
        mesh.vertices[0] = 7
    matrices = np.tile(np.eye(4), (5, 1, 1))
    poses = impinge.Poses(matrices)
    matrices[:] = 0
    assert np.array_equal(poses.matrices, np.tile(np.eye(4), (5, 1, 1)))


@pytest.mark.parametrize(
    "pose",
    [
        np.zeros((4, 4)),
        np.eye(3),
        np.eye(4)[None, None],
        np.diag([1, 1, -1, 1.0]),
        np.eye(4) * 2,
        np.full((4, 4), np.nan),
        np.eye(4) + np.eye(4)[::-1],
        np.ones((3, 7)),
        "pose",
        object(),
        [[1]],
        np.eye(4, dtype=complex),
    ],
)
@pytest.mark.parametrize("question", [impinge.intersects, impinge.distance, impinge.relate, impinge.contacts])
def test_wrong_poses_are_refused(question, pose):
    with pytest.raises((TypeError, ValueError)):
        question(CUBE, CUBE, pose)


def test_wrong_poses_are_named_as_the_argument_that_they_are():
    scene = impinge.Scene()
    body = scene.insert(CUBE)
    for call, name in (
        (lambda wrong: impinge.distance(CUBE, CUBE, wrong), "a_from_b"),
        (lambda wrong: impinge.sweep(CUBE, CUBE, wrong), "a_from_b"),
        (lambda wrong: scene.insert(CUBE, wrong), "world_from_body"),
        (lambda wrong: scene.set_pose(body, wrong), "world_from_body"),
        (lambda wrong: scene.what_if(body, wrong), "world_from_body"),
        (lambda wrong: scene.overlapping(CUBE, wrong), "world_from_other"),
    ):
        with pytest.raises(ValueError, match=f"^{name}: expected an array of shape"):
            call(np.eye(3))
    with pytest.raises(TypeError, match="^world_from_body: expected one pose"):
        scene.set_pose(body, np.eye(4)[None])


def test_batches_have_rows_and_one_pose_has_none():
    batch = impinge.Poses(translations=[[k, 0, 0] for k in range(5)]).inverse()
    assert len(batch) == 5 and batch and not impinge.Poses([])
    for row in (0, 4, -1, -5, np.int64(2)):
        assert not batch[row].is_batch and np.array_equal(batch[row].matrices, batch.matrices[row])
        assert np.array_equal(pickle.loads(pickle.dumps(batch[row])).inverse().matrices, batch.inverse().matrices[row])
    for rows in (slice(None), slice(1, 3), slice(None, None, -2), slice(9, 12)):
        assert batch[rows].is_batch and np.array_equal(batch[rows].matrices, batch.matrices[rows])
    assert len(list(batch)) == 5
    for row in (5, -6, 2**62):
        with pytest.raises(IndexError):
            batch[row]
    one = impinge.Poses(np.eye(4))
    assert one
    for wrong in (lambda: batch["1"], lambda: batch[1.5], lambda: len(one), lambda: one[0], lambda: one[:]):
        with pytest.raises(TypeError):
            wrong()


def test_a_wrong_pose_of_a_batch_is_named():
    matrices = np.tile(np.eye(4), (5, 1, 1))
    matrices[3, 0, 0] = -1
    with pytest.raises(impinge.PoseError, match="pose 3") as caught:
        impinge.distance(CUBE, CUBE, matrices)
    assert caught.value.row == 3
    with pytest.raises(TypeError):
        impinge.Poses(np.eye(4), translations=[0, 0, 0])
    with pytest.raises(impinge.PoseError):
        impinge.Poses(xyz_xyzw=[0, 0, 0, 0, 0, 0, 2])


@pytest.mark.parametrize("other", [None, 3, "mesh", object(), V, (V, F), impinge.Mesh, Liar(V, F)])
def test_other_bodies_are_refused(other):
    for question in (impinge.intersects, impinge.relate, impinge.depth, impinge.sweep):
        with pytest.raises(TypeError):
            question(CUBE, other, np.eye(4))
        with pytest.raises(TypeError):
            question(other, CUBE, np.eye(4))


@pytest.mark.parametrize("points", [[np.nan, 0, 0], [np.inf, 0, 0], [1e308, 0, 0], [[0, 0, 0], [0, np.nan, 0]]])
def test_points_without_an_answer_are_named(points):
    for question in (impinge.contains, impinge.signed_distance, impinge.nearest_points, impinge.locate):
        with pytest.raises(ValueError, match="point"):
            question(CUBE, points)
    with pytest.raises(ValueError):
        impinge.raycast(CUBE, points, [0, 0, 1])


def test_empty_batches_have_empty_answers():
    empty = np.empty((0, 4, 4))
    assert impinge.intersects(CUBE, CUBE, empty).shape == (0,)
    assert impinge.distance(CUBE, CUBE, empty, jobs=2).shape == (0,)
    assert impinge.closest_points(CUBE, CUBE, empty).points.shape == (0, 2, 3)
    assert impinge.contacts(CUBE, CUBE, empty).pose_offsets.tolist() == [0]
    assert impinge.contains(CUBE, np.empty((0, 3))).shape == (0,)
    assert impinge.raycast(CUBE, np.empty((0, 3)), [0, 0, 1]).point.shape == (0, 3)


@pytest.mark.parametrize("jobs", [-1, 1025, 10**6, 2**70, 1.5, "two", None])
def test_wrong_jobs_are_refused(jobs):
    wrong = ValueError if isinstance(jobs, int) else TypeError
    calls = [
        lambda: impinge.intersects(CUBE, CUBE, np.eye(4)[None], jobs=jobs),
        lambda: impinge.distance(CUBE, CUBE, jobs=jobs),
        lambda: impinge.contains(CUBE, [0, 0, 0], jobs=jobs),
        lambda: CUBE.prepare(jobs=jobs),
        lambda: impinge.Scene().step(jobs=jobs),
    ]
    for call in calls:
        with pytest.raises(wrong, match="jobs"):
            call()


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="threads are counted by Linux")
def test_threads_of_earlier_calls_are_let_go():
    for jobs in range(20, 30):
        impinge.intersects(CUBE, CUBE, np.eye(4)[None], jobs=jobs)
    deadline = time.monotonic() + 20
    while len(os.listdir("/proc/self/task")) > 80 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert 29 <= len(os.listdir("/proc/self/task")) <= 80


def test_rays_and_lengths_are_checked():
    with pytest.raises(ValueError):
        impinge.raycast(CUBE, [0, 0, 0], [0, 0, 0])
    with pytest.raises(ValueError):
        impinge.raycast(CUBE, np.zeros((2, 3)), np.ones((3, 3)))
    with pytest.raises(ValueError):
        impinge.raycast(CUBE, [0, 0, 0], [0, 0, 1], max_t=np.nan)
    with pytest.raises(ValueError):
        impinge.within(CUBE, CUBE, -1)
    with pytest.raises(ValueError):
        impinge.sweep(CUBE, CUBE, np.eye(4))
    with pytest.raises(ValueError):
        impinge.sweep(CUBE, CUBE, np.tile(np.eye(4), (3, 1, 1)), times=[0, 1])
    for times, row in (([0, 1, 1], 2), ([0, np.nan, 1], 1), ([-np.inf, 0, 1], 0)):
        with pytest.raises(ValueError, match=f"times: row {row}") as caught:
            impinge.sweep(CUBE, CUBE, np.tile(np.eye(4), (3, 1, 1)), times=times)
        assert not isinstance(caught.value, impinge.PoseError)
    for times in ([[0, 1, 2]], 3, [[0], [1], [2]]):
        with pytest.raises(ValueError, match="times: expected an array of shape"):
            impinge.sweep(CUBE, CUBE, np.tile(np.eye(4), (3, 1, 1)), times=times)
    with pytest.raises(ValueError):
        impinge.sweep(CUBE, CUBE, np.tile(np.eye(4), (2, 1, 1)), interpolation="spline")


@pytest.mark.parametrize(
    "make",
    [
        lambda: impinge.Convex.sphere(-1),
        lambda: impinge.Convex.sphere(np.nan),
        lambda: impinge.Convex.box([1, 1]),
        lambda: impinge.Convex.box([1, 0, 1]),
        lambda: impinge.Convex.hull([]),
        lambda: impinge.Convex.hull([[np.nan, 0, 0]]),
        lambda: impinge.Convex.cone(1, -1),
        lambda: impinge.Convex("torus", [1, 2]),
        lambda: impinge.Convex("hull", [1, 2]),
        lambda: impinge.Convex.sphere(1).rounded(-3),
        lambda: impinge.Convex.sphere(1).rounded(1).rounded(-0.5),
        lambda: impinge.Convex.sphere(1).rounded(np.nan),
        lambda: impinge.Convex.sphere("one"),
    ],
)
def test_wrong_shapes_are_refused(make):
    with pytest.raises((ValueError, TypeError)):
        make()


SHAPES = [
    impinge.Convex.sphere(1),
    impinge.Convex.box([1, 2, 3]),
    impinge.Convex.capsule(0.5, 1),
    impinge.Convex.cylinder(0.5, 1),
    impinge.Convex.cone(0.5, 1),
    impinge.Convex.ellipsoid([1, 2, 3]),
    impinge.Convex.hull(V * 3.0 - 0.75),
    impinge.Convex.box([1, 1, 1]).rounded(0.25),
]


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_shapes_answer_and_are_copied(shape):
    for again in (pickle.loads(pickle.dumps(shape)), copy.copy(shape), copy.deepcopy(shape)):
        assert repr(again) == repr(shape)
        assert impinge.intersects(again, shape)
    far = impinge.Poses(translations=[[10, 0, 0], [-0.125, -0.25, -0.0625]])
    for other in [*SHAPES, CUBE]:
        assert impinge.intersects(shape, other, far).tolist() == [False, True]
        there, back = impinge.relate(shape, other, far), impinge.relate(other, shape, far.inverse())
        flip = {3: 4, 4: 3}
        assert [flip.get(number, number) for number in there.relation] == back.relation.tolist()
        assert impinge.distance(shape, other, far)[0] > 4


@pytest.mark.parametrize("b", SHAPES, ids=repr)
@pytest.mark.parametrize("a", SHAPES, ids=repr)
def test_the_depth_of_two_shapes_is_that_of_a_push_that_parts_them(a, b):
    rng = np.random.default_rng(5)
    quaternions = rng.normal(size=(8, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    poses = impinge.Poses(xyz_xyzw=np.hstack([rng.uniform(-1, 1, (8, 3)), quaternions]))
    found = impinge.depth(a, b, poses)
    deep = found.lower > 1e-3
    assert deep.any() and (found.lower <= found.upper).all()
    assert np.allclose(np.linalg.norm(found.translation[deep], axis=1), found.upper[deep], rtol=1e-9)
    one = impinge.depth(a, b, poses.matrices[0])
    assert (one.lower, one.upper) == (found.lower[0], found.upper[0])
    lower, upper = found.lower[deep], found.upper[deep]

    def pushed(length):
        moved = poses.matrices[deep]
        moved[:, :3, 3] += found.translation[deep] * (length / upper)[:, None]
        return moved

    # Curved shapes a few 1e-8 apart count as touching, since rounding leaves it open; that they share nothing inside is decided.
    assert (impinge.depth(a, b, pushed(upper + 1e-9)).upper < 1e-9).all()
    assert not impinge.intersects(a, b, pushed(upper * (1 + 1e-6))).any()
    assert impinge.intersects(a, b, pushed(lower * 0.99)).all()


def test_the_depth_of_shapes_apart_is_zero_and_of_a_mesh_and_a_curve_refused():
    far = impinge.Poses(translations=[20, 0, 0])
    for a in SHAPES:
        found = impinge.depth(a, SHAPES[0], far)
        assert (found.lower, found.value, found.upper) == (0, 0, 0) and not found.translation.any()
    with pytest.raises(TypeError, match="depth"):
        impinge.depth(CUBE, SHAPES[0])


def test_inverted_poses_are_copied_to_the_bit():
    rng = np.random.default_rng(13)
    quaternions = rng.normal(size=(100, 4))
    quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
    rows = np.hstack([rng.uniform(-5, 5, (100, 3)), quaternions])
    for poses in (impinge.Poses(xyz_xyzw=rows), impinge.Poses(xyz_xyzw=rows[0]), impinge.Poses([])):
        for p in (poses, poses.inverse(), poses.inverse().inverse()):
            again = pickle.loads(pickle.dumps(p))
            assert again.is_batch == p.is_batch
            assert np.array_equal(again.matrices, p.matrices)
            assert np.array_equal(again.inverse().matrices, p.inverse().matrices)
            assert copy.copy(p) is p and copy.deepcopy(p) is p


def test_faces_of_boxes_and_hulls_are_those_of_their_meshes():
    for shape in (SHAPES[1], SHAPES[6]):
        mesh = shape.to_mesh()
        assert mesh.is_closed
        points = [[9, 2, 1], [-7, 3, 5]]
        near = impinge.nearest_points(shape, points)
        corners = mesh.vertices[mesh.faces[near.face]]
        normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
        assert np.allclose(np.einsum("kd,kd->k", near.point - corners[:, 0], normal), 0, atol=1e-12)
        found, same = impinge.contacts(shape, CUBE), impinge.contacts(mesh, CUBE)
        assert np.array_equal(found.faces, same.faces)
    for shape in (SHAPES[0], SHAPES[7]):
        with pytest.raises(impinge.ShapeError, match="no faces"):
            shape.to_mesh()


def test_meshes_and_results_are_copied():
    again = pickle.loads(pickle.dumps(CUBE))
    assert np.array_equal(again.vertices, CUBE.vertices) and np.array_equal(again.faces, CUBE.faces)
    assert copy.deepcopy(CUBE) is CUBE and copy.copy(CUBE) is CUBE
    found = impinge.closest_points(CUBE, CUBE, impinge.Poses(translations=[[3, 0, 0]]))
    assert np.array_equal(pickle.loads(pickle.dumps(found)).points, found.points)
    poses = impinge.Poses(translations=[[3, 0, 0]])
    assert np.array_equal(copy.copy(poses).matrices, poses.matrices)


def test_files_that_cannot_be_read_are_named(tmp_path):
    broken = tmp_path / "broken.obj"
    broken.write_text("v 0 0 0\nv 1 0 zero\n")
    with pytest.raises(impinge.FileError) as caught:
        impinge.load(broken)
    assert caught.value.path.endswith("broken.obj") and "2" in caught.value.place
    assert caught.value.errno is None and caught.value.strerror is None
    assert caught.value.filename == str(broken)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.path, again.place) == (str(caught.value), caught.value.path, caught.value.place)
    with pytest.raises(FileNotFoundError, match="nowhere") as caught:
        impinge.load("nowhere.stl")
    assert isinstance(caught.value, impinge.FileError)
    again = pickle.loads(pickle.dumps(caught.value))
    for error in (caught.value, again):
        assert type(error) is impinge.MissingFileError and str(error) == str(caught.value)
        assert (error.errno, error.strerror) == (errno.ENOENT, os.strerror(errno.ENOENT))
        assert error.filename == error.path == "nowhere.stl" and error.place is None
    with pytest.raises(impinge.FileError) as caught:
        impinge.load(tmp_path)
    assert caught.value.errno == errno.EISDIR
    with pytest.raises(TypeError):
        impinge.load(3)


def test_bodies_that_share_a_mesh_in_a_file_share_it_here(tmp_path):
    data = np.concatenate([V.astype("<f4").view("u1").ravel(), F.astype("<u2").view("u1").ravel()]).tobytes()
    scene = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
        "bufferViews": [
            {"buffer": 0, "byteOffset": 0, "byteLength": 48},
            {"buffer": 0, "byteOffset": 48, "byteLength": 24},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
        ],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}] * 2,
        "nodes": [{"mesh": 0, "name": "a"}, {"mesh": 0, "name": "b", "translation": [3, 0, 0]}, {"mesh": 1, "name": "c"}],
        "scenes": [{"nodes": [0, 1, 2]}],
        "scene": 0,
    }
    path = tmp_path / "shared.gltf"
    path.write_text(json.dumps(scene))
    a, b, c = impinge.load_bodies(path)
    assert a.mesh is b.mesh and a.mesh is not c.mesh
    assert (a.name, b.name, c.name) == ("a", "b", "c") and b.world_from_body.matrices[0, 3] == 3
    assert len(impinge.load(path).vertices) == 12 and impinge.load(path, name="b").vertices[:, 0].min() == 3


@pytest.fixture
def interruptible():
    """Python's own handler of Ctrl-C, which it does not set where its parent ignores the signal, as shells do for what runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_ends_a_batch_of_slow_queries(interruptible):
    mesh = impinge.Mesh.icosphere(1.0, 5)
    # Two spheres about one centre, turned: they meet everywhere.
    poses = impinge.Poses(xyz_xyzw=np.tile([0, 0, 0, 0.1, 0.1, 0.1, 0.97**0.5], (200, 1)))
    impinge.contacts(mesh, mesh, poses.matrices[0])
    start = time.monotonic()
    impinge.contacts(mesh, mesh, poses.matrices[0])
    one = time.monotonic() - start
    timer = threading.Timer(one / 2, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        impinge.contacts(mesh, mesh, poses)
    assert time.monotonic() - start < 10 * one + 1


def test_ctrl_c_ends_a_batch(interruptible):
    mesh = impinge.Mesh.icosphere(1.0, 5)
    poses = impinge.Poses(translations=np.tile([2.5, 0.1, 0.1], (2_000_000, 1)))
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        impinge.distance(mesh, mesh, poses)
    assert time.monotonic() - start < 20


def test_other_threads_run_during_a_batch():
    mesh = impinge.Mesh.icosphere(1.0, 4)
    poses = impinge.Poses(translations=np.tile([1.9, 0.1, 0.1], (60_000, 1)))
    ticks, done = [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    impinge.distance(mesh, mesh, poses)
    end = time.monotonic()
    done.set()
    thread.join()
    assert sum(start < tick < end for tick in ticks) > 3


def test_random_arguments_never_crash():
    rng = np.random.default_rng(7)
    pool = [
        CUBE, SHAPES[0], SHAPES[6], V, F, V.astype(float)[::-1], np.eye(4), np.eye(4)[None], None, 0, 1.5, -1, "x", b"y", [], {}, [[]],
        np.empty((0, 3)), np.empty((0, 4, 4)), np.full(3, np.nan), np.float32(1), np.array(1), np.ma.masked_array([1, 2, 3], [0, 1, 0]),
        np.zeros((2, 2, 2, 2)), np.array([[1, 2, 3]], dtype=object), impinge.Poses(translations=[0, 0, 5]), impinge.Poses(translations=V), object(),
    ]  # fmt: skip
    questions = [getattr(impinge, name) for name in impinge.__all__ if callable(getattr(impinge, name))]
    questions = [q for q in questions if type(q).__name__ == "builtin_function_or_method" or q in (impinge.Mesh, impinge.Poses)]
    questions += [getattr(impinge.Convex, n) for n in ("sphere", "box", "capsule", "hull", "ellipsoid")]
    answered = refused = 0
    for _ in range(20_000):
        question = questions[rng.integers(len(questions))]
        arguments = [pool[rng.integers(len(pool))] for _ in range(rng.integers(1, 4))]
        try:
            question(*arguments)
            answered += 1
        except (TypeError, ValueError, OSError, OverflowError, RuntimeError, impinge.ImpingeError):
            refused += 1
    assert answered > 100 and refused > 5_000
