"""The stubs say what the compiled part has: every name and every argument."""

import ast
import inspect
from pathlib import Path

import numpy as np
import pytest

import impinge
from impinge import _native

STUB = ast.parse((Path(impinge.__file__).parent / "_native.pyi").read_text())


def arguments(function):
    found = function.args
    names = [argument.arg for argument in found.posonlyargs + found.args + found.kwonlyargs]
    return [name for name in names if name not in ("self", "cls")], [argument.arg for argument in found.kwonlyargs]


def public(names):
    return {name for name in names if not name.startswith("_")}


FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}


def test_every_name_has_a_stub():
    names = {name for name in vars(_native) if not name.startswith("__")}
    assert names == FUNCTIONS.keys() | CLASSES.keys()


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions_have_their_arguments(name):
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            check(getattr(_native, name), node)


ARGUMENTS = {"length": 1.0, "points": [0, 0, 0], "origins": [0, 0, 5], "directions": [0, 0, -1], "a_from_b": np.eye(4)[None].repeat(2, 0)}


@pytest.mark.parametrize("name", sorted(name for name, node in FUNCTIONS.items() if node.args.args[0].arg in ("a", "mesh")))
def test_stubs_take_the_bodies_that_functions_take(name):
    node, crate = FUNCTIONS[name], impinge.Convex.box([1, 1, 1])
    given = [a for a in node.args.args if a.arg in ("a", "b", "mesh") or a.arg in ARGUMENTS]
    try:
        getattr(_native, name)(*(ARGUMENTS.get(a.arg, crate) for a in given))
        takes = True
    except TypeError:
        takes = False
    for argument in given:
        if argument.arg not in ARGUMENTS:
            assert ("Convex" in ast.unparse(argument.annotation)) == takes


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes_have_their_members(name):
    found, stub = getattr(_native, name), CLASSES[name]
    members = {node.name: node for node in stub.body if isinstance(node, ast.FunctionDef)}
    assert public(vars(found)) == public(members)
    for member in public(members) | ({"__new__"} & members.keys()):
        is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in members[member].decorator_list)
        if is_property:
            assert inspect.isdatadescriptor(vars(found)[member])
        else:
            check(found if member == "__new__" else getattr(found, member), members[member])


def check(found, stub):
    parameters = inspect.signature(found).parameters.values()
    names = [parameter.name for parameter in parameters if parameter.name != "self"]
    keywords = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    assert (names, keywords) == arguments(stub)


def test_the_list_of_names_is_literal_and_whole():
    body = ast.parse(Path(impinge.__file__).read_text()).body
    imported = {alias.asname or alias.name for node in body if isinstance(node, ast.ImportFrom) for alias in node.names}
    lists = [ast.literal_eval(n.value) for n in body if isinstance(n, ast.Assign) and n.targets[0].id == "__all__"]
    assert lists == [sorted(public(imported))] and lists[0] == impinge.__all__


def test_the_version_is_that_of_the_workspace():
    manifest = (Path(__file__).parents[3] / "Cargo.toml").read_text()
    assert f'[workspace.package]\nversion = "{impinge.__version__}"\n' in manifest


def test_everything_has_a_docstring():
    for name in impinge.__all__:
        assert inspect.getdoc(getattr(impinge, name)), name
    for name in public(CLASSES):
        for member, value in vars(getattr(_native, name)).items():
            if not member.startswith("_"):
                assert inspect.getdoc(value), f"{name}.{member}"
