import type { RunInfo } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FormColumns } from '../../../ui/form/form-columns.tsx'
import { pinnedTo, STANDS_ON } from './deleted-meanwhile.ts'
import type { ChangeDraft, Remember } from './form-parts.ts'
import { NewRunForm } from './new-run-form.tsx'
import type { RunDraft } from './run-draft.ts'
import { begunAt, type Offer, placeOf } from './run-plan.ts'
import { TargetCard } from './target-card.tsx'
import { useFreeNames } from './use-free-names.ts'
import { useNamed } from './use-named.ts'
import { useRunNames } from './use-run-names.ts'
import { useStart } from './use-start.ts'
import { type Upload, useUploads } from './use-uploads.ts'
import { useWhatRuns } from './use-what-runs.ts'

interface NewRunProps {
  first: RunDraft
  /** the run that fills the form in */
  from: RunInfo | undefined
  offer: Offer
  set: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

/** What a lost session keeps: the files themselves too, as long as this tab is not loaded again. */
interface Kept {
  draft: RunDraft
  uploads: readonly Upload[]
  stamp: string
}

const FORM = 'New Run'
const NOTHING: Offer = { streams: [], instances: [], solutions: [] }

/** Begins with what was kept over a lost session, else with what the address names, read by its id where it is not offered first. */
export function NewRun({ first, ...props }: NewRunProps) {
  const kept = useKeptValues<Kept>(FORM)
  const { offer, isLoading, error, retry } = useNamed(kept?.draft ?? first, props.offer)
  const [isBegun, setBegun] = useState(false)
  if (!isBegun && !isLoading && !error) setBegun(true)
  if (!isBegun && isLoading) return <SkeletonRows label="Loading what was named" rows={8} tall />
  if (!isBegun && error)
    return <ErrorState title="What was named could not be read" detail={sentenceFor(error)} onRetry={retry} />
  const begin = kept?.draft ?? begunAt(first, offer)
  return <ChosenRun {...props} offer={offer} begin={begin} kept={kept} />
}

interface ChosenRunProps extends Omit<NewRunProps, 'first'> {
  begin: RunDraft
  /** what stood in it when a session was lost */
  kept: Kept | undefined
}

/** Holds what was chosen and reads the version that it leads to. */
function ChosenRun({ begin, kept, ...props }: ChosenRunProps) {
  const { id: ws } = useWorkspace()
  const queries = useQueryClient()
  const [draft, setDraft] = useState(begin)
  const [typed, setTyped] = useState(kept !== undefined)
  const [stamp] = useState(() => kept?.stamp ?? new Date().toISOString().replaceAll(/[-:]|\..*/g, ''))
  const uploads = useUploads(kept?.uploads)
  const isBegun = typed || uploads.items.length > 0
  useKeptForm(FORM, isBegun ? ({ draft, uploads: uploads.items, stamp } satisfies Kept) : undefined)
  const change: ChangeDraft = (part) => {
    setTyped(true)
    setDraft((before) => ({ ...before, ...part }))
  }
  const [found, setFound] = useState(NOTHING)
  const remember: Remember = (part) => setFound((before) => merged(before, part))
  const [stood, setStood] = useState(false)
  const named = useNamed(draft, merged(props.offer, found), stood)
  const { offer } = named
  const place = useFreeNames(ws, draft, placeOf(draft, offer))
  const leaveFreely = useLeaveGuard(isBegun, 'What you chose here is not kept.')
  const { start, made } = useStart()
  const names = useRunNames(ws, place, made)
  const { run, loading, isFetching, isOff, error, retry } = useWhatRuns(draft, place)
  if (run && !stood) setStood(true)
  function onGone() {
    setFound(NOTHING)
    change(pinnedTo(place))
    for (const { id } of STANDS_ON) void queries.invalidateQueries({ queryKey: [id] })
  }
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
        stamp={stamp}
        names={names}
        start={start}
        onGone={onGone}
        leaveFreely={leaveFreely}
        run={run}
        loading={loading}
      />
    )
  return (
    <>
      <FormColumns length="long">
        <TargetCard
          takesFocus={stood}
          place={place}
          offer={offer}
          change={change}
          remember={remember}
          problems={named.gone}
          names={names}
        />
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
