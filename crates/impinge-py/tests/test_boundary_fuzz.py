"""Every public function with arguments of every kind, seeded: an answer or an exception with a type comes out, never a panic and never a crash.

A panic of Rust is a `BaseException`, which nothing here catches; a crash ends the test program.
"""

import array
import importlib
import inspect
import threading
from pathlib import Path

import numpy as np
import pytest

import impinge
from impinge import planar

DOCS = Path(__file__).parents[3] / "docs"
CUBE = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
V = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1.0]])
F = np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])

#: What a wrong argument may raise. Stand-ins in Python also raise `AttributeError`, as what they stand in for.
TYPED = (TypeError, ValueError, IndexError, OverflowError, OSError, MemoryError, impinge.ImpingeError)
#: What Python's own `memoryview` with two axes raises when it is iterated.
TYPED += (NotImplementedError,)


class Lie(Exception):
    """What objects that lie raise: it may come through, or be the cause of another."""


class Raising:
    """It raises whatever it is asked."""

    def __getattr__(self, name):
        raise Lie(name)

    def _refuse(self, *arguments):
        raise Lie("no")

    __len__ = __getitem__ = __iter__ = __array__ = __float__ = __index__ = __bool__ = __fspath__ = __int__ = _refuse


class Sequence:
    """A sequence whose length is not that of its items, or that is an item of itself."""

    def __init__(self, length, item):
        self.length, self.item = length, item

    def __len__(self):
        return self.length

    def __getitem__(self, place):
        # Of two such items in itself, NumPy would make an array with 2^64.
        if isinstance(place, int) and place > (20 if self.item is not None else 0):
            raise IndexError
        return self if self.item is None else self.item


class Converting:
    """An object that converts to what it should not."""

    def __init__(self, answer):
        self.answer = answer

    def __array__(self, dtype=None, copy=None):
        return self.answer

    def __float__(self):
        return self.answer

    def __index__(self):
        return self.answer

    def __fspath__(self):
        return self.answer


class Interface:
    """It promises more memory than it has."""

    __array_interface__ = {"shape": (1000, 3), "typestr": "<f8", "data": bytearray(24), "version": 3}


class Shaped(np.ndarray):
    """An array that lies about its shape, size and type."""

    shape = property(lambda self: (10**6, 3))
    size = property(lambda self: 0)
    ndim = property(lambda self: 1)
    dtype = property(lambda self: np.dtype("U3"))


class Body:
    """Vertices and faces that may be anything."""

    def __init__(self, vertices, faces):
        self.vertices, self.faces = vertices, faces


def boxed(*items):
    """An array of objects, which NumPy does not ask what they are."""
    made = np.empty(len(items), dtype=object)
    for k, item in enumerate(items):
        made[k] = item
    return made


def numbers():
    return [0, 1, 2, 3, -1, 2**31, 2**32, 2**63, 2**70, -(2**63), 0.0, 0.5, 1.5, -1.0, 1e-300, 1e300, -1e308, np.nan, np.inf, -np.inf,
            True, 1j, np.float32(0.5), np.int8(3), np.uint64(2**63), np.array(1.0), np.datetime64("2026-01-01")]  # fmt: skip


def arrays(rng):
    shape = tuple(rng.integers(0, 5, rng.integers(0, 4)))
    fitting = [(3,), (4, 3), (1, 3), (4, 4), (2, 4, 4), (3, 3), (2, 3, 3), (7,), (2, 7), (2,), (5, 2), (2, 2)]
    base = rng.uniform(-2, 2, fitting[rng.integers(len(fitting))])
    spoiled = base.copy()
    if spoiled.size:
        spoiled.flat[rng.integers(spoiled.size)] = rng.choice([np.nan, np.inf, -np.inf, 1e308, 5e-324, 1e-200])
    dtypes = ["f2", "f4", ">f8", "f8", "g", "i1", ">i4", "u8", "c16", "?", "U4", "S4", "O", "M8[s]", "m8[s]", "V8"]
    dtype = dtypes[rng.integers(len(dtypes))]
    with np.errstate(all="ignore"):
        try:
            cast = base.astype(dtype)
        except (TypeError, ValueError):
            cast = np.zeros(shape, dtype)
    frozen = base.copy()
    frozen.setflags(write=False)
    return [
        base, spoiled, cast, rng.integers(-2, 6, shape), np.zeros(shape), frozen, base[::-1], np.asfortranarray(base), base.T,
        np.broadcast_to(1.0, (4, 3)), np.broadcast_to(np.zeros(3), (2**50, 3)), np.lib.stride_tricks.as_strided(base, base.shape, [0] * base.ndim),
        np.frombuffer(b"?" + base.tobytes(), offset=1).reshape(base.shape), np.ma.masked_array(base, base > 0), base.view(Shaped),
        base.tolist(), array.array("d", base.ravel()), memoryview(base), bytearray(base.tobytes()), np.matrix(base if base.ndim == 2 else [[1.0]]),
        np.zeros(3, [("x", "f8"), ("y", "f8")]), boxed(Raising(), 1, None), boxed(Converting(0.5), Sequence(-1, 0)),
    ]  # fmt: skip


def objects(rng):
    lies = [Raising(), Sequence(-1, 1.0), Sequence(1, None), Sequence(2**62, 1.0), Sequence(3, Raising()), Sequence(2, [1.0, 2.0, 3.0]), Interface(), object(),
            Converting(None), Converting("x"), Converting(V), Converting(2**64), Converting(0.5), Converting(b"\0"), lambda *a: 1, iter([1, 2, 3]), type, np]  # fmt: skip
    plain = [None, "", "x", "\0", "nowhere.stl", "screw", "sphere", "hull", b"y", [], {}, [[]], [[], [1]], (1, 2, 3), slice(None), slice(0, 2**70, 0), Path("nowhere.toml"), ...]
    bodies = [CUBE, impinge.Convex.sphere(1), impinge.Convex.capsule(0.5, 1), impinge.Convex.hull(V), Body(V, F), Body(V, Raising()), Body(Raising(), F), Body(None, None), V, F]
    poses = [np.eye(4), np.eye(4)[None].repeat(3, 0), impinge.Poses(translations=[0, 0, 5]), impinge.Poses(translations=V), np.eye(3), planar.poses([[1, 0], [0, 2]])]
    scene = impinge.Scene()
    others = [scene.insert(CUBE), scene, impinge.Deformable(V, F), planar.Polygon([[0, 0], [1, 0], [0, 1]]), impinge.Relation.CROSSING]
    pools = [lies, plain, bodies, bodies, poses, others, numbers(), arrays(rng)]
    return pools[rng.integers(len(pools))]


def receivers():
    """New objects whose methods are called, as earlier calls change them."""
    scene = impinge.Scene()
    scene.insert(CUBE, name="cube")
    scene.insert_half_space([0, 0, 1], 0.0)
    return [
        impinge.Mesh.box([0, 0, 0], [1, 2, 3]), impinge.Convex.cone(1, 1), impinge.Convex.box([1, 1, 1]), impinge.Poses(translations=V), scene, scene.bodies()[0],
        impinge.Robot(DOCS / "examples" / "arm.urdf", neighbours="welded"), impinge.Deformable(V, F), planar.Polygon([[0, 0], [2, 0], [0, 2]]),
    ]  # fmt: skip


def public_calls(owners):
    """Every public function, class and method, by its name."""
    found = []
    for owner in owners:
        special = ("__getitem__", "__len__", "__bool__", "__eq__", "__lt__", "__hash__", "__repr__", "__reduce__", "__copy__", "__deepcopy__")
        names = owner.__all__ if inspect.ismodule(owner) else [n for n in dir(owner) if not n.startswith("_") or n in special]
        for name in names:
            call = getattr(owner, name)
            if callable(call) and not (inspect.isclass(call) and issubclass(call, (Exception, tuple, int))):
                found.append((f"{getattr(owner, '__name__', type(owner).__name__)}.{name}", call))
    return found


#: What parameters of these names take, so that one wrong argument meets others that are right.
RIGHT = {
    "a": CUBE, "b": impinge.Convex.box([1, 2, 1]), "mesh": CUBE, "body": CUBE, "other": CUBE, "a_from_b": np.eye(4)[None].repeat(2, 0), "points": V, "point": V[3], "vertices": V,
    "faces": F, "origins": V, "directions": V + 1, "origin": V[0], "direction": V[1], "length": 0.5, "radius": 0.5, "height": 1.0, "half_height": 0.5, "min": [0, 0, 0], "max": [1, 1, 1],
    "half_extents": [1, 1, 1], "semi_axes": [1, 2, 1], "values": np.zeros((2, 7)), "normal": [0, 0, 1], "offset": 0.5, "world_from_body": np.eye(4), "ray_origins": V, "ray_directions": V + 1,
}  # fmt: skip


def positional(rng, call):
    """Arguments by position: most of them right where their names are known, or any number of any kind."""
    try:
        names = [p.name for p in inspect.signature(call).parameters.values() if p.kind is p.POSITIONAL_OR_KEYWORD]
    except (TypeError, ValueError):
        names = []
    if not names or rng.random() < 0.3:
        return [pick(rng) for _ in range(rng.integers(0, 4))]
    return [RIGHT[name] if name in RIGHT and rng.random() < 0.7 else pick(rng) for name in names[: rng.integers(1, len(names) + 1)]]


def keywords(rng, call):
    try:
        names = [p.name for p in inspect.signature(call).parameters.values() if p.kind is p.KEYWORD_ONLY]
    except (TypeError, ValueError):
        names = []
    some = {name: pick(rng) for name in names if rng.random() < 0.2}
    # Threads are few and a check without pictures is quick.
    return {name: value for name, value in some.items() if name not in ("jobs", "pictures") or not isinstance(value, int) or value < 4}


def pick(rng):
    pool = objects(rng)
    return pool[rng.integers(len(pool))]


def throw(calls, rng, count, allowed):
    answered, refused, seen = 0, 0, set()
    for _ in range(count):
        name, call = calls[rng.integers(len(calls))]
        arguments, options = positional(rng, call), keywords(rng, call)
        try:
            call(*arguments, **options)
            answered += 1
        except (*allowed, Lie):
            refused += 1
        except Exception as error:
            pytest.fail(f"{name}: {type(error).__name__}: {error}, for {[type(a) for a in arguments]}, {options}")
        seen.add(name)
    return answered, refused, seen


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(4))
def test_any_argument_has_an_answer_or_an_exception_with_a_type(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng([20261119, seed])
    answered = refused = 0
    seen, known = set(), set()
    for _ in range(12):
        calls = public_calls([impinge, planar, impinge.Mesh, impinge.Convex, *receivers()])
        known |= {name for name, _ in calls}
        found = throw(calls, rng, 250, TYPED)
        answered, refused, seen = answered + found[0], refused + found[1], seen | found[2]
    assert answered > 500 and refused > 1000
    assert len(known) > 90 and len(seen) > 0.95 * len(known)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("module", ["impinge.fcl", "impinge.trimesh.collision", "impinge.trimesh.proximity", "impinge.trimesh.ray"])
def test_stand_ins_raise_exceptions_of_python(module):
    rng = np.random.default_rng(20261119)
    if module != "impinge.fcl":
        pytest.importorskip("trimesh")
    stand_in = importlib.import_module(module)
    mesh = impinge.Mesh.box([0, 0, 0], [1, 2, 3])
    owners = [stand_in]
    if hasattr(stand_in, "CollisionManager"):
        owners.append(stand_in.CollisionManager())
    if hasattr(stand_in, "ProximityQuery"):
        owners.append(stand_in.ProximityQuery(mesh))
    if hasattr(stand_in, "RayMeshIntersector"):
        owners.append(stand_in.RayMeshIntersector(mesh))
    if hasattr(stand_in, "BVHModel"):
        owners += [stand_in.BVHModel(), stand_in.Transform(), stand_in.CollisionObject(stand_in.Sphere(1)), stand_in.DynamicAABBTreeCollisionManager()]
    answered, refused, _ = throw(public_calls(owners), rng, 800, (*TYPED, AttributeError))
    assert answered > 5 and refused > 200


class Freeing:
    """It gives up the memory of another array while it is converted."""

    def __init__(self, other, answer):
        self.other, self.answer = other, answer

    def __array__(self, dtype=None, copy=None):
        self.other.resize((0, 3), refcheck=False)
        # The memory is used again, by what is no coordinate.
        self.garbage = [np.full((len(V), 3), np.nan) for _ in range(50)]
        return self.answer


def rows(row):
    return np.tile(np.asarray(row, dtype=np.float64), (4, 1)).copy()


def test_arrays_that_go_while_others_are_converted_were_copied():
    down = rows([0, 0, -1])
    vertices = V.copy()
    assert np.array_equal(impinge.Mesh(vertices, Freeing(vertices, F)).vertices, V) and vertices.shape == (0, 3)
    vertices = V.copy()
    assert len(impinge.Deformable(vertices, Freeing(vertices, F)).self_contacts().meeting) == 0 and vertices.shape == (0, 3)
    origins = rows([0.5, 0.25, 3])
    assert impinge.raycast(CUBE, origins, Freeing(origins, down)).t.tolist() == [2.0] * 4
    origins = rows([0.5, 0.25, 3])
    assert impinge.raycast_all(CUBE, origins, Freeing(origins, down)).t.tolist() == [2.0, 3.0] * 4
    poses = np.eye(4)[None].repeat(2, 0).copy()
    poses[0, 0, 3] = -3

    class Times(Freeing):
        def __array__(self, dtype=None, copy=None):
            self.other.resize((0, 4, 4), refcheck=False)
            return self.answer

    assert impinge.sweep(CUBE, CUBE, poses, times=Times(poses, np.array([0.0, 3.0]))).intervals[0, 0].round(12).tolist() == [2.0, 2.0]


def test_arrays_that_another_thread_writes_to_do_no_harm():
    vertices, faces = V.copy(), F.copy()
    done = threading.Event()

    def write():
        rng = np.random.default_rng(1)
        while not done.is_set():
            vertices[rng.integers(4)] = rng.choice([np.nan, 0.0, 1.0, 1e300], 3)
            faces[rng.integers(4)] = rng.integers(-5, 9, 3)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(2000):
            try:
                mesh = impinge.Mesh(vertices, faces)
                assert mesh.faces.max() < 4 and np.isfinite(mesh.vertices[mesh.faces]).all()
                impinge.contains(mesh, vertices)
            except ValueError:
                pass
    finally:
        done.set()
        writer.join()
