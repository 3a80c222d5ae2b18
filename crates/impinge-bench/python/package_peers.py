"""The Python package, python-fcl and trimesh on one mesh against itself at many poses, one thread.

Called by `impinge-bench python` with a folder of raw arrays and a question; writes the answers of each engine there as doubles, and prints
its name and microseconds a query. Building is not in the times.
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
    vertices = np.fromfile(folder / "vertices.f64").reshape(-1, 3)
    faces = np.fromfile(folder / "faces.u32", dtype=np.uint32).reshape(-1, 3)
    poses = np.ascontiguousarray(np.fromfile(folder / "poses.f64").reshape(-1, 4, 4).transpose(0, 2, 1))

    def measure(name, ask, count):
        seconds = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            answers = ask()
            seconds.append(time.perf_counter() - start)
        np.asarray(answers, dtype=np.float64).tofile(folder / f"{name}.f64")
        print(name, 1e6 * min(seconds) / count, sep="\t")

    import impinge

    mesh = impinge.Mesh(vertices, faces).prepare()
    call = getattr(impinge, question)
    call(mesh, mesh, poses[:1])
    measure("impinge batch", lambda: call(mesh, mesh, poses), len(poses))
    few = poses[:DIFFERENT]
    measure("impinge pose by pose", lambda: [call(mesh, mesh, pose) for pose in few], len(few))

    import fcl

    def built():
        model = fcl.BVHModel()
        model.beginModel(len(vertices), len(faces))
        model.addSubModel(vertices, faces.astype(np.int32))
        model.endModel()
        return model

    model = built()
    still, moved = fcl.CollisionObject(model, fcl.Transform()), fcl.CollisionObject(model, fcl.Transform())
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

        body = trimesh.Trimesh(vertices, faces, process=False)
        manager = trimesh.collision.CollisionManager()
        manager.add_object("still", body)
        measure("trimesh in_collision_single", lambda: [manager.in_collision_single(body, pose) for pose in poses[:FEW]], FEW)


main()
