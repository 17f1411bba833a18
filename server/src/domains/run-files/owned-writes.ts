import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore, PutOptions } from '@podium/storage/object-store.ts'
import { assertLeased } from '../run-records/lease.ts'
import type { RunRow } from '../run-records/run-row.ts'

/**
 * Wraps the store so that writes succeed only while the run belongs to this server. A server that stalled while
 * another one finished the run would find no files any more, and overwrite the stored ones.
 */
export function writtenByOwner(objects: ObjectStore, database: Database, run: RunRow): ObjectStore {
  const whileLeased: PutOptions = {
    async within(_stored, commit) {
      await assertLeased(database, run)
      await commit()
    },
  }
  return {
    ...objects,
    put: (bucket, path, body, options) => objects.put(bucket, path, body, { ...options, ...whileLeased }),
    linkFile: (bucket, path, file, options) =>
      objects.linkFile(bucket, path, file, { ...options, ...whileLeased }),
  }
}
