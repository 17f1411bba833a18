import type { RunInfo } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormColumns } from '../../../ui/form-columns.tsx'
import { Note } from '../../../ui/note.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import type { ChangeDraft, Remember } from './form-parts.ts'
import { NewRunForm } from './new-run-form.tsx'
import type { RunDraft } from './run-draft.ts'
import { begunAt, type Offer, placeOf } from './run-plan.ts'
import { TargetSection } from './target-section.tsx'
import { useFreeNames } from './use-free-names.ts'
import { useNamed } from './use-named.ts'
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

/** Begins with what was kept over a lost session, else with what the address names, read by its id where it is not offered first. */
export function NewRun({ first, ...props }: NewRunProps) {
  const kept = useKeptValues<RunDraft>(FORM)
  const { offer, isLoading, error, retry } = useNamed(kept ?? first, props.offer)
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && !isLoading && !error) setBegun(true)
  if (!isBegun && isLoading) return <SkeletonRows label="Loading what was named" rows={8} tall />
  if (!isBegun && error)
    return <ErrorState title="What was named could not be read" detail={sentenceFor(error)} onRetry={retry} />
  const begin = kept ?? begunAt(first, offer)
  return <ChosenRun {...props} offer={offer} begin={begin} isKept={kept !== undefined} />
}

interface ChosenRunProps extends Omit<NewRunProps, 'first'> {
  begin: RunDraft
  /** somebody typed in it before */
  isKept: boolean
}

/** Holds what was chosen and reads the version that it leads to. */
function ChosenRun({ begin, isKept, ...props }: ChosenRunProps) {
  const { id: ws } = useWorkspace()
  const [draft, setDraft] = useState(begin)
  const [typed, setTyped] = useState(isKept)
  useKeptForm(FORM, typed ? draft : undefined)
  const change: ChangeDraft = (part) => {
    setTyped(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  const [found, setFound] = useState<Offer>({ streams: [], instances: [], solutions: [] })
  const remember: Remember = (part) => setFound((before) => merged(before, part))
  const named = useNamed(draft, merged(props.offer, found))
  const { offer } = named
  const place = useFreeNames(ws, draft, placeOf(draft, offer))
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
        remember={remember}
        offer={offer}
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
      <FormColumns length="long">
        <Card>
          <TargetSection
            place={place}
            offer={offer}
            change={change}
            remember={remember}
            problems={named.gone}
            names={names}
          />
        </Card>
      </FormColumns>
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

/** What both hold, each once. */
function merged(one: Offer, other: Partial<Offer>): Offer {
  return {
    streams: joined(one.streams, other.streams),
    instances: joined(one.instances, other.instances),
    solutions: joined(one.solutions, other.solutions),
  }
}

function joined<One extends { id: string }>(list: readonly One[], more: readonly One[] = []): readonly One[] {
  return [...list, ...more.filter(({ id }) => !list.some((one) => one.id === id))]
}
