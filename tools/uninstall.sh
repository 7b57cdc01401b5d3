#!/usr/bin/env bash
# Takes this checkout out of the pi on the PATH. Running it twice is fine.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"
if FORCE_COLOR=0 pi list 2> /dev/null | grep -qxF "    $root"; then pi remove "$root"; else echo "$root is not installed in pi."; fi
