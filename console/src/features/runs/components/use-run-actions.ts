import { type Run, type RunInfo, readRun, retryRun, stopRun } from '@podium/contract/calls/runs.ts'
import { deleteStream } from '@podium/contract/calls/streams.ts'
import { type Caller, disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import { runCan } from '@podium/contract/rules/run-state.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Square } from 'lucide-react'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { type Send, useChange } from '../../../record/use-change.ts'
import { useDeletion } from '../../../record/use-deletion.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import type { MenuItem } from '../../../ui/menu/menu-popup.tsx'
import { useAlert } from '../../../ui/use-alert.ts'

interface RunActionOptions {
  /** the workspace of the run */
  ws: string
  /** called with the new run after a retry */
  onStarted: (started: RunInfo) => unknown
  /** leaves the page of the run before its data are read again */
  leave?: () => unknown
}

interface NewStart {
  run: Run
  start: (send: Send) => Promise<RunInfo>
}

/** Returns the actions on a run as menu items. An action that is not possible now has the reason with it. */
export function useRunActions({ ws, onStarted, leave }: RunActionOptions) {
  const queries = useQueryClient()
  const showAlert = useAlert()
  const navigate = useNavigate()
  const callerOf = useMaker()
  const { remove } = useDeletion('run')

  /** If the run was deleted meanwhile, says so, reads its page again and returns true. */
  async function tellGone(error: unknown, { id }: Run, failed: string): Promise<boolean> {
    if (!(error instanceof ApiError && error.status === 404)) return false
    void queries.resetQueries(q(readRun, { params: { id } }))
    await showAlert('error', failed, 'This run was deleted in the meantime.')
    return true
  }
  const notStopped = ({ name }: Run) => `${name} could not be stopped.`
  const notStarted = ({ run: { name } }: NewStart) => `${name} could not be started again.`
  const { change: stop } = useChange({
    confirm: (run: Run) => ({ mode: 'stop', prompt: `Stop ${run.name}?`, detail: stopConsequence(run) }),
    change: ({ id }, send) => send(stopRun, { params: { id } }),
    tell: (_, { name }) => ({ snackbar: `${name} is being stopped.` }),
    failed: notStopped,
    onRefused: (error, run) => tellGone(error, run, notStopped(run)),
  })
  const { change: startAgain, isBusy: isStarting } = useChange({
    change: ({ start }: NewStart, send) => start(send),
    onDone: onStarted,
    failed: notStarted,
    onRefused: (error, asked) => tellGone(error, asked.run, notStarted(asked)),
  })

  return (run: Run) => {
    const { id, name } = run
    const reasons = disabledReasons(run, callerOf(run.created_by))
    const changed: MenuItem = {
      label: 'Change and run',
      icon: Pencil,
      onSelect: () => void navigate(paths.newRun({ from: id, ws })),
    }
    const deletion: MenuItem = {
      label: 'Delete',
      removes: true,
      disabledReason: reasons.delete,
      onSelect: () =>
        void remove({
          id,
          name,
          consequences: deletionConsequence(run),
          // The same call deletes runs and streams.
          remove: (send) => send(deleteStream, { params: { id } }),
          leave,
        }),
    }
    return {
      stop: { label: 'Stop', icon: Square, disabledReason: reasons.stop, onSelect: () => void stop(run) },
      retry: {
        label: 'Retry',
        icon: RotateCcw,
        disabledReason: reasons.retry,
        onSelect: () => void startAgain({ run, start: (send) => send(retryRun, { params: { id } }) }),
      },
      changed,
      deletion,
      /** Starts the run again by another call than Retry. */
      startAgain: (start: NewStart['start']) => startAgain({ run, start }),
      isStarting,
    }
  }
}

export type RunActions = ReturnType<ReturnType<typeof useRunActions>>

function stopConsequence({ started_at }: Run): string {
  return started_at === null
    ? 'It has not started yet. It leaves the queue and loses its place.'
    : 'What it wrote so far is kept: its logs and artifacts. A stopped run cannot be continued and produces no model.'
}

function deletionConsequence({ name, model_version }: Run): string {
  if (model_version === '') return `Deleting ${name} also deletes its logs and artifacts.`
  return `Deleting ${name} also deletes its logs, its artifacts and the model ${formatVersion(model_version)}. No run can use that model afterwards.`
}

/** Returns for each action why it is not possible now, as a sentence for the disabled button; undefined if it is. */
export function disabledReasons(
  { state, stop_requested_at }: Pick<Run, 'state'> & Partial<Pick<RunInfo, 'stop_requested_at'>>,
  caller: Caller | null,
) {
  const can = (action: keyof typeof runCan) => runCan[action].some((allowed) => allowed === state)
  const stopping = stop_requested_at ? 'It is already being stopped.' : undefined
  return {
    stop: disabledReasonFor('run.stop', caller) ?? (can('stop') ? stopping : 'This run has already ended.'),
    retry:
      disabledReasonFor('run.start', caller) ??
      (can('retry') ? undefined : 'A run can be retried when it has ended.'),
    delete:
      disabledReasonFor('stream.delete', caller) ??
      (can('delete') ? undefined : 'This run has not ended yet. Stop it first.'),
  }
}
