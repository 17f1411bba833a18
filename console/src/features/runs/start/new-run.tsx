import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import type { ChangeDraft } from './form-parts.ts'
import { NewRunForm } from './new-run-form.tsx'
import type { RunDraft } from './run-draft.ts'
import { type Offer, placeOf, runOf } from './run-plan.ts'
import { TargetSection } from './target-section.tsx'
import { useVersion } from './use-offer.ts'

interface NewRunProps {
  first: RunDraft
  from: string | undefined
  offer: Offer
  set: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

const FORM = 'New Run'

/** Holds what was chosen, over a lost session too, and reads the version that it leads to. */
export function NewRun({ first, ...props }: NewRunProps) {
  const kept = useKeptValues<RunDraft>(FORM)
  const [draft, setDraft] = useState(kept ?? first)
  const [typed, setTyped] = useState(kept !== undefined)
  useKeptForm(FORM, typed ? draft : undefined)
  const change: ChangeDraft = (part) => {
    setTyped(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  const place = placeOf(draft, props.offer)
  const version = useVersion(place)
  const run = version.data && runOf(draft, version.data, place.instance)
  if (run)
    return (
      <NewRunForm
        {...props}
        draft={draft}
        change={change}
        typed={typed}
        place={place}
        run={run}
        loading={version.isPlaceholderData}
      />
    )
  return (
    <>
      <TargetSection place={place} offer={props.offer} change={change} problems={{}} />
      {version.data && !version.isPlaceholderData && (
        <Note tone="warn">
          Every pipeline of this instance is turned off. Turn one on, or choose another stream.
        </Note>
      )}
      {version.error && (
        <ErrorState
          title="The version could not be read"
          detail={sentenceFor(version.error)}
          onRetry={() => void version.refetch()}
        />
      )}
      {version.isFetching && <SkeletonRows label="Loading the version" rows={6} tall />}
    </>
  )
}
