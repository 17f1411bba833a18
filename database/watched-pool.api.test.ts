import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { connectDatabase, type DatabaseConnection } from './connect.ts'
import { listenTo } from './listen.ts'
import { databaseProxy } from './testing/database-proxy.ts'
import { pausePostgres } from './testing/pause-postgres.ts'
import { quietLog } from './testing/quiet-log.ts'
import { startTestServer, type TestServer } from './testing/test-servers.ts'
import { waitFor } from './testing/wait-for.ts'

let server: TestServer
let own: DatabaseConnection
beforeAll(async () => {
  server = await startTestServer()
  own = connectDatabase({ connection: server.owner, log: quietLog })
  await own.pool.query('create table notes (text text)')
  return async () => {
    await own.close()
    await server.end()
  }
})

const inUse = () => own.pool.totalCount - own.pool.idleCount

test('fails waiting queries when the database hangs, and serves again when it goes on', async () => {
  const onGap = vi.fn()
  const listener = listenTo(own.database, 'notes', { onPayload: () => {}, onGap, log: quietLog })
  await waitFor(() => expect(onGap).toHaveBeenCalledOnce())

  let goOn = () => Promise.resolve()
  const broken = own.database.transaction(async (tx) => {
    await tx.execute(sql`insert into notes values ('half')`)
    goOn = await pausePostgres(server.admin)
    // more than the pool has connections
    const waiting = Array.from({ length: 20 }, () => own.pool.query('select 1'))
    const answers = await Promise.allSettled([
      tx.execute(sql`insert into notes values ('whole')`),
      ...waiting,
    ])
    expect(answers.map(({ status }) => status)).not.toContain('fulfilled')
  })
  await expect(broken).rejects.toThrow()
  await expect(own.pool.query('select 1')).rejects.toMatchObject({ code: '08006' })

  await goOn()
  const notes = () => own.pool.query('select * from notes')
  await waitFor(async () => expect((await notes()).rows).toEqual([]))
  await waitFor(() => expect(onGap).toHaveBeenCalledTimes(2))
  await Promise.all(Array.from({ length: 20 }, notes))
  await listener.close()
  expect(inUse()).toBe(0)
})

test('does not take a long statement for silence', { tags: ['long'] }, async () => {
  const slow = own.pool.query('select pg_sleep(2)')
  await expect(own.pool.query('select 1')).resolves.toBeDefined()
  await expect(slow).resolves.toBeDefined()
})

test('gives a waiting query a connection, even if that takes longer than the connect timeout', async () => {
  const slow = Array.from({ length: 10 }, () => own.pool.query('select pg_sleep(2.5)'))
  await expect(Promise.all([...slow, own.pool.query('select 1')])).resolves.toHaveLength(11)
})

test('closes without waiting for a database that hangs', { tags: ['long'] }, async () => {
  const second = connectDatabase({ connection: server.owner, log: quietLog })
  await second.pool.query('select 1')
  const goOn = await pausePostgres(server.admin)
  await expect(second.pool.query('select 1')).rejects.toThrow()
  await second.close()
  await goOn()
})

test('closes without waiting for a database that hangs from that moment on', { tags: ['long'] }, async () => {
  const second = connectDatabase({ connection: server.owner, log: quietLog })
  await second.pool.query('select 1')
  const goOn = await pausePostgres(server.admin)
  await second.close()
  await goOn()
})

test('closes while it connects, once connecting fails', { tags: ['long'] }, async () => {
  const mute = await databaseProxy(server.owner, (client) => client.on('error', () => {}))
  const second = connectDatabase({ connection: mute.settings, log: quietLog })
  const asked = expect(second.pool.query('select 1')).rejects.toThrow()
  await second.close()
  await asked
  mute.close()
})
