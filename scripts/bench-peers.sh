#!/usr/bin/env bash
# Installs the peers that come from Debian and runs the benchmark with them. Arguments go to the benchmark.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(libfcl-dev libccd-dev libeigen3-dev g++)
if ! dpkg -s "${packages[@]}" >/dev/null 2>&1; then
  as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update
  "${as_root[@]}" apt-get install -y --no-install-recommends "${packages[@]}"
fi

corpus="$(pwd)/../shared/data"
if [ -z "${IMPINGE_CORPUS:-}" ] && [ -d "$corpus" ]; then
  IMPINGE_CORPUS="$(cd "$corpus" && pwd)"
  export IMPINGE_CORPUS
fi
cargo run --release -p impinge-bench --features fcl -- "$@"
