import { once } from 'node:events'
import { chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded.ts'
import { lockInProcess } from '../testing/lock-in-process.ts'
import { until } from '../testing/processes.ts'
import { quietLog } from '../testing/quiet-log.ts'
import { temporaryHome } from '../testing/temporary-home.ts'
import { withClient } from '../testing/with-client.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster } from './cluster.ts'

async function homeOfThisTest(): Promise<string> {
  const { home, remove } = await temporaryHome()
  onTestFinished(remove)
  return home
}

test('repeats a first start that was killed half-way, and leaves nothing behind', {
  tags: ['long'],
}, async () => {
  const home = await homeOfThisTest()
  const holder = lockInProcess(home)
  await until('the directory is being filled', async () => {
    const [unfinished] = (await readdir(home)).filter((name) => name.startsWith('pg18.init'))
    return unfinished !== undefined && (await readdir(join(home, unfinished))).includes('base')
  })
  holder.kill('SIGKILL')
  await once(holder, 'close')
  expect(await readdir(home)).not.toContain('pg18')

  const postgres = await startEmbeddedPostgres({ home, log: quietLog })
  onTestFinished(() => postgres.stop())
  await withClient(postgres.serving, (client) => client.query('select 1'))
  expect((await readdir(home)).sort()).toEqual(['pg18', 'pg18.socket'])
})

test('leaves a database of another major version alone, and says how to migrate it', async () => {
  const home = await homeOfThisTest()
  await mkdir(join(home, 'pg17'))
  await writeFile(join(home, 'pg17', 'PG_VERSION'), '17\n')
  await expect(startEmbeddedPostgres({ home, log: quietLog })).rejects.toThrow(
    /is a database of PostgreSQL 17, and this Podium comes with PostgreSQL 18\. Start it with the Podium that wrote it/,
  )
  expect(await readdir(join(home, 'pg17'))).toEqual(['PG_VERSION'])
  expect(await readdir(home)).not.toContain('pg18')
})

test.runIf(process.getuid?.() === 0)('tells a user without a name two ways out', async () => {
  const folder = await homeOfThisTest()
  const identity = { uid: 1_000_700_000, gid: 0 }
  await chown(folder, identity.uid, identity.gid)
  const binaries = await findBinaries(folder, identity)
  await expect(ensureCluster({ folder, binaries, identity, guard: [] })).rejects.toThrow(
    /could not look up effective user ID 1000700000.*\nUser 1000700000 has no line in \/etc\/passwd.*>> \/etc\/passwd\), or set PODIUM_DATABASE_URL/,
  )
})

test.runIf(process.getuid?.() === 0)('refuses a database of another user with a sentence', async () => {
  const home = await homeOfThisTest()
  await mkdir(join(home, 'pg18'))
  await chown(join(home, 'pg18'), 4711, 4711)
  await expect(startEmbeddedPostgres({ home, log: quietLog })).rejects.toThrow(
    /belongs to user 4711, and Podium would run it as user 65534/,
  )
})
