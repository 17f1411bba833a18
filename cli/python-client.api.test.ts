// @module-tag python
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildWheel } from '../scripts/build-downloads.mjs'
import { startScriptedServer } from './testing/scripted-server.ts'

const ROOT = new URL('..', import.meta.url).pathname
let fixture: RunFixture
let folder: string
let wheel: string
beforeAll(async () => {
  fixture = await createRunFixture()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'podium-wheel-'))
  wheel = join(folder, buildWheel(ROOT, folder))
  return async () => {
    await fixture.close()
    await rm(folder, { recursive: true })
  }
})

/** Runs a program that has only the wheel, because Python imports packages from zip files. */
async function python(program: string): Promise<unknown> {
  const { port } = fixture.app.server.address() as AddressInfo
  const head = `import json, podium\nserver = podium.Client("http://127.0.0.1:${port}", "${fixture.people.tokens.member}", workspace="first-ws")\n`
  const { stdout } = await promisify(execFile)('python3', ['-c', head + program], {
    cwd: folder,
    env: { ...process.env, PYTHONPATH: wheel },
  })
  return JSON.parse(stdout)
}

test("reports the package's version", async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(await python('print(json.dumps(podium.__version__))')).toBe(version)
})

test('downloads the results of a run, lists its model and gives it an alias', async () => {
  const id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.output(fixture.key(id), 'model/weights.json', '[1,2]')
  fixture.deps.engine.output(fixture.key(id), 'report/notes.txt', 'Trained well.')
  fixture.deps.engine.end(fixture.key(id), { outcome: 'succeeded' })
  await fixture.loop.tick()
  const found = await python(`
server.download_model("${id}", "model.tar.gz")
note = server.download("${id}", "notes.txt", "report/notes.txt").read_text()
server.set_alias("${id}", "production")
text = "".join(server.follow("${id}"))
print(json.dumps([note, [one["id"] for one in server.models(alias="production")], text == server.log("${id}")]))`)
  expect(found).toEqual(['Trained well.', [id], true])
})

test('registers a folder, and starts, stops, awaits and retries it', async () => {
  const run = (await python(`
import pathlib
folder = pathlib.Path("blossoms")
folder.mkdir()
step = {"step": "train", "args": {"epochs": 5}}
parameters = {"candidate_parameters": [step], "selected_user_parameters": [], "user_parameters": []}
pipeline = {"type": "train", "command": ["python3", "train.py"], "parameters": parameters}
folder.joinpath("metadata.json").write_text(json.dumps({"metadata_version": 1.1, "name": "blossoms", "pipeline": [pipeline]}))
folder.joinpath("train.py").write_text("print(1)")
folder.joinpath(".secret").write_text("not sent")
made = server.register(folder)
table = pathlib.Path("table.csv")
table.write_text("a,b")
place = server.upload(table)
run = server.start("blossoms", parameters={"train": {"epochs": 7}}, data=place)
server.stop(run["id"])
print(json.dumps([made["versions"][0]["version_num"], place, run]))`)) as [number, string, { id: string }]
  expect(run).toMatchObject([1, 'datasets/table.csv', { parameters: { train: { epochs: 7 } } }])
  await fixture.loop.tick()
  const [state, again, ids] = (await python(`
run = server.wait("${run[2].id}", every=0.1)
again = server.retry(run["id"])
print(json.dumps([run["state"], again["id"], [one["id"] for one in server.runs(solution="blossoms")]]))`)) as [
    string,
    string,
    string[],
  ]
  expect([state, ids]).toEqual(['stopped', [again, run[2].id]])
})

/** A clock that advances only while the client waits. */
const CLOCK = `
import podium.client
class Clock:
    now = 0
    def monotonic(self): return self.now
    def sleep(self, seconds): self.now += seconds
clock = podium.client.time = Clock()`

const OK = 'HTTP/1.1 200 OK\r\n'
const away = (status: number) => `HTTP/1.1 ${status} Away\r\ncontent-length: 0\r\n\r\n`
const size = (bytes: number) => `content-length: ${bytes}\r\n`
const BEGUN = `${OK}etag: "one"\r\n${size(9)}\r\nbeg`
const rest = (from: number, text: string) =>
  `HTTP/1.1 206 Partial Content\r\netag: "one"\r\ncontent-range: bytes ${from}-8/9\r\n${size(9 - from)}\r\n${text}`
const changed = `${OK}etag: "two"\r\n${size(3)}\r\nnew`
const ranges = (requests: string[]) =>
  requests.map((request) => /range: bytes=(\d+)-/i.exec(request)?.[1] ?? '')

test.each([
  ['shorter than it said', `${OK}content-length: 1000000\r\n\r\nbegun`, 'broke off after 5 of 1000000 bytes'],
  [
    'cut within a piece',
    `${OK}transfer-encoding: chunked\r\n\r\nff\r\nbegun`,
    'The connection to the server',
  ],
])('gives up a download that is %s for two minutes, and leaves no file', async (_, answer, sentence) => {
  const broken = await startScriptedServer(...Array<string>(50).fill(answer))
  const [told, left, waited] = (await python(`${CLOCK}
import os
try:
    podium.Client("${broken.address}", "podium_x").download_model("1", "cut.tar.gz")
except podium.PodiumError as error:
    print(json.dumps([str(error), [name for name in os.listdir(".") if name.startswith("cut")], clock.now]))`)) as [
    string,
    string[],
    number,
  ]
  broken.close()
  expect([told, left]).toEqual([expect.stringContaining(sentence), []])
  expect([waited > 110, waited <= 121]).toEqual([true, true])
})

test.each([
  [
    'goes on where its connection broke',
    [BEGUN, rest(3, 'un'), rest(5, 'here')],
    'begunhere',
    ['', '3', '5'],
  ],
  [
    'goes on when the server was away',
    [away(503), BEGUN, '', away(502), away(504), rest(3, 'unhere')],
    'begunhere',
    ['', '', '3', '3', '3', '3'],
  ],
  [
    'goes on as often as bytes come',
    [BEGUN, ...Array<string>(24).fill(''), rest(3, 'u'), ...Array<string>(24).fill(''), rest(4, 'nhere')],
    'begunhere',
    ['', ...Array<string>(25).fill('3'), ...Array<string>(25).fill('4')],
  ],
  ['begins again if it was changed', [BEGUN, changed], 'new', ['', '3']],
  ['begins again if it has a weak ETag', [BEGUN.replace('"one"', 'W/"one"'), changed], 'new', ['', '']],
  ['begins again if the server sends another part', [BEGUN, rest(5, 'here'), changed], 'new', ['', '3', '']],
])('runs a download that %s', async (_, answers, text, asked) => {
  const broken = await startScriptedServer(...answers)
  expect(
    await python(`${CLOCK}
import pathlib
path = podium.Client("${broken.address}", "podium_x").download_model("1", "resumed.tar.gz")
print(json.dumps(path.read_text()))`),
  ).toBe(text)
  expect(ranges(broken.requests)).toEqual(asked)
  for (const request of broken.requests)
    expect(/if-range: "one"/i.test(request)).toBe(/range: bytes/i.test(request))
  broken.close()
})

test('logs what a download waits for, and ends it when the server stays away', async () => {
  const broken = await startScriptedServer(BEGUN)
  broken.onSent = () => broken.goAway()
  const found = await python(`${CLOCK}
import logging, pathlib
said = []
class Said(logging.Handler):
    def emit(self, record): said.append(record.getMessage())
logging.getLogger("podium").addHandler(Said())
try:
    podium.Client("${broken.address}", "podium_x").download_model("1", "away.tar.gz")
except podium.PodiumError as error:
    print(json.dumps([said, str(error), 110 < clock.now <= 121, pathlib.Path("away.tar.gz.part").exists()]))`)
  expect(found).toEqual([
    [expect.stringContaining('broke off after 3 of 9 bytes. Waiting for the server ...')],
    expect.stringContaining('does not answer'),
    true,
    false,
  ])
})

test('resumes a log after the server was away, and gives up after a minute', {
  tags: ['long'],
}, async () => {
  const events = `${OK}content-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n`
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const first = chunk('event: lines\nid: 4\ndata: {"from":0,"text":"one\\n"}\n\n')
  const last = chunk('event: lines\nid: 8\ndata: {"from":4,"text":"two\\n"}\n\nevent: end\ndata: {}\n\n')
  const restarting = await startScriptedServer(
    `${events}${first}ff\r\nevent`,
    '',
    away(502),
    away(503),
    away(504),
    `${events}${last}`,
  )
  const found = await python(`${CLOCK}
text = "".join(podium.Client("${restarting.address}", "podium_x").follow("1"))
waited = clock.now
clock.now = 0
try:
    next(podium.Client("http://127.0.0.1:1", "podium_x").follow("1"))
except podium.PodiumError as error:
    print(json.dumps([text, waited, str(error), 50 < clock.now <= 60]))`)
  restarting.close()
  expect(found).toEqual(['one\ntwo\n', 7.75, expect.stringContaining('does not answer'), true])
})

test("raises a refusal with the server's sentence", async () => {
  const told = await python(`
try:
    server.start("no-such")
except podium.PodiumError as error:
    print(json.dumps(str(error)))`)
  expect(told).toBe("There is no solution 'no-such' in first.")
})

test('waits for an end while the server restarts, and refuses an unknown filter', async () => {
  const body = JSON.stringify({ id: '1', state: 'succeeded' })
  const restarting = await startScriptedServer(
    'HTTP/1.1 503 Away\r\ncontent-length: 0\r\n\r\n',
    '',
    `${OK}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
  const found = await python(`${CLOCK}
run = podium.Client("${restarting.address}", "podium_x").wait("1", every=0)
try:
    server.runs(stat="failed")
except TypeError as error:
    print(json.dumps([run["state"], str(error)]))`)
  restarting.close()
  expect(found).toEqual([
    'succeeded',
    expect.stringContaining('runs() has no filter stat. There are: failure, figure'),
  ])
})
