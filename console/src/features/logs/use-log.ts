import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import { createLogBlocks, type LogBlocks } from './log-blocks.ts'
import type { LogSource } from './log-source.ts'

/** Keeps a log's blocks up to date: reads them once, and extends them while the run is live. */
export function useLog(source: LogSource, live: boolean) {
  const queries = useQueryClient()
  const [, changed] = useReducer((count: number) => count + 1, 0)
  const log = useMemo(() => cachedLog(queries, source), [queries, source])
  const { blocks } = log

  useEffect(() => {
    log.changed = changed
    return () => {
      log.changed = () => {}
    }
  }, [log])
  useEffect(() => {
    if (!live && log.isFinal) return
    let stop = () => {}
    let left = false
    void blocks.refresh().then(() => {
      log.isFinal = !live
      if (live && !left) stop = source.follow(blocks.size(), blocks.append, blocks.refresh)
    })
    return () => {
      left = true
      stop()
    }
  }, [log, blocks, source, live])

  return {
    blocks,
    lines: blocks.lines(),
    size: blocks.size(),
    isRead: blocks.isRead(),
    failure: blocks.failure(),
  }
}

export type Log = ReturnType<typeof useLog>

interface CachedLog {
  blocks: LogBlocks
  /** set by the viewer that shows it, and called on every change */
  changed: () => void
  /** true if its run had ended when it was read, so that nothing more follows */
  isFinal: boolean
}

const KEY = ['logs']
/** Each cached log takes a few megabytes at most. */
const MAX_CACHED = 8

/** Returns the log from the cache of this session, so that one that was read before is not read again. */
function cachedLog(queries: QueryClient, source: LogSource): CachedLog {
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY })
  const logs = queries.getQueryData<Map<string, CachedLog>>(KEY) ?? new Map<string, CachedLog>()
  queries.setQueryData(KEY, logs)
  const log: CachedLog = logs.get(source.key) ?? {
    blocks: createLogBlocks(source, () => log.changed()),
    changed: () => {},
    isFinal: false,
  }
  // Moves it to the end, because the least recently shown log is dropped first.
  logs.delete(source.key)
  logs.set(source.key, log)
  const [oldest] = logs
  if (oldest && logs.size > MAX_CACHED) {
    oldest[1].blocks.close()
    logs.delete(oldest[0])
  }
  return log
}
