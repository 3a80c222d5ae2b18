"""The Python package, python-fcl and trimesh on two meshes at many poses of the second, one thread.

Called by `impinge-bench python` with a folder of raw arrays and a question; writes the answers of each engine there as doubles, and prints
its name and microseconds a query, in processor time of the thread. Building is not in the times.
"""

import os
import pathlib
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np  # noqa: E402

#: Passes of which the quickest counts.
ROUNDS = 3
#: Different poses; those that answer one by one are asked at these alone.
DIFFERENT = 50
#: trimesh takes a fifth of a second for each.
FEW = 5


def main():
    folder, question = pathlib.Path(sys.argv[1]), sys.argv[2]
    arrays = [
        (np.fromfile(folder / f"{name}.f64").reshape(-1, 3), np.fromfile(folder / f"{name}.u32", dtype=np.uint32).reshape(-1, 3))
        for name in "ab"
    ]
    poses = np.ascontiguousarray(np.fromfile(folder / "poses.f64").reshape(-1, 4, 4).transpose(0, 2, 1))

    def measure(name, ask, count):
        seconds = []
        for _ in range(ROUNDS):
            start = time.thread_time()
            answers = ask()
            seconds.append(time.thread_time() - start)
        np.asarray(answers, dtype=np.float64).tofile(folder / f"{name}.f64")
        print(name, 1e6 * min(seconds) / count, sep="\t")

    import impinge

    a, b = (impinge.Mesh(*mesh).prepare() for mesh in arrays)
    call = getattr(impinge, question)
    call(a, b, poses[:1])
    measure("impinge batch", lambda: call(a, b, poses), len(poses))
    few = poses[:DIFFERENT]
    measure("impinge pose by pose", lambda: [call(a, b, pose) for pose in few], len(few))

    import fcl

    def built(vertices, faces):
        model = fcl.BVHModel()
        model.beginModel(len(vertices), len(faces))
        model.addSubModel(vertices, faces.astype(np.int32))
        model.endModel()
        return model

    still, moved = (fcl.CollisionObject(built(*mesh), fcl.Transform()) for mesh in arrays)
    places = [fcl.Transform(pose[:3, :3], pose[:3, 3]) for pose in few]

    def by_fcl():
        answers = []
        for place in places:
            moved.setTransform(place)
            if question == "distance":
                answers.append(fcl.distance(still, moved, fcl.DistanceRequest(), fcl.DistanceResult()))
            else:
                request = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)
                answers.append(fcl.collide(still, moved, request, fcl.CollisionResult()) > 0)
        return answers

    measure("python-fcl", by_fcl, len(few))
    if question == "intersects":
        import trimesh

        held, body = (trimesh.Trimesh(*mesh, process=False) for mesh in arrays)
        manager = trimesh.collision.CollisionManager()
        manager.add_object("still", held)
        measure("trimesh in_collision_single", lambda: [manager.in_collision_single(body, pose) for pose in poses[:FEW]], FEW)


main()
