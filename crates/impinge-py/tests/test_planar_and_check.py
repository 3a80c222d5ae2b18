"""Polygons against shapely; the check and the command against what they write."""

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import shapely
from shapely import affinity

import impinge
from impinge import planar

DOCS = Path(__file__).parents[3] / "docs"


def star(rng, middle, points=12):
    angles = np.linspace(0, 2 * np.pi, points, endpoint=False)
    radii = rng.uniform(0.3, 1.5, points)
    return np.stack([np.cos(angles), np.sin(angles)], 1) * radii[:, None] + middle


def test_relations_and_distances_are_those_of_shapely():
    rng = np.random.default_rng(2)
    met = 0
    for _ in range(60):
        a, b = shapely.Polygon(star(rng, [0, 0])), shapely.Polygon(star(rng, [0, 0], 7))
        places, degrees = rng.uniform(-3, 3, (10, 2)), rng.uniform(0, 360, 10)
        batch = planar.poses(places, degrees)
        moved = [affinity.translate(affinity.rotate(b, d, origin=(0, 0)), *place) for d, place in zip(degrees, places)]
        expected = np.array([a.intersects(other) for other in moved])
        assert np.array_equal(planar.intersects(a, b, batch, jobs=2), expected)
        assert np.allclose(planar.distance(a, b, batch), [a.distance(other) for other in moved], atol=1e-12)
        found = planar.closest_points(planar.Polygon(a), planar.Polygon(b), batch)
        assert np.allclose(np.linalg.norm(found.points[:, 0] - found.points[:, 1], axis=1), found.distance, atol=1e-12)
        met += expected.sum()
    assert 100 < met < 500


def test_shapely_polygons_go_in_and_out():
    parts = shapely.MultiPolygon([shapely.box(0, 0, 4, 4).difference(shapely.box(1, 1, 3, 3)), shapely.box(5, 0, 6, 1)])
    polygon = planar.Polygon(parts)
    assert polygon.area == pytest.approx(parts.area) and len(polygon.rings) == 3
    assert planar.to_shapely(polygon).equals(parts)
    again = pickle.loads(pickle.dumps(polygon))
    assert planar.relate(again, parts) == impinge.Relation.COINCIDENT
    points = np.random.default_rng(1).uniform(-1, 7, (500, 2))
    assert np.array_equal(planar.contains(parts, points), shapely.covers(parts, shapely.points(points)))


@pytest.mark.parametrize(
    "rings", [[], 3, None, "ring", [[0, 0, 0, 0]], [[[np.nan, 0], [1, 1], [0, 1]]], shapely.Point(0, 0), [[]], object(), [[1j, 0]]]
)
def test_wrong_polygons_are_refused(rings):
    with pytest.raises((TypeError, ValueError)):
        planar.Polygon(rings)
    with pytest.raises((TypeError, ValueError)):
        planar.intersects(rings, shapely.box(0, 0, 1, 1))


@pytest.mark.parametrize("pose", [np.eye(4), np.diag([1, -1, 1]), np.eye(3) * 2, np.full((3, 3), np.nan), "pose", np.zeros((2, 3))])
def test_wrong_planar_poses_are_refused(pose):
    square = shapely.box(0, 0, 1, 1)
    with pytest.raises((TypeError, ValueError)):
        planar.intersects(square, square, pose)


def assembly(folder, gap):
    path = folder / "two.obj"
    lines, first = [], 1
    for k, x in enumerate((0.0, 1.0 + gap)):
        box = impinge.Mesh.box([x, 0, 0], [x + 1, 1, 1])
        lines.append(f"o box{k}")
        lines += [f"v {p[0]} {p[1]} {p[2]}" for p in box.vertices]
        lines += [f"f {f[0] + first} {f[1] + first} {f[2] + first}" for f in box.faces]
        first += len(box.vertices)
    path.write_text("\n".join(lines))
    return path


def test_a_check_reports_its_clashes(tmp_path):
    assert impinge.check(assembly(tmp_path, 0.5)).passed
    report = impinge.check([assembly(tmp_path, -0.25)], jobs=1)
    assert not report.passed and len(report) == 1
    clash = report.clashes[0]
    assert {clash["a"], clash["b"]} == {"box0", "box1"}
    table = report.to_dataframe()
    assert len(table) == 1 and table["id"][0] == clash["id"]
    for suffix in (".json", ".csv", ".xml", ".html", ".glb", ".bcf"):
        report.save(tmp_path / f"report{suffix}")
        assert (tmp_path / f"report{suffix}").stat().st_size > 100
    assert json.loads((tmp_path / "report.json").read_text()) == report.data
    assert report._repr_html_().startswith("<iframe") and "box0" in report.to_html()
    with pytest.raises(ValueError):
        report.save(tmp_path / "report.doc")
    known = impinge.check(tmp_path / "two.obj", baseline=tmp_path / "report.json")
    assert known.clashes[0]["id"] == clash["id"] and known.clashes[0]["status"] != clash["status"]


def test_wrong_checks_are_refused(tmp_path):
    with pytest.raises(impinge.FileError, match="nowhere"):
        impinge.check("nowhere.glb")
    rules = tmp_path / "rules.toml"
    rules.write_text("rules = 3\n")
    with pytest.raises(impinge.FileError):
        impinge.check(assembly(tmp_path, 0.0), rules=rules)
    with pytest.raises(impinge.CheckError):
        impinge.check(DOCS / "examples" / "crate.obj")
    with pytest.raises(TypeError):
        impinge.check(3)


def test_the_module_is_the_command(tmp_path):
    def command(*arguments):
        return subprocess.run([sys.executable, "-B", "-m", "impinge", *map(str, arguments)], capture_output=True, text=True, env=os.environ)

    assert "check" in command("--help").stdout
    assert command("check", assembly(tmp_path, 0.5)).returncode == 0
    assert command("check", assembly(tmp_path, -0.5)).returncode == 1
    refused = command("check", "nowhere.glb")
    assert refused.returncode == 2 and "nowhere.glb" in refused.stderr
