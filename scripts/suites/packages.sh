#!/usr/bin/env bash
# Runs what needs the package index: the sentences about failures of pip and uv, and real packages in runs of a real server.
set -uo pipefail
cd "$(dirname "$0")/../.."

node_modules/.bin/vitest run --project packages
sentences=$?
node_modules/.bin/playwright test -c e2e/frameworks.config.ts && exit $sentences
