import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate } from '@podium/database/migrate.ts'
import {
  atPause,
  goOn,
  inHome,
  makeOldDatabase,
  pauseBefore,
  removePause,
  wholeOf,
} from '@podium/database/testing/old-home.ts'
import { until } from '@podium/database/testing/processes.ts'
import { currentMigrations } from '@podium/database/testing/release.ts'
import { temporaryHome } from '@podium/database/testing/temporary-home.ts'
import { canMount, createSmallDisk } from '@podium/engines/testing/small-disk.ts'
import { expect, onTestFinished, test } from 'vitest'
import type { Started } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'

const migrations = await currentMigrations()
const tagOf = (number: number) => migrations.at(number)?.tag ?? ''
const OLDEST = tagOf(3)

/** The tables that a server does not write to by itself once it serves. */
const OF_PEOPLE = ['accounts', 'workspaces', 'members', 'solutions', 'solution_versions', 'streams', 'runs']

type Whole = Awaited<ReturnType<typeof wholeOf>>

function start(home: string): Started {
  const server = startServer({ PODIUM_HOME: home, PODIUM_PORT: '0', PODIUM_LOG_LEVEL: 'warn' })
  onTestFinished(() => end(server, 'SIGKILL'))
  return server
}

async function end({ child, ended }: Started, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await ended
}

async function newHome(): Promise<string> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  return home
}

/** The home after an undisturbed upgrade, and the number of commands that changed the schema. */
async function undisturbed(home: string) {
  const copy = await newHome()
  execFileSync('cp', ['-a', `${home}/.`, copy])
  return inHome(copy, async (client, postgres) => {
    await pauseBefore(client, 0)
    await migrate(postgres)
    const commands = await removePause(client)
    return { commands, whole: await wholeOf(client) }
  })
}

/** Ignores moments that an upgrade records, because they are those of its own time. */
function withoutNow({ catalogue, rows }: Whole, began: number): Whole {
  const masked = (line: string) =>
    line.replace(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, (moment) => (Date.parse(moment) < began ? moment : 'now'))
  const lines = Object.entries(rows).map(([table, some]) => [table, some.map(masked).sort()])
  return { catalogue, rows: Object.fromEntries(lines) }
}

const memoryOf = ({ catalogue }: Whole) => catalogue.filter((fact) => fact.startsWith('migration '))
const rowsOfPeople = ({ rows }: Whole) => OF_PEOPLE.map((table) => [table, rows[table]])

/** Starts a server until it serves, and compares its home with the result of an undisturbed upgrade. */
async function expectToServe(server: Started, home: string, upgraded: Whole, began: number): Promise<void> {
  const address = await server.untilPrinted(/running at (http:\S+)/)
  const answer = await fetch(`${address}/api/v1/readyz`)
  expect(await answer.json()).toMatchObject({ status: 'ok' })
  await end(server, 'SIGTERM')
  const whole = withoutNow(await inHome(home, wholeOf), began)
  expect(whole.catalogue).toEqual(upgraded.catalogue)
  expect(rowsOfPeople(whole)).toEqual(rowsOfPeople(upgraded))
}

async function killAsDatabaseStarts(home: string): Promise<void> {
  const server = start(home)
  await until('PostgreSQL has begun', () => existsSync(join(home, 'pg18', 'postmaster.pid')))
  await end(server, 'SIGKILL')
}

async function killBefore(home: string, command: number): Promise<void> {
  await inHome(home, (client) => pauseBefore(client, command))
  const server = start(home)
  await atPause(home)
  await end(server, 'SIGKILL')
  await inHome(home, removePause)
}

test.each([
  ['number 3', OLDEST],
  ['number 36', tagOf(36)],
  ['the newest but ten', tagOf(-11)],
])(
  'upgrades a database of the schema %s at the next start, wherever the server is killed',
  { tags: ['long'] },
  async (_, version) => {
    const home = await newHome()
    await makeOldDatabase(home, version)
    const began = Date.now()
    const { commands, whole } = await undisturbed(home)
    const upgraded = withoutNow(whole, began)
    const before = await inHome(home, wholeOf)
    expect(memoryOf(before).length).toBeLessThan(memoryOf(upgraded).length)
    await killAsDatabaseStarts(home)
    // The last command grants a right, after all migrations.
    for (const command of [1, 3, Math.floor(commands / 3), Math.floor((commands * 2) / 3), commands]) {
      await killBefore(home, command)
      const killed = await inHome(home, wholeOf)
      if (command < commands) expect(killed).toEqual(before)
      else expect(withoutNow(killed, began).rows).toEqual(upgraded.rows)
    }
    await expectToServe(start(home), home, upgraded, began)
  },
)

async function expectDiskFull({ ended, text }: Started): Promise<void> {
  expect(await ended).toBe(1)
  expect(text()).toMatch(/The disk is full: .+ Nothing was lost: make room, then start Podium again\./)
}

test.runIf(canMount())(
  'reports a full disk during an upgrade, changes nothing, and continues when there is room',
  { tags: ['long'] },
  async () => {
    const disk = createSmallDisk(300)
    onTestFinished(() => disk.remove())
    const home = disk.folder
    await makeOldDatabase(home, OLDEST)
    const began = Date.now()
    const { commands, whole } = await undisturbed(home)
    const before = await inHome(home, wholeOf)

    // There is no room for the folders of an unused home.
    disk.fill()
    await expectDiskFull(start(home))
    disk.makeRoom()
    expect(await inHome(home, wholeOf)).toEqual(before)

    await killAsDatabaseStarts(home)
    await rm(join(home, 'ballast'), { force: true })
    await inHome(home, (client) => pauseBefore(client, Math.floor(commands / 2)))
    disk.fill()
    const server = start(home)
    await server.untilPrinted(/The disk is full: .+ Podium starts as soon as 24 MiB are free\./)
    disk.makeRoom()
    await atPause(home, async (client) => {
      disk.fill()
      await goOn(client)
    })
    await expectDiskFull(server)
    disk.makeRoom()
    await inHome(home, removePause)
    expect(await inHome(home, wholeOf)).toEqual(before)
    await expectToServe(start(home), home, withoutNow(whole, began), began)
  },
)
