import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { connectDatabase } from './connect.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts'
import { lockInProcess } from './testing/lock-in-process.ts'
import { isAlive, until } from './testing/processes.ts'
import { quietLog } from './testing/quiet-log.ts'
import { temporaryHome } from './testing/temporary-home.ts'
import { withClient } from './testing/with-client.ts'

const { home, remove } = await temporaryHome()
const start = () => startEmbeddedPostgres({ home, log: quietLog })
const isRoot = process.getuid?.() === 0
let postgres: EmbeddedPostgres

beforeAll(async () => {
  postgres = await start()
  return async () => {
    await postgres.stop()
    await remove()
  }
})

function socketFolderOf({ serving }: EmbeddedPostgres): string {
  if (!('host' in serving)) throw new Error('The bundled PostgreSQL is reached through a socket.')
  return serving.host
}

test('has two roles: one owns the tables, the other serves and can create nothing', async () => {
  await withClient(postgres.owner, (client) => client.query('create table kept (n int primary key)'))
  await expect(
    withClient(postgres.serving, (client) => client.query('create table mine (n int)')),
  ).rejects.toThrow('permission denied for schema public')
})

test('writes every commit to the disk, and checks pages', async () => {
  const shown = await withClient(postgres.serving, async (client) => {
    const names = ['fsync', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'TimeZone']
    const { rows } = await client.query('select name, setting from pg_settings where name = any($1)', [names])
    return Object.fromEntries(rows.map((row: { name: string; setting: string }) => [row.name, row.setting]))
  })
  expect(shown).toEqual({
    fsync: 'on',
    synchronous_commit: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    TimeZone: 'UTC',
  })
})

test('closes data and socket to everybody else, and lets others only pass through the home', async () => {
  const modes = await Promise.all(
    [home, join(home, 'pg18'), socketFolderOf(postgres)].map(async (path) => (await stat(path)).mode & 0o777),
  )
  expect(modes.map((mode) => mode.toString(8))).toEqual(['711', '700', '700'])
})

test.runIf(isRoot)('lets a run of a workspace reach neither socket nor data', async () => {
  const socket = join(socketFolderOf(postgres), '.s.PGSQL.5432')
  const program = `
    const failed = (error) => error.code
    const socket = new Promise((done) => require('node:net').connect(${JSON.stringify(socket)}, () => done('open')).on('error', (error) => done(failed(error))))
    const data = require('node:fs/promises').readFile(${JSON.stringify(join(home, 'pg18', 'PG_VERSION'))}).then(() => 'read', failed)
    Promise.all([socket, data]).then((seen) => process.stdout.write(seen.join(' '), () => process.exit()))`
  const run = spawn(process.execPath, ['-e', program], { uid: 100_001, gid: 100_001, cwd: '/' })
  let seen = ''
  run.stdout.on('data', (text) => {
    seen += text
  })
  await once(run, 'close')
  expect(seen).toBe('EACCES EACCES')
})

test('refuses a second opener with a sentence that names the first', async () => {
  await expect(startEmbeddedPostgres({ home, log: quietLog, patience: 300 })).rejects.toThrow(
    `Another Podium is using the database in ${join(home, 'pg18')} (process ${postgres.pid}). Stop it, or set PODIUM_HOME to another folder.`,
  )
  await withClient(postgres.serving, (client) => client.query('select 1'))
})

test('starts again after a kill, with every committed row', async () => {
  const { database, pool, close } = connectDatabase({ connection: postgres.owner, log: quietLog })
  const acknowledged: number[] = []
  let n = 0
  const write = async () => {
    const value = n++
    await pool.query('insert into kept values ($1)', [value])
    acknowledged.push(value)
  }
  const killed = postgres.pid
  while (acknowledged.length < 200) await write()
  const unanswered = Array.from({ length: 10 }, () => database.transaction((tx) => tx.execute('select 1')))
  process.kill(killed, 'SIGKILL')
  await Promise.allSettled([write(), ...unanswered])
  const writesOnTheNewOne = () =>
    write().then(
      () => postgres.pid !== killed,
      () => false,
    )
  await until('writing goes on', writesOnTheNewOne)
  const { rows } = await pool.query<{ n: number }>('select n from kept order by n')
  expect(rows.map((row) => row.n)).toEqual(expect.arrayContaining(acknowledged))
  expect(pool.totalCount - pool.idleCount).toBe(0)
  await close()
})

test('serves the same rows after a stop and a start, and leaves no process behind', async () => {
  const stopped = postgres.pid
  const count = () =>
    withClient(postgres.owner, async (client) => (await client.query('select count(*) from kept')).rows)
  const before = await count()
  await postgres.stop()
  expect(isAlive(stopped)).toBe(false)
  postgres = await start()
  expect(await count()).toEqual(before)
})

test('closes a folder at the start that was opened to a group, as clusters open volumes', async () => {
  await postgres.stop()
  await chmod(join(home, 'pg18'), 0o2770)
  postgres = await start()
  expect((await stat(join(home, 'pg18'))).mode & 0o777).toBe(0o700)
})

test('ends with its server when that is killed, and the next start waits for the end', async () => {
  const other = await temporaryHome()
  onTestFinished(other.remove)
  const holder = lockInProcess(other.home)
  const pid = await new Promise<number>((resolve) => {
    holder.stdout?.once('data', (output) => resolve(Number(String(output))))
  })
  expect(isAlive(pid)).toBe(true)
  holder.kill('SIGKILL')
  const next = await startEmbeddedPostgres({ home: other.home, log: quietLog })
  onTestFinished(() => next.stop())
  await until('the first PostgreSQL has ended', () => !isAlive(pid))
  await withClient(next.serving, (client) => client.query('select 1'))
})
