"""Tests of the package as it was built: `cargo xtask python` puts it on the path."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def source_package(tmp_path_factory):
    """Unpacks the source package of a version of another project, which pip fetches, and gives its folder: a test is skipped where there is none."""

    def unpacked(name, version):
        # Beside the packages of the environment, so that it is fetched once for each.
        fetched = Path(sys.prefix) / "fetched"
        archive = fetched / f"{name}-{version}.tar.gz"
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
        # Its metadata are made in an environment of its own, with packages that need not be built.
        fetch += ["--use-pep517", "--no-binary", name, f"{name}=={version}", "--dest", str(fetched)]
        done = None if archive.exists() else subprocess.run(fetch, capture_output=True, text=True)
        if done and done.returncode != 0:
            if "IMPINGE_REQUIRE_PYTHON" in os.environ:
                pytest.fail(f"pip cannot fetch the tests of {name}: {done.stderr}")
            pytest.skip(f"pip cannot fetch the tests of {name}")
        folder = tmp_path_factory.mktemp(name)
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        return next(folder.glob(f"{name}-*"))

    return unpacked


def pytest_terminal_summary(terminalreporter):
    """The counts in the words of Rust's tests, which the test command adds up."""
    counts = {name: len(terminalreporter.getreports(name)) for name in ("passed", "failed", "error", "skipped")}
    failed = counts["failed"] + counts["error"]
    outcome = "FAILED" if failed else "ok"
    terminalreporter.ensure_newline()
    terminalreporter.write_line(
        f"test result: {outcome}. {counts['passed']} passed; {failed} failed; {counts['skipped']} ignored;"
    )
