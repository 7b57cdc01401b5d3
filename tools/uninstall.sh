#!/usr/bin/env bash
# Takes this checkout out of the pi on the PATH. Running it twice is fine.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"

found=0
while IFS=$'\t' read -r folder _source option; do
  is_root "$folder" || continue
  found=1
  pi remove "$folder" ${option:+"$option"} < /dev/null
done < <(list_packages)
[ "$found" = 1 ] || echo "$root is not installed in pi."
