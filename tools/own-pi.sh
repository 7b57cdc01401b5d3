# For the scripts beside it to source: their checkout as `root`, the user's own pi on the PATH, and what that pi has.
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

# pi's agent folder, with the tilde that pi reads too.
agent=${PI_CODING_AGENT_DIR:-$HOME/.pi/agent}
case $agent in "~" | "~/"*) agent=$HOME${agent#"~"} ;; esac

# `FOLDER<tab>SOURCE<tab>OPTION` for each package that pi has and whose folder is there; `pi remove` wants OPTION.
list_packages() {
  local line source='' option=''
  FORCE_COLOR=0 pi list 2> /dev/null < /dev/null | while IFS= read -r line; do
    case $line in
      "Project packages:") option=-l ;;
      "    "*) [ ! -d "${line#    }" ] || printf '%s\t%s\t%s\n' "${line#    }" "${source% (filtered)}" "$option" ;;
      "  "*) source=${line#  } ;;
    esac
  done
}

# Whether a folder is this checkout, by whatever path.
is_root() { [ "$(cd "$1" && pwd -P)" = "$root" ]; }
