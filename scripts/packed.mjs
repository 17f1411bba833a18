#!/usr/bin/env node
// The `podium` command of a packed release, at its root. Everything is built, and nothing has to be installed.
import { unsupportedReason } from './platform.mjs'

const refusal = unsupportedReason()
if (refusal) {
  console.error(refusal)
  process.exit(1)
}
await import('./cli/dist/podium.js')
