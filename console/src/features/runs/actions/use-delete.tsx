import { outcomes } from '@podium/contract/rules.ts'
import { listRuns } from '@podium/contract/runs.ts'
import { deleteStream, listStreams, listStreamsByInstance } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { useRunFailure } from './use-run-failure.ts'

interface Doomed {
  id: string
  /** What goes with it, by count and by name. */
  consequences: string
}

/** Asks, saying what goes along, deletes the run, and answers whether it is gone. */
export function useDelete(): (doomed: Doomed) => Promise<boolean> {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const alert = useAlert()
  const fail = useRunFailure()

  return async ({ id, consequences }) => {
    if (!(await confirm('delete', consequences))) return false
    try {
      // A run is deleted by the same call as a stream.
      await call(deleteStream, { params: { id } })
    } catch (error) {
      fail(outcomes.delete.failed, error, id)
      return false
    }
    for (const list of [listRuns, listStreams, listStreamsByInstance])
      void queries.invalidateQueries({ queryKey: [list.id] })
    void alert('success', outcomes.delete.done)
    return true
  }
}
