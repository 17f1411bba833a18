import { listRuns, type Run, type RunInfo, retryRun } from '@podium/contract/runs.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useRunFailure } from './use-run-failure.ts'

/** Starts a run again with what it was given; hands on the new run. */
export function useRetry(onStarted: (run: RunInfo) => void) {
  const queries = useQueryClient()
  const fail = useRunFailure()
  const [busy, setBusy] = useState(false)

  async function retry({ id, name }: Run) {
    setBusy(true)
    try {
      const started = await call(retryRun, { params: { id } })
      for (const list of [listRuns, listStreamsByInstance])
        void queries.invalidateQueries({ queryKey: [list.id] })
      onStarted(started)
    } catch (error) {
      fail(`${name} could not be started again.`, error, id)
    }
    setBusy(false)
  }
  return { retry: (run: Run) => void retry(run), busy }
}
