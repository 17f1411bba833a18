import { listInstances, readInstance } from '@podium/contract/instances.ts'
import { listSolutions, readSolution } from '@podium/contract/solutions.ts'
import { listStreams, readStream } from '@podium/contract/streams.ts'
import { readEngine } from '@podium/contract/system.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { type UseQueryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import type { RunProblems } from './run-problems.ts'
import type { Offer, RunDraft } from './run-state.ts'

const PAGE = 200

/** The streams that ran last, or those that a text finds. */
export function streamsPage(workspace_id: string, text = '') {
  return q(listStreams, { query: { workspace_id, page_size: PAGE, sort: '-updated_at', ...found(text) } })
}

export function instancesPage(workspace_id: string, text = '') {
  return q(listInstances, { query: { workspace_id, page_size: PAGE, sort: 'name', ...found(text) } })
}

export function solutionsPage(workspace_id: string, text = '') {
  return q(listSolutions, { query: { workspace_id, page_size: PAGE, sort: 'name', ...found(text) } })
}

function found(text: string) {
  return text.trim() === '' ? {} : { q: text.trim() }
}

/** What a workspace offers to run first, and on what. */
export function offerQueries(workspace_id: string) {
  return [
    streamsPage(workspace_id),
    instancesPage(workspace_id),
    solutionsPage(workspace_id),
    q(readWorkspace, { query: { workspace_id } }),
    q(readEngine),
  ] as const
}

export function useOffer(workspace_id: string) {
  const answers = useQueries({ queries: offerQueries(workspace_id) })
  const [streams, instances, solutions, workspace, engine] = answers
  const offer: Offer | undefined = streams.data &&
    instances.data &&
    solutions.data && {
      streams: streams.data.streams,
      instances: instances.data.instances,
      solutions: solutions.data.solutions,
    }
  // The form does without the engine, which only adds notes.
  const needed = [streams, instances, solutions, workspace]
  return {
    offer,
    workspace: workspace.data,
    engine: engine.data,
    error: needed.find(({ error }) => error !== null)?.error ?? null,
    retry() {
      for (const { refetch } of needed) void refetch()
    },
  }
}

interface Named {
  id: string
  workspace_id: string
}

/**
 * The offer with what the draft names and the lists do not show, and what is wrong with that.
 * @param wasShown whether the form was shown with it before
 */
export function useNamed(draft: RunDraft, offer: Offer, workspace_id: string, wasShown: boolean) {
  const context = { workspace_id, verb: wasShown ? 'was deleted meanwhile' : 'no longer exists' }
  const ofStream = q(readStream, { params: { id: draft.stream } })
  const stream = useListed('stream', draft.stream, offer.streams, ofStream, context)
  const chosen = stream.list.find(({ id }) => id === draft.stream) ?? stream.list[0]
  // A new stream is suggested on the instance, and a new instance of the solution, that was chosen before.
  const instance_id = draft.instance || (chosen?.instance_id ?? '')
  const ofInstance = q(readInstance, { params: { id: instance_id } })
  const instance = useListed('instance', instance_id, offer.instances, ofInstance, context)
  const before = instance.list.find(({ id }) => id === draft.instance) ?? chosen
  const solution_id = draft.solution || (before?.solution_id ?? '')
  const ofSolution = q(readSolution, { params: { id: solution_id } })
  const solution = useListed('AI solution', solution_id, offer.solutions, ofSolution, context)
  const all = [stream, instance, solution]
  const problems: RunProblems = {
    ...(stream.problem && { stream: stream.problem }),
    ...(instance.problem && { instance: instance.problem }),
    ...(solution.problem && { solution: solution.problem }),
  }
  return {
    offer: { streams: stream.list, instances: instance.list, solutions: solution.list },
    problems,
    isLoading: all.some(({ isLoading }) => isLoading),
    error: all.find(({ failure }) => failure)?.failure ?? null,
    retry() {
      for (const { failure, refetch } of all) if (failure) void refetch()
    },
  }
}

/** The list with the record of that id, which is read where the list does not show it; what is wrong with the record. */
function useListed<Row extends Named, One extends Row, Key extends readonly unknown[]>(
  noun: string,
  id: string,
  list: readonly Row[],
  query: UseQueryOptions<One, Error, One, Key>,
  { workspace_id, verb }: { workspace_id: string; verb: string },
) {
  const isListed = (wanted: string) => wanted === '' || list.some((one) => one.id === wanted)
  // What is gone is not asked for again by each part of the form that is shown anew.
  const answer = useQuery({ ...query, enabled: !isListed(id), retryOnMount: false })
  const { data: named, error, isLoading, refetch } = answer
  const isGone = error instanceof ApiError && error.status === 404
  const isElsewhere = named !== undefined && named.workspace_id !== workspace_id
  // The cache still holds what was read before it was deleted.
  const isMissing = named && !isGone && !isElsewhere && !isListed(named.id)
  const reason = isGone ? verb : isElsewhere ? 'is of another workspace' : undefined
  return {
    list: isMissing ? [...list, named] : list,
    problem: reason && `This ${noun} ${reason}. Choose another.`,
    failure: isGone ? null : error,
    isLoading,
    refetch,
  }
}
