"""Exceptions of the package. Arguments of a wrong type or shape are `TypeError` and `ValueError`, as NumPy's."""

from __future__ import annotations

import os

__all__ = [
    "CheckError",
    "FileError",
    "ImpingeError",
    "MeshError",
    "MissingFileError",
    "PoseError",
    "SceneError",
    "ShapeError",
]


class ImpingeError(Exception):
    """What the engine refuses."""


class MeshError(ImpingeError, ValueError):
    """A mesh that no query could answer for."""

    defects: list[tuple[str, str]]
    """Every defect as a kind and a sentence."""

    def __init__(self, message: str, defects: list[tuple[str, str]] | None = None) -> None:
        super().__init__(message, defects or [])
        self.defects = defects or []

    def __str__(self) -> str:
        return str(self.args[0])


class PoseError(ImpingeError, ValueError):
    """A pose that is not rigid, or not finite."""

    row: int | None
    """The row of a batch that it is in."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message, row)
        self.row = row

    def __str__(self) -> str:
        return str(self.args[0])


class ShapeError(ImpingeError, ValueError):
    """Numbers that make no shape, ray or polygon."""


class SceneError(ImpingeError, ValueError):
    """A body that is not in a scene, a name that is taken, a configuration that a robot does not have."""


class CheckError(ImpingeError):
    """A clash check that cannot be done."""


class FileError(ImpingeError, OSError):
    """A file that cannot be read.

    `filename` is the file; `errno` and `strerror` are those of the system where it refuses the file, else None.
    """

    path: str
    """The file."""
    place: str | None
    """Where in the file: a line, a byte, a path of JSON; None for the file as a whole."""

    def __init__(self, message: str, path: str = "", place: str | None = None, errno: int | None = None) -> None:
        if errno is None:
            super().__init__(message)
            self.filename = path
        else:
            super().__init__(errno, os.strerror(errno), path)
        self._message = message
        self.path = path
        self.place = place

    def __str__(self) -> str:
        return self._message

    def __reduce__(self) -> tuple[type, tuple[str, str, str | None, int | None]]:
        return type(self), (self._message, self.path, self.place, self.errno)


class MissingFileError(FileError, FileNotFoundError):
    """A file that is not there."""
