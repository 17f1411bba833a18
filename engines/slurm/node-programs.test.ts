// @module-tag slurm
// @module-tag python
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { RunSpec } from '../engine.ts'
import { openSlurmHome, type SlurmHome, slurmSpec } from '../testing/slurm.ts'
import { endOf, observeUntil, textOfLog, waitFor } from '../testing/watching.ts'
import { jobName } from './job.ts'

let home: SlurmHome
beforeAll(async () => {
  home = await openSlurmHome()
  return () => home.close()
})

const gate = () => join(home.root, 'gate')
afterEach(async () => {
  await writeFile(gate(), '')
  for (const kind of ['prolog', 'epilog'] as const) await rm(programOf(kind), { force: true })
  await nodesAre('State=RESUME').catch(() => undefined)
  await waitFor('nodes that take jobs', async () =>
    (await home.engine.nodes()).every(({ refusal }) => refusal === null) ? true : null,
  )
  await rm(gate())
})

const programOf = (kind: 'prolog' | 'epilog') => join(home.cluster.folder, `${kind}s`, 'test')
const nodesAre = (...words: string[]) => home.cluster.ask('scontrol', ['update', 'NodeName=n1,n2', ...words])

async function nodesRun(kind: 'prolog' | 'epilog', script: string): Promise<void> {
  await writeFile(programOf(kind), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

async function submit(changes: Partial<RunSpec>): Promise<RunSpec> {
  const spec = slurmSpec(changes)
  await home.engine.submit(spec)
  return spec
}

async function stateOf(spec: RunSpec): Promise<string> {
  const args = ['--noheader', '--states=all', `--name=${jobName(spec)}`, '--format=%T']
  return (await home.cluster.ask('squeue', args)).trim()
}

const UNTIL_GATE = () => `while [ ! -e ${gate()} ]; do sleep 0.1; done`

test.each([
  [0, 'succeeded', 'Finished.'],
  [3, 'failed', 'Exit code 3; the log is empty.'],
])('ends a run with %i at once while its node still cleans up', async (code, outcome, reason) => {
  await nodesRun('epilog', UNTIL_GATE())
  const spec = await submit({ command: ['sh', '-c', `exit ${code}`] })
  expect(await endOf(home.engine, spec)).toMatchObject({ outcome, reason })
  expect(await stateOf(spec)).toBe('COMPLETING')
  const refusals = (await home.engine.nodes()).map(({ refusal }) => refusal)
  expect(refusals).toContain('Slurm still cleans up after a job there (Epilog).')
})

test('reports a run as stopped that is stopped and killed, even if its node never finishes with it', {
  tags: ['long'],
}, async () => {
  await nodesRun('epilog', UNTIL_GATE())
  const deaf = ['sh', '-c', 'trap "" TERM; echo going; while :; do sleep 1; done']
  const spec = await submit({ command: deaf })
  await waitFor('its words', async () => (await textOfLog(home.engine, spec, 'process')) || null)
  await home.engine.stop(spec)
  await waitFor('the kill', async () => {
    await home.engine.inspect([spec])
    return (await stateOf(spec)) === 'COMPLETING' ? true : null
  })
  const later = home.another({ clock: () => new Date(Date.now() + 50_000) })
  expect(await endOf(later, spec)).toMatchObject({ outcome: 'stopped', reason: 'Stopped on request.' })
  expect(await stateOf(spec)).toBe('COMPLETING')
})

test('says that nodes fail in their Prolog while a run waits, and fails it after three', async () => {
  await nodesRun('prolog', 'exit 1')
  const spec = await submit({ command: ['true'] })
  const failed = (name: string) => `${name} \\(its Prolog failed: Prolog error\\)`
  const before = new RegExp(`Slurm could not start it before: ${failed('n[12]')}, ${failed('n[12]')}\\.$`)
  await observeUntil(
    home.engine,
    spec,
    (seen) => seen.phase === 'starting' && before.test(seen.waits_for ?? ''),
  )
  await nodesAre('State=RESUME')
  expect(await endOf(home.engine, spec)).toMatchObject({
    outcome: 'failed',
    started_at: null,
    reason: expect.stringMatching(
      /^Slurm could not start the run, tried 3 times: n\d \(its Prolog failed: Prolog error\), /,
    ),
  })
})

test('starts a run on another node if the Prolog fails on one', { tags: ['long'] }, async () => {
  await nodesRun('prolog', '[ "$SLURMD_NODENAME" = n2 ]')
  const spec = await submit({ command: ['true'] })
  expect(await endOf(home.engine, spec)).toMatchObject({ outcome: 'succeeded' })
})

test('starts no login shell of the user for a run, and sets its environment itself', async () => {
  const spec = await submit({ command: ['env'] })
  expect(await endOf(home.engine, spec)).toMatchObject({ outcome: 'succeeded' })
  const variables = await textOfLog(home.engine, spec, 'process')
  expect(variables).toContain('SLURM_JOB_ID=')
  expect(variables).not.toMatch(/^(LC_ALL|SLURM_TIME_FORMAT|HOME=\/root)/m)
  for (const node of ['n1', 'n2']) {
    const log = await readFile(join(home.cluster.folder, `slurmd.${node}.log`), 'utf8')
    expect(log).not.toMatch(/user.*environment/)
  }
})

test('refuses a run that asks for more time than its partition has', async () => {
  const spec = await submit({ command: ['true'], instance_type: 'slurm:short', timeout_seconds: 7200 })
  expect(await endOf(home.engine, spec)).toMatchObject({
    outcome: 'failed',
    reason:
      'Slurm can never start the run: the time limit of its pipeline is longer than its partition allows (PartitionTimeLimit). Choose another tier or a shorter time limit, or ask an administrator.',
  })
  expect(await stateOf(spec)).toBe('CANCELLED')
})

test('lets a run whose only node is drained wait no longer than its workspace allows', async () => {
  await nodesAre('State=DRAIN', 'Reason=disk')
  const spec = await submit({ command: ['true'], instance_type: 'slurm:short', pending_limit_minutes: 30 })
  const waits = 'Waits in Slurm: the nodes that it needs are down or reserved'
  await observeUntil(
    home.engine,
    spec,
    (seen) => seen.phase === 'starting' && seen.waits_for?.startsWith(waits) === true,
  )
  const later = home.another({ clock: () => new Date(Date.now() + 31 * 60_000) })
  expect(await endOf(later, spec)).toMatchObject({
    outcome: 'failed',
    reason: expect.stringContaining(
      `The run could not begin within 30 minutes, the limit of its workspace. ${waits}`,
    ),
  })
  expect(await stateOf(spec)).toBe('CANCELLED')
})
