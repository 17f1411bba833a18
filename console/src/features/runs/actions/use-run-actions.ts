import { type Caller, disabledReasonFor } from '@podium/contract/permissions.ts'
import { runCan } from '@podium/contract/run-state.ts'
import { type Run, type RunInfo, readRun, retryRun, stopRun } from '@podium/contract/runs.ts'
import { deleteStream } from '@podium/contract/streams.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Square, Trash2 } from 'lucide-react'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { type Send, useChange } from '../../../record/use-change.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'

interface RunActionOptions {
  /** the workspace of the run */
  ws: string
  /** called with the new run after a retry */
  onStarted: (started: RunInfo) => unknown
  /** goes away from the page of the run before its data are asked for again */
  leave?: () => unknown
}

/** What can be done with a run, as items of a menu: what cannot be done now has the reason with it. */
export function useRunActions(run: Run, { ws, onStarted, leave }: RunActionOptions) {
  const { id, name } = run
  const queries = useQueryClient()
  const showAlert = useAlert()
  const navigate = useNavigate()
  const reasons = disabledReasons(run, useMaker()(run.created_by))
  const { remove } = useDeletion('run')

  /** How a refused action is told. Of a deleted run the alert says so, and its page is read again. */
  const refusal = (failed: string) => ({
    failed,
    async onRefused(error: unknown): Promise<boolean> {
      if (!(error instanceof ApiError && error.status === 404)) return false
      void queries.resetQueries(q(readRun, { params: { id } }))
      await showAlert('error', failed, 'This run was deleted meanwhile.')
      return true
    },
  })
  const { change: stop } = useChange<void>({
    ...refusal(`${name} could not be stopped.`),
    confirm: () => ({ mode: 'stop', prompt: `Stop ${name}?`, detail: stopConsequence(run) }),
    change: (_, send) => send(stopRun, { params: { id } }),
    tell: () => ({ snackbar: `${name} is being stopped.` }),
  })
  const { change: startAgain, isBusy: isStarting } = useChange({
    ...refusal(`${name} could not be started again.`),
    change: (start: (send: Send) => Promise<RunInfo>, send) => start(send),
    onDone: onStarted,
  })

  const others: MenuItem[] = [
    {
      label: 'Change and run',
      icon: Pencil,
      onSelect: () => void navigate(paths.newRun({ from: id, ws })),
    },
    'divider',
    {
      label: 'Delete',
      icon: Trash2,
      removes: true,
      disabledReason: reasons.delete,
      onSelect: () =>
        void remove({
          id,
          name,
          consequences: deletionConsequence(run),
          // A run is deleted by the same call as a stream.
          remove: (send) => send(deleteStream, { params: { id } }),
          leave,
        }),
    },
  ]
  return {
    stop: { label: 'Stop', icon: Square, disabledReason: reasons.stop, onSelect: () => void stop() },
    retry: {
      label: 'Retry',
      icon: RotateCcw,
      disabledReason: reasons.retry,
      onSelect: () => void startAgain((send) => send(retryRun, { params: { id } })),
    },
    others,
    /** Starts the run again in another way than Retry does. */
    startAgain,
    isStarting,
  }
}

export type RunActions = ReturnType<typeof useRunActions>

function stopConsequence({ started_at }: Run): string {
  return started_at === null
    ? 'It has not begun. It leaves the queue and gives up its place.'
    : 'What it wrote so far is kept: its logs and artifacts. A stopped run cannot be continued and produces no model.'
}

function deletionConsequence({ name, model_version }: Run): string {
  if (model_version === '') return `Deleting ${name} also deletes its logs and artifacts.`
  return `Deleting ${name} also deletes its logs, its artifacts and the model ${formatVersion(model_version)}, which no run can use then.`
}

/** Why something cannot be done with a run now, in a sentence for the disabled button; undefined where it can. */
export function disabledReasons(
  { state, stop_requested_at }: Pick<Run, 'state'> & Partial<Pick<RunInfo, 'stop_requested_at'>>,
  caller: Caller | null,
) {
  const can = (action: keyof typeof runCan) => runCan[action].some((allowed) => allowed === state)
  const stopping = stop_requested_at ? 'It is being stopped already.' : undefined
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
