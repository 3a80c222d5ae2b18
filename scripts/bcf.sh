#!/usr/bin/env bash
# Sees to PyPI's bcf-client, which tests open BCF files with, in target/bcf; does nothing where it is there.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.9.0
folder="${CARGO_TARGET_DIR:-target}/bcf"
[ "$(cat "$folder/.version" 2>/dev/null)" != "$version" ] || exit 0
if ! command -v python3 >/dev/null || ! python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  echo "NOT TESTED: BCF files by bcf-client. No Python 3.10 or newer with venv was found; on Debian: apt-get install python3-venv"
  [ -z "${IMPINGE_REQUIRE_BCF:-}" ]
  exit
fi
python3 -m venv --clear "$folder"
"$folder/bin/pip" install --quiet --disable-pip-version-check "bcf-client==$version" || {
  rm -rf "$folder"
  echo "NOT TESTED: BCF files by bcf-client. It could not be installed from PyPI"
  [ -z "${IMPINGE_REQUIRE_BCF:-}" ]
  exit
}
echo "$version" >"$folder/.version"
