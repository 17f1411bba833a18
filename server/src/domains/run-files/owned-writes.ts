import type { Database } from '@podium/database/connect.ts'
import type { ObjectStore, PutOptions } from '@podium/storage/object-store.ts'
import { checkHeld } from '../run-records/lease.ts'
import type { RunRow } from '../run-records/run-row.ts'

/**
 * The store as long as the run is this server's. One that stood still, while another ended the run and let the engine
 * forget it, would put what it finds then, nothing, in the place of what was kept.
 */
export function writtenByOwner(objects: ObjectStore, database: Database, run: RunRow): ObjectStore {
  const whileHeld: PutOptions = {
    async within(_stored, commit) {
      await checkHeld(database, run)
      await commit()
    },
  }
  return {
    ...objects,
    put: (bucket, path, body, options) => objects.put(bucket, path, body, { ...options, ...whileHeld }),
    linkFile: (bucket, path, file, options) =>
      objects.linkFile(bucket, path, file, { ...options, ...whileHeld }),
  }
}
