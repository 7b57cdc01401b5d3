#!/usr/bin/env bash
# Asks the user's own search model through the user's own pi, and writes what it really sends to a file in recordings/.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd -P)
PATH=$(printf %s "$PATH" | tr : '\n' | grep -vxF "$root/node_modules/.bin" | paste -sd :) # npx puts our own pi first
question=${1:?'say what to ask: just record "question"'}
exec pi -p --no-session -e "$root/tools/record.ts" "/record-answer $question" < /dev/null
