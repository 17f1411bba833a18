import { Readable } from 'node:stream'
import { createInstance } from '@podium/contract/calls/instances.ts'
import { listArtifacts, readLog } from '@podium/contract/calls/run-files.ts'
import { followRuns, startRun, stopRun } from '@podium/contract/calls/runs.ts'
import { registerArchive } from '@podium/contract/calls/solutions.ts'
import { createStream } from '@podium/contract/calls/streams.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { beforeAll, expect, test } from 'vitest'
import { objectSource } from '../../start/object-source.ts'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'
import { type Reader, sentEvents } from '../runs/testing/sent-events.ts'
import { packed } from '../solutions/testing/archive.ts'
import type { RunLoop } from './run-loop.ts'

const SCRIPT = `
echo "reading $(cat "$PODIUM_DATA_DIR/one.csv")"
echo "a step" > "$PODIUM_LOG_DIR/pipeline.log"
echo '{"fraction":0.5,"step":"train","message":"half"}' >> "$PODIUM_PROGRESS_FILE"
cp "$PODIUM_PARAMETERS_FILE" "$PODIUM_OUTPUT_DIR/parameters.json"
mkdir "$PODIUM_OUTPUT_DIR/model"
echo '{}' > "$PODIUM_OUTPUT_DIR/model/weights.json"
echo '{"accuracy":0.5}' > "$PODIUM_OUTPUT_DIR/metrics.json"
[ "$1" = wait ] && exec sleep 600
exit 0
`

/** The engine is created before the app creates its store, so the store is passed on later. */
let objects: ObjectStore = createMemoryStore()
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let loop: RunLoop
let reader: Reader

function metadataRunning(...command: string[]) {
  const { pipeline, ...rest } = metadataForTests()
  const source_uri = 's3://first-bucket/ai-solutions/penguins/v3/train/source/source.tar.gz'
  return { ...rest, pipeline: [{ ...pipeline[0], command, source_uri }] }
}

beforeAll(async () => {
  home = await openLocalHome({
    list: (bucket, prefix) => objectSource(objects).list(bucket, prefix),
    open: (bucket, path) => objectSource(objects).open(bucket, path),
  })
  fixture = await createRunFixture({ engine: home.engine, metadata: metadataRunning('sh', 'train.sh') })
  objects = fixture.deps.objects
  const source = await archiveOf([{ name: 'train.sh', content: SCRIPT }])
  await objects.put(
    'first-bucket',
    'ai-solutions/penguins/v3/train/source/source.tar.gz',
    Readable.from([source]),
  )
  await objects.put(
    'first-bucket',
    'ai-solutions/penguins/v3/train/data/one.csv',
    Readable.from(['the sample']),
  )
  loop = fixture.newLoop()
  loop.start()
  reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

const sees = (id: string, state: string) =>
  reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && run.state === state
    }),
  )

test('a real program trains, and its messages, figures, model and files are stored', async () => {
  const id = await fixture.start({ parameters: { train: { train: { epochs: 9 } } } })
  await sees(id, 'succeeded')
  expect(await fixture.info(id)).toMatchObject({
    detail: 'Finished.',
    exit_code: 0,
    metrics: { accuracy: 0.5 },
    progress: { fraction: 0.5, step: 'train', message: 'half' },
    model_version: '3.1',
    stored: true,
    engine: 'local',
  })
  const member = fixture.as('member')
  const log = async (log_type: string) =>
    (await member.ask(readLog, { params: { id }, query: { log_type } })).body
  expect(await log('process')).toBe('reading the sample\n')
  expect(await log('pipeline')).toBe('a step\n')
  const { artifacts } = await member.call(listArtifacts, { params: { id } })
  expect(artifacts.map(({ path }) => path)).toEqual(['metrics.json', 'model/weights.json', 'parameters.json'])
})

test('a real program is stopped, and its files until then are stored', async () => {
  const waiting = await addStream(
    fixture,
    fixture.people.first.id,
    metadataRunning('sh', 'train.sh', 'wait'),
    'waiting',
  )
  const id = await fixture.startAs('member', waiting.stream)
  await reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; progress?: { fraction: number } | null }
      return run.id === id && run.progress?.fraction === 0.5
    }),
  )
  await fixture.as('member').call(stopRun, { params: { id } })
  await sees(id, 'stopped')
  expect(await fixture.info(id)).toMatchObject({
    detail: 'Stopped by The member.',
    stored: true,
    model_version: '',
  })
})

test('a program that does not exist fails with the error of the operating system', async () => {
  const missing = await addStream(
    fixture,
    fixture.people.first.id,
    metadataRunning('no-such-program'),
    'missing',
  )
  const id = await fixture.startAs('member', missing.stream)
  await sees(id, 'failed')
  expect((await fixture.info(id)).detail).toMatch(
    /^The program `no-such-program` does not exist on this machine/,
  )
})

test('a program finds the files beside its code below data/, whatever its data set', async () => {
  const member = fixture.as('member')
  const query = { workspace_id: fixture.people.first.id }
  const metadata = {
    ...metadataForTests(),
    name: 'beside',
    pipeline: [{ type: 'train', command: ['sh', 'steps/train.sh'] }],
  }
  const archive = await packed(
    ['beside/metadata.json', JSON.stringify(metadata)],
    ['beside/steps/train.sh', 'cat data/train/rows.csv data/inference/new.csv "$PODIUM_DATA_DIR"/*\n'],
    ['beside/data/train/rows.csv', 'beside the code\n'],
    ['beside/data/inference/new.csv', 'of a pipeline that is not there\n'],
  )
  await objects.put('first-bucket', 'uploads/beside.tar.gz', Readable.from([archive]))
  await objects.put('first-bucket', 'elsewhere/other.csv', Readable.from(['of the data set\n']))
  const body = { path: 'uploads/beside.tar.gz' }
  const { versions } = await member.call(registerArchive, { query, body })
  const made = { name: 'beside', solution_version_id: versions[0]?.id ?? '' }
  const { id: instance_id } = await member.call(createInstance, { query, body: made })
  const stream = await member.call(createStream, { query, body: { instance_id, name: 'beside' } })
  const dataset_uri = ['elsewhere/']
  const { id } = await member.call(startRun, { params: { id: stream.id }, query, body: { dataset_uri } })
  await sees(id, 'succeeded')
  const log = await member.ask(readLog, { params: { id }, query: { log_type: 'process' } })
  expect(log.body).toBe('beside the code\nof a pipeline that is not there\nof the data set\n')
})
