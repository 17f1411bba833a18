#!/usr/bin/env bash
# Runs what needs the package index: what pip and uv install and how they fail, and real packages in runs of a real server.
# With a word, runs only the test files that have it in their names.
set -uo pipefail
cd "$(dirname "$0")/../.."

result=0
if [ $# -eq 0 ] || node_modules/.bin/vitest list --project packages --filesOnly "$1" | grep -q packages.test; then
  node_modules/.bin/vitest run --project packages "$@" || result=1
  [ $# -eq 0 ] || exit $result
fi
node_modules/.bin/playwright test -c e2e/frameworks.config.ts "$@" || result=1
exit $result
