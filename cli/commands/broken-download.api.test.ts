import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts'
import { podium } from '../testing/typed-command.ts'

const TEXT = Array.from({ length: 16_384 }, (_, at) => `row ${at % 10}\n`).join('')
const TABLE = 'report/table.csv'

let fixture: RunFixture
let run: string
let folder: string
let proxy: CuttingProxy
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-broken-download-'))
  fixture = await createRunFixture()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  run = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.output(fixture.key(run), TABLE, TEXT)
  fixture.deps.engine.output(fixture.key(run), 'model/weights.csv', TEXT)
  fixture.deps.engine.end(fixture.key(run), { outcome: 'succeeded' })
  await fixture.loop.tick()
  return async () => {
    await fixture.close()
    await rm(folder, { recursive: true })
  }
})

beforeEach(async () => {
  const { port } = fixture.app.server.address() as AddressInfo
  proxy = await startCuttingProxy(`http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  proxy.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Lets the proxy hang up once the bytes it sent are in the folder, because others are lost with the connection. */
function hangUpWhenWritten(into: string, name: string): void {
  let written = 0
  proxy.onHalf = (bytes) => {
    written += bytes
    return waitFor(async () => {
      const names = await readdir(into)
      const part = names.find((each) => each.startsWith(name) && each.endsWith('.part')) ?? ''
      expect((await stat(join(into, part))).size).toBe(written)
    })
  }
}

test('resumes an artifact after its connection broke, as often as it breaks', async () => {
  const into = await mkdtemp(join(folder, 'into-'))
  proxy.cuts = 4
  hangUpWhenWritten(into, 'table.csv')
  await podium('download', [run, TABLE], { server: proxy.address, output: into })
  expect(await readFile(join(into, 'table.csv'), 'utf8')).toBe(TEXT)
  expect(proxy.ranges).toEqual([1 / 2, 3 / 4, 7 / 8, 15 / 16].map((part) => `bytes=${TEXT.length * part}-`))
  expect(console.error).toHaveBeenCalledWith('The connection to the server broke. Waiting for it …')
})

test('leaves no file of an artifact that the server refuses after its connection broke', async () => {
  const into = await mkdtemp(join(folder, 'into-'))
  proxy.cuts = 1
  hangUpWhenWritten(into, 'table.csv')
  const { onHalf } = proxy
  proxy.onHalf = async (bytes) => {
    await onHalf(bytes)
    proxy.refusal = 404
  }
  await expect(podium('download', [run, TABLE], { server: proxy.address, output: into })).rejects.toThrow(
    'Something before Podium refused the call (404)',
  )
  expect(await readdir(into)).toEqual([])
})

test('resumes a model after its connection broke', async () => {
  const into = await mkdtemp(join(folder, 'into-'))
  await podium('download', [run], { output: join(into, 'whole.tar.gz'), model: true })
  proxy.cuts = 1
  hangUpWhenWritten(into, 'cut.tar.gz')
  await podium('download', [run], { server: proxy.address, output: join(into, 'cut.tar.gz'), model: true })
  expect(await readFile(join(into, 'cut.tar.gz'))).toEqual(await readFile(join(into, 'whole.tar.gz')))
  expect(proxy.ranges).toHaveLength(1)
})

test('starts an artifact again that was changed meanwhile', async () => {
  const into = await mkdtemp(join(folder, 'into-'))
  const { objects } = fixture.deps
  const stored: string[] = []
  for await (const { path } of objects.list('first-bucket', '')) stored.push(path)
  const path = stored.find((each) => each.endsWith(`artifacts/${TABLE}`)) ?? ''
  const put = (text: string) =>
    objects.put('first-bucket', path, Readable.from([Buffer.from(text)]), { replace: true })
  proxy.cuts = 1
  hangUpWhenWritten(into, 'table.csv')
  const { onHalf } = proxy
  proxy.onHalf = async (bytes) => {
    await onHalf(bytes)
    await put('another table')
  }
  await podium('download', [run, TABLE], { server: proxy.address, output: into })
  expect(await readFile(join(into, 'table.csv'), 'utf8')).toBe('another table')
  await put(TEXT)
})

test('resumes a file of a data set after its connection broke', async () => {
  const source = await mkdtemp(join(folder, 'source-'))
  await writeFile(join(source, 'table.csv'), TEXT)
  await podium('data-sets', ['push', 'tables', source])
  const into = join(folder, 'pulled')
  proxy.cuts = 2
  hangUpWhenWritten(into, 'table.csv')
  await podium('data-sets', ['pull', 'tables', into], { server: proxy.address })
  expect(await readFile(join(into, 'table.csv'), 'utf8')).toBe(TEXT)
  expect(proxy.ranges).toHaveLength(2)
})
