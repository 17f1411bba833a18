import { useEffect, useMemo, useReducer } from 'react'
import { createLogBlocks, type LogBlocks } from './log-blocks.ts'
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
  const [generation, changed] = useReducer((count: number) => count + 1, 0)
  const blocks = useMemo(() => createLogBlocks(source, changed), [source])

  useEffect(() => {
    let stop = () => {}
    let left = false
    void blocks.refresh().then(() => {
      if (live && !left)
        stop = source.follow(blocks.size(), { lines: blocks.append, end: () => void blocks.refresh() })
    })
    return () => {
      left = true
      stop()
    }
  }, [blocks, source, live])
  useEffect(() => () => blocks.close(), [blocks])

  return { blocks, lines: blocks.lines(), size: blocks.size(), failure: blocks.failure(), generation }
}
