import { deleteRuns, retryRuns, stopRuns, tagRuns } from '@podium/contract/calls/run-selection.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useNavigate } from '@tanstack/react-router'
import { GitCompare, RotateCcw, Square, Tag, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { countOf } from '../../format/number.ts'
import { paths } from '../../navigation/paths.ts'
import { type Message, type Question, type Send, useChange } from '../../record/use-change.ts'
import { useDisabledReason } from '../../session/use-caller.ts'
import { useWorkspace } from '../../session/use-session.ts'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { BulkBar } from '../../ui/table/toolbar.tsx'
import { COUNTING } from '../runs/components/use-run-count.ts'
import type { RunSelection } from './run-selection.ts'
import { TagDialog } from './tag-dialog.tsx'

interface Act {
  question: Question | null
  /** the past participle: 'stopped' */
  done: string
  send: (send: Send) => Promise<ReplyOf<typeof stopRuns>>
}

interface SelectionBarProps {
  selection: RunSelection
  total: number
  /** '10,000+' if the count is capped */
  totalWords: string
}

/** The actions on the selected runs, each with the number of runs that it applies to. */
export function RunSelectionBar({ selection, total, totalWords }: SelectionBarProps) {
  const { id: workspace_id } = useWorkspace()
  const navigate = useNavigate()
  const [isTagging, setTagging] = useState(false)
  const { chosen, counts, isAll, ids, nameOf, clear } = selection
  const query = { workspace_id }
  const { change, isBusy } = useChange<Act, ReplyOf<typeof stopRuns>>({
    confirm: ({ question }) => question ?? 'agreed',
    change: (act, send) => act.send(send),
    tell: (reply, { done }) => outcomeOf(reply, done, nameOf),
    failed: 'Nothing was changed.',
  })
  const comparable = isAll ? (counts?.total === ids.length ? ids : []) : ids
  const count = isAll ? (counts?.total ?? total) : ids.length

  const [stop, retry, remove] = [counts?.stop ?? 0, counts?.retry ?? 0, counts?.delete ?? 0]
  const reasons = {
    stop:
      useDisabledReason('run.stop') ?? (stop === 0 ? 'None of these runs is queued or running.' : undefined),
    retry: useDisabledReason('run.start') ?? (retry === 0 ? 'None of these runs has ended.' : undefined),
    delete:
      useDisabledReason('run.delete-many') ??
      (remove === 0
        ? 'None of these runs can be deleted: they have not ended, or you may not delete them.'
        : undefined),
    tag: useDisabledReason('run.describe') ?? (isAll && !counts ? COUNTING : undefined),
    compare: comparable.length < 2 || comparable.length > 20 ? 'Select 2 to 20 runs to compare.' : undefined,
  }

  return (
    <BulkBar count={count} noun="run" onClear={clear}>
      {!isAll && total > ids.length && (
        <TextButton onClick={selection.selectAll}>Select all {totalWords} that match</TextButton>
      )}
      <Button
        small
        icon={Square}
        busy={isBusy}
        disabledReason={reasons.stop}
        onClick={() =>
          void change({
            question: {
              mode: 'stop',
              prompt: `Stop ${countOf(stop, 'run')}?`,
              yes: `Stop ${stop}`,
              detail: summary(count, stop, 'What they wrote so far is kept. They produce no models.'),
            },
            done: 'asked to stop',
            send: (send) => send(stopRuns, { query, body: chosen }),
          })
        }
      >
        Stop {stop}
      </Button>
      <Button
        small
        icon={RotateCcw}
        busy={isBusy}
        disabledReason={reasons.retry}
        onClick={() =>
          void change({
            question: {
              mode: 'create',
              prompt: `Retry ${countOf(retry, 'run')}?`,
              yes: `Retry ${retry}`,
              detail: summary(count, retry, 'Each starts as a new run with the same parameters.'),
            },
            done: 'started again',
            send: (send) => send(retryRuns, { query, body: chosen }),
          })
        }
      >
        Retry {retry}
      </Button>
      <Button
        small
        icon={GitCompare}
        disabledReason={reasons.compare}
        onClick={() => void navigate(paths.compare({ ws: workspace_id, runs: comparable.join(',') }))}
      >
        Compare
      </Button>
      <Button small icon={Tag} busy={isBusy} disabledReason={reasons.tag} onClick={() => setTagging(true)}>
        Tag
      </Button>
      <Button
        small
        kind="danger"
        icon={Trash2}
        busy={isBusy}
        disabledReason={reasons.delete}
        onClick={() =>
          void change({
            question: {
              mode: 'delete',
              prompt: `Delete ${countOf(remove, 'run')}?`,
              yes: `Delete ${remove}`,
              detail: summary(count, remove, 'Their logs, artifacts and models are deleted with them.'),
            },
            done: 'deleted',
            send: async (send) => {
              const reply = await send(deleteRuns, { query, body: chosen })
              clear()
              return reply
            },
          })
        }
      >
        Delete {remove}
      </Button>
      {isTagging && (
        <TagDialog
          count={count}
          onClose={() => setTagging(false)}
          onTag={(tags) => {
            setTagging(false)
            void change({
              question: null,
              done: 'tagged',
              send: (send) => send(tagRuns, { query, body: { ...chosen, ...tags } }),
            })
          }}
        />
      )}
    </BulkBar>
  )
}

/** Returns the consequence of an action, and how many of the selected runs it does not apply to. */
function summary(selected: number, reached: number, consequence: string): string {
  const others = selected - reached
  return others > 0 ? `${consequence} It does not apply to ${others} of the selected runs.` : consequence
}

function outcomeOf(
  { done, failed, failed_count }: ReplyOf<typeof stopRuns>,
  word: string,
  nameOf: (id: string) => string,
): Message {
  const summary = `${countOf(done, 'run')} ${done === 1 ? 'was' : 'were'} ${word}.`
  if (failed_count === 0) return { snackbar: summary }
  const detail: ReactNode = (
    <>
      {countOf(failed_count, 'run')} could not be:
      <ul>
        {failed.map((one) => (
          <li key={one.id}>
            {nameOf(one.id)}: {one.detail}
          </li>
        ))}
      </ul>
    </>
  )
  return { alert: 'error', text: summary, detail }
}
