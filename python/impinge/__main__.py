"""`python -m impinge` is the command `impinge`, without the methods that draw."""

import signal
import sys

from ._native import _command


def main() -> None:
    """Runs the command with the arguments of the process."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_command(["impinge", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
