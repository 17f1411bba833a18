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
import { MAX_ALIKE, useFreeInstanceName, useFreeStreamName } from '../components/use-free-name.ts'
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
  /** the draft for the address */
  first: RunDraft
  /** the first pages of streams, instances and solutions; other records that the draft names are read */
  offer: Offer
  /** the run whose values fill the form */
  from: RunInfo | undefined
  /** the tiers that are set in the workspace */
  tiers: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

/** The name under which the form is saved when the session is lost. */
export const FORM = 'New Run'

export type NewRun = ReturnType<typeof useNewRun>

export interface SectionProps {
  form: NewRun
  run: Run
  problems: RunProblems
}

/**
 * The state of a new run: the choices, the records read for them, and the start. It lives outside the form, so that it
 * survives while a version cannot be read and the form is not shown.
 */
export function useNewRun({ first, offer, ...around }: NewRunOptions) {
  const { id: ws } = useWorkspace()
  // Includes the files themselves, unless the tab was reloaded.
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
    /** @param found the record, if it was chosen from a search */
    choose: (part: Partial<RunDraft>, found: Partial<Offer> = {}) =>
      dispatch({ type: 'choose', part, found }),
    named,
    target,
    names,
    run,
    reading,
    wasShown,
    // Not while the new version is read, because it may offer all of it.
    left: run && !reading.isOld ? leftBehind(draft, run, target) : undefined,
    models: useModels(ws, draft, target, run),
    uploads,
    // Each upload has its own folder, because a run reads everything in it.
    folder: draft.folder ?? `${target.stream_name.replaceAll(/[^\w.-]+/g, '-') || 'run'}-${stamp}`,
    start,
    isBusy,
  }
}

/** Returns the target with free names where none were typed, and whether its names are taken. */
function useTargetNames(ws: string, draft: RunDraft, chosen: Target, made: Made) {
  const { instance } = chosen
  const suggestsInstance = draft.instance_name === null && chosen.instance_name !== ''
  const suggestsStream = draft.stream_name === null && instance !== null
  const freeInstance = useFreeInstanceName(ws, chosen.instance_name, suggestsInstance)
  const freeStream = useFreeStreamName(ws, instance?.id ?? '', chosen.stream_name, suggestsStream)
  const target = { ...chosen }
  if (suggestsStream) target.stream_name = freeStream ?? chosen.stream_name
  if (suggestsInstance) {
    target.instance_name = freeInstance ?? chosen.instance_name
    target.stream_name = draft.stream_name ?? target.instance_name
  }
  const ofInstance = useTypedNameCheck({
    name: target.instance_name,
    own: made.instance,
    query: (name) => q(checkInstance, { query: { workspace_id: ws, name } }),
    isTaken: ({ duplicate }) => duplicate,
  })
  // Any name is free for the first stream of a new instance.
  const ofStream = useTypedNameCheck({
    name: instance ? target.stream_name : '',
    own: made.stream,
    query: (name) =>
      q(listStreams, {
        query: { workspace_id: ws, instance_id: instance?.id, q: name, page_size: MAX_ALIKE, sort: 'name' },
      }),
    isTaken: ({ streams }, name) => streams.some((stream) => isSameName(stream.name, name)),
  })
  return {
    target,
    names: {
      instance: ofInstance.verdictOf(target.instance_name),
      stream: ofStream.verdictOf(target.stream_name),
      /** Checks again whether one of the names is taken. */
      async isOneTaken(): Promise<boolean> {
        const checks = [ofInstance.check(target.instance_name), ofStream.check(target.stream_name)]
        return (await Promise.all(checks)).some((verdict) => verdict?.is === 'bad')
      },
    },
  }
}

/** Reads the version and the instance of the target, and returns what would run. */
function useRun(draft: RunDraft, target: Target) {
  const params = { id: target.solution?.id ?? '', n: target.version_num ?? 0 }
  const instance_id = target.stream?.instance_id ?? target.instance?.id
  const version = useQuery({
    ...q(readVersion, { params }),
    enabled: params.id !== '' && params.n > 0,
    // Keeps the form while another version is read, because it holds the chosen files.
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
    /** true while the run is still the one of the previous target */
    isOld,
    isFetching: parts.some(({ isFetching }) => isFetching),
    /** true if every pipeline of the version is turned off */
    isOff: isRead && !isOld && run === null,
    ...failureOf(parts),
  }
}

/**
 * Returns the models of the solution that an inference run may use, with the chosen one: models with an alias first,
 * then the newest. Undefined if the run needs none.
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
