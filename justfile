set shell := ["bash", "-euo", "pipefail", "-c"]

_default:
    @just --list --unsorted

# Register this checkout with your pi, so that later edits count
[group('use')]
install:
    @tools/install.sh

# Take it out of your pi again
[group('use')]
uninstall:
    @tools/uninstall.sh

# Let your own pi answer a question with search_web
[group('use')]
ask question:
    @tools/ask.sh {{ quote(question) }}

# Write down what your own search model really sends, to make a test case of it
[group('use')]
record question:
    @tools/record.sh {{ quote(question) }}

# Build the MCP server and print its path
[group('use')]
mcp: _packages
    @npx jiti mcp/build.ts
    @echo {{ quote(justfile_directory() / "dist/search-web-mcp.cjs") }}

# Show the main job with real pi and stand-in models: no account, no network
[group('use')]
demo question="How do I add a custom model provider to pi?": _packages
    @npx jiti demo/run.ts {{ quote(question) }}

# Check types
[group('develop')]
types: _packages
    npx tsc

# Lint code and Markdown
[group('develop')]
lint: _packages
    npx biome check --error-on-warnings .
    npx markdownlint-cli2

# Format code and apply the linter's safe fixes
[group('develop')]
format: _packages
    npx biome check --write .

# Run the tests, on both pi lines (arguments go to vitest)
[group('develop')]
[positional-arguments]
test *arguments: _packages _hosts
    npx vitest run "$@"

# Feed generated hostile texts to all that reads and shows them: a million, or as many as you say
[group('develop')]
fuzz *arguments: _packages
    @npx jiti fuzz/run.ts {{ arguments }}

# Measure how a model of yours uses search_web and the skill: just eval --help
[group('develop')]
[positional-arguments]
eval *arguments: _packages
    @npx jiti eval/run.ts "$@"

# Draw the README's picture from what pi's screen shows: docs/screenshot.svg
[group('develop')]
screenshot: _packages _hosts
    @npx jiti screenshot/take.ts

# What to run before every commit: types, lint, tests on both pi lines, budgets
[group('develop')]
ci: types lint test

# Measure against other packages; a name runs one alone, such as `just bench mcp`
[group('measure')]
bench name="*": _packages
    @for file in bench/{{ name }}.ts; do npx jiti "$file"; done

_packages: (_install ".")

# The newer pi line and the Node that runs it
_hosts: (_install "test/hosts")

# Install a folder's packages when they are missing or the lockfile changed
_install folder:
    @cd {{ folder }} && { cmp -s package-lock.json node_modules/.installed-lock.json \
      || { npm ci --loglevel error && cp package-lock.json node_modules/.installed-lock.json; }; }
