#!/usr/bin/env node
// The `podium` command: runs the built command line, and builds it first if necessary.
import { buildIfStale, installIfStale } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname
installIfStale(root)
buildIfStale(root)
await import('../cli/dist/podium.js')
