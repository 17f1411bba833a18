import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { connectDatabase } from './connect.ts'
import { type DatabaseLock, type LockedByOthers, lockDatabase } from './database-lock.ts'
import { hangingProxy } from './testing/hanging-proxy.ts'
import { quietLog } from './testing/quiet-log.ts'
import { slowProxy } from './testing/slow-proxy.ts'
import { createTestDatabase } from './testing/test-database.ts'
import { waitFor } from './testing/wait-for.ts'
import { withClient } from './testing/with-client.ts'

const END_HOLDS = `select pg_terminate_backend(pid) from pg_stat_activity
  where starts_with(application_name, 'podium-hold') and datname = current_database()`

async function createFixture() {
  const { serving, drop } = await createTestDatabase()
  const onTaken = vi.fn()
  const ask = (terms: string | null) =>
    lockDatabase(serving, { log: quietLog, terms, patienceMs: 0, onTaken })
  const lock = async (terms: string | null = null) => taken(await ask(terms))
  return { serving, drop, ask, lock, onTaken }
}

function taken(answer: DatabaseLock | LockedByOthers): DatabaseLock {
  if ('others' in answer) throw new Error('another holds the database')
  return answer
}

test('lets one server at a time hold a database, and the next one after release()', async () => {
  const { drop, ask, lock } = await createFixture()
  const first = await lock()
  expect(await ask(null)).toEqual({ others: [null] })
  expect(await ask('same')).toEqual({ others: [null] })
  await first.release()
  const next = await lock()
  await next.release()
  await drop()
})

test('does not wait in release() for a database that hangs', { tags: ['long'] }, async () => {
  const { serving, drop } = await createFixture()
  const proxy = await hangingProxy(serving)
  const lock = taken(
    await lockDatabase(proxy.settings, { log: quietLog, terms: null, patienceMs: 0, onTaken() {} }),
  )
  proxy.hang()
  await lock.release()
  proxy.close()
  await drop()
})

test('lets servers with the same terms share a database, and keeps off all others', async () => {
  const { drop, ask, lock } = await createFixture()
  const first = await lock('same')
  const second = await lock('same')
  expect(await ask('different')).toEqual({ others: ['same', 'same'] })
  await first.release()
  expect(await ask(null)).toEqual({ others: ['same'] })
  expect(await ask('different')).toEqual({ others: ['same'] })
  await second.confirm()
  await second.release()
  await (await lock()).release()
  await drop()
})

test('ends the connections of an exclusive holder with a shared hold, and none of sharing servers', {
  tags: ['long'],
}, async () => {
  const { serving, drop, lock } = await createFixture()
  const alone = connectDatabase({ connection: serving, log: quietLog })
  const first = await lock('same')
  const connection = { ...serving, application_name: first.connectionName }
  const sharing = connectDatabase({ connection, log: quietLog })
  await Promise.all([alone, sharing].map(({ pool }) => pool.query('select')))
  const connected = () => withClient(serving, namesOfServing)
  expect(await connected()).toEqual(['podium', 'podium-shared'])
  const second = await lock('same')
  expect(await connected()).toEqual(['podium-shared'])
  await first.release()
  await second.release()
  const next = await lock()
  expect(await connected()).toEqual([])
  await next.release()
  await alone.close()
  await sharing.close()
  await drop()
})

test.each([null, 'same'])('takes a broken hold again (%s)', { tags: ['long'] }, async (terms) => {
  const { serving, drop, ask, lock, onTaken } = await createFixture()
  const taken = await lock(terms)
  await withClient(serving, async (client) => {
    const [first] = await holdersOf(client)
    await client.query(END_HOLDS)
    await waitFor(async () => {
      const [second] = await holdersOf(client)
      expect(second?.pid).not.toBe(first?.pid)
      expect(second?.granted).toBe(true)
    })
  })
  await waitFor(() => taken.confirm())
  expect(await ask(null)).toEqual({ others: [terms] })
  expect(onTaken).not.toHaveBeenCalled()
  await taken.release()
  await drop()
})

test('tells a server that another one took the database meanwhile', async () => {
  const { serving, drop, lock, onTaken } = await createFixture()
  const taken = await lock()
  await withClient(serving, (other) =>
    withClient(serving, async (client) => {
      const waiting = other.query('select pg_advisory_lock(4927002)')
      await waitFor(async () => expect(await holdersOf(client)).toHaveLength(2))
      await client.query(END_HOLDS)
      await waiting
      await waitFor(() => expect(onTaken).toHaveBeenCalledOnce())
      await expect(taken.confirm()).rejects.toMatchObject({ code: '08006' })
    }),
  )
  await taken.release()
  await drop()
})

test('rolls back the open transactions of the last server before the next one has the database', async () => {
  const { serving, drop, lock } = await createFixture()
  const last = connectDatabase({ connection: serving, log: quietLog })
  let next: DatabaseLock | undefined
  const write = last.database.transaction(async (tx) => {
    await tx.execute(sql`insert into installation_secrets values ('late', 'x')`)
    next = await lock()
  })
  await expect(write).rejects.toThrow()
  expect(next).toBeDefined()
  const { rows } = await last.pool.query('select name from installation_secrets')
  expect(rows).toEqual([])
  await last.close()
  await drop()
})

test('waits for a slow answer of the database, but not for more than two', {
  tags: ['long'],
}, async () => {
  const { serving, drop } = await createTestDatabase()
  const proxy = await slowProxy(serving)
  const lock = taken(await lockDatabase(proxy.settings, { log: quietLog, terms: null, onTaken: vi.fn() }))
  const confirm = () => Promise.race([lock.confirm(), pause(5_000, 'hung')])
  proxy.setDelay(600)
  const first = confirm()
  // called while the question of the first is pending, whose answer may not count for it
  await pause(1)
  expect(await Promise.all([first, confirm()])).toEqual([undefined, undefined])
  proxy.setDelay(1_500)
  await expect(confirm()).rejects.toMatchObject({ code: '08006' })
  proxy.setDelay(0)
  await lock.release()
  proxy.close()
  await drop()
})

/** Lists the connections that hold the lock or wait for it, holders first. */
async function holdersOf(client: pg.Client): Promise<{ pid: number; granted: boolean }[]> {
  const { rows } =
    await client.query(`select pid, granted from pg_locks where locktype = 'advisory' and database =
    (select oid from pg_database where datname = current_database()) order by granted desc`)
  return rows
}

async function namesOfServing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select application_name from pg_stat_activity
    where datname = current_database() and application_name in ('podium', 'podium-shared') order by 1`)
  return rows.map(({ application_name }) => application_name)
}
