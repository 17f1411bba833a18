#!/usr/bin/env bash
# Runs what needs the package index: what pip and uv install and how they fail, and real packages in runs of a real server.
set -uo pipefail
cd "$(dirname "$0")/../.."

node_modules/.bin/vitest run --project packages
installers=$?
node_modules/.bin/playwright test -c e2e/frameworks.config.ts && exit $installers
