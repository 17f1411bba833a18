#!/usr/bin/env node
// The `podium` command: the built command line, built first where that has not happened yet.
import { buildIfStale, installIfStale } from './prepare.mjs'

const root = new URL('..', import.meta.url).pathname
installIfStale(root)
buildIfStale(root)
await import('../cli/dist/podium.js')
