import { listRuns, type Run, type RunInfo, readRun, retryRun } from '@podium/contract/runs.ts'
import { listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { useAlert } from '../../../ui/use-alert.ts'
import { useFailure } from './use-failure.ts'

/** Starts a run again with what it was given; hands on the new run. */
export function useRetry(onStarted: (run: RunInfo) => void) {
  const queries = useQueryClient()
  const alert = useAlert()
  const fail = useFailure()
  const [busy, setBusy] = useState(false)

  async function retry({ id, name }: Run) {
    const args = { params: { id } }
    const failed = `${name} could not be started again.`
    setBusy(true)
    try {
      const started = await call(retryRun, args)
      readListsAgain()
      onStarted(started)
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) {
        readListsAgain()
        // Its page shows no longer what it knew of it.
        void queries.resetQueries(q(readRun, args))
        void alert('error', failed, 'This run was deleted meanwhile.')
      } else fail(failed, error)
    }
    setBusy(false)
  }

  function readListsAgain() {
    for (const { id } of [listRuns, listStreamsByInstance]) void queries.invalidateQueries({ queryKey: [id] })
  }
  return { retry: (run: Run) => void retry(run), busy }
}
