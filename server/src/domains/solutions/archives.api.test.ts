import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { deleteObject, putObject } from '@podium/contract/calls/objects.ts'
import {
  checkArchive,
  readVersion,
  registerArchive,
  registerSolution,
  registerVersion,
} from '@podium/contract/calls/solutions.ts'
import { rawTar } from '@podium/contract/testing/tars.ts'
import { pendingRemovals } from '@podium/database/schema/solutions.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { askWhile } from '../../testing/lock-waits.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { workOff } from '../workspaces/removals.ts'
import { reserve } from '../workspaces/reservation.ts'
import { lockBucket } from '../workspaces/service.ts'
import { packed, solutionArchive, type TestEntry } from './testing/archive.ts'
import { freshName, inFirst, metadataNamed } from './testing/seed.ts'

const BUCKET = 'first-bucket'
let podium: TestApp
beforeAll(async () => {
  podium = await createTestApp()
  return () => podium.close()
})

async function upload(archive: Buffer, path = `uploads/${freshName()}.tar.gz`): Promise<string> {
  const params = { id: podium.people.first.id, path }
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await podium.as('member').ask(putObject, { params, body: archive, headers })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return path
}

test('registers an archive in the format of tar v7', async () => {
  const name = freshName()
  const v7 = { magic: '' }
  const tar = rawTar(
    { ...v7, type: '0', name: './' },
    { ...v7, type: '\0', name: './metadata.json', content: JSON.stringify(metadataNamed(name)) },
    { ...v7, type: '0', name: './steps/' },
    { ...v7, type: '5', name: './steps/more/' },
    { ...v7, type: '0', name: './steps/train.py', content: 'pass' },
  )
  const answer = await register(await upload(gzipSync(tar)))
  expect(answer.json()).toMatchObject({ name, versions: [{ version: 1 }] })
})

const named = async (name: string) => upload(await solutionArchive(metadataNamed(name)))

const register = (path: string, solution_id?: string) =>
  podium
    .as('member')
    .ask(registerArchive, { query: inFirst, body: { path, ...(solution_id && { solution_id }) } })

async function pathsBelow(prefix: string): Promise<string[]> {
  const paths: string[] = []
  for await (const object of podium.deps.objects.list(BUCKET, prefix)) paths.push(object.path)
  return paths
}

test('an archive is uploaded, checked and registered, then gets a second version', async () => {
  const name = freshName()
  const path = await named(name)
  const checked = await podium.as('member').call(checkArchive, { query: inFirst, body: { path } })
  expect(checked).toMatchObject({ name, next_version: 1, solution_id: null, files: 6 })
  expect(checked.checks.map((check) => `${check.level}: ${check.title}: ${check.detail}`)).toEqual([
    `good: Name is available: ${name}, becomes v 1`,
    expect.stringMatching(/^good: Metadata is valid: Generation 1.2, \d+\.\d\d bytes$/),
    'good: 2 pipelines found: train (train) and inference',
    'good: 2 user parameters: 1 int, 1 string',
    'good: Description and contact: 2 tabs: Overview, Contact',
    'good: Source: 3 files, 48.00 bytes',
    'good: Sample data: train: 1 file, 8.00 bytes; inference: 1 file, 4.00 bytes',
  ])
  expect(await pathsBelow(path)).toEqual([path])

  const registered = await register(path)
  expect(registered.json()).toMatchObject({ name, versions: [{ version: 1, size: expect.any(Number) }] })
  expect(await pathsBelow(path)).toEqual([])
  expect(await pathsBelow(`ai-solutions/${name}/`)).toEqual([
    `ai-solutions/${name}/v1/inference/data/new.csv`,
    `ai-solutions/${name}/v1/train/data/pumps.csv`,
    `ai-solutions/${name}/v1/train/source/source.tar.gz`,
  ])
  const { id } = registered.json()
  const version = await podium.as('member').call(readVersion, { params: { id, n: 1 } })
  expect(version.metadata_json).toMatchObject({
    pipeline: [
      { source_uri: `s3://${BUCKET}/ai-solutions/${name}/v1/train/source/source.tar.gz` },
      { model_uri: `s3://${BUCKET}/ai-solutions/${name}/v1/train/artifacts/` },
    ],
  })

  const next = await named(name)
  const second = await podium.as('member').call(checkArchive, { query: inFirst, body: { path: next } })
  expect(second).toMatchObject({ solution_id: id, next_version: 2 })
  const shouted = await named(name.toUpperCase())
  const near = await podium.as('member').call(checkArchive, { query: inFirst, body: { path: shouted } })
  expect(near.checks[0]).toMatchObject({
    level: 'wrong',
    detail: `${name} already exists. For v 2, spell the name exactly like that, or choose another name.`,
  })
  expect((await register(next)).statusCode).toBe(400)
  expect((await register(next, id)).json()).toMatchObject({ id, versions: [{ version: 2 }] })
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
})

test('the check, the registration and the version list settings without effect, which are not refused', async () => {
  const name = freshName()
  const metadata = { ...metadataNamed(name), schedule: '0 3 * * *', env: { LEVEL: 'debug' } }
  const files: TestEntry[] = [
    ['Dockerfile', 'FROM python\n'],
    ['environment.yml', 'dependencies: [pandas]\n'],
    ['requirements.txt', 'pandas\n'],
    ['train.py', ''],
    ['score.py', ''],
    ['data/train/Dockerfile', 'a sample\n'],
  ]
  const path = await upload(await packed(['metadata.json', JSON.stringify(metadata)], ...files))
  const sentences = [
    'schedule has no effect here: make a schedule on the page of the workspace.',
    'env has no effect here: set variables and secrets on the page of the workspace, for all solutions or for this one.',
    'Podium does not use Dockerfile: Podium builds no images; push the image to a registry and name it in `container_uri` of each pipeline.',
    'Podium does not use environment.yml: requirements.txt says which packages are installed.',
  ]
  const { checks } = await podium.as('member').call(checkArchive, { query: inFirst, body: { path } })
  expect(checks.filter(({ title }) => title === 'Ignored')).toEqual(
    sentences.map((detail) => ({ level: 'warning', title: 'Ignored', detail })),
  )
  const { id, without_effect, warnings } = (await register(path)).json()
  expect({ without_effect, warnings }).toEqual({ without_effect: sentences, warnings: [] })
  const version = await podium.as('member').call(readVersion, { params: { id, n: 1 } })
  expect(version.tool_files).toEqual(['Dockerfile', 'environment.yml', 'requirements.txt'])

  const body = { metadata_json: { ...metadata, schedule: '', env: null, rtries: 3 } }
  const next = await podium.as('member').call(registerVersion, { params: { id }, query: inFirst, body })
  expect(next.without_effect).toEqual([expect.stringMatching(/^rtries has no effect here: Podium reads/)])
  expect((await podium.as('member').call(readVersion, { params: { id, n: 2 } })).tool_files).toEqual([])
})

test('the checks list each error of the metadata, and the registration refuses them in one sentence', async () => {
  const path = await upload(await packed(['metadata.json', '{"name":"A b","pipeline":[]}']))
  const { checks, name } = await podium.as('member').call(checkArchive, { query: inFirst, body: { path } })
  expect(name).toBe('')
  expect(checks).toEqual([
    expect.objectContaining({ level: 'wrong', title: 'Metadata is not valid at name' }),
    expect.objectContaining({ level: 'wrong', title: 'Metadata is not valid at pipeline' }),
  ])
  const refused = await register(path)
  expect(refused.statusCode).toBe(422)
  expect(refused.json().detail).toMatch(/^name: Use letters.* pipeline: Give one or two/)
})

test('refuses a hostile archive, names its entry, and writes nothing', async () => {
  const evil = await upload(await packed(['metadata.json', '{}'], ['../../etc/cron.d/x', 'x']))
  for (const route of [checkArchive, registerArchive] as const) {
    const answer = await podium.as('member').ask(route, { query: inFirst, body: { path: evil } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().detail).toBe('"../../etc/cron.d/x" leads out of the archive with "..".')
  }
  expect(await pathsBelow('ai-solutions/etc')).toEqual([])
})

test('accepts only uploads of this workspace', async () => {
  const ask = (path: string) => register(path).then((answer) => answer.json().detail)
  expect(await ask('uploads/none.tar.gz')).toBe(
    'There is no upload at uploads/none.tar.gz. Upload the archive first.',
  )
  expect(await ask('datasets/x')).toBe('Upload the archive below uploads/ first, and name that path.')
  expect((await register('uploads/../x')).statusCode).toBe(422)
  const path = await named(freshName())
  const foreign = await podium
    .as('outsider')
    .ask(registerArchive, { query: { workspace_id: 'second-ws' }, body: { path } })
  expect(foreign.json().detail).toMatch(/^There is no upload/)
  const { id } = (await register(path)).json()
  const again = await named(freshName())
  const ofOther = await podium
    .as('outsider')
    .ask(registerArchive, { query: { workspace_id: 'second-ws' }, body: { path: again, solution_id: id } })
  expect(ofOther.statusCode).toBe(404)
})

test('registers one of ten concurrent archives of one name, and the others leave nothing', async () => {
  const name = freshName('raced')
  const paths = await Promise.all(Array.from({ length: 10 }, () => named(name)))
  const answers = await Promise.all(paths.map((path) => register(path)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, ...Array(9).fill(400)])
  expect(await pathsBelow(`ai-solutions/${name}/`)).toHaveLength(3)
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
})

test('a registration whose name was taken meanwhile does not damage the files of the first one', async () => {
  const name = freshName('overtaken')
  const [first, second] = [await named(name), await named(name)]
  const { database } = podium.deps
  let overtaken: ReturnType<typeof register> | undefined
  await database.transaction(async (tx) => {
    await tx.execute(sql`lock table pending_removals in share mode`)
    overtaken = register(second)
    await waitFor(async () => {
      const { rows } = await tx.execute(sql`
        select from pg_locks where relation = 'pending_removals'::regclass and not granted`)
      expect(rows).toHaveLength(1)
    })
    await tx.execute(sql`insert into solutions (workspace_id, seq, name, last_version, created_by)
      values (${podium.people.first.id}::uuid, 9000, ${name}, 1, ${podium.people.ids.member}::uuid)`)
  })
  const answer = await overtaken
  expect([answer?.statusCode, answer?.json().detail]).toEqual([400, expect.stringContaining(name)])
  expect(await pathsBelow(`ai-solutions/${name}/`)).toEqual([])
  expect((await register(first)).statusCode).toBe(400)
})

test('the removal of a prefix that belongs to a version keeps its files', async () => {
  const name = freshName('kept')
  expect((await register(await named(name))).statusCode).toBe(200)
  const prefix = `ai-solutions/${name}/v1/`
  const not_before = sql`now() - interval '1 second'`
  await podium.deps.database.insert(pendingRemovals).values({ bucket: BUCKET, prefix, not_before })
  await workOff(podium.deps)
  expect(await pathsBelow(prefix)).toHaveLength(3)
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
})

test('ten archives of one solution become ten versions', { tags: ['long'] }, async () => {
  const name = freshName('extended')
  const { id } = (await register(await named(name))).json()
  const paths = await Promise.all(Array.from({ length: 10 }, () => named(name)))
  const answers = await Promise.all(paths.map((path) => register(path, id)))
  const numbers = answers.map((answer) => answer.json().versions[0].version)
  expect(numbers.sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  expect(await pathsBelow(`ai-solutions/${name}/v7/`)).toHaveLength(3)
})

test('a failure while writing the files leaves no version, no files and no gap, and keeps the upload', async () => {
  const name = freshName('broken')
  const { id } = (await register(await named(name))).json()
  const path = await named(name)
  const { objects } = podium.deps
  const whole: ObjectStore['put'] = objects.put
  objects.put = (bucket, to, body, options) =>
    to.endsWith('new.csv') ? Promise.reject(new Error('The disk is full.')) : whole(bucket, to, body, options)
  const failed = await register(path, id)
  objects.put = whole
  expect(failed.statusCode).toBe(500)
  expect(await pathsBelow(`ai-solutions/${name}/v2/`)).toEqual([])
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
  expect((await register(path, id)).json()).toMatchObject({ versions: [{ version: 2 }] })
})

test.each([
  ['a file in it', (name: string) => `ai-solutions/${name}/v2/train/data/evil.csv`],
  ['a file in its stead', (name: string) => `ai-solutions/${name}/v2`],
])('refuses a prefix that is not empty with a sentence and leaves it unchanged: %s', async (_, at) => {
  const name = freshName()
  const first = await podium
    .as('member')
    .call(registerSolution, { query: inFirst, body: { metadata_json: metadataNamed(name) } })
  const revision = async () => {
    const { rows } = await podium.deps.database.execute<{ revision: number }>(
      sql`select revision from solutions where id = ${first.id}`,
    )
    return rows[0]?.revision
  }
  const before = await revision()
  await podium.deps.objects.put(BUCKET, at(name), Readable.from(['evil']))
  const path = await named(name)
  const sentence = `${at(name)} already exists in the folder of version 2. Remove it, or register from the metadata alone.`
  const { checks } = await podium.as('member').call(checkArchive, {
    query: inFirst,
    body: { path, solution_id: first.id },
  })
  expect(checks).toContainEqual({ level: 'wrong', title: 'Its folder is not empty', detail: sentence })
  const refused = await register(path, first.id)
  expect([refused.statusCode, refused.json().detail]).toEqual([422, sentence])
  expect([await revision(), await pathsBelow(at(name))]).toEqual([before, [at(name)]])
  const params = { id: podium.people.first.id, path: at(name) }
  expect((await podium.as('developer').ask(deleteObject, { params })).statusCode).toBe(200)
  expect((await register(path, first.id)).json().versions).toMatchObject([{ version: 2 }])
  expect(await revision()).toBeGreaterThan(before ?? 0)
})

test('an upload that began before the prefix was reserved does not become part of the version', async () => {
  const name = freshName()
  const path = await named(name)
  const evil = `ai-solutions/${name}/v1/train/data/evil.csv`
  const refused = await askWhile(
    podium.deps.database,
    async (tx) => {
      await lockBucket(tx, podium.people.first.id)
      await podium.deps.objects.put(BUCKET, evil, Readable.from(['evil']))
    },
    () => register(path),
  )
  expect([refused.statusCode, refused.json().detail]).toEqual([422, expect.stringContaining(evil)])
})

test('the next sweep removes the files of a registration whose server died, and the name is free again', async () => {
  const name = freshName('crashed')
  const target = { bucket: BUCKET, prefix: `ai-solutions/${name}/v1/` }
  const reservation = await reserve(podium.deps.database, target)
  expect(reservation).not.toBeNull()
  await podium.deps.objects.put(BUCKET, `${target.prefix}train/data/half.csv`, Readable.from(['x']))
  const metadataOnly = () =>
    podium
      .as('member')
      .ask(registerSolution, { query: inFirst, body: { metadata_json: metadataNamed(name) } })
  const busy = await metadataOnly()
  expect(busy.statusCode).toBe(400)
  expect(busy.json().detail).toMatch(/is being registered or removed right now/)
  await podium.deps.database.update(pendingRemovals).set({ not_before: sql`now() - interval '1 second'` })
  await workOff(podium.deps)
  expect(await pathsBelow(target.prefix)).toEqual([])
  expect(await reservation?.keep(podium.deps.database)).toBe(false)
  expect((await metadataOnly()).statusCode).toBe(200)
})

test('retries the removal of a prefix that cannot be removed yet', async () => {
  const prefix = 'ai-solutions/stuck/'
  await podium.deps.database.insert(pendingRemovals).values({ bucket: BUCKET, prefix })
  const { objects } = podium.deps
  const whole = objects.removeAll
  objects.removeAll = () => Promise.reject(new Error('The store does not answer.'))
  await workOff(podium.deps)
  objects.removeAll = whole
  expect(await podium.deps.database.select().from(pendingRemovals)).toMatchObject([{ prefix }])
  await podium.deps.database.update(pendingRemovals).set({ not_before: sql`now() - interval '1 second'` })
  await workOff(podium.deps)
  expect(await podium.deps.database.select().from(pendingRemovals)).toEqual([])
})

test('the sample solution registers without a warning from an archive with a top folder', async () => {
  const folder = new URL('../../../../examples/penguins/', import.meta.url)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const path = await upload(
    await packed(
      ...(await Promise.all(
        files.map(async (file): Promise<TestEntry> => {
          const full = join(file.parentPath, file.name)
          return [`penguins/${relative(fileURLToPath(folder), full)}`, await readFile(full, 'utf8')]
        }),
      )),
    ),
  )
  const { checks } = await podium.as('member').call(checkArchive, { query: inFirst, body: { path } })
  expect(checks.filter((check) => check.level !== 'good')).toEqual([])
  expect((await register(path)).json()).toMatchObject({ warnings: [] })
})
