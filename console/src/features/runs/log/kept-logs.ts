import type { QueryClient } from '@tanstack/react-query'
import { createLogBlocks, type LogBlocks } from './log-blocks.ts'
import type { LogSource } from './log-source.ts'

/** One log as it was read, for whenever it is shown. */
export interface KeptLog {
  blocks: LogBlocks
  /** set by the viewer that shows it, and called with every change */
  changed: () => void
  /** its run had ended when it was read: nothing more comes, also where it could not be read */
  isFinal: boolean
}

const KEY = ['logs']
/** Each holds a few megabytes at most. */
const MOST_KEPT = 8

/** The log as it is kept for this session; one that was read before is not read anew. */
export function keptLog(queries: QueryClient, source: LogSource): KeptLog {
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY })
  const logs = queries.getQueryData<Map<string, KeptLog>>(KEY) ?? new Map<string, KeptLog>()
  queries.setQueryData(KEY, logs)
  const log = logs.get(source.key) ?? fresh(source)
  // Used last: it stays longest.
  logs.delete(source.key)
  logs.set(source.key, log)
  const [oldest] = logs
  if (oldest && logs.size > MOST_KEPT) {
    oldest[1].blocks.close()
    logs.delete(oldest[0])
  }
  return log
}

function fresh(source: LogSource): KeptLog {
  const log: KeptLog = {
    blocks: createLogBlocks(source, () => log.changed()),
    changed: () => {},
    isFinal: false,
  }
  return log
}
