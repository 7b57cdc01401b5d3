#!/usr/bin/env bash
# Puts a question to the user's own pi, which is told to answer it with search_web, and prints the answer.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"
question=${1:?'say what to ask: just ask "question"'}

# Loaded once more beside a package or a copy that pi has, the tool would stop pi.
has_tool() {
  [ ! -e "$agent/extensions/search-web.ts" ] || return 0
  while IFS=$'\t' read -r folder _; do
    [ ! -e "$folder/extensions/search-web.ts" ] || return 0
  done < <(list_packages)
  return 1
}
package=()
has_tool || package=(-e "$root/extensions/search-web.ts" -e "$root/extensions/ollama-web.ts" --skill "$root/skills/web-search")
exec pi -p --no-session ${package[@]+"${package[@]}"} \
  "Answer this question with one call of search_web, and list the sources that you used: $question" < /dev/null
