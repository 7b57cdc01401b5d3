#!/usr/bin/env bash
# Asks the user's own search model through the user's own pi, and writes what it really sends to a file in recordings/.
set -euo pipefail
source "$(dirname "$0")/own-pi.sh"
question=${1:?'say what to ask: just record "question"'}
exec pi -p --no-session -e "$root/tools/record.ts" "/record-answer $question" < /dev/null
