"""The mesh of Impinge that belongs to a mesh of trimesh: made once, and again where its content has changed."""

from __future__ import annotations

import weakref
from typing import Any

from .. import Mesh

_KNOWN: dict[int, tuple[weakref.ref[Any], int, Mesh]] = {}


def mesh_of(mesh: Any) -> Mesh:
    """The same mesh for the same object, as long as its content stays the same."""
    if isinstance(mesh, Mesh):
        return mesh
    key, content = id(mesh), hash(mesh)
    known = _KNOWN.get(key)
    if known is None or known[0]() is not mesh or known[1] != content:
        made = Mesh(mesh)
        known = (weakref.ref(mesh, lambda gone: _forget(key, gone)), content, made)
        _KNOWN[key] = known
    return known[2]


def _forget(key: int, gone: weakref.ref[Any]) -> None:
    """Another object may have the same id by now."""
    known = _KNOWN.get(key)
    if known is not None and known[0] is gone:
        del _KNOWN[key]
