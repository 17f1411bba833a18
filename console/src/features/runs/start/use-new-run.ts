import { checkInstance, readInstance } from '@podium/contract/calls/instances.ts'
import { listModels, type Model, readModel } from '@podium/contract/calls/models.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { readVersion } from '@podium/contract/calls/solutions.ts'
import { listStreams } from '@podium/contract/calls/streams.ts'
import type { readEngine } from '@podium/contract/calls/system.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useReducer, useState } from 'react'
import { q } from '../../../api/query.ts'
import { serverNow } from '../../../format/server-clock.ts'
import { isSameName, useTypedNameCheck } from '../../../record/name-check.tsx'
import { useSavedForm, useSavedValues } from '../../../session/use-saved-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { MOST_ALIKE, useFreeInstanceName, useFreeStreamName } from '../components/use-free-name.ts'
import { leftBehind, type RunProblems } from './run-problems.ts'
import {
  mergeOffers,
  modelOf,
  type Offer,
  openingState,
  type Run,
  type RunDraft,
  runOf,
  runReducer,
  type Target,
  targetOf,
} from './run-state.ts'
import { failureOf, useNamed } from './use-offer.ts'
import { type Made, useStart } from './use-start.ts'
import { type Upload, useUploads } from './use-uploads.ts'

export interface NewRunOptions {
  /** the draft that the address asks for */
  first: RunDraft
  /** what the workspace offers first; what is named beside it is read */
  offer: Offer
  /** the run that fills the form in */
  from: RunInfo | undefined
  /** the tiers that are set in the workspace */
  tiers: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

/** Under this name the form is saved over a lost session. */
export const FORM = 'New Run'

export type NewRun = ReturnType<typeof useNewRun>

/** What a section of the form is given. */
export interface SectionProps {
  form: NewRun
  run: Run
  problems: RunProblems
}

/**
 * What was chosen for a new run, what the server knows of it, and the start. All of it outlives a version that cannot be
 * read, while the form is not shown.
 */
export function useNewRun({ first, offer, ...around }: NewRunOptions) {
  const { id: ws } = useWorkspace()
  // The files themselves too, as long as this tab is not loaded again.
  const saved = useSavedValues<{ draft: RunDraft; uploads: readonly Upload[]; stamp: string }>(FORM)
  const [state, dispatch] = useReducer(runReducer, openingState(first, saved?.draft))
  const { draft, isPinned } = state
  const [stamp] = useState(
    () => saved?.stamp ?? new Date(serverNow()).toISOString().replaceAll(/[-:]|\..*/g, ''),
  )
  const uploads = useUploads(ws, saved?.uploads)
  const isTyped = state.isTyped || uploads.items.length > 0
  useSavedForm(FORM, isTyped ? { draft, uploads: uploads.items, stamp } : undefined)

  const [wasShown, setShown] = useState(false)
  const named = useNamed(draft, mergeOffers(offer, state.found), ws, wasShown)
  if (!isPinned && !named.isLoading && !named.error) dispatch({ type: 'pin', offer: named.offer })

  const { start, made, isBusy } = useStart(ws, uploads, dispatch, isTyped)
  const { target, names } = useTargetNames(ws, draft, targetOf(draft, named.offer), made)
  const { run, ...reading } = useRun(draft, target)
  if (isPinned && run && !wasShown) setShown(true)

  return {
    ...around,
    state,
    draft,
    dispatch,
    /** @param found the record that a search found, where one was chosen */
    choose: (part: Partial<RunDraft>, found: Partial<Offer> = {}) =>
      dispatch({ type: 'choose', part, found }),
    named,
    target,
    names,
    run,
    reading,
    wasShown,
    // The version that is still being read may keep all of it.
    left: run && !reading.isOld ? leftBehind(draft, run, target) : undefined,
    models: useModels(ws, draft, target, run),
    uploads,
    // Each upload has its own folder, as a run reads everything that lies in it.
    folder: draft.folder ?? `${target.stream_name.replaceAll(/[^\w.-]+/g, '-') || 'run'}-${stamp}`,
    start,
    isBusy,
  }
}

/** The target with free names where none were typed (the wanted ones until the server answers), and whether they are free. */
function useTargetNames(ws: string, draft: RunDraft, wanted: Target, made: Made) {
  const { instance } = wanted
  const suggestsInstance = draft.instance_name === null && wanted.instance_name !== ''
  const suggestsStream = draft.stream_name === null && instance !== null
  const freeInstance = useFreeInstanceName(ws, wanted.instance_name, suggestsInstance)
  const freeStream = useFreeStreamName(ws, instance?.id ?? '', wanted.stream_name, suggestsStream)
  const target = { ...wanted }
  if (suggestsStream) target.stream_name = freeStream ?? wanted.stream_name
  if (suggestsInstance) {
    target.instance_name = freeInstance ?? wanted.instance_name
    target.stream_name = draft.stream_name ?? target.instance_name
  }
  const ofInstance = useTypedNameCheck({
    name: target.instance_name,
    own: made.instance,
    query: (name) => q(checkInstance, { query: { workspace_id: ws, name } }),
    isTaken: ({ duplicate }) => duplicate,
  })
  // The first stream of a new instance may have any name.
  const ofStream = useTypedNameCheck({
    name: instance ? target.stream_name : '',
    own: made.stream,
    query: (name) =>
      q(listStreams, {
        query: { workspace_id: ws, instance_id: instance?.id, q: name, page_size: MOST_ALIKE, sort: 'name' },
      }),
    isTaken: ({ streams }, name) => streams.some((stream) => isSameName(stream.name, name)),
  })
  return {
    target,
    names: {
      instance: ofInstance.verdictOf(target.instance_name),
      stream: ofStream.verdictOf(target.stream_name),
      /** Asks once more whether one of them is taken. */
      async isOneTaken(): Promise<boolean> {
        const checks = [ofInstance.check(target.instance_name), ofStream.check(target.stream_name)]
        return (await Promise.all(checks)).some((verdict) => verdict?.is === 'bad')
      },
    },
  }
}

/** Reads the version of the target, and its instance with all that it chooses for its runs. */
function useRun(draft: RunDraft, target: Target) {
  const params = { id: target.solution?.id ?? '', n: target.version_num ?? 0 }
  const instance_id = target.stream?.instance_id ?? target.instance?.id
  const version = useQuery({
    ...q(readVersion, { params }),
    enabled: params.id !== '' && params.n > 0,
    // The form stays while another version is read: files that were chosen live in it.
    placeholderData: keepPreviousData,
  })
  const instance = useQuery({
    ...q(readInstance, { params: { id: instance_id ?? '' } }),
    enabled: instance_id !== undefined,
    placeholderData: keepPreviousData,
  })
  const parts = instance_id === undefined ? [version] : [version, instance]
  const isRead = target.solution !== null && parts.every(({ data }) => data !== undefined)
  const isOld = parts.some(({ isPlaceholderData }) => isPlaceholderData)
  const ofInstance = instance_id === undefined ? null : (instance.data ?? null)
  const run = isRead && version.data ? runOf(draft, target.stream, version.data, ofInstance) : null
  return {
    run,
    /** The run is still of the target before. */
    isOld,
    isFetching: parts.some(({ isFetching }) => isFetching),
    /** Every pipeline of the version is turned off. */
    isOff: isRead && !isOld && run === null,
    ...failureOf(parts),
  }
}

/**
 * The models of the solution that an inference run may use: those with an alias first, then the newest, and the one that
 * was chosen among them; undefined where it needs none.
 */
function useModels(workspace_id: string, draft: RunDraft, target: Target, run: Run | null) {
  const isNeeded = run?.mode === 'inference' && pipelineOf(run.metadata, 'train') !== null
  const solution_id = target.solution?.id ?? ''
  const { data } = useQuery({
    ...q(listModels, { query: { workspace_id, solution_id, page_size: 100 } }),
    enabled: isNeeded && solution_id !== '',
  })
  const chosen = modelOf(draft, target)
  const isListed = data === undefined || data.models.some(({ id }) => id === chosen)
  const named = useQuery({
    ...q(readModel, { params: { id: chosen } }),
    enabled: isNeeded && chosen !== '' && !isListed,
  })
  if (!isNeeded) return undefined
  const models: Model[] = [...(data?.models ?? []), ...(named.data && !isListed ? [named.data] : [])]
  const isAliased = ({ aliases }: Model) => aliases.length > 0
  return [...models.filter(isAliased), ...models.filter((model) => !isAliased(model))]
}
