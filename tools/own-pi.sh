# For the scripts beside it to source: their checkout as `root`, and the user's own pi on the PATH.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
PATH=$(printf %s "$PATH" | tr : '\n' | grep -vxF "$root/node_modules/.bin" | paste -sd :) # npx puts our own pi first

if ! command -v pi > /dev/null; then
  cat >&2 << 'TEXT'
pi is not on the PATH. Get it, then run this again:
  npm install -g @earendil-works/pi-coding-agent     (Node 22.19 or newer)
  npm install -g @mariozechner/pi-coding-agent       (Node 20.6 or newer)
TEXT
  exit 1
fi
