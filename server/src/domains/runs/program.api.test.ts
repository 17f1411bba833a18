import { Readable } from 'node:stream'
import { listAudit } from '@podium/contract/calls/audit.ts'
import { readLog } from '@podium/contract/calls/run-files.ts'
import { checkFirstStart, followRuns, readRun, retryRun, startRun } from '@podium/contract/calls/runs.ts'
import { checkVersionDeletion, deleteVersion } from '@podium/contract/calls/solutions.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import { setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { typedArguments } from '@podium/contract/solution-metadata/program.ts'
import { solutionVersions } from '@podium/database/schema/solutions.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { objectSource } from '../../start/object-source.ts'
import { createDataSetInputs } from '../data-sets/run-inputs.ts'
import { newDataSet, push } from '../data-sets/testing/push.ts'
import { attemptPrefix } from '../solutions/object-paths.ts'
import { addStream, createRunFixture, type RunFixture } from './testing/run-fixture.ts'
import { type Reader, sentEvents } from './testing/sent-events.ts'

const SOURCE = 's3://first-bucket/ai-solutions/nanogpt/v3/train/source/source.tar.gz'
const SHOW =
  'for word in "$@"; do echo "[$word]"; done; echo "in $(basename "$PWD")"; cat ../data/x.csv 2>/dev/null; true'

type Body = z.input<(typeof startRun)['body']>

const objects = createMemoryStore()
const source = objectSource(
  objects,
  createDataSetInputs(() => fixture.deps.database),
)
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let reader: Reader

/** Metadata of a folder, whose program was typed when it was registered. */
function metadataOf(typed: string, more: Record<string, unknown> = {}): Metadata & Record<string, unknown> {
  const { arguments: form, values } = typedArguments(typed.split(' '))
  const args = Object.entries(values).map(([name, value]) => ({ name, type: 'int', default: value }))
  const train = {
    type: 'train' as const,
    command: ['sh', 'show.sh'],
    arguments: form,
    source_uri: SOURCE,
    parameters: { user_parameters: [{ step: 'main', args }] },
    ...more,
  }
  return { metadata_version: 1.2, name: 'nanogpt', pipeline: [train] }
}

beforeAll(async () => {
  home = await openLocalHome(source)
  fixture = await createRunFixture({ engine: home.engine, objects, metadata: metadataOf('--epochs 30') })
  const archive = await archiveOf([
    { name: 'show.sh', content: SHOW },
    { name: 'demo/show.sh', content: SHOW },
    { name: 'data/x.csv', content: 'of the source\n' },
  ])
  await objects.put('first-bucket', SOURCE.replace('s3://first-bucket/', ''), Readable.from([archive]))
  const loop = fixture.newLoop()
  loop.start()
  reader = sentEvents(fixture, followRuns, { query: { workspace_id: fixture.people.first.id } })
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})

async function logOf(id: string): Promise<string> {
  await reader.until((events) =>
    events.some(({ data }) => {
      const run = data as { id?: string; state?: string }
      return run.id === id && ['succeeded', 'failed'].includes(run.state ?? '')
    }),
  )
  const query = { log_type: 'process' }
  return (await fixture.as('member').ask(readLog, { params: { id }, query })).body
}

const start = (body: Body, stream = fixture.ids.stream) => fixture.startAs('member', stream, body)
const ask = (body: unknown, stream = fixture.ids.stream) =>
  fixture.as('member').ask(startRun, { params: { id: stream }, body })
const retried = async (id: string) => (await fixture.as('member').call(retryRun, { params: { id } })).id

/** What `podium run . -- sh show.sh …` sends. */
function typedStart(words: string[], more: Partial<NonNullable<Body['program']>> = {}): Body {
  const { arguments: form, values } = typedArguments(words)
  return {
    program: { command: ['sh', 'show.sh'], arguments: form, ...more },
    parameters: { train: { main: values } },
  }
}

async function addVersion(metadata_json: Metadata, version_num: number, solution_id = fixture.ids.solution) {
  const [row] = await fixture.deps.database
    .insert(solutionVersions)
    .values({
      workspace_id: fixture.people.first.id,
      solution_id,
      version_num,
      metadata_json,
      pipelines: ['train'],
      created_by: fixture.people.ids.member,
    })
    .returning()
  if (!row) throw new Error('nothing was inserted')
  return row.id
}

describe('a start with a program of its own', () => {
  const words = ['--lr', '1e-3', '--tag', 'a b', '--no-amp', '-j4', 'model.size=small', 'x.csv', '--', "it's"]

  test('runs that with its arguments in its folder, and a retry the same', async () => {
    const id = await start(typedStart(words, { working_directory: 'demo' }))
    const shown = `${words.map((word) => `[${word}]`).join('\n')}\nin demo\nof the source\n`
    expect(await logOf(id)).toBe(shown)
    const run = await fixture.info(id)
    expect(run.parameters).toEqual({
      main: {
        lr: 0.001,
        tag: 'a b',
        amp: false,
        j: 4,
        'model.size': 'small',
        'arg 1': 'x.csv',
        'arg 2': "it's",
      },
    })
    expect(run.metadata_json.pipeline).toMatchObject([
      { command: ['sh', 'show.sh'], working_directory: 'demo', arguments: typedArguments(words).arguments },
    ])
    const again = await retried(id)
    expect(await logOf(again)).toBe(shown)
    expect((await fixture.info(again)).parameters).toEqual(run.parameters)
  })

  test('has no parameter that only the command line of its version has', async () => {
    const id = await start(typedStart(['--epochs', 'many', '--verbose']))
    await logOf(id)
    expect((await fixture.info(id)).parameters).toEqual({ main: { epochs: 'many', verbose: true } })
    expect(await logOf(await retried(id))).toContain('[--epochs]\n[many]\n[--verbose]\n')
    const other = await start(typedStart(['--verbose']))
    expect((await fixture.info(other)).parameters).toEqual({ main: { verbose: true } })
    expect(await logOf(other)).toMatch(/^\[--verbose\]\nin /)
    expect(await logOf(await start({}))).toMatch(/^\[--epochs\]\n\[30\]\nin /)
  })

  test('is in the audit log with its command', async () => {
    const id = await start(typedStart(['--lr', '4']))
    const query = { workspace_id: fixture.people.first.id, object_id: id, page_size: 10 }
    const { events } = await fixture.as('manager').call(listAudit, { query })
    expect(events[0]).toMatchObject({ after: { command: ['sh', 'show.sh', '--lr', '4'] } })
  })

  test.each<[unknown, RegExp]>([
    [{ command: [] }, /./],
    [{ command: [''] }, /must be a list of texts/],
    [{ command: ['a\0b'] }, /NUL/],
    [{ command: ['x'.repeat(200_000)] }, /longer than 128 KiB/],
    [{ command: ['sh'], arguments: [{ name: '__proto__' }] }, /not allowed/],
    [{ command: ['sh'], arguments: Array.from({ length: 1001 }, () => 'a') }, /./],
    [{ command: ['sh'], arguments: 'words' }, /./],
    [{ command: ['sh'], working_directory: '../..' }, /Name a folder of the source/],
    [{ command: ['sh'], files_uri: 's3://second-bucket/' }, /address of a data set/],
    [{ command: ['sh'], shell: true }, /./],
    ['sh', /./],
  ])('is refused for %j', async (program, message) => {
    const answer = await ask({ program })
    expect(answer.statusCode).toBe(422)
    expect(JSON.stringify(answer.json().detail)).toMatch(message)
    const query = { workspace_id: fixture.people.first.id }
    const body = { program, solution_version_id: fixture.ids.version }
    expect((await fixture.as('member').ask(checkFirstStart, { query, body })).statusCode).toBe(422)
  })

  test('is refused if its parameters make the command too long', async () => {
    const many = Array.from({ length: 14 }, (_, index) => `--x${index}=${'é'.repeat(4000)}`)
    const body = typedStart(many, { command: ['sh', 'y'.repeat(60_000)] })
    expect((await ask(body)).json().detail).toMatch(/^The command is longer than 128 KiB/)
  })

  test('is for nobody who may only look', async () => {
    const params = { id: fixture.people.first.id }
    const look = (members_may_only_look: boolean) =>
      fixture.as('manager').call(setMembersMayOnlyLook, { params, body: { members_may_only_look } })
    await look(true)
    const answer = await ask(typedStart(['--epochs', '4']))
    await look(false)
    expect([answer.statusCode, answer.json().detail]).toEqual([
      403,
      'Members may only look in this workspace. Ask a manager for the role Developer.',
    ])
  })
})

describe('the arguments of a version', () => {
  test.each<[string, string]>([
    ['flags', '[--epochs]\n[30]\n[--batch-size]\n[8]\n'],
    ['hydra', '[epochs=30]\n[batch-size=8]\n'],
    ['environment', '[30]\n[8]\n'],
  ])('reach its program as %s', async (form, shown) => {
    const command = [
      'sh',
      '-c',
      `sh show.sh "$@"${form === 'environment' ? ' $epochs $batch_size' : ''}`,
      'sh',
    ]
    const metadata = metadataOf('--epochs 30 --batch-size 8', { arguments: form, command })
    const { stream } = await addStream(fixture, fixture.people.first.id, metadata, form)
    expect(await logOf(await start({}, stream))).toContain(shown)
  })
})

describe('a start with another version of its solution', () => {
  test('runs that version, and so does a retry', async () => {
    const solution_version_id = await addVersion(metadataOf('--rate 5'), 4)
    const id = await start({ solution_version_id })
    expect(await fixture.info(id)).toMatchObject({ version_num: 4, parameters: { main: { rate: 5 } } })
    expect(await logOf(id)).toContain('[--rate]\n[5]\n')
    const again = await retried(id)
    expect(await fixture.info(again)).toMatchObject({ version_num: 4, solution_version_id })
    const query = { workspace_id: fixture.people.first.id, object_id: id, page_size: 10 }
    const { events } = await fixture.as('manager').call(listAudit, { query })
    expect(events[0]).toMatchObject({ after: { version_num: 4 } })
  })

  test('is refused for a version of another solution, of another workspace, or none', async () => {
    const other = await addStream(fixture, fixture.people.first.id, metadataOf('a'), 'other')
    const foreign = await addStream(fixture, fixture.people.second.id, metadataOf('a'), 'foreign')
    const answer = await ask({ solution_version_id: other.version })
    expect([answer.statusCode, answer.json().detail]).toEqual([
      422,
      'The version belongs to another solution than the stream penguins, which is of penguins.',
    ])
    for (const solution_version_id of [foreign.version, fixture.ids.stream, 'x', ''])
      expect((await ask({ solution_version_id })).statusCode).toBe(404)
  })

  test('is deleted with that version, and its files with it', async () => {
    const solution_version_id = await addVersion(metadataOf('--rate 5'), 9)
    const id = await start({ solution_version_id })
    await logOf(id)
    const path = `${attemptPrefix({ id, stream_id: fixture.ids.stream, attempt: 1 })}artifacts/left.txt`
    await objects.put('first-bucket', path, Readable.from(['left']))
    const params = { id: solution_version_id }
    const manager = fixture.as('manager')
    expect(await manager.call(checkVersionDeletion, { params })).toMatchObject({ contains: { runs: 1 } })
    await manager.call(deleteVersion, { params })
    expect((await fixture.as('member').ask(readRun, { params: { id } })).statusCode).toBe(404)
    expect(await objects.stat('first-bucket', path)).toBeNull()
  })

  test('is what the stream of a folder goes on with', async () => {
    const folder = { digest: 'one' }
    const { stream, solution } = await addStream(
      fixture,
      fixture.people.first.id,
      { ...metadataOf('--epochs 1'), folder },
      'goes-on',
    )
    const solution_version_id = await addVersion({ ...metadataOf('--epochs 2'), folder }, 4, solution)
    expect(await fixture.info(await start({}, stream))).toMatchObject({ version_num: 3 })
    await start({ solution_version_id }, stream)
    expect(await fixture.info(await start({}, stream))).toMatchObject({
      version_num: 4,
      parameters: { main: { epochs: 2 } },
    })
    const query = { workspace_id: fixture.people.first.id, solution_id: solution }
    const { streams } = await fixture.as('member').call(listStreams, { query })
    expect(streams).toMatchObject([{ id: stream, version_num: 4 }])
  })
})

describe('files of a data set over the source', () => {
  test('are there and not among the data, and a retry has the same version of them', async () => {
    const member = fixture.as('member')
    const id = await newDataSet(fixture, member, 'nanogpt-files')
    await push(member, id, { 'data/x.csv': 'of the files\n' })
    const more = { working_directory: 'demo', files_uri: 'data-set://nanogpt-files' }
    const run = await start(typedStart(['--epochs', '1'], more))
    expect(await logOf(run)).toContain('in demo\nof the files\n')
    const info = await fixture.info(run)
    expect(info.dataset_uri).toEqual(['data-set://nanogpt-files@v1'])
    expect(info.data_sets).toMatchObject([{ name: 'nanogpt-files', version: 1 }])
    expect(info.metadata_json.pipeline).toMatchObject([
      { dataset_uri: [], files_uri: 'data-set://nanogpt-files@v1' },
    ])
    await push(member, id, { 'data/x.csv': 'changed\n' })
    const again = await retried(run)
    expect(await logOf(again)).toContain('of the files\n')
    expect((await fixture.info(again)).dataset_uri).toEqual(['data-set://nanogpt-files@v1'])
  })

  test('are refused if they are the data too, of which the run would get none', async () => {
    const id = await newDataSet(fixture, fixture.as('member'), 'both')
    await push(fixture.as('member'), id, { 'x.csv': 'x' })
    const body = { ...typedStart(['a'], { files_uri: 'data-set://both' }), dataset_uri: 'data-set://both@v1' }
    expect((await ask(body)).json().detail).toBe(
      'data-set://both@v1 is laid over the source already: choose other data, or none.',
    )
  })

  test('are refused if this workspace has no such data set', async () => {
    const secret = await newDataSet(
      { people: { ...fixture.people, first: fixture.people.second } },
      fixture.as('outsider'),
      'secret',
    )
    await push(fixture.as('outsider'), secret, { 'x.csv': 'secret' })
    for (const files_uri of ['data-set://secret', 'data-set://secret@v1', 'data-set://missing'])
      expect((await ask(typedStart(['a'], { files_uri }))).json().detail).toMatch(
        /^The files beside the source: This workspace has no /,
      )
  })
})
