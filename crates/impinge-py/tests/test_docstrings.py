"""The examples of all docstrings, and of the tutorial."""

import doctest
import importlib
import inspect
from pathlib import Path

import pytest

MODULES = ["impinge", "impinge.planar", "impinge.clash", "impinge.trimesh", "impinge.trimesh.proximity", "impinge.trimesh.ray", "impinge.fcl", "impinge.results", "impinge.errors"]
TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorials" / "python.md"


def documented():
    """Every object with a docstring, by its name: also those of the compiled module, which doctest does not look into."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        found[name] = module
        for key, value in vars(module).items():
            if key.startswith("_") or inspect.ismodule(value):
                continue
            if str(getattr(value, "__module__", "")).startswith("impinge"):
                found[f"{name}.{key}"] = value
                if inspect.isclass(value):
                    found |= {f"{name}.{key}.{k}": v for k, v in vars(value).items() if not k.startswith("__")}
    return {name: value for name, value in found.items() if ">>>" in (getattr(value, "__doc__", "") or "")}


@pytest.mark.parametrize("name", sorted(documented()))
def test_examples_of_docstrings_hold(name):
    text = inspect.cleandoc(documented()[name].__doc__)
    run(text, name)


def test_enough_docstrings_have_examples():
    assert len(documented()) >= 20


def test_examples_of_the_tutorial_hold(monkeypatch):
    text = "\n".join(part.split("```")[0] for part in TUTORIAL.read_text().split("```python\n")[1:])
    monkeypatch.chdir(TUTORIAL.parents[2])
    run(text, "tutorial")


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    report = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
