"""Clash checks of assemblies, as the command `impinge check` does them."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._native import _check, _Report

if TYPE_CHECKING:
    import pandas

__all__ = ["Report", "check"]

_FORMATS = {".json": "json", ".csv": "csv", ".xml": "junit", ".bcfzip": "bcf", ".bcf": "bcf", ".glb": "glb", ".html": "html"}


def check(
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    rules: str | os.PathLike[str] | None = None,
    baseline: str | os.PathLike[str] | None = None,
    pictures: bool = False,
    jobs: int = 0,
) -> Report:
    """Checks every pair of bodies in files by rules; what violates them is a clash.

    Parameters
    ----------
    files : path, or sequence of paths
        Meshes, scenes (TOML, JSON) and robots (URDF).
    rules : path, optional
        A rules file; without one, bodies must not share interior points.
    baseline : path, optional
        An earlier report in JSON: says what is new, and which clashes are approved.
    pictures : bool
        Draw every clash, for HTML and BCF.
    jobs : int
        Threads; 0 for one on every core.

    Raises
    ------
    FileError
        A file cannot be read; `path` and `place` say where.
    CheckError
        There is nothing to check, or the check is refused.
    """
    listed = [files] if isinstance(files, (str, os.PathLike)) else list(files)
    return Report(_check(listed, rules, baseline, pictures, jobs))


class Report:
    """What a check found. In a notebook it shows the page of the report."""

    def __init__(self, native: _Report) -> None:
        self._native = native

    @cached_property
    def data(self) -> dict[str, Any]:
        """The whole report, as `docs/report.schema.json` describes it."""
        return json.loads(self._native.write("json"))

    @property
    def clashes(self) -> list[dict[str, Any]]:
        """The clashes, the worst first."""
        return self.data.get("clashes", [])

    @property
    def bodies(self) -> list[dict[str, Any]]:
        """The bodies that were checked."""
        return self.data["bodies"]

    @property
    def passed(self) -> bool:
        """Whether no clash is open."""
        return not self._native.found()

    def to_dataframe(self) -> pandas.DataFrame:
        """A row for each clash, as a table of pandas, which must be installed. Lengths between bounds have columns for both."""
        import pandas

        rows = []
        for clash in self.clashes:
            row = {}
            for key, value in clash.items():
                if isinstance(value, dict):
                    row |= {f"{key}_{name}": part for name, part in value.items() if not isinstance(part, (dict, list))}
                elif not isinstance(value, list):
                    row[key] = value
            rows.append(row)
        return pandas.DataFrame(rows)

    def to_html(self) -> str:
        """The page of the report, all in one file."""
        return self._native.write("html").decode()

    def save(self, path: str | os.PathLike[str], *, format: str | None = None) -> None:
        """Writes the report to a file, in the format of its extension: .json, .csv, .xml (JUnit), .bcf, .glb or .html."""
        path = Path(path)
        format = format or _FORMATS.get(path.suffix.lower())
        if format is None:
            raise ValueError(f"{path}: expected the extension {', '.join(_FORMATS)}, or format=")
        path.write_bytes(self._native.write(format))

    def _repr_html_(self) -> str:
        page = html.escape(self.to_html(), quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="640" style="border:0" title="Clash report"></iframe>'

    def __len__(self) -> int:
        return len(self.clashes)

    def __repr__(self) -> str:
        outcome = "passed" if self.passed else "failed"
        return f"Report({len(self.bodies)} bodies, {len(self.clashes)} clashes, {outcome})"
