"""python-fcl's own tests, run on `impinge.fcl`. Its last source package carries them; pip fetches it.

Later versions are wheels without tests.
"""

import os
import subprocess
import sys

#: The last version with a source package, and the tests in it.
VERSION, TESTS = "0.0.12", 7

#: Puts the stand-in in the place of python-fcl.
STAND_IN = """
import importlib, sys
sys.modules["fcl"] = importlib.import_module("impinge.fcl")
"""


def test_the_tests_of_python_fcl_pass(source_package):
    tests = source_package("python-fcl", VERSION) / "test"
    (tests / "conftest.py").write_text(STAND_IN)
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rA"]
    done = subprocess.run(command, cwd=tests, capture_output=True, text=True, env=os.environ)
    assert done.returncode == 0, done.stdout[-8000:]
    assert sum(line.startswith("PASSED ") for line in done.stdout.splitlines()) == TESTS, done.stdout[-4000:]
