#!/usr/bin/env bash
# Registers this checkout with the pi on the PATH, so that later edits count. Running it twice is fine.
# Refuses when something else would register our tools too, and says how to remove it.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"
agent=${PI_CODING_AGENT_DIR:-$HOME/.pi/agent}

found=0
conflict() {
  found=1
  printf '%s\n  remove it with: %s\n' "$1" "$2" >&2
}

# Copies in the agent folder, which pi loads beside every package.
for copy in extensions/search-web.ts extensions/ollama-web.ts skills/web-search; do
  path=$agent/$copy
  [ -e "$path" ] || continue
  case $(cd "$(dirname "$path")" && pwd -P)/ in "$root"/*) continue ;; esac
  case $copy in *.ts) folder=" '${path%.ts}'" ;; *) folder= ;; esac
  conflict "$path is a copy of this package's own $copy; pi would load both." "rm -r '$path'$folder"
done

# Packages, other checkouts of this one among them, that register tools by our names.
names="name: *[\"'](search_web|ollama_web_search|ollama_web_fetch|ollama_web_read_full)[\"']"
while read -r source && read -r path; do
  [ -d "$path" ] && [ "$(cd "$path" && pwd -P)" != "$root" ] || continue
  if grep -rqE "$names" "$path" --include='*.ts' --include='*.js' --include='*.mjs' --exclude-dir=node_modules --exclude-dir=test; then
    case $source in /* | .*) source=$path ;; esac
    conflict "The package $source registers tools by the same names." "pi remove '$source'"
  fi
done < <(FORCE_COLOR=0 pi list 2> /dev/null | sed -nE 's/^ +//p')

[ "$found" = 0 ] || exit 1
pi install "$root"
echo
pi -p --no-session "/search-status" < /dev/null || true
