import { expect, test } from 'vitest'
import { shortened } from './only-addresses.ts'

const MODULE = `
const state = z.enum(STATES)
export const readRun = route({ id: 'readRun', method: 'GET', summary: 'One run', allow: 'run.read', reply: z.object({ state }) })
export function isLive(run) {
  return states(run).includes(run)
}
`

test('of a call its address stays, and calls of the module itself can be left out', () => {
  const short = shortened(MODULE)
  expect(short).toContain('const state = /* @__PURE__ */ z.enum(STATES)')
  expect(short).toContain(
    "/* @__PURE__ */ route({ id: 'readRun', method: 'GET', ...null, ...null, ...null })",
  )
})

test('what a function does is left as it is', () => {
  expect(shortened(MODULE)).toContain('  return states(run).includes(run)\n')
})
