import { noteOverviewVisit } from '@podium/contract/calls/overview.ts'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { painted } from '../../api/painted.ts'

const NOTED_EVERY_MS = 60_000

/**
 * Tells the server that the person sees the overview, after each read but at most once a minute.
 * @param read when the needs were last read
 */
export function useVisit(workspace_id: string, read: string | undefined): void {
  const noted = useRef({ workspace_id: '', at: 0 })
  useEffect(() => {
    if (read === undefined || document.visibilityState !== 'visible') return
    const { workspace_id: before, at } = noted.current
    if (before === workspace_id && performance.now() - at < NOTED_EVERY_MS) return
    let isLeft = false
    void painted().then(() => {
      if (isLeft) return
      noted.current = { workspace_id, at: performance.now() }
      // Ignored: a visit that is not recorded only shows the same failures once more.
      call(noteOverviewVisit, { query: { workspace_id }, background: true }).catch(() => undefined)
    })
    return () => {
      isLeft = true
    }
  }, [workspace_id, read])
}
