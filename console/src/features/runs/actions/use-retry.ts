import { listRuns, type Run, type RunInfo, retryRun } from '@podium/contract/runs.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useFailure } from './use-failure.ts'

/** Starts a run again with what it was given; hands on the new run. */
export function useRetry(onStarted: (run: RunInfo) => void) {
  const queries = useQueryClient()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)

  async function retry(run: Run) {
    setBusy(true)
    try {
      const started = await call(retryRun, { params: { id: run.id } })
      for (const { id } of [listRuns, listStreamsByInstance])
        void queries.invalidateQueries({ queryKey: [id] })
      onStarted(started)
    } catch (error) {
      fail(`${run.name} could not be started again.`, error)
    }
    setBusy(false)
  }
  return { retry: (run: Run) => void retry(run), busy }
}
