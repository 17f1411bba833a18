import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Started } from '../testing/started-program.ts'
import { startServer } from '../testing/started-server.ts'
import type { Manifest } from './manifest.ts'
import { entriesOf, type Packed, packEntries } from './testing/repack.ts'

const BOSS = { id: 'boss', password: 'violet kettle under moss' }

let folder: string
const children: ChildProcess[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'podium-homes-'))
  return async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 50 })
  }
})

function startOn(home: string, ...command: string[]): Started {
  const env = {
    PODIUM_HOME: home,
    PODIUM_PORT: '0',
    PODIUM_ADMIN_ID: BOSS.id,
    PODIUM_ADMIN_PASSWORD: BOSS.password,
  }
  const started = startServer(env, ...command)
  children.push(started.child)
  return started
}

/** Runs a command on a home. Returns its exit code and its output. */
async function command(home: string, ...args: string[]): Promise<[code: number | null, output: string]> {
  const { text, ended } = startOn(home, ...args)
  const code = await ended
  return [code, text().trim()]
}

async function serve(home: string) {
  const { child, ended, untilPrinted } = startOn(home)
  return {
    address: await untilPrinted(/running at (http:\S+)/),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function signIn(address: string): Promise<string> {
  const response = await fetch(`${address}/api/v1/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ login_id: BOSS.id, login_pw: BOSS.password }),
  })
  expect(response.status).toBe(200)
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function ask(address: string, cookie: string, path: string, init: RequestInit = {}) {
  const response = await fetch(address + path, { ...init, headers: { cookie } })
  expect([path, response.status]).toEqual([path, 200])
  return response
}

test('exports a home with and without its server running, and restores it elsewhere', async () => {
  const home = join(folder, 'first')
  const server = await serve(home)
  const cookie = await signIn(server.address)
  const workspace = { name: 'data', s3_bucket_name: 'data-bucket', execution_specs: [] }
  const made = await ask(server.address, cookie, '/api/v1/workspaces', {
    method: 'POST',
    body: JSON.stringify(workspace),
  })
  const { id } = (await made.json()) as { id: string }
  const path = `/api/v1/workspaces/${id}/objects/datasets/a.csv`
  await ask(server.address, cookie, path, { method: 'PUT', body: 'a,b\n1,2\n' })

  const beside = join(folder, 'beside.tar.gz')
  expect(await command(home, 'export', beside)).toEqual([
    0,
    expect.stringMatching(
      /^Exported \d+ rows of \d+ tables and 1 object \(8 bytes\) to \S+beside\.tar\.gz\. It holds/,
    ),
  ])
  await server.stop()
  const stopped = join(folder, 'stopped.tar.gz')
  expect((await command(home, 'export', stopped))[0]).toBe(0)

  const other = join(folder, 'second')
  expect(await command(other, 'import', stopped)).toEqual([
    0,
    expect.stringMatching(
      /^Imported \d+ rows of \d+ tables and 1 object \(8 bytes\) from .*\. Everyone has to sign in again\. Start Podium now\.$/,
    ),
  ])
  const again = await serve(other)
  expect((await fetch(again.address + path, { headers: { cookie } })).status).toBe(401)
  const read = await ask(again.address, await signIn(again.address), path)
  expect(await read.text()).toBe('a,b\n1,2\n')
  await again.stop()

  expect(await command(other, 'import', stopped)).toEqual([
    1,
    `${other} is already in use. Import only into an empty home: set PODIUM_HOME to a new folder.`,
  ])

  const third = join(folder, 'third')
  await mkdir(third)
  const entries = await entriesOf(beside)
  await packEntries(
    beside,
    entries.filter(({ header }) => header.name !== 'objects/data-bucket/datasets/a.csv'),
  )
  expect(await command(third, 'import', beside)).toEqual([
    1,
    'This export cannot be used: its objects were changed after the export. Nothing was imported.',
  ])
  expect(await readdir(third)).toEqual([])
})

/** An export with correct hashes and rows that no database accepts. */
function withDoubledWorkspace(entries: Packed[]): Packed[] {
  return entries.map((entry) => {
    if (entry.header.name === 'tables/workspaces.jsonl')
      return { ...entry, content: Buffer.concat([entry.content, entry.content]) }
    if (entry.header.name !== 'manifest.json') return entry
    const manifest = JSON.parse(String(entry.content)) as Manifest
    const table = manifest.tables.find(({ name }) => name === 'workspaces')
    const rows = entries.find(({ header }) => header.name === 'tables/workspaces.jsonl')?.content
    if (!table || !rows) throw new Error('the export has no workspaces')
    Object.assign(table, { rows: 2, sha256: createHash('sha256').update(rows).update(rows).digest('hex') })
    return { ...entry, content: Buffer.from(JSON.stringify(manifest)) }
  })
}

test('leaves the home empty if an import fails half-way', async () => {
  const whole = join(folder, 'stopped.tar.gz')
  const home = join(folder, 'fourth')
  const broken = join(folder, 'broken.tar.gz')
  await packEntries(broken, withDoubledWorkspace(await entriesOf(whole)))
  const [code, output] = await command(home, 'import', broken)
  expect([code, output]).toEqual([1, expect.stringContaining('duplicate key')])
  expect(await readdir(home)).toEqual([])
})

test('answers an impossible command with a sentence', async () => {
  const home = join(folder, 'nobody')
  expect(await command(home, 'export', join(folder, 'x.tar.gz'))).toEqual([
    1,
    `There is no Podium in ${home}. Set PODIUM_HOME to the folder that holds it.`,
  ])
  expect(await command(home, 'dance', 'x')).toEqual([
    1,
    "There is no command 'dance'. To start Podium, leave it out.",
  ])
})
