import type { Database } from '@podium/database/connect.ts'
import type { RunKey } from '@podium/engines/engine.ts'
import { readLocation } from '../../run-records/run-row.ts'
import { attemptPrefix } from '../../solutions/object-paths.ts'

/** Returns bucket and prefix for data that an attempt's pod sends; it ends with '/' and has nothing else below it. */
export type PlaceOf = (key: RunKey) => Promise<{ bucket: string; prefix: string }>

/** Uses a folder of the run itself, so that leftovers are removed with its stream. */
export function besideArtifacts(database: Database): PlaceOf {
  return async ({ run, attempt }) => {
    const location = await readLocation(database, run)
    if (!location) throw new Error('The run was deleted.')
    return { bucket: location.bucket, prefix: `${attemptPrefix({ ...location, attempt })}sent/` }
  }
}
