// @module-tag slurm
// @module-tag python
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { Observation } from '../engine.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'

/** Slurm counts in minutes and checks twice a minute. */
const PATIENCE_MS = 240_000
const POLL_MS = 200

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
}, PATIENCE_MS)

test(
  "explains a run that Slurm stops at its partition's time limit, however it ends then",
  async () => {
    const tidy = ['sh', '-c', 'trap "exit 0" TERM; while :; do sleep 0.1; done']
    const instance_type = 'slurm:short?cpu=1&memory=1'
    const specs = [['sleep', '1000'], tidy].map((command) => slurmSpec({ command, instance_type }))
    for (const spec of specs) await home.engine.submit(spec)
    let seen: Observation[] = []
    while (seen.length === 0 || seen.some(({ phase }) => phase !== 'ended')) {
      await setTimeout(POLL_MS)
      seen = await home.engine.inspect(specs)
    }
    const stopped = {
      outcome: 'failed',
      reason: 'Slurm stopped the run: it took longer than its time limit allows.',
    }
    expect(seen).toMatchObject([stopped, { ...stopped, exit_code: 0 }])
  },
  PATIENCE_MS,
)
