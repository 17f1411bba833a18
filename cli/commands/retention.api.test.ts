import type { AddressInfo } from 'node:net'
import {
  createRetentionFixture,
  KEEP_NOTHING_ELSE,
  type RetentionFixture,
} from '@podium/server/domains/retention/testing/retention-fixture.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium as command } from '../testing/typed-command.ts'

let podium: RetentionFixture
let printed: string[]
const options = { workspace: 'first-ws' }

beforeAll(async () => {
  podium = await createRetentionFixture()
  await podium.app.listen({ host: '127.0.0.1', port: 0 })
  for (let run = 0; run < 3; run += 1) await podium.train()
  return () => podium.close()
})
beforeEach(() => {
  printed = []
  const { port } = podium.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', podium.people.tokens.manager)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Runs a command and returns its output. */
async function say(command: Promise<void>): Promise<string> {
  printed = []
  await command
  return printed.join('\n')
}

test('shows, previews and applies rules, and lists, restores and empties the trash', async () => {
  expect(await say(command('retention', [], options))).toBe(
    'logs: keeps everything\nartifacts: keeps everything\ntrash: kept for 14 days',
  )
  expect(await say(command('retention', ['apply'], { ...options, yes: true }))).toMatch(
    /^No files of .* have to be moved to the trash/,
  )
  await podium.setRules({ artifacts: { ...KEEP_NOTHING_ELSE, last: 1, aliased: true } })
  expect(await say(command('retention', ['show'], options))).toContain(
    'artifacts: keeps the newest 1 of each stream, runs whose model has an alias',
  )
  const previewed = JSON.parse(await say(command('retention', ['preview'], { ...options, json: true })))
  expect(previewed).toMatchObject({ total: 2, logs_bytes: 0 })
  const [first, second] = previewed.runs as { run_name: string }[]
  expect(await say(command('retention', ['preview'], options))).toContain(first?.run_name)
  expect(await say(command('retention', ['apply'], { ...options, yes: true }))).toBe(
    `The files of 2 runs went to the trash: ${previewed.artifacts_bytes} bytes.`,
  )
  expect(await say(command('trash', [], options))).toMatch(/RESTORABLE UNTIL\n.+\d{4}-\d\d-\d\dT/)
  await expect(command('trash', ['restore'], options)).rejects.toThrow('podium trash restore --all')
  await expect(command('trash', ['restore', 'nothing'], options)).rejects.toThrow(
    "There is no run 'nothing' in the trash",
  )
  const named = first?.run_name ?? ''
  expect(await say(command('trash', ['restore', named], options))).toBe('The files of 1 run are back.')
  const left = JSON.parse(await say(command('trash', ['list'], { ...options, json: true })))
  expect(left).toMatchObject([{ run_name: second?.run_name }])
  expect(await say(command('trash', ['empty'], { ...options, yes: true }))).toBe(
    `The files of 1 run are removed, ${left[0].artifacts_bytes} bytes.`,
  )
  expect(await say(command('trash', [], options))).toMatch(/^The trash of .+ is empty\.$/)
  await expect(command('trash', ['show'], options)).rejects.toThrow("There is no 'podium trash show'.")
})
