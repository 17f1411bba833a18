import { listRuns, readRun } from '@podium/contract/runs.ts'
import { listStreams, listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'

/** What shows a run, and goes on offering what nobody can do with one that is gone. */
const SHOW_IT = [listRuns, listStreams, listStreamsByInstance]

/** Says that a deed on a run failed and why. One that was deleted meanwhile is called so, and is shown no longer. */
export function useRunFailure(): (message: string, error: unknown, id: string) => void {
  const queries = useQueryClient()
  const alert = useAlert()
  const showFailure = useFailure()
  return useCallback(
    (message, error, id) => {
      if (!(error instanceof ApiError && error.status === 404)) return void showFailure(message, error)
      for (const list of SHOW_IT) void queries.invalidateQueries({ queryKey: [list.id] })
      void queries.resetQueries(q(readRun, { params: { id } }))
      void alert('error', message, 'This run was deleted meanwhile.')
    },
    [queries, alert, showFailure],
  )
}
