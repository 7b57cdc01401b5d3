#!/usr/bin/env bash
# Takes this checkout out of the pi on the PATH. Running it twice is fine.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd -P)
PATH=$(printf %s "$PATH" | tr : '\n' | grep -vxF "$root/node_modules/.bin" | paste -sd :) # npx puts our own pi first
if FORCE_COLOR=0 pi list 2> /dev/null | grep -qxF "    $root"; then pi remove "$root"; else echo "$root is not installed in pi."; fi
