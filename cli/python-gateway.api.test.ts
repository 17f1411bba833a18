// @module-tag python
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { errors } from '@podium/contract/rules/errors.ts'
import { SILENCE_MS } from '@podium/contract/wire/follow-stream.ts'
import { afterEach, expect, test } from 'vitest'
import { type Answer, type Gateway, page, podium, startGateway } from './testing/gateway.ts'

const PACKAGE = new URL('../python', import.meta.url).pathname
const RUN = { id: '1', state: 'stopped' }
const WORKSPACES = { workspaces: [{ id: 'w', name: 'w', display_name: 'W' }], total: 1 }

let gateway: Gateway
afterEach(() => gateway.close())

/** Runs a program behind a gateway with these answers, on a clock that advances only while it waits. */
async function python(program: string, ...answers: Answer[]): Promise<unknown> {
  gateway = await startGateway(answers)
  const head = `
import json, podium, podium.client, podium.wire
class Clock:
    now = 0
    def monotonic(self): return self.now
    def sleep(self, seconds): self.now += seconds
clock = podium.client.time = Clock()
server = podium.Client("${gateway.address}", "podium_x")
def told(ask):
    try:
        return ask()
    except podium.PodiumError as error:
        return str(error)
`
  const { stdout } = await promisify(execFile)('python3', ['-B', '-c', head + program], {
    env: { ...process.env, PYTHONPATH: PACKAGE },
  })
  return JSON.parse(stdout)
}

test('waits with a read while a gateway reaches no server, for a minute', async () => {
  const read = 'print(json.dumps([told(lambda: server.run("1")), clock.now]))'
  expect(await python(read, page(502), page(504), podium(RUN))).toEqual([RUN, 0.75])
  await gateway.close()
  const [sentence, waited] = (await python(read, page(502))) as [string, number]
  expect(sentence).toBe('Podium does not answer the gateway before it (502). It may be starting again.')
  expect(waited).toBeGreaterThan(50)
  expect(waited).toBeLessThanOrEqual(60)
})

test('repeats a call that creates something with its key', async () => {
  const busy = podium({ detail: errors['IDEMPOTENCY.BUSY'].detail({}) }, 409)
  const stop = 'print(json.dumps(told(lambda: server.stop("1"))))'
  expect(await python(stop, podium(WORKSPACES), page(502), busy, podium(RUN))).toEqual(RUN)
  const [, ...made] = gateway.calls.map(({ key }) => key)
  expect([made.length, new Set(made).size, made[0]]).toEqual([3, 1, expect.stringMatching(/^[0-9a-f]{32}$/)])
})

test('makes a change without a key once, and says that its outcome is unknown', async () => {
  const model = podium({ aliases: [] })
  const alias = 'print(json.dumps(told(lambda: server.set_alias("1", "best"))))'
  expect(await python(alias, model, page(502))).toContain('It is not known whether this was done.')
  expect(gateway.calls).toHaveLength(2)
})

test.each([
  ['a page of its login', page(200), "The answer is not Podium's: a gateway may want a sign-in of its own."],
  [
    'a redirect',
    page(302, { location: 'https://login.example.org/' }),
    'it leads to https://login.example.org/',
  ],
  ['a 407', page(407), 'wants a sign-in of its own (407)'],
  ['a 403', page(403), 'Something before Podium refused the call (403)'],
])("reports a gateway's %s at once", async (_, answer, sentence) => {
  const [found, waited] = (await python(
    `print(json.dumps([[told(lambda: server.run("1")), told(lambda: server.log("1")), told(lambda: list(server.follow("1")))], clock.now]))`,
    answer,
  )) as [string[], number]
  expect(found).toEqual([0, 1, 2].map(() => expect.stringContaining(sentence)))
  expect(waited).toBe(0)
})

test('says the size of an upload that is too large for a gateway', async () => {
  const upload = `
import tempfile
with tempfile.NamedTemporaryFile() as file:
    file.write(b"x" * 2048)
    file.flush()
    print(json.dumps(told(lambda: server.upload(file.name))))`
  expect(await python(upload, podium(WORKSPACES), page(413))).toContain(
    'Something before Podium refused 2.0 KiB as too large (413)',
  )
})

const UPLOAD = `
import tempfile
with tempfile.NamedTemporaryFile() as file:
    file.write(b"abc")
    file.flush()
    print(json.dumps([told(lambda: server.upload(file.name, "a")), clock.now]))`

test('sends a file again while Podium says that it cannot take it now, and not if waiting cannot help', async () => {
  const detail = 'The object store does not answer right now. Please try again in a few seconds.'
  const away = podium({ detail }, 503, { 'retry-after': '3' })
  expect(await python(UPLOAD, podium(WORKSPACES), away, away, podium({ path: 'a' }))).toEqual([
    'datasets/a',
    0.75,
  ])
  await gateway.close()
  const full = 'The object store is full: tell an administrator.'
  expect(await python(UPLOAD, podium(WORKSPACES), podium({ detail: full }, 503))).toEqual([full, 0])
})

test('resumes a log with a silent connection after the last event', async () => {
  const from: unknown[] = []
  const events =
    (text: string, isEnd: boolean): Answer =>
    (reply, { headers }) => {
      from.push(headers['last-event-id'])
      reply.writeHead(200, { 'content-type': 'text/event-stream' }).write(text)
      if (isEnd) reply.end()
    }
  const lines = (id: number, text: string) => `id: ${id}\nevent: lines\ndata: ${JSON.stringify({ text })}\n\n`
  const found = await python(
    `
silence = podium.client.SILENCE_S
podium.client.SILENCE_S = 0.2
print(json.dumps([silence, "".join(server.follow("1"))]))`,
    events(lines(7, 'before\n'), false),
    events(`${lines(13, 'after\n')}event: end\ndata: {}\n\n`, true),
  )
  expect(found).toEqual([SILENCE_MS / 1000, 'before\nafter\n'])
  expect(from).toEqual(['0', '7'])
})
