"""The Panda arm among the obstacles of MotionBenchMaker: exact links beside spheres, with VAMP where it is installed.

    python motion_problems.py FOLDER [--configurations N] [--seed S]

FOLDER holds the Panda of VAMP: panda.urdf with its meshes, panda_spherized.urdf, panda.srdf, and problems/*/scene*.yaml with
request*.yaml. Needs the packages impinge and pyyaml; vamp is timed if it can be imported. One thread.

Each problem is asked about N configurations, from the same seed for all engines: half of them anywhere between the limits, half near
the way from its start to its goal. "Missed" are configurations in which an engine says
free and the links collide, "itself" those of them in which two links do; "too careful" are those that it takes for collisions of free links.
"""

import argparse
import pathlib
import time

import impinge
import numpy as np
import yaml

#: How the names of obstacles begin.
OBSTACLE = "obstacle"
#: How far configurations near the way are from it, in radians.
SPREAD = 0.2


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--configurations", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    scenes = sorted(args.folder.glob("problems/*/scene*.yaml"))
    if not scenes:
        parser.error(f"{args.folder}/problems: no */scene*.yaml in it")
    try:
        import vamp
    except ImportError:
        vamp = None
        print("vamp cannot be imported: its own times and verdicts are left out")
    random = np.random.default_rng(args.seed)
    low, high = arm_of(args.folder, "panda.urdf").limits.T
    tally = {}
    for path in scenes:
        problem = Problem(path)
        values = problem.configurations(random, args.configurations, low, high)
        verdicts, seconds, arms = {}, {}, {}
        for name, urdf in (("links", "panda.urdf"), ("spheres", "panda_spherized.urdf")):
            robot = arms[name] = problem.robot(args.folder, urdf)
            robot.in_collision(values[:1])
            verdicts[name], seconds[name] = timed(lambda robot=robot: robot.in_collision(values))
        if vamp:
            environment = problem.environment(vamp)
            rows = [np.ascontiguousarray(row, dtype=np.float32) for row in values]
            ask = lambda: np.array([not vamp.panda.validate(row, environment) for row in rows])  # noqa: E731
            verdicts["vamp"], seconds["vamp"] = timed(ask)
        itself = meets_itself(arms["links"], values, verdicts)
        for group in (path.parent.name, "all"):
            tally.setdefault(group, Tally()).add(verdicts, seconds, itself)
    print(f"{len(scenes)} problems, {args.configurations} configurations each, one thread, seed {args.seed}\n")
    print(f"{'problems':<26}{'engine':<9}{'a second':>11}{'collide':>10}{'missed':>9}{'itself':>9}{'too careful':>13}")
    for group, found in tally.items():
        for line in found.lines():
            print(f"{group:<26}{line}")


def arm_of(folder, urdf):
    """The arm of a file."""
    return impinge.Robot(folder / urdf, package_dirs=[folder], srdf=folder / "panda.srdf")


def timed(ask):
    """The answers, and the least time of three runs."""
    least = np.inf
    for _ in range(3):
        start = time.perf_counter()
        answers = ask()
        least = min(least, time.perf_counter() - start)
    return np.asarray(answers), least


def meets_itself(arm, values, verdicts):
    """Whether two links meet, in configurations that some engine misses."""
    asked = verdicts["links"] & ~np.logical_and.reduce(list(verdicts.values()))
    found = np.zeros(len(values), dtype=bool)
    pairs = arm.first_contact(values[asked]) if asked.any() else []
    found[asked] = [not any(name.startswith(OBSTACLE) for name in pair) for pair in pairs]
    return found


class Tally:
    """What was answered in how long, by engine."""

    def __init__(self):
        self.count = 0
        self.seconds, self.colliding, self.missed, self.itself, self.careful = ({} for _ in range(5))

    def add(self, verdicts, seconds, itself):
        links = verdicts["links"]
        self.count += len(links)
        for name, found in verdicts.items():
            for kept, more in (
                (self.seconds, seconds[name]),
                (self.colliding, found.sum()),
                (self.missed, (links & ~found).sum()),
                (self.itself, (links & ~found & itself).sum()),
                (self.careful, (found & ~links).sum()),
            ):
                kept[name] = kept.get(name, 0) + more

    def lines(self):
        for name, seconds in self.seconds.items():
            rate, part = self.count / seconds, 100 / self.count
            kept = (self.colliding, self.missed, self.itself, self.careful)
            colliding, missed, itself, careful = (f"{part * count[name]:.2f} %" for count in kept)
            yield f"{name:<9}{rate:>11,.0f}{colliding:>10}{missed:>9}{itself:>9}{careful:>13}"


class Problem:
    """Obstacles, and the way that is asked for."""

    def __init__(self, scene):
        request = scene.with_name(scene.name.replace("scene", "request"))
        world = yaml.safe_load(scene.read_text())["world"]["collision_objects"]
        self.name = scene.parent.name
        self.obstacles = []
        for thing in world:
            for shape, pose in zip(thing["primitives"], thing["primitive_poses"], strict=True):
                x, y, z, w = np.array(pose["orientation"]) / np.linalg.norm(pose["orientation"])
                turn = np.array([
                    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
                ])
                self.obstacles.append((shape["type"], shape["dimensions"], turn, np.array(pose["position"])))
        asked = yaml.safe_load(request.read_text())
        joints = asked["start_state"]["joint_state"]
        start = dict(zip(joints["name"], joints["position"], strict=True))
        goal = {joint["joint_name"]: joint["position"] for joint in asked["goal_constraints"][0]["joint_constraints"]}
        names = [f"panda_joint{k}" for k in range(1, 8)]
        self.start, self.goal = (np.array([way[name] for name in names]) for way in (start, goal))

    def configurations(self, random, count, low, high):
        """Half anywhere between the limits, half near the way."""
        anywhere = random.uniform(low, high, (count - count // 2, 7))
        along = random.uniform(size=(count // 2, 1))
        near = self.start + along * (self.goal - self.start) + SPREAD * random.normal(size=(count // 2, 7))
        return np.clip(np.concatenate([anywhere, near]), low, high)

    def robot(self, folder, urdf):
        """The arm of a file among the obstacles."""
        robot = arm_of(folder, urdf)
        for number, (kind, size, turn, place) in enumerate(self.obstacles):
            pose = np.eye(4)
            pose[:3, :3], pose[:3, 3] = turn, place
            if kind == "box":
                shape = impinge.Convex.box(0.5 * np.array(size))
            else:
                height, radius = size
                shape = impinge.Convex.cylinder(radius, 0.5 * height)
            robot.add_obstacle(shape, pose, name=f"{OBSTACLE} {number}")
        return robot

    def environment(self, vamp):
        """The obstacles as VAMP takes them: cylinders as capsules, those of the box problems as cuboids."""
        found = vamp.Environment()
        for kind, size, turn, place in self.obstacles:
            roll, yaw = np.arctan2(turn[2, 1], turn[2, 2]), np.arctan2(turn[1, 0], turn[0, 0])
            angles = [roll, -np.arcsin(np.clip(turn[2, 0], -1, 1)), yaw]
            if kind == "box":
                found.add_cuboid(vamp.Cuboid(list(place), angles, [0.5 * side for side in size]))
                continue
            height, radius = size
            if self.name.startswith("box"):
                found.add_cuboid(vamp.Cuboid(list(place), angles, [radius, radius, 0.5 * height]))
            else:
                found.add_capsule(vamp.Cylinder(list(place), angles, radius, height))
        return found


if __name__ == "__main__":
    main()
