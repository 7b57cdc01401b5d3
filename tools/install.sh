#!/usr/bin/env bash
# Registers this checkout with the pi on the PATH, so that later edits count. Running it twice is fine.
# Refuses when something else would register our tools too, and says how to remove it.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"

quote() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

found=0
shared=
conflict() {
  found=1
  printf '%s\n  remove it with: %s\n' "$1" "$2" >&2
}

# Copies in the agent folder, which pi loads beside every package.
for copy in extensions/search-web.ts extensions/ollama-web.ts skills/web-search; do
  path=$agent/$copy
  [ -e "$path" ] || continue
  case $(cd "$(dirname "$path")" && pwd -P)/ in "$root"/*) continue ;; esac
  remove="rm -r $(quote "$path")"
  case $copy in
    *.ts)
      shared=$agent/extensions/shared-web
      [ ! -d "${path%.ts}" ] || remove+=" $(quote "${path%.ts}")"
      ;;
  esac
  conflict "$path is a copy of this package's own $copy; pi would load both." "$remove"
done
# What both extensions share goes with them.
[ ! -e "$shared/private-files.ts" ] || conflict "$shared belongs to these copies." "rm -r $(quote "$shared")"

# Packages, other checkouts of this one among them, that register tools by our names.
names="name: *[\"'](search_web|ollama_web_search|ollama_web_fetch|ollama_web_read_full)[\"']"
installed=0
while IFS=$'\t' read -r folder source option; do
  if is_root "$folder"; then
    [ -n "$option" ] || installed=1
  elif grep -rqE "$names" "$folder" --include='*.ts' --include='*.js' --include='*.mjs' --exclude-dir=node_modules --exclude-dir=test; then
    case $source in /* | .*) source=$folder ;; esac
    conflict "The package $source registers tools by the same names." "pi remove ${option:+$option }$(quote "$source")"
  fi
done < <(list_packages)

[ "$found" = 0 ] || exit 1
if [ "$installed" = 1 ]; then echo "$root is installed in pi already."; else pi install "$root"; fi
echo
pi -p --no-session "/search-status" < /dev/null || true
