// @module-tag python
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { listArtifacts, readArtifact } from '@podium/contract/calls/run-files.ts'
import { metadataForTests } from '@podium/contract/testing/metadata-for-tests.ts'
import { instances } from '@podium/database/schema/solutions.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import type { LocalEngine } from '@podium/engines/local/local-engine.ts'
import { archiveOf } from '@podium/engines/testing/archives.ts'
import { folderOf, type LocalHome, openLocalHome } from '@podium/engines/testing/local-home.ts'
import { createMemoryStore } from '@podium/storage/memory.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { objectSource } from '../../start/object-source.ts'
import { addStream, createRunFixture, type RunFixture } from '../runs/testing/run-fixture.ts'

const HOSTILE = `
mkdir many; (cd many; seq -f %05g 1 50000 | xargs touch; echo x > 00007; echo xx > 00008; echo xxx > 00009)
truncate -s 20G huge.bin
echo w > model.pt
echo x > doomed
ln -s /etc/passwd passwd; ln -s model.pt latest
mkfifo pipe; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
touch closed; chmod 0 closed
echo key > .netrc; mkdir .cache; touch .cache/weights
`

const SCRIPTS = {
  hostile: HOSTILE,
  quick: 'echo quick > result.txt',
  failing: 'echo partly > result.txt; exit 3',
  leaving: 'rm -rf "$PWD" 2> /dev/null; exit 0',
  growing: 'echo 1 > grows; echo 2 > stays',
  changing: 'echo more >> rows.csv; mv notes.md renamed.md; touch -d @0 old; ln old twice',
}

/** The engine is created before the app creates its store, so the store is passed on later. */
let objects: ObjectStore = createMemoryStore()
let home: LocalHome
let fixture: RunFixture<LocalEngine>
let openOutput: LocalEngine['openOutput']

beforeAll(async () => {
  home = await openLocalHome({
    list: (bucket, prefix) => objectSource(objects).list(bucket, prefix),
    open: (bucket, path) => objectSource(objects).open(bucket, path),
  })
  openOutput = home.engine.openOutput
  const env = { PODIUM_UPLOAD_MAX: '64MiB' }
  fixture = await createRunFixture({ engine: home.engine, metadata: metadataRunning('quick'), env })
  objects = fixture.deps.objects
  const source = await archiveOf([
    ...Object.entries(SCRIPTS).map(([name, content]) => ({ name: `${name}.sh`, content })),
    { name: 'rows.csv', content: 'a,b\n' },
    { name: 'notes.md' },
    { name: 'unchanged/notes.md' },
  ])
  await objects.put('first-bucket', SOURCE, Readable.from([source]))
  const loop = fixture.newLoop()
  loop.start()
  return async () => {
    await loop.close()
    await fixture.close()
    await home.close()
  }
})
afterEach(() => {
  home.engine.openOutput = openOutput
})

const SOURCE = 'ai-solutions/penguins/v3/train/source/source.tar.gz'

function metadataRunning(script: keyof typeof SCRIPTS) {
  const { pipeline, ...rest } = metadataForTests()
  const command = ['sh', `${script}.sh`]
  return { ...rest, pipeline: [{ ...pipeline[0], command, source_uri: `s3://first-bucket/${SOURCE}` }] }
}

async function start(script: keyof typeof SCRIPTS, modes = {}): Promise<string> {
  const name = `${script}-${crypto.randomUUID().slice(0, 8)}`
  const made = await addStream(fixture, fixture.people.first.id, metadataRunning(script), name)
  await fixture.deps.database.update(instances).set({ modes }).where(eq(instances.id, made.instance))
  return fixture.startAs('member', made.stream)
}

async function endOf(id: string) {
  await waitFor(async () => expect((await fixture.info(id)).ended_at).not.toBeNull())
  const { artifacts } = await fixture.as('member').call(listArtifacts, { params: { id } })
  return { run: await fixture.info(id), paths: artifacts.map(({ path }) => path) }
}

const textOf = async (id: string, path: string) =>
  (await fixture.as('member').ask(readArtifact, { params: { id, path } })).body

/** Changes a file of the run after it was listed and before it is read. */
function beforeOpening(path: string, change: (file: string) => Promise<void>): void {
  home.engine.openOutput = async (key, asked, from) => {
    if (asked === `work/${path}`) await change(join(folderOf(home, key), 'cwd', path))
    return openOutput(key, asked, from)
  }
}

const MODEL = 'To get a model, let it write to PODIUM_OUTPUT_DIR/model.'

test('a program that fills its working folder in every way ends as it did, and others run meanwhile', async () => {
  let besides: ReturnType<typeof endOf> | null = null
  beforeOpening('doomed', async (file) => {
    await rm(file)
    besides = start('quick').then(endOf)
    expect((await besides).run.state).toBe('succeeded')
  })
  const { run, paths } = await endOf(await start('hostile'))
  expect(besides).not.toBeNull()
  const isRoot = process.getuid?.() === 0
  expect(run).toMatchObject({ state: 'succeeded', exit_code: 0 })
  // Two of the two thousand are not kept: one is too large, and one is gone.
  expect(paths).toHaveLength(1998)
  expect(paths).toEqual(expect.arrayContaining(['work/model.pt', 'work/many/00001']))
  expect(paths).not.toEqual(expect.arrayContaining(['work/doomed']))
  const sentences = [
    'work/.netrc was left out: files of such names hold keys or passwords.',
    'work/passwd was left out: links that lead out of the working folder are not kept.',
    'work/pipe and work/socket were left out: only plain files are kept, no sockets or pipes.',
    ...(isRoot ? [] : ['work/closed was left out: files that the server may not read are not kept.']),
    expect.stringMatching(
      /^work\/many\/0\d+, work\/many\/\d+, work\/many\/\d+ and 48,00\d more were left out: at most 2,000 files of the working folder are kept\.$/,
    ),
    'work/doomed was left out: it cannot be read.',
    'work/huge.bin was left out: the outputs together are larger than the server accepts.',
  ]
  expect(run.raw?.warnings).toHaveLength(sentences.length)
  expect(run.raw?.warnings).toEqual(expect.arrayContaining(sentences))
  expect(run.detail).toMatch(
    /^Finished\. Kept 1,998 files of the working folder\. work\/.* More files were left out\. To get a model/,
  )
})

test('a program keeps what it changed in place, renamed, dated back or linked, and no more', async () => {
  const id = await start('changing')
  const { run, paths } = await endOf(id)
  expect(paths).toEqual(['work/old', 'work/renamed.md', 'work/rows.csv', 'work/twice'])
  expect(run.detail).toBe(`Finished. Kept 4 files of the working folder. ${MODEL}`)
  expect(await textOf(id, 'work/rows.csv')).toBe('a,b\nmore\n')
})

test('a file that grows past the limit while it is kept is left out, and the rest is kept', async () => {
  beforeOpening('grows', (file) => truncate(file, 20 * 2 ** 30))
  const { run, paths } = await endOf(await start('growing'))
  expect(paths).toEqual(['work/stays'])
  expect(run.detail).toBe(
    `Finished. Kept 1 file of the working folder. work/grows was left out: the outputs together are larger than the server accepts. ${MODEL}`,
  )
})

test('a program that removes its working folder ends, and nothing of it is kept', async () => {
  const { run, paths } = await endOf(await start('leaving'))
  expect(paths).toEqual([])
  expect(run.detail).toBe(
    'Finished. It wrote nothing to PODIUM_OUTPUT_DIR/model, so there is no model to download.',
  )
})

test('a failed program keeps its working folder, and its sentence names the failure', async () => {
  const id = await start('failing')
  const { run, paths } = await endOf(id)
  expect(run).toMatchObject({ state: 'failed', detail: 'Exit code 3; the log is empty.' })
  expect(paths).toEqual(['work/result.txt'])
})

test('a run in dev mode keeps its files twice, so that a person may change those of its folder', async () => {
  const id = await start('quick', { dev: true })
  const { run, paths } = await endOf(id)
  expect(paths).toEqual(['work/result.txt'])
  expect(run.detail).toBe(
    `Finished. Its working directory is kept for 7 days. Kept 1 file of the working folder. ${MODEL}`,
  )
  await truncate(join(folderOf(home, fixture.key(id)), 'cwd', 'result.txt'), 0)
  expect(await textOf(id, 'work/result.txt')).toBe('quick\n')
})

test('a run whose files could not be kept at once keeps all of them at the next try', async () => {
  let fails = true
  beforeOpening('stays', async () => {
    if (!fails) return
    fails = false
    throw new Error('EIO: i/o error')
  })
  const id = await start('growing')
  const { run, paths } = await endOf(id)
  expect(paths).toEqual(['work/grows', 'work/stays'])
  expect(run.detail).toBe(`Finished. Kept 2 files of the working folder. ${MODEL}`)
})
