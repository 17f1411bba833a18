import { type Caller, disabledReasonFor } from '@podium/contract/permissions.ts'
import { runCan } from '@podium/contract/run-state.ts'
import { type Run, type RunInfo, readRun, retryRun, stopRun } from '@podium/contract/runs.ts'
import { deleteStream } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { useChange } from '../../../record/use-change.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'

/**
 * What can be done with a run.
 * @param onStarted called with the new run after a retry
 */
export function useRunActions(onStarted: (started: RunInfo) => unknown) {
  const makerOf = useMaker()
  const { remove } = useDeletion('run')
  const { change: stop } = useChange({
    ...useRefusal('could not be stopped.'),
    confirm: (run: Run) => ({ mode: 'stop', prompt: `Stop ${run.name}?`, detail: stopConsequence(run) }),
    change: ({ id }, send) => send(stopRun, { params: { id } }),
    tell: (_, { name }) => ({ snackbar: `${name} is being stopped.` }),
  })
  const { change: retry, isBusy: isRetrying } = useChange({
    ...useRefusal('could not be started again.'),
    change: ({ id }: Run, send) => send(retryRun, { params: { id } }),
    onDone: onStarted,
  })
  return {
    isRetrying,
    retry: (run: Run) => void retry(run),
    stop: (run: Run) => void stop(run),
    /** @param leave goes away from the page of the run before its data are asked for again */
    remove: (run: Run, leave?: () => unknown) =>
      void remove({
        id: run.id,
        name: run.name,
        consequences: deletionConsequence(run),
        // A run is deleted by the same call as a stream.
        remove: (send) => send(deleteStream, { params: { id: run.id } }),
        ...(leave && { leave }),
      }),
    disabledReasonsOf: (run: Run) => disabledReasons(run, makerOf(run.created_by)),
  }
}

/** How a refused action is told. Of a deleted run the alert says so, and its page is read again. */
export function useRefusal(couldNot: string) {
  const queries = useQueryClient()
  const showAlert = useAlert()
  return {
    failed: ({ name }: Run) => `${name} ${couldNot}`,
    async onRefused(error: unknown, { id, name }: Run): Promise<boolean> {
      if (!(error instanceof ApiError && error.status === 404)) return false
      void queries.resetQueries(q(readRun, { params: { id } }))
      await showAlert('error', `${name} ${couldNot}`, 'This run was deleted meanwhile.')
      return true
    },
  }
}

function stopConsequence({ started_at }: Run): string {
  return started_at === null
    ? 'It has not begun. It leaves the queue and gives up its place.'
    : 'What it wrote so far is kept: its logs and artifacts. A stopped run cannot be continued and produces no model.'
}

function deletionConsequence({ name, model_version }: Run): string {
  if (model_version === '') return `Deleting ${name} also deletes its logs and artifacts.`
  return `Deleting ${name} also deletes its logs, its artifacts and the model ${formatVersion(model_version)}, which no run can use then.`
}

type RunState = Pick<Run, 'state'> & Partial<Pick<RunInfo, 'stop_requested_at'>>

/** Why something cannot be done with a run now, in a sentence for the disabled button; undefined where it can. */
export function disabledReasons(run: RunState, caller: Caller | null) {
  const can = (action: keyof typeof runCan) => runCan[action].some((state) => state === run.state)
  const stopping = run.stop_requested_at ? 'It is being stopped already.' : undefined
  return {
    stop: disabledReasonFor('run.stop', caller) ?? (can('stop') ? stopping : 'This run has ended already.'),
    retry:
      disabledReasonFor('run.start', caller) ??
      (can('retry') ? undefined : 'A run can be retried when it has ended.'),
    delete:
      disabledReasonFor('stream.delete', caller) ??
      (can('delete') ? undefined : 'This run is still under way. Stop it first.'),
  }
}
