import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { givePasswords } from '../../testing/test-sign-in.ts'
import { freshName } from '../solutions/testing/seed.ts'
import { olderClientMetadata } from './testing/client-metadata.ts'
import {
  type Answer,
  createRegistrationClient,
  type RegistrationClient,
} from './testing/registration-client.ts'
import { createRunFixture, type RunFixture } from './testing/run-fixture.ts'
import { unpacked } from './testing/unpacked.ts'

/** Clients of the generations 1.6 and 1.7 name the workspace in each call, and start runs themselves. */
const here = { workspace_name: 'first-ws' }

let fixture: RunFixture
let client: RegistrationClient
beforeAll(async () => {
  fixture = await createRunFixture()
  await givePasswords(fixture)
  client = await createRegistrationClient(fixture)
  await client.login('member')
  return async () => {
    client.close()
    await fixture.close()
  }
})

const register = (name: string) =>
  client.post('solutions', here, { scope_ws: 'first-ws', metadata_json: olderClientMetadata(name) })

/** Creates everything up to a stream, as the client does. */
async function makeStream(name = freshName('older')) {
  const solution = (await register(name)).json
  const instance = await client.post('instances', here, {
    name: `${name}-v1`,
    solution_version_id: solution.versions[0].id,
    train_resource: 'standard',
    metadata_json: olderClientMetadata(name, 'standard'),
  })
  const stream = await client.post('streams', here, { instance_id: instance.json.id, name: `${name}-v1` })
  return { name, solution, instance, stream }
}

/** Starts a run on data that the client has uploaded for it. */
async function startRun({
  name,
  instance,
  stream,
}: Record<'instance' | 'stream', Answer> & { name: string }) {
  const data = `streams/${stream.json.id}/${instance.json.id}/train/data/`
  await fixture.deps.objects.put('first-bucket', `${data}pumps.csv`, Readable.from(['pressure\n1\n']))
  const metadata = olderClientMetadata(name)
  const pipeline = metadata.pipeline.map((one) =>
    one.type === 'train' ? { ...one, dataset_uri: [`s3://first-bucket/${data}`] } : one,
  )
  return client.post(
    `streamhistories/${stream.json.id}`,
    { stream_id: stream.json.id, ...here },
    { metadata_json: { ...metadata, pipeline }, config_path: '' },
  )
}

const statusOf = async (id: string) =>
  (await client.get(`streamhistories/${id}/info`, { stream_history_id: id, ...here })).json.status

async function runToItsEnd(id: string, outcome: 'succeeded' | 'failed'): Promise<void> {
  await fixture.loop.tick()
  fixture.deps.engine.end(fixture.key(id), { outcome })
  await fixture.loop.tick()
}

describe('2.2 login', () => {
  test('names the workspaces as clients have them configured', async () => {
    const { json } = await client.login('member')
    expect(json.workspace.map((one: { name: string }) => one.name)).toEqual(['first-ws'])
  })
})

test('2.3 workspace info: bucket and registry by visibility, an entry for every tier', async () => {
  const { status, json } = await client.get('workspaces/info', { ...here, page_size: 100 })
  expect(status).toBe(200)
  expect(json.s3_bucket_name).toEqual({ public: 'first-bucket', private: 'first-bucket' })
  const registry = expect.stringMatching(/^[^/]+\/first\/$/)
  expect(json.ecr_base_path).toEqual({ public: registry, private: registry })
  expect(json.specs.map((spec: { name: string }) => spec.name)).toEqual(
    expect.arrayContaining(['high', 'standard', 'low']),
  )
})

test.each([
  ['check of a name', { only_public: 0, page_size: 100 }],
  ['list', { with_pulic: 1 }],
])('2.4 list of solutions, for the %s', async (_, query) => {
  const { id, name } = (await register(freshName('older'))).json
  const { status, json } = await client.get('solutions/workspace', { ...here, ...query })
  expect(status).toBe(200)
  expect(json.solutions[0]).toMatchObject({ id, name, versions: [{ version: 1 }] })
})

test('2.5 registration with scope_ws', async () => {
  const name = freshName('older')
  expect(await register(name)).toMatchObject({
    status: 200,
    json: { id: expect.any(String), name, scope_ws: 'first-ws', versions: [{ version: 1 }] },
  })
})

describe('2.8 instances', () => {
  test('are created with a tier and a copy of the metadata, listed, and deleted', async () => {
    const { name, instance } = await makeStream()
    expect(instance).toMatchObject({
      status: 200,
      json: { id: expect.any(String), name: `${name}-v1`, workspace_name: 'first-ws' },
    })
    const list = await client.get('instances', here)
    expect([list.status, list.json.instances]).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ id: instance.json.id, name: `${name}-v1` })]),
    ])
    const { id } = instance.json
    expect(await client.delete(`instances/${id}`, { instance_id: id, ...here })).toMatchObject({
      status: 200,
      json: { id },
    })
  })

  test('are created without a tier by generation 1.6, and run on that of their metadata', async () => {
    const name = freshName('older')
    const solution_version_id = (await register(name)).json.versions[0].id
    const metadata_json = olderClientMetadata(name)
    const body = { name: `${name}-v1`, solution_version_id, metadata_json }
    const instance = await client.post('instances', here, body)
    expect([instance.status, instance.json.workspace_name]).toEqual([200, 'first-ws'])
    const stream = await client.post('streams', here, { instance_id: instance.json.id, name: `${name}-v1` })
    const run = (await startRun({ name, instance, stream })).json
    expect(run.tier_asked).toBe('high')
    await runToItsEnd(run.id, 'succeeded')
  })

  test('that fail leave the stream and the solution, which the client then deletes', async () => {
    const { name, solution, stream } = await makeStream()
    const again = await client.post('instances', here, {
      name: `${name}-v1`,
      solution_version_id: solution.versions[0].id,
      metadata_json: olderClientMetadata(name, 'standard'),
    })
    expect(again.status).toBeGreaterThanOrEqual(400)
    expect(again.json.detail).toEqual(expect.any(String))
    const { id } = stream.json
    expect((await client.delete(`streams/${id}`, { stream_id: id, ...here })).status).toBe(200)
    const gone = await client.delete(`solutions/${solution.id}`, { solution_id: solution.id, ...here })
    expect(gone.status).toBe(200)
  })
})

describe('2.9 streams', () => {
  test('are created on an instance and listed', async () => {
    const { name, instance, stream } = await makeStream()
    expect(stream).toMatchObject({
      status: 200,
      json: { id: expect.any(String), instance_id: instance.json.id, workspace_name: 'first-ws' },
    })
    const list = await client.get('streams', here)
    expect([list.status, list.json.streams]).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ id: stream.json.id, name: `${name}-v1` })]),
    ])
  })

  test.each(['stream_id', 'instance_id'])(
    'are deleted with their histories by a call that also sends %s',
    async (key) => {
      const made = await makeStream()
      const { id } = made.stream.json
      const run = (await startRun(made)).json.id
      await runToItsEnd(run, 'failed')
      expect(await client.delete(`streams/${id}`, { [key]: id, ...here })).toMatchObject({
        status: 200,
        json: { id },
      })
      expect(
        (await client.get(`streamhistories/${run}/info`, { stream_history_id: run, ...here })).status,
      ).toBe(404)
    },
  )
})

test('2.10 run: the metadata has the data that the client uploaded', async () => {
  const made = await makeStream()
  const { status, json } = await startRun(made)
  expect([status, json]).toMatchObject([
    200,
    { id: expect.any(String), workspace_name: 'first-ws', status: 'pending', tier_asked: 'standard' },
  ])
  const { stream, instance } = made
  expect(json.dataset_uri).toEqual([
    `s3://first-bucket/streams/${stream.json.id}/${instance.json.id}/train/data/`,
  ])
  await runToItsEnd(json.id, 'succeeded')
})

describe('2.11 status', () => {
  test('is pending, running and succeeded for a client that signs in before each poll', async () => {
    const { id } = (await startRun(await makeStream())).json
    const words: string[] = []
    const poll = async () => {
      await client.login('member')
      words.push(await statusOf(id))
    }
    await poll()
    await fixture.loop.tick()
    await poll()
    fixture.deps.engine.start(fixture.key(id))
    await fixture.loop.tick()
    await poll()
    fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
    await fixture.loop.tick()
    await poll()
    expect(words).toEqual(['pending', 'pending', 'running', 'succeeded'])
  })

  test.each(['failed', 'stopped'] as const)('is failed for a run that was %s', async (outcome) => {
    const { id } = (await startRun(await makeStream())).json
    await fixture.loop.tick()
    fixture.deps.engine.end(fixture.key(id), { outcome })
    await fixture.loop.tick()
    expect(await statusOf(id)).toBe('failed')
  })

  test('histories are listed by stream, and one is deleted on the path of streams', async () => {
    const made = await makeStream()
    const { id: stream_id } = made.stream.json
    const { id } = (await startRun(made)).json
    await runToItsEnd(id, 'succeeded')
    const list = () => client.get('streamhistories', { stream_id, ...here })
    expect((await list()).json.stream_histories).toMatchObject([{ id, name: `${made.name}-v1-1` }])
    expect(await client.delete(`streams/${id}`, { stream_history_id: id, ...here })).toMatchObject({
      status: 200,
      json: { id },
    })
    expect((await list()).json.stream_histories).toEqual([])
  })
})

test('2.12 the logs of an ended run are read from the bucket, below the version', async () => {
  const made = await makeStream()
  const { id } = (await startRun(made)).json
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  fixture.deps.engine.log(fixture.key(id), 'process', 'current step: train\n[ERROR] no data\n')
  await runToItsEnd(id, 'failed')
  expect(await statusOf(id)).toBe('failed')
  const { version } = made.solution.versions[0]
  const path = `ai-solutions/${made.name}/v${version}/train/artifacts/train_artifacts.tar.gz`
  const archive = await fixture.deps.objects.open('first-bucket', path)
  expect(archive && (await unpacked(await buffer(archive.stream)))).toEqual({
    'log/process.log': 'current step: train\n[ERROR] no data\n',
    'log/pipeline.log': '',
  })
})

test('2.14 a workspace is found by id or name in either dialect, and only the dialect decides the shape', async () => {
  const { id } = fixture.people.first
  const bucket = async (query: Record<string, string>) =>
    (await client.get('workspaces/info', query)).json.s3_bucket_name
  for (const asked of [id, 'first', 'first-ws']) {
    expect(await bucket({ workspace_id: asked })).toBe('first-bucket')
    expect(await bucket({ workspace_name: asked })).toEqual({
      public: 'first-bucket',
      private: 'first-bucket',
    })
  }
})

test('a client registers a solution and a version, runs it, polls, and deletes everything', async () => {
  const made = await makeStream()
  const { name, solution, instance, stream } = made
  const of = (kind: string, { id }: { id: string }) => ({ [`${kind}_id`]: id, ...here })
  const next = await client.post(`solutions/${solution.id}/version`, of('solution', solution), {
    scope_ws: 'first-ws',
    metadata_json: olderClientMetadata(name),
  })
  expect([next.status, next.json.versions[0].version]).toEqual([200, 2])
  const run = (await startRun(made)).json
  const busy = await client.delete(`solutions/${solution.id}`, of('solution', solution))
  expect([busy.status, busy.json.detail]).toEqual([409, '1 run has not ended yet. Stop it first.'])
  await runToItsEnd(run.id, 'succeeded')
  expect(await statusOf(run.id)).toBe('succeeded')
  const [first] = solution.versions
  for (const [path, query, id] of [
    [`streams/${run.id}`, of('stream_history', run), run.id],
    [`streams/${stream.json.id}`, of('stream', stream.json), stream.json.id],
    [`instances/${instance.json.id}`, of('instance', instance.json), instance.json.id],
    [`solutions/${first.id}/version`, of('solution_version', first), first.id],
    [`solutions/${solution.id}`, of('solution', solution), solution.id],
  ])
    expect(await client.delete(path, query)).toMatchObject({ status: 200, json: { id } })
})
