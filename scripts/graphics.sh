#!/usr/bin/env bash
# Sees to a Vulkan driver for the tests of impinge-gpu: where there is none and packages can be installed, Mesa's, which draws on the CPU.
set -euo pipefail

found() {
  [ -n "$(find /usr/share/vulkan/icd.d /etc/vulkan/icd.d -name '*.json' 2>/dev/null)" ] && [[ "$(ldconfig -p)" == *libvulkan.so.1* ]]
}

if ! found && command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
  install() { DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends mesa-vulkan-drivers libvulkan1 >/dev/null; }
  install || { apt-get update >/dev/null && install; } || true
fi
found || echo "NOT TESTED: graphics hardware. No Vulkan driver was found; on Debian and Ubuntu: apt-get install mesa-vulkan-drivers libvulkan1"
