"""Tests of the package as it was built: `cargo xtask python` puts it on the path."""


def pytest_terminal_summary(terminalreporter):
    """The counts in the words of Rust's tests, which the test command adds up."""
    counts = {name: len(terminalreporter.getreports(name)) for name in ("passed", "failed", "error", "skipped")}
    failed = counts["failed"] + counts["error"]
    outcome = "FAILED" if failed else "ok"
    terminalreporter.ensure_newline()
    terminalreporter.write_line(
        f"test result: {outcome}. {counts['passed']} passed; {failed} failed; {counts['skipped']} ignored;"
    )
