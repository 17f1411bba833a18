import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { followRuns } from '@podium/contract/calls/runs.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { createRunnerCalls } from '@podium/engines/kubernetes/runner-calls.ts'
import { createMemoryAttempts } from '@podium/engines/kubernetes/testing/memory-attempts.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeAll, expect, test } from 'vitest'
import { objectSource } from '../../start/object-source.ts'
import { createDataSetInputs } from '../data-sets/run-inputs.ts'
import { newDataSet, push } from '../data-sets/testing/push.ts'
import type { RunLoop } from '../run-loop/run-loop.ts'
import { launchOf } from './start/run-spec.ts'
import { createRunFixture, type RunFixture } from './testing/run-fixture.ts'
import { type Reader, sentEvents } from './testing/sent-events.ts'

const SCRIPT =
  'cd "$PODIUM_DATA_DIR" && find . -type f | LC_ALL=C sort | while read -r file; do echo "$file $(cat "$file")"; done'
const SOURCE = 'ai-solutions/penguins/v3/train/source/source.tar.gz'

const objects = createMemoryStore()
const source = objectSource(
  objects,
  createDataSetInputs(() => fixture.deps.database),
)
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let reader: Reader

beforeAll(async () => {
  home = await openLocalHome(source)
  const { pipeline, ...rest } = metadataForTests()
  const train = { ...pipeline[0], command: ['sh', 'train.sh'], source_uri: `s3://first-bucket/${SOURCE}` }
  fixture = await createRunFixture({ engine: home.engine, objects, metadata: { ...rest, pipeline: [train] } })
  const archive = await archiveOf([{ name: 'train.sh', content: SCRIPT }])
  await objects.put('first-bucket', SOURCE, Readable.from([archive]))
  loop = fixture.newLoop()
  loop.start()
  reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

async function logOf(dataset_uri: string[]): Promise<string> {
  const id = await fixture.start({ dataset_uri })
  await reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && ['succeeded', 'failed'].includes(run.state ?? '')
    }),
  )
  const query = { log_type: 'process' }
  return (await fixture.as('member').ask(readLog, { params: { id }, query })).body
}

test('a run finds its data set in its data folder, and several data sets each in a folder of its name', {
  tags: ['long'],
}, async () => {
  const member = fixture.as('member')
  const sales = await newDataSet(fixture, member, 'sales')
  await push(member, sales, { 'a.csv': 'one', 'deep/er/b.csv': 'two' })
  await push(member, sales, { 'a.csv': 'changed' })
  const stores = await newDataSet(fixture, member, 'stores')
  await push(member, stores, { 'a.csv': 'one' })
  expect(await logOf(['data-set://sales@v1'])).toBe('./a.csv one\n./deep/er/b.csv two\n')
  expect(await logOf(['data-set://sales', 'data-set://stores'])).toBe(
    './sales/a.csv changed\n./stores/a.csv one\n',
  )
})

test('a run reads one version of a data set, however often it is named', async () => {
  const member = fixture.as('member')
  const id = await newDataSet(fixture, member, 'twice')
  await push(member, id, { 'a.csv': 'one' })
  await push(member, id, { 'b.csv': 'two' })
  expect(await logOf(['data-set://twice', 'data-set://twice@v2'])).toBe('./b.csv two\n')
  await expect(fixture.start({ dataset_uri: ['data-set://twice@v1', 'data-set://twice'] })).rejects.toThrow(
    'data-set://twice@v1 and data-set://twice@v2 are one data set: a run reads one version of it.',
  )
})

test("a pod reads the files of its run's version, and no other version", async () => {
  const member = fixture.as('member')
  const id = await newDataSet(fixture, member, 'podded')
  await push(member, id, { 'a.csv': 'first' })
  await push(member, id, { 'a.csv': 'second' })
  const { database, secrets } = fixture.deps
  const specOf = async (address: string) => {
    const run = await fixture.start({ dataset_uri: [address] })
    const row = await fixture.infoFromDatabase(run)
    if (!row) throw new Error('the run is gone')
    return (await launchOf(row, { db: database, objects, secrets, containers: true, proxies: {} })).spec
  }
  const [spec, other] = [await specOf('data-set://podded@v1'), await specOf('data-set://podded')]
  const attempts = createMemoryAttempts()
  await attempts.open(spec)
  const calls = createRunnerCalls({ attempts, objects: source, unpackLimit: 1e6 })
  const [input] = spec.data
  if (!input) throw new Error('the run has no input')
  const listed = []
  for await (const { path, size } of await calls.objects(spec, input.bucket, input.path))
    listed.push({ path, size })
  expect(listed).toEqual([{ path: `${input.path}a.csv`, size: 5 }])
  expect(await text(await calls.object(spec, input.bucket, `${input.path}a.csv`))).toBe('first')
  const foreign = `${other.data[0]?.path}a.csv`
  await expect(calls.object(spec, input.bucket, foreign)).rejects.toThrow()
})
