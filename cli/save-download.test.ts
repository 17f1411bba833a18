import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadModel } from '@podium/contract/calls/models.ts'
import { waitFor } from '@podium/database/testing/wait-for.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOnce } from './client.ts'
import { signedIn } from './connection.ts'
import { saveDownload } from './save-download.ts'
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts'

let folder: string
let server: ScriptedServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-save-download-'))
})
afterEach(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const whole = (text: string, headers = 'etag: "one"', length = text.length) =>
  `HTTP/1.1 200 OK\r\n${headers}\r\ncontent-length: ${length}\r\n\r\n${text}`
const rest = (from: number, text: string, length = text.length) =>
  `HTTP/1.1 206 Partial Content\r\netag: "one"\r\ncontent-range: bytes ${from}-${from + length - 1}/9\r\ncontent-length: ${length}\r\n\r\n${text}`
const REASON = '{"detail":"It is away."}'
const away = (status: number) =>
  `HTTP/1.1 ${status} Away\r\nretry-after: 3\r\ncontent-length: ${REASON.length}\r\n\r\n${REASON}`
const BEGUN = whole('beg', 'etag: "one"', 9)

/** The view of a person, on a clock that advances only while the download waits. */
function watch(onPause: (times: number) => Promise<void> = async () => {}) {
  let times = 0
  const view = {
    waited: 0,
    told: [] as string[],
    now: () => view.waited,
    async pause(milliseconds: number) {
      view.waited += milliseconds
      times += 1
      await onPause(times)
    },
    tell(sentence: string) {
      view.told.push(sentence)
    },
  }
  return view
}

/** Waits until the sent bytes are in the file before the server hangs up, because others are lost with it. */
async function writtenTo(file: string, answer: string): Promise<void> {
  const [head = '', bytes = ''] = answer.split('\r\n\r\n')
  if (!/^HTTP\/1.1 20/.test(head) || LEFT_OUT.test(head)) return
  await waitFor(async () => expect(await readFile(file, 'utf8')).toMatch(new RegExp(`${bytes}$`)))
}

/** Downloads from the server and returns the content of the file. */
async function download(view: ReturnType<typeof watch>): Promise<string> {
  const file = join(folder, 'model.tar.gz')
  server.onSent = (answer) => writtenTo(file, answer)
  const connection = signedIn(server.address, 'podium_x')
  await saveDownload(
    (headers) => openOnce(connection, downloadModel, { params: { id: '1' } }, { headers }),
    file,
    view,
  )
  return readFile(file, 'utf8')
}

/** A range that was not requested. */
const LEFT_OUT = /bytes 99-/

const ranges = () => server.requests.map((request) => /range: bytes=(\d+-)/i.exec(request)?.[1] ?? '')

test('resumes a download when the server refuses connections for a moment', async () => {
  server = await startScriptedServer(BEGUN, rest(3, 'unhere'))
  const view = watch(async (times) => {
    if (times === 1) server.goAway()
    if (times === 3) await server.comeBack()
  })
  expect(await download(view)).toBe('begunhere')
  expect(ranges()).toEqual(['', '3-'])
  expect(server.requests[1]).toMatch(/if-range: "one"/i)
  expect(view.told).toEqual(['The connection to the server broke. Waiting for it …'])
})

test.each([502, 503, 504])('resumes a download while a proxy answers %i, and says so', async (status) => {
  server = await startScriptedServer(away(status), BEGUN, away(status), '', rest(3, 'unhere'))
  const view = watch()
  expect(await download(view)).toBe('begunhere')
  expect(ranges()).toEqual(['', '', '3-', '3-', '3-'])
  expect(view.told).toEqual([
    'It is away. Waiting for it …',
    'The connection to the server broke. Waiting for it …',
  ])
})

test('resumes a download as often as bytes come', async () => {
  const text = 'begunhere'
  const bytes = Array.from(text, (letter, at) =>
    at === 0 ? whole(letter, 'etag: "one"', 9) : rest(at, letter, 9 - at),
  )
  const minutes = bytes.flatMap((each) => [each, ...Array<string>(20).fill(away(503))])
  server = await startScriptedServer(...minutes)
  const view = watch()
  expect(await download(view)).toBe(text)
  expect(view.waited).toBeGreaterThan(600_000)
})

test.each([
  ['has changed', 'etag: "one"', whole('new', 'etag: "two"'), '3-'],
  ['has no ETag', 'x-of: an archive', whole('new', 'x-of: an archive'), ''],
  ['has a weak ETag', 'etag: W/"one"', whole('new', 'etag: W/"one"'), ''],
])('restarts a download if its content %s', async (_, headers, answer, range) => {
  server = await startScriptedServer(whole('beg', headers, 9), answer)
  expect(await download(watch())).toBe('new')
  expect(ranges()).toEqual(['', range])
})

test('restarts a download if the server sends another part', async () => {
  server = await startScriptedServer(BEGUN, rest(99, 'here'), whole('begunhere'))
  expect(await download(watch())).toBe('begunhere')
  expect(ranges()).toEqual(['', '3-', ''])
})

test('gives up a download after two minutes without a byte', async () => {
  server = await startScriptedServer(BEGUN)
  const view = watch(async (times) => {
    if (times === 1) server.goAway()
  })
  await expect(download(view)).rejects.toThrow(
    `The server at ${server.address} does not answer (ECONNREFUSED).`,
  )
  expect(view.waited).toBeGreaterThan(110_000)
  expect(view.waited).toBeLessThanOrEqual(120_000)
})

test('gives up a download that restarts again and again at the same position', async () => {
  server = await startScriptedServer(...Array<string>(50).fill(whole('beg', 'x-of: an archive', 9)))
  const view = watch()
  await expect(download(view)).rejects.toThrow('The connection to the server broke.')
  expect(view.waited).toBeLessThanOrEqual(121_000)
})

test('ends a download at once that the server refuses', async () => {
  server = await startScriptedServer(BEGUN, away(404))
  const view = watch()
  await expect(download(view)).rejects.toThrow('It is away.')
  expect(view.waited).toBe(250)
})
