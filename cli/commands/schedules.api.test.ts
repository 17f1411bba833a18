import type { AddressInfo } from 'node:net'
import { listSchedules } from '@podium/contract/calls/schedules.ts'
import { createRunFixture, type RunFixture } from '@podium/server/domains/runs/testing/run-fixture.ts'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { podium, type TypedOptions } from '../testing/typed-command.ts'

let fixture: RunFixture
let printed: string[]
beforeAll(async () => {
  fixture = await createRunFixture()
  await fixture.app.listen({ host: '127.0.0.1', port: 0 })
  return () => fixture.close()
})
beforeEach(() => {
  printed = []
  const { port } = fixture.app.server.address() as AddressInfo
  vi.stubEnv('PODIUM_URL', `http://127.0.0.1:${port}`)
  vi.stubEnv('PODIUM_TOKEN', fixture.people.tokens.developer)
  vi.spyOn(console, 'log').mockImplementation((line) => printed.push(line))
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const run = (words: string[], options: TypedOptions = {}) =>
  podium('schedules', words, { workspace: 'first-ws', ...options })
const there = async () => {
  const query = { workspace_id: fixture.people.first.id }
  return (await fixture.as('member').call(listSchedules, { query })).schedules
}

test('creates, lists, pauses, resumes and deletes schedules', async () => {
  await run([])
  expect(printed).toEqual(['first has no schedules.'])
  await run(['create', 'penguins', '30 6 * * 1-5'], {
    'time-zone': 'Europe/Berlin',
    'when-running': 'queue',
    'when-missed': 'run_once',
  })
  const [made] = await there()
  expect(made).toMatchObject({
    stream_name: 'penguins',
    pipeline: 'train',
    cron: '30 6 * * 1-5',
    time_zone: 'Europe/Berlin',
    when_running: 'queue',
    when_missed: 'run_once',
    runs_as: 'developer',
  })
  expect(printed[1]).toBe('penguins: Mon to Fri at 06:30, Europe/Berlin. It runs as developer, next at:')
  expect(printed.slice(2)).toHaveLength(5)
  expect(printed[2]).toMatch(/^\d{4}-\d\d-\d\d 06:30 Europe\/Berlin +\d{4}-\d\d-\d\dT0[45]:30:00\.000Z$/)

  printed = []
  await run(['pause', 'penguins'])
  await run(['list'])
  expect(printed[0]).toBe('The schedule of penguins is off.')
  expect(printed[2]).toMatch(
    /^[0-9a-f-]{36} +penguins +train +Mon to Fri at 06:30 +Europe\/Berlin +off +developer$/,
  )
  await run(['resume', made?.id ?? ''])
  expect(printed.at(-1)).toBe('The schedule of penguins is on and runs as developer.')
  printed = []
  await run(['list'], { json: true })
  expect(JSON.parse(printed.join('\n'))).toMatchObject([{ id: made?.id, active: true }])

  await run(['create', 'penguins', '0', '6', '*', '*', '*'], { 'time-zone': 'UTC' })
  await expect(run(['pause', 'penguins'])).rejects.toThrow(
    "'penguins' may mean 2 schedules of first. Name one by its id: ",
  )
  for (const { id } of await there()) await run(['delete', id], { yes: true })
  expect(await there()).toEqual([])
  expect(printed.at(-1)).toBe('The schedule of penguins is deleted. The runs that it has started stay.')
})

test('shows the next times of an expression in its time zone', async () => {
  await run(['next', '0 6 * * *'], { 'time-zone': 'Asia/Tokyo' })
  expect(printed).toHaveLength(5)
  expect(printed[0]).toMatch(/^\d{4}-\d\d-\d\d 06:00 Asia\/Tokyo +\d{4}-\d\d-\d\dT21:00:00\.000Z$/)
})

test.each([
  [['run'], {}, 'Use podium schedules list | next | create | pause | resume | delete.'],
  [['create', 'penguins'], {}, 'Name the stream and the times: podium schedules create'],
  [['create', 'whales', '0 6 * * *'], {}, "There is no stream 'whales' in first. Try penguins."],
  [['create', 'penguins', '0 25 * * *'], {}, "'25' cannot be the hour."],
  [
    ['create', 'penguins', '0 6 * * *'],
    { 'when-running': 'wait' },
    "--when-running takes skip or queue or replace, not 'wait'.",
  ],
  [['delete', 'whales'], { yes: true }, "There is no schedule 'whales' in first."],
] as const)('refuses %j %o', async (words, options, sentence) => {
  await expect(run([...words], options)).rejects.toThrow(sentence)
  expect(await there()).toEqual([])
})
