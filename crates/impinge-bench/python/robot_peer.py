"""A robot's links at many configurations, by an engine for Python driven the usual way: set every link's pose, ask, stop at the first contact.

Called by `impinge-bench robot` with the engine's name and a folder of raw arrays; writes `verdicts.u8` there, prints seconds and version.
Reading and building are not in the time, nor is forward kinematics: poses come ready-made.
"""

import json
import pathlib
import sys
import time

import numpy as np


def load(folder):
    shape = json.loads((folder / "shape.json").read_text())
    links = []
    for k in range(shape["links"]):
        vertices = np.fromfile(folder / f"link{k}.f64", dtype=np.float64).reshape(-1, 3)
        faces = np.fromfile(folder / f"link{k}.u32", dtype=np.uint32).reshape(-1, 3)
        links.append((vertices, faces.astype(np.int32)))
    pairs = np.fromfile(folder / "pairs.u32", dtype=np.uint32).reshape(-1, 2)
    poses = np.fromfile(folder / "poses.f64", dtype=np.float64).reshape(-1, shape["links"], 12)
    return links, [tuple(map(int, pair)) for pair in pairs], poses


def by_fcl(links, pairs, poses):
    """python-fcl: pair by pair. A manager's callback cannot tell which bodies it is handed, so it cannot pass over those that may meet."""
    import fcl

    objects = []
    for vertices, faces in links:
        model = fcl.BVHModel()
        model.beginModel(len(vertices), len(faces))
        model.addSubModel(vertices, faces)
        model.endModel()
        objects.append(fcl.CollisionObject(model, fcl.Transform()))
    request = fcl.CollisionRequest(num_max_contacts=1, enable_contact=False)
    verdicts = np.zeros(len(poses), dtype=np.uint8)
    start = time.perf_counter()
    for i, configuration in enumerate(poses):
        for o, pose in zip(objects, configuration):
            o.setTransform(fcl.Transform(pose[:9].reshape(3, 3), pose[9:]))
        for a, b in pairs:
            if fcl.collide(objects[a], objects[b], request, fcl.CollisionResult()) > 0:
                verdicts[i] = 1
                break
    return time.perf_counter() - start, fcl.__version__, verdicts


def by_coal(links, pairs, poses):
    """coal: every pair whose boxes overlap, as motion planners on Pinocchio do."""
    import coal

    objects = []
    for vertices, faces in links:
        model = coal.BVHModelOBBRSS()
        model.beginModel(len(faces), len(vertices))
        corners = coal.StdVec_Vec3s()
        for p in vertices:
            corners.append(p)
        triangles = coal.StdVec_Triangle()
        for f in faces:
            triangles.append(coal.Triangle(int(f[0]), int(f[1]), int(f[2])))
        model.addSubModel(corners, triangles)
        model.endModel()
        objects.append(coal.CollisionObject(model))
    request, result = coal.CollisionRequest(), coal.CollisionResult()
    request.enable_contact = False
    request.num_max_contacts = 1
    verdicts = np.zeros(len(poses), dtype=np.uint8)
    start = time.perf_counter()
    for i, configuration in enumerate(poses):
        boxes = []
        for o, pose in zip(objects, configuration):
            o.setTransform(coal.Transform3s(pose[:9].reshape(3, 3), pose[9:]))
            o.computeAABB()
            boxes.append(o.getAABB())
        for a, b in pairs:
            if boxes[a].overlap(boxes[b]):
                result.clear()
                if coal.collide(objects[a], objects[b], request, result) > 0:
                    verdicts[i] = 1
                    break
    return time.perf_counter() - start, coal.__version__, verdicts


def main():
    engine, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    seconds, version, verdicts = {"python-fcl": by_fcl, "coal": by_coal}[engine](*load(folder))
    verdicts.tofile(folder / "verdicts.u8")
    print(json.dumps({"seconds": seconds, "version": version}))


if __name__ == "__main__":
    main()
