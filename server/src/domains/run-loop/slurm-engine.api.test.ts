// @module-tag slurm
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listArtifacts, readLog } from '@podium/contract/calls/run-files.ts'
import { listSeries } from '@podium/contract/calls/run-series.ts'
import { stopRun } from '@podium/contract/calls/runs.ts'
import { editWorkspace } from '@podium/contract/calls/workspaces.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { SlurmEngine } from '@podium/engines/slurm/slurm-engine.ts'
import { openSlurmHome, type SlurmHome, SYSTEM_USER } from '@podium/engines/testing/slurm.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import type { RunLoop } from './run-loop.ts'

const PROGRAM = `
import os, time, podium
print("begins", flush=True)
for step in range(1, 4):
    podium.log(step=step, loss=1 / step)
podium.progress(0.5, "half")
while not os.path.exists("gate"):
    time.sleep(0.02)
os.remove("gate")
podium.log(step=4, loss=0.1)
podium.output("model/weights").write_text("w")
print("ends")
`

let home: SlurmHome
let fixture: RunFixture<SlurmEngine>
let loop: RunLoop

beforeAll(async () => {
  home = await openSlurmHome()
  fixture = await createRunFixture({ engine: home.engine })
  loop = fixture.newLoop()
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})
beforeEach(() => runAs(SYSTEM_USER))

async function runAs(system_user: string): Promise<void> {
  const query = { workspace_id: fixture.people.first.id }
  await fixture.as('admin').call(editWorkspace, { query, body: { system_user } })
}

async function start(name: string): Promise<string> {
  const { pipeline, ...rest } = metadataForTests()
  const command = ['python3', '-c', PROGRAM]
  const metadata = { ...rest, pipeline: [{ ...pipeline[0], command, source_uri: '', dataset_uri: [] }] }
  const { stream } = await addStream(fixture, fixture.people.first.id, metadata, name)
  return fixture.startAs('member', stream)
}

async function lossOf(id: string): Promise<number[]> {
  const query = { names: 'loss', points: 100 }
  const { series } = await fixture.as('member').call(listSeries, { params: { id }, query })
  return series.flatMap(({ points = [] }) => points.map(([, , value]) => value))
}

async function logOf(id: string): Promise<string> {
  const query = { log_type: 'process' }
  return (await fixture.as('member').ask(readLog, { params: { id }, query })).body
}

async function untilHalf(id: string): Promise<void> {
  while ((await fixture.info(id)).progress?.fraction !== 0.5 || (await lossOf(id)).length < 3)
    await loop.tick()
}

async function untilEnded(id: string): Promise<void> {
  while ((await fixture.info(id)).ended_at === null) await loop.tick()
}

test('a program trains on Slurm, with curves and log while it runs, and all its files are stored', async () => {
  const id = await start('trains')
  await untilHalf(id)
  expect(await fixture.info(id)).toMatchObject({ state: 'running', detail: 'Running.', engine: 'slurm' })
  expect(await lossOf(id)).toEqual([1, 1 / 2, 1 / 3])
  expect(await logOf(id)).toBe('begins\n')
  const { workspace, run, attempt } = fixture.key(id)
  await writeFile(join(home.root, 'runs', workspace, run, String(attempt), 'run', 'cwd', 'gate'), '')
  await untilEnded(id)
  expect(await fixture.info(id)).toMatchObject({
    state: 'succeeded',
    detail: 'Finished.',
    exit_code: 0,
    stored: true,
    metrics: { loss: 0.1 },
  })
  expect(await lossOf(id)).toEqual([1, 1 / 2, 1 / 3, 0.1])
  expect(await logOf(id)).toBe('begins\nends\n')
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  expect(artifacts.map(({ path }) => path)).toEqual(['metrics.jsonl', 'model/weights'])
  expect(await home.engine.inspect([fixture.key(id)])).toEqual([{ phase: 'absent' }])
})

test('a person stops a run on Slurm after another server took it over', {
  tags: ['long'],
}, async () => {
  const id = await start('stopped')
  await untilHalf(id)
  await loop.close()
  fixture.deps.engine = home.another()
  loop = fixture.newLoop()
  await fixture.as('member').call(stopRun, { params: { id } })
  await untilEnded(id)
  expect(await fixture.info(id)).toMatchObject({
    state: 'stopped',
    detail: 'Stopped by The member.',
    stored: true,
  })
})

test('a run in a workspace without a system user fails rather than run as root, and says what to do', async () => {
  await runAs('')
  const id = await start('as root')
  await untilEnded(id)
  expect(await fixture.info(id)).toMatchObject({
    state: 'failed',
    started_at: null,
    detail: expect.stringMatching(
      /^The workspace has no user for its runs, and runs never start as root: set a user/,
    ),
  })
})
