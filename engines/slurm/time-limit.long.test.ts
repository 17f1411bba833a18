// @module-tag slurm
// @module-tag python
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Observation } from '../engine.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'

/** Slurm counts in minutes, and looks twice a minute. */
const PATIENCE_MS = 240_000
const POLL_MS = 200

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
}, PATIENCE_MS)

test(
  'a run that takes longer than its partition allows is stopped by Slurm, with a sentence',
  async () => {
    const spec = slurmSpec({ command: ['sleep', '1000'], instance_type: 'slurm:short?cpu=1&memory=1' })
    await home.engine.submit(spec)
    let seen: Observation | undefined
    while (seen?.phase !== 'ended') {
      await setTimeout(POLL_MS)
      ;[seen] = await home.engine.inspect([spec])
    }
    expect(seen).toMatchObject({
      outcome: 'failed',
      reason: 'Slurm stopped the run: it took longer than its time limit allows.',
    })
  },
  PATIENCE_MS,
)
