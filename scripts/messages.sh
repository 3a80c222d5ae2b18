#!/usr/bin/env bash
# Sees to an MPI library and libclang, which the feature `mpi` of impinge-mpi is built with, where they are missing and packages can be installed; then lints and tests it.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(openmpi-bin libopenmpi-dev libclang-dev)
found() { command -v mpirun >/dev/null && command -v mpicc >/dev/null && [[ "$(ldconfig -p; ls /usr/lib/llvm-*/lib 2>/dev/null)" == *libclang* ]]; }

if ! found && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}" >/dev/null; }
  install || { apt-get update >/dev/null && install; } || true
fi
if ! found; then
  echo "NOT TESTED: messages between processes. No MPI library or no libclang was found; on Debian and Ubuntu: apt-get install ${packages[*]}"
  [ -z "${IMPINGE_REQUIRE_MPI:-}" ]
  exit
fi
cargo clippy -p impinge-mpi --features mpi --all-targets --quiet -- -D warnings
cargo test -p impinge-mpi --features mpi --quiet
RUSTDOCFLAGS="-D warnings" cargo doc -p impinge-mpi --features mpi --no-deps --quiet
