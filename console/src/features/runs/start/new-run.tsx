import type { RunInfo } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import type { ChangeDraft } from './form-parts.ts'
import { NewRunForm } from './new-run-form.tsx'
import type { RunDraft } from './run-draft.ts'
import { type Offer, placeOf, withModelHere } from './run-plan.ts'
import { TargetSection } from './target-section.tsx'
import { useRunNames } from './use-run-names.ts'
import { useStart } from './use-start.ts'
import { useUploads } from './use-uploads.ts'
import { useWhatRuns } from './use-what-runs.ts'

interface NewRunProps {
  first: RunDraft
  /** the run that fills the form in */
  from: RunInfo | undefined
  offer: Offer
  set: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

const FORM = 'New Run'

/** Holds what was chosen, over a lost session too, and reads the version that it leads to. */
export function NewRun({ first, ...props }: NewRunProps) {
  const kept = useKeptValues<RunDraft>(FORM)
  const { offer } = props
  const { id: ws } = useWorkspace()
  const [draft, setDraft] = useState(() => kept ?? withModelHere(first, offer))
  const [typed, setTyped] = useState(kept !== undefined)
  useKeptForm(FORM, typed ? draft : undefined)
  const change: ChangeDraft = (part) => {
    setTyped(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  const place = placeOf(draft, offer)
  const uploads = useUploads()
  const leaveFreely = useLeaveGuard(typed || uploads.items.length > 0, 'What you chose here is not kept.')
  const { start, made } = useStart()
  const names = useRunNames(ws, place, made)
  const { run, loading, isFetching, isOff, error, retry } = useWhatRuns(draft, place)
  if (run)
    return (
      <NewRunForm
        {...props}
        draft={draft}
        change={change}
        place={place}
        uploads={uploads}
        names={names}
        start={start}
        leaveFreely={leaveFreely}
        run={run}
        loading={loading}
      />
    )
  return (
    <>
      <TargetSection place={place} offer={offer} change={change} problems={{}} names={names} />
      {isOff && (
        <Note tone="warn">
          Every pipeline of this instance is turned off. Turn one on, or choose another stream.
        </Note>
      )}
      {error && (
        <ErrorState title="The version could not be read" detail={sentenceFor(error)} onRetry={retry} />
      )}
      {isFetching && <SkeletonRows label="Loading the version" rows={6} tall />}
    </>
  )
}
