import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '@podium/server/app.ts'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '../scripts/free-ports.mjs'
import { type Connection, hostConnection, signedIn } from './connection.ts'
import { followRun } from './follow.ts'

let fixture: RunFixture
let id: string
let app: RunFixture['app']
beforeEach(async () => {
  fixture = await createRunFixture()
  await serve(await freePort())
  id = await fixture.start()
  await fixture.loop.tick()
  fixture.deps.engine.start(fixture.key(id))
  process.exitCode = undefined
  return async () => {
    vi.unstubAllEnvs()
    process.exitCode = undefined
    await app.close()
    await fixture.close()
  }
})

/** In addition to the fixture's own server, which has no port. */
async function serve(port: number): Promise<void> {
  app = await buildApp(fixture.deps, 'nowhere')
  await app.listen({ host: '127.0.0.1', port })
}

const address = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
const member = (): Connection => signedIn(address(), fixture.people.tokens.member ?? '')
const print = (text: string) => fixture.deps.engine.log(fixture.key(id), 'process', text)

async function end(exit_code: number): Promise<void> {
  const outcome = exit_code === 0 ? 'succeeded' : 'failed'
  fixture.deps.engine.end(fixture.key(id), { outcome, exit_code })
  await fixture.loop.tick()
}

/** The terminal of a person who follows, on a clock that advances only while the command waits. */
function terminal(onPause: (times: number) => Promise<void> = async () => {}) {
  let now = 0
  let pauses = 0
  let seen = () => {}
  const view = {
    log: '',
    told: '',
    write(text: string) {
      view.log += text
      seen()
    },
    tell(text: string) {
      view.told += `${text}\n`
    },
    now: () => now,
    random: () => 0,
    /** No stream times out here. */
    after: () => () => undefined,
    async pause(milliseconds: number) {
      now += milliseconds
      pauses += 1
      await onPause(pauses)
    },
    async until(shown: string) {
      while (!view.log.includes(shown))
        await new Promise<void>((resolve) => {
          seen = resolve
        })
    },
  }
  return view
}

/** Stops the server and returns a function that starts it again on the same port. */
function stop() {
  const { port } = app.server.address() as AddressInfo
  return { stopped: app.close(), startAgain: () => serve(port) }
}

test('shows a log as it was written, with exit code 0 for a run that succeeded', async () => {
  const view = terminal()
  print('epoch 1\nepoch 2\n')
  const following = followRun(member(), id, 'process', view)
  await view.until('epoch 2\n')
  print('“quoted”\tand \\ all, with no newline at its end')
  await end(0)
  await following
  expect(view.log).toBe('epoch 1\nepoch 2\n“quoted”\tand \\ all, with no newline at its end')
  expect(view.told).toContain('penguins-1 succeeded. Finished.')
  expect(process.exitCode).toBeUndefined()
})

test('says how much of a long log is left out', { tags: ['long'] }, async () => {
  const line = 'a line of some length\n'
  print(line.repeat(250_000))
  await end(1)
  const view = terminal()
  await followRun(member(), id, 'process', view)
  expect(view.log.length).toBeLessThanOrEqual(256 * 1024)
  expect(view.log.replaceAll(line, '')).toBe('')
  const left = ((line.length * 250_000 - view.log.length) / 1024 / 1024).toFixed(1)
  expect(view.told).toContain(`${left} MiB of the log are left out here. All of it: podium logs ${id}\n`)
  expect(process.exitCode).toBe(1)
})

test('resumes where it was when the server was restarted', { tags: ['long'] }, async () => {
  let outage: ReturnType<typeof stop> | undefined
  const view = terminal(async (times) => {
    await outage?.stopped
    if (times < 4) return
    await outage?.startAgain()
    outage = undefined
  })
  print('before\nhalf a')
  const following = followRun(member(), id, 'process', view)
  await view.until('before\n')
  outage = stop()
  print(' line\nafter\n')
  await end(0)
  await following
  expect(view.log).toBe('before\nhalf a line\nafter\n')
  expect(view.told).toMatch(
    /^The server at \S+ does not answer \(ECONNREFUSED\)\. Waiting for it …\npenguins-1 succeeded\./,
  )
})

test('uses the restarted server’s secret on the server’s own machine', async () => {
  const home = await mkdtemp(join(tmpdir(), 'podium-follow-'))
  vi.stubEnv('PODIUM_HOME', home)
  const note = async () => {
    await writeFile(join(home, 'server.json'), JSON.stringify({ address: address() }))
    await writeFile(join(home, 'host-token'), fixture.deps.hostToken)
  }
  await note()
  let outage: ReturnType<typeof stop> | undefined
  const view = terminal(async () => {
    await outage?.stopped
    fixture.deps.hostToken = 'another-secret'.padEnd(43, 'x')
    await outage?.startAgain()
    await note()
    outage = undefined
  })
  const connection = await hostConnection()
  if (!connection) throw new Error('the home names no server')
  print('before\n')
  const following = followRun(connection, id, 'process', view)
  await view.until('before\n')
  outage = stop()
  print('after\n')
  await end(0)
  await following
  expect(view.log).toBe('before\nafter\n')
  await rm(home, { recursive: true })
})

test('gives up after a minute a server that stays away, and one that refuses at once', {
  tags: ['long'],
}, async () => {
  const gone = { ...member(), address: 'http://127.0.0.1:1' }
  const view = terminal()
  await expect(followRun(gone, id, 'process', view)).rejects.toThrow(
    `The run goes on meanwhile. Follow it again: podium logs ${id} -f`,
  )
  expect(view.now()).toBeGreaterThan(50_000)
  expect(view.now()).toBeLessThanOrEqual(60_000)
  const refused = terminal()
  const stranger = signedIn(address(), 'nobody')
  await expect(followRun(stranger, id, 'process', refused)).rejects.toThrow('Your session has expired')
  expect(refused.now()).toBe(0)
})
