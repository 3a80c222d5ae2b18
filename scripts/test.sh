#!/usr/bin/env bash
# Everything that must hold, on a machine that has Rust, and Node where it cannot be fetched (it is on Linux): format, lints, tests, documentation, fuzz targets.
set -euo pipefail
cd "$(dirname "$0")/.."

need() { # a component of the toolchain, installed where rustup manages it
  cargo "$1" --version >/dev/null 2>&1 || rustup component add "$2"
}
need fmt rustfmt
need clippy clippy

step() { printf '\n== %s\n' "$*"; }

step "format"
cargo fmt --all --check

step "graphics driver"
bash scripts/graphics.sh

step "messages between processes"
features="$(bash scripts/messages.sh)"
workspace=(--workspace --features "$features" --quiet) # the same for all, so that nothing is built twice

step "page of clash reports"
bash scripts/viewer.sh # before the build, which takes the page in
page_log="$(mktemp)"
log="$(mktemp)"
trap 'rm -f "$page_log" "$log"' EXIT
bash scripts/viewer.sh test >"$page_log" 2>&1 & # a browser mostly waits
page=$!

step "reader of BCF files"
bash scripts/bcf.sh

step "lints"
cargo clippy "${workspace[@]}" --all-targets -- -D warnings

step "tests of the page"
wait "$page" || { cat "$page_log"; exit 1; }
grep -E '^(NOT TESTED|ℹ (tests|pass|fail))' "$page_log" || true

step "tests"
cargo test "${workspace[@]}" 2>&1 | tee "$log"

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc "${workspace[@]}" --no-deps

if [ -f fuzz/Cargo.toml ]; then
  step "fuzz targets compile"
  # A path that is never linked: checking needs no fuzzer runtime and no C++ compiler.
  CUSTOM_LIBFUZZER_PATH=/nowhere/libfuzzer.a cargo check --manifest-path fuzz/Cargo.toml --target-dir target --quiet
fi

if [ -z "${IMPINGE_CORPUS:-}" ]; then
  step "NOT TESTED: real meshes. IMPINGE_CORPUS names no corpus, so the tests on it were left out"
fi

step "all of it holds"
awk '/^test result:/ { passed += $4; failed += $6 } END { print passed " passed, " failed " failed" }' "$log"
