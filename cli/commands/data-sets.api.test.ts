import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { registerSolution } from '@podium/contract/calls/solutions.ts'
import type { MemoryEngine } from '@podium/engines/memory.ts'
import { createTestApp, type TestApp } from '@podium/server/testing/test-app.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium } from '../testing/typed-command.ts'

let server: TestApp<MemoryEngine>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-data-sets-'))
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  await server.as('developer').call(registerSolution, {
    query: { workspace_id: server.people.first.id },
    body: {
      metadata_json: { name: 'report', pipeline: [{ type: 'train', command: ['true'], parameters: {} }] },
    },
  })
  return async () => {
    await server.close()
    await rm(folder, { recursive: true })
  }
})

let printed: string[]
let told: string[]
beforeEach(() => {
  printed = []
  told = []
  const { port } = server.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', server.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
  vi.spyOn(console, 'error').mockImplementation((line) => told.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function write(files: Record<string, string>): Promise<string> {
  const source = await mkdtemp(join(folder, 'source-'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(source, path)), { recursive: true })
    await writeFile(join(source, path), content)
  }
  return source
}

test('pushes a folder, sends only new contents again, and pulls a version unchanged', async () => {
  const first = await write({ 'a.csv': 'one', 'deep/b.csv': 'two' })
  await podium('data-sets', ['push', 'sales', first], { note: 'the first' })
  expect(printed).toEqual(['sales v1: 2 files, 6 bytes. Use it with --data-set sales@v1.'])
  expect(told).toEqual(['2/2 files, 2 sent'])
  const second = await write({ 'a.csv': 'changed', 'deep/b.csv': 'two' })
  await podium('data-sets', ['push', 'sales', second])
  expect(told.at(-1)).toBe('2/2 files, 1 sent')
  await podium('data-sets', ['push', 'sales', await write({ 'c.csv': 'three' })], { keep: true })
  expect(printed.at(-1)).toMatch(/^sales v3: 3 files, 15 bytes/)
  const target = join(folder, 'pulled')
  await podium('data-sets', ['pull', 'sales@v1', target])
  expect(await readFile(join(target, 'a.csv'), 'utf8')).toBe('one')
  expect(await readFile(join(target, 'deep/b.csv'), 'utf8')).toBe('two')
  await expect(podium('data-sets', ['pull', 'sales', target])).rejects.toThrow('already exists')
  await podium('data-sets', ['list'])
  expect(printed.at(-1)).toMatch(/^sales +v3 +3 +15 +0 /)
})

test.each([
  '../out.csv',
  'deep/../../out.csv',
  '/out.csv',
  'a\\..\\..\\out.csv',
  'a\u001b[2J.csv',
  'a//b.csv',
  '..',
])('writes nothing for a server that names the file %j', async (path) => {
  const name = `hostile-${randomUUID().slice(0, 8)}`
  await podium('data-sets', ['push', name, await write({ 'a.csv': 'one' })])
  const ask = globalThis.fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const answer = await ask(...call)
    if (!String(call[0]).includes('/files?')) return answer
    const page = (await answer.json()) as { files: { path: string }[] }
    return Response.json({ ...page, files: page.files.map((file) => ({ ...file, path })) })
  })
  const target = join(folder, 'in', name)
  await expect(podium('data-sets', ['pull', name, target])).rejects.toThrow('Is it your server?')
  vi.unstubAllGlobals()
  expect(await readdir(join(folder, 'in')).catch(() => [])).toEqual([])
  expect(await readdir(folder)).not.toContain('out.csv')
})

test('keeps the files of an interrupted pull, and fetches missing and different ones', async () => {
  await podium('data-sets', ['push', 'parts', await write({ a: 'one', b: 'two', c: 'three', empty: '' })])
  const target = join(folder, 'parts')
  await podium('data-sets', ['pull', 'parts', target])
  expect(printed.at(-1)).toBe(`Wrote 4 files of parts v1 to ${target}.`)
  await rm(join(target, 'b'))
  await writeFile(join(target, 'c'), 'THREE')
  await writeFile(join(target, 'c.part'), 'mine')
  await podium('data-sets', ['pull', 'parts', target], { replace: true })
  expect(printed.at(-1)).toBe(`Wrote 2 files of parts v1 to ${target}. 2 were there already.`)
  expect(told.at(-1)).toBe('Not in that version, and left where it was: c.part.')
  const content = (name: string) => readFile(join(target, name), 'utf8')
  expect(await Promise.all(['a', 'b', 'c', 'empty', 'c.part'].map(content))).toEqual([
    'one',
    'two',
    'three',
    '',
    'mine',
  ])
})

test('does not keep a file that arrives differently from how it was stored', async () => {
  await podium('data-sets', ['push', 'damaged', await write({ 'a.csv': 'unharmed' })])
  const { objects } = server.deps
  const { s3_bucket_name: bucket } = server.people.first
  for await (const { path, size } of objects.list(bucket, ''))
    if (size === 'unharmed'.length) {
      await objects.remove(bucket, path)
      await objects.put(bucket, path, Readable.from(['tampered']))
    }
  const target = join(folder, 'damaged')
  await expect(podium('data-sets', ['pull', 'damaged', target])).rejects.toThrow(
    'a.csv did not come as it was stored. Nothing of it was kept: repeat the command.',
  )
  expect(await readdir(target)).toEqual([])
})

test('leaves out only hidden files in a push', async () => {
  const source = await write({ 'out/a.csv': 'one', 'node_modules/b.csv': 'two', '.hidden': 'x' })
  await podium('data-sets', ['push', 'whole', source])
  expect(told[0]).toBe('Left out: .hidden.')
  expect(printed.at(-1)).toMatch(/^whole v1: 2 files, 6 bytes/)
})

test('gives a run the version that it names, which then cannot be deleted', async () => {
  await podium('data-sets', ['push', 'used', await write({ 'a.csv': 'one' })])
  await podium('run', ['report'], { 'data-set': 'used' })
  expect(printed.at(-1)).toMatch(/^Started report-v1-1/)
  await expect(podium('data-sets', ['delete', 'used'], { yes: true })).rejects.toThrow(
    '1 run has not ended yet.',
  )
  await expect(podium('run', ['report'], { 'data-set': 'used@v9' })).rejects.toThrow('no version 9')
  await expect(podium('run', ['report'], { 'data-set': 'used', data: 'x' })).rejects.toThrow('Use only one')
  await expect(podium('data-sets', ['push', '../x', folder])).rejects.toThrow('is not the name of a data set')
})

test('deletes a data set with --yes', async () => {
  await podium('data-sets', ['push', 'old', await write({ 'a.csv': 'one' })])
  await podium('data-sets', ['delete', 'old'], { yes: true })
  expect([printed.at(-1), told.at(-1)]).toEqual(['Deleted old.', 'No run has read it.'])
  await expect(podium('data-sets', ['pull', 'old'])).rejects.toThrow("There is no data set 'old'")
})
