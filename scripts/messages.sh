#!/usr/bin/env bash
# Sees to an MPI library and libclang, which the feature `mpi` of impinge-classics is built with, where they are missing and packages can be installed.
# Prints the feature if it can be built, nothing if not.
set -euo pipefail

packages=(openmpi-bin libopenmpi-dev libclang-dev)
found() { command -v mpirun >/dev/null && command -v mpicc >/dev/null && [[ "$(ldconfig -p; ls /usr/lib/llvm-*/lib 2>/dev/null)" == *libclang* ]]; }

if ! found && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}" >/dev/null; }
  install || { apt-get update >/dev/null && install; } || true
fi
if found; then
  echo impinge-classics/mpi
else
  echo "NOT TESTED: messages between processes. No MPI library or no libclang was found; on Debian and Ubuntu: apt-get install ${packages[*]}" >&2
  [ -z "${IMPINGE_REQUIRE_MPI:-}" ]
fi
