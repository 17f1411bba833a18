// @module-tag slurm
// @module-tag python
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { attemptOf } from '../attempt/attempt.ts'
import type { RunSpec } from '../engine.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'
import { endOf, observeUntil, waitFor } from '../testing/watching.ts'
import { jobName } from './job.ts'
import { slurmLayout } from './layout.ts'

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
})

/** Starts a run that damages a record once all of them exist, says so, and continues unless `end` ends it. */
async function spoiling(spoil: string, changes: Partial<RunSpec> = {}, end = 'exec tail -f /dev/null') {
  const script = `cd ..; while [ ! -e child.json ]; do sleep 0.02; done; ${spoil}; touch cwd/spoilt; ${end}`
  const spec = slurmSpec({ command: ['sh', '-c', script], ...changes })
  await home.engine.submit(spec)
  const { directory } = attemptOf({ runs: join(home.root, 'runs'), layout: slurmLayout }, spec)
  await waitFor('what it spoils', async () => {
    await home.engine.inspect([spec])
    return stat(join(directory.work, 'spoilt')).catch(() => null)
  })
  return spec
}

async function runningJobs(spec: RunSpec): Promise<string> {
  return home.cluster.ask('squeue', [
    '--noheader',
    '--states=running',
    `--name=${jobName(spec)}`,
    '--format=%i',
  ])
}

test.concurrent.each([
  ['longer than can be read', 'truncate -s 3G child.json'],
  ['a folder', 'rm child.json; mkdir child.json'],
  ['a link to nothing', 'ln -sf nowhere child.json'],
])('continues and can stop a run that makes its child.json %s', async (_, spoil) => {
  const spec = await spoiling(spoil)
  await observeUntil(home.engine, spec, ({ phase }) => phase === 'running')
  await home.engine.stop(spec)
  expect(await endOf(home.engine, spec)).toMatchObject({ outcome: 'stopped', reason: 'Stopped on request.' })
  expect(await runningJobs(spec)).toBe('')
})

test.concurrent.each([
  ['forges that it ended well', `echo '{"exit_code":0,"oom_kills":0}' > exit.json`],
  ['forges that it ended as no program can', `echo '{"exit_code":1e300,"oom_kills":0}' > exit.json`],
  [
    'forges another job',
    // in one step, because half a record would be unreadable
    `echo '{"boot_id":"-","pid":1,"start":1,"job":"4000000"}' > forged.json; mv forged.json begun.json`,
  ],
])('can stop a run that %s while it runs', async (_, spoil) => {
  const spec = await spoiling(spoil)
  await observeUntil(home.engine, spec, ({ phase }) => phase === 'running')
  await home.engine.stop(spec)
  expect(await endOf(home.engine, spec)).toMatchObject({ outcome: 'stopped', reason: 'Stopped on request.' })
  expect(await runningJobs(spec)).toBe('')
})

test.concurrent('holds a run that forges its end to the limits of its pipeline', async () => {
  const spec = await spoiling(`echo '{"exit_code":0,"oom_kills":0}' > exit.json`, { timeout_seconds: 1 })
  expect(await endOf(home.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason: 'The run took longer than 1 seconds, the limit of its pipeline, and was stopped.',
  })
  expect(await runningJobs(spec)).toBe('')
})

test.concurrent('ends a run that forges an impossible exit code', async () => {
  const forge = `echo '{"exit_code":3.5,"oom_kills":0}' > exit.json; kill -KILL $PPID`
  const spec = await spoiling('true', {}, forge)
  expect(await endOf(home.engine, spec)).toMatchObject({
    outcome: 'lost',
    exit_code: null,
    reason:
      'The record exit.json of this run cannot be read, so it is not known how it ended: start it again.',
  })
})
