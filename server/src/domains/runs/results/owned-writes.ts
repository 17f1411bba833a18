import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore } from '@podium/storage/object-store.ts'
import { sql } from 'drizzle-orm'
import { query } from '../../rows.ts'
import type { RunRow } from '../run-row.ts'

/**
 * The store as long as the run is this server's. One that stood still, while another ended the run and let the engine
 * forget it, would put what it finds then, nothing, in the place of what was kept.
 */
export function writtenByOwner(objects: ObjectStore, database: Database, run: RunRow): ObjectStore {
  async function checkOwner(): Promise<void> {
    const isOurs = await query(database).any(sql`
      select from runs where id = ${run.id}::uuid and owner = ${run.owner} and attempt = ${run.attempt}
        and state in ('starting', 'running') and lease_until > now()`)
    if (!isOurs) throw new Error(`Another server has taken over the run ${run.id}.`)
  }
  return {
    ...objects,
    put: (bucket, path, body, options) =>
      objects.put(bucket, path, body, {
        ...options,
        async within(_stored, commit) {
          await checkOwner()
          await commit()
        },
      }),
  }
}
