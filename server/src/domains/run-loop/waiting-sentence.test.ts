import { expect, test } from 'vitest'
import { type Waiting, waitingSentence } from './claim.ts'

const next: Waiting = {
  position: 1,
  waits_for: null,
  held: false,
  workspace: 'poc',
  own_in_use: false,
  others_in_use: false,
}
const full = 'The disk is full: 120 MiB free, 320 MiB needed.'
const cpus = 'Waits for CPU: 8 of 8 vCPU promised, this run needs 1.'

test.each<[Partial<Waiting>, string]>([
  [{}, 'Starts next.'],
  [{ position: 2 }, '1 run ahead.'],
  [{ position: 4, waits_for: cpus, held: true, own_in_use: true }, `3 runs ahead. ${cpus} In use by poc.`],
  [{ waits_for: cpus, held: true, others_in_use: true }, `${cpus} In use by other workspaces.`],
  [
    { waits_for: cpus, held: true, own_in_use: true, others_in_use: true },
    `${cpus} In use by poc and other workspaces.`,
  ],
  [{ position: 2, own_in_use: true }, '1 run ahead.'],
  [{ waits_for: full, own_in_use: true, others_in_use: true }, full],
])('%o', (waiting, sentence) => {
  expect(waitingSentence({ ...next, ...waiting })).toBe(sentence)
})
