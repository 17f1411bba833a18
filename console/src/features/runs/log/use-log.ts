import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useReducer } from 'react'
import { keptLog } from './kept-logs.ts'
import type { LogBlocks } from './log-blocks.ts'
import type { LogSource } from './log-source.ts'

export interface Log {
  blocks: LogBlocks
  lines: number
  size: number
  failure: Error | null
  /** grows with every change: what a memo over lines depends on */
  generation: number
}

/** Keeps a log's blocks in step with the run: read once, and while it is live extended as it is written. */
export function useLog(source: LogSource, live: boolean): Log {
  const queries = useQueryClient()
  const [generation, changed] = useReducer((count: number) => count + 1, 0)
  const log = useMemo(() => keptLog(queries, source), [queries, source])
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
      if (live && !left)
        stop = source.follow(blocks.size(), { lines: blocks.append, end: () => void blocks.refresh() })
    })
    return () => {
      left = true
      stop()
    }
  }, [log, blocks, source, live])

  return { blocks, lines: blocks.lines(), size: blocks.size(), failure: blocks.failure(), generation }
}
