"""The notebooks of the documentation run from their first cell to their last, and are kept without what they print."""

from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parents[3] / "docs" / "notebooks").glob("*.ipynb"))


def test_there_are_three_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["clash-check", "cloth", "robot-batch"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    book = nbformat.read(path, as_version=4)
    cells = [cell for cell in book.cells if cell.cell_type == "code"]
    assert all(not cell.outputs and cell.execution_count is None for cell in cells)
    nbclient.NotebookClient(book, timeout=60, kernel_name="python3", resources={"metadata": {"path": path.parent}}).execute()
    assert all(cell.execution_count for cell in cells)
    assert sum(bool(cell.outputs) for cell in cells) > len(cells) / 2
