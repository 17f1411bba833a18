import { randomUUID } from 'node:crypto'
import { connectDatabase } from '@podium/database/connect.ts'
import { quietLog } from '@podium/database/testing/quiet-log.ts'
import { createPeople } from '@podium/server/testing/test-people.ts'
import { sql } from 'drizzle-orm'
import type { Verdict } from '../verdict.ts'
import { measureLists, type Seed } from './lists.ts'

/** Measures a version of 100,000 files and the one before it, beside versions of 100. */
export function measureDataSets(): Promise<Verdict[]> {
  // The seed of each database creates its own.
  const ids = new Map<number, string>()
  const seed: Seed = async (connection, size) => {
    const { database, close } = connectDatabase({ connection, log: quietLog })
    try {
      const { first, ids: people, tokens } = await createPeople(database)
      const id = randomUUID()
      ids.set(size, id)
      const own = sql`${first.id}::uuid`
      await database.execute(sql`
        insert into data_sets (id, workspace_id, name, last_version) values (${id}::uuid, ${own}, 'line-3', 2)`)
      for (const number of [1, 2]) {
        const version = randomUUID()
        await database.execute(sql`
          insert into data_set_versions (id, data_set_id, workspace_id, number, files, bytes, created_by)
          values (${version}::uuid, ${id}::uuid, ${own}, ${number}, ${size}, ${size} * 200000::bigint, ${people.member}::uuid)`)
        await database.execute(sql`
          insert into data_set_files (version_id, path, size, sha256)
          select ${version}::uuid, 'images/' || n / 1000 || '/' || lpad(n::text, 6, '0') || '.png', 200000,
            encode(sha256((n || case when n % 100 = 0 then ${`v${number}`} else '' end)::bytea), 'hex')
          from generate_series(1, ${size}) n`)
      }
      return { token: tokens.member ?? '', workspace_id: first.id }
    } finally {
      await close()
    }
  }
  return measureLists({
    what: 'files',
    few: 100,
    many: 100_000,
    seed,
    calls: ({ workspace_id }, size) => {
      const files = `/api/v1/data-sets/${ids.get(size)}/versions/2/files?page_size=100`
      const middle = `images/${Math.floor(size / 2 / 1000)}/`
      return {
        'data sets': `/api/v1/data-sets?workspace_id=${workspace_id}`,
        'first page': files,
        'page in the middle': `${files}&after=${middle}`,
        'by folder': `${files}&prefix=${middle}`,
      }
    },
  })
}
