#!/usr/bin/env bash
# Installs the peers that come from Debian, builds the benchmark with every peer there is, runs it, and says what it skipped.
# Arguments go to the benchmark: --quick for rough numbers soon, --only NAME for some workloads, --help for the rest;
# `convex` first for pairs of convex bodies, `broad` for moving boxes, `deform` for surfaces that deform, `planar` for polygons, `robot` for an arm at many configurations.
set -euo pipefail
cd "$(dirname "$0")/.."

as_root=()
[ "$(id -u)" -eq 0 ] || as_root=(sudo)
skipped=()
features=(ifc-lite) # from crates.io, MPL-2.0: for the benchmark only

is_there() { dpkg -s "$@" >/dev/null 2>&1; }

peer() { # a feature of the benchmark, and the packages it needs
  local feature="$1"
  shift
  if ! is_there "$@"; then
    if [ -z "${updated:-}" ]; then
      updated=yes
      "${as_root[@]}" apt-get update -qq || true
    fi
    "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$@" || true
  fi
  if is_there "$@"; then
    features+=("$feature")
  else
    skipped+=("$feature: not all of $* could be installed")
  fi
}

if command -v apt-get >/dev/null && command -v dpkg >/dev/null; then
  peer fcl g++ libfcl-dev libccd-dev libeigen3-dev
  peer cgal g++ libcgal-dev libgmp-dev libmpfr-dev
  peer embree g++ libembree-dev libtbb-dev
  peer libccd g++ libccd-dev
  peer qhull g++ libqhull-dev
  peer geos g++ libgeos-dev
else
  skipped+=("FCL, CGAL, Embree, libccd, qhull, GEOS: this is not a Debian system")
fi

# coal comes as a wheel with headers and library; Eigen, which it needs, is FCL's too.
coal() {
  local venv="$PWD/target/bench-venv" wheel="$PWD/target/bench-coal"
  [[ " ${features[*]} " == *" fcl "* ]] || return 1
  if [ ! -e "$wheel/cmeel.prefix/lib/libcoal.so" ]; then
    python3 -m venv "$venv" && "$venv/bin/pip" install --quiet --target "$wheel" libcoal || return 1
  fi
  export IMPINGE_COAL_PREFIX="$wheel/cmeel.prefix"
  [ -e "$IMPINGE_COAL_PREFIX/lib/libcoal.so" ]
}
if coal; then
  features+=(coal)
else
  skipped+=("coal: its wheel and what it needs could not be installed")
fi

# Engines for Python, for the robot alone.
if [ "${1:-}" = robot ]; then
  venv="$PWD/target/bench-venv"
  if python3 -m venv "$venv" && "$venv/bin/pip" install --quiet numpy python-fcl coal; then
    export IMPINGE_BENCH_PYTHON="$venv/bin/python"
  else
    skipped+=("python-fcl, coal: their wheels could not be installed")
  fi
fi

cargo run --release -p impinge-bench --features "$(IFS=,; echo "${features[*]}")" -- "$@"
for line in "${skipped[@]}"; do
  echo "SKIPPED $line"
done
