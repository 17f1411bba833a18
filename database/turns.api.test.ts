import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { withClient } from './testing/with-client.ts'
import { createDatabaseTurns } from './turns.ts'

let database: TestDatabase
let servers: ReturnType<typeof createDatabaseTurns>[]
beforeEach(async () => {
  database = await createTestDatabase()
  servers = [createDatabaseTurns(database.serving), createDatabaseTurns(database.serving)]
  return async () => {
    for (const { close } of servers) await close()
    await database.drop()
  }
})

/** Runs work in turn on one of two servers. */
function inTurn<T>(server: number, path: string, work: () => Promise<T>): Promise<T> {
  return (servers[server % 2] as (typeof servers)[number]).inTurn(path, work)
}

test('runs nothing at once at one path, above it or below it, in any order', async () => {
  const deep = `a/${'b/'.repeat(20)}`
  const paths = ['a', 'a/b', 'a/b/c', 'a/c', 'b', 'b/a', `${deep}x`, `${deep}y`]
  const underWay = new Set<string>()
  const inTheWay = (path: string) =>
    [...underWay].filter((other) => `${path}/`.startsWith(`${other}/`) || other.startsWith(`${path}/`))
  const turns = Array.from({ length: 160 }, (_, n) => {
    const path = paths[(n * 5) % paths.length] ?? ''
    return inTurn(n, path, async () => {
      const met = inTheWay(path)
      underWay.add(path)
      await database.pool.query('select')
      underWay.delete(path)
      return met
    })
  })
  expect((await Promise.all(turns)).flat()).toEqual([])
})

test('lets other paths proceed without waiting', async () => {
  const beside = () => inTurn(1, 'poc/a/c', async () => 'stored')
  expect(await inTurn(0, 'poc/a/b', beside)).toBe('stored')
})

test('ends the turn of failed work and of a broken connection, and changes nothing else', async () => {
  const failing = inTurn(0, 'poc/a', () => Promise.reject(new Error('full')))
  await expect(failing).rejects.toThrow('full')
  const done = await inTurn(0, 'poc/a', async () => {
    await withClient(database.serving, (client) =>
      client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'podium turns' and datname = current_database()`,
      ),
    )
    return inTurn(1, 'poc/a', async () => 'stored')
  })
  expect(done).toBe('stored')
})
