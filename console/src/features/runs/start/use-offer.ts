import { listInstances, readInstance } from '@podium/contract/calls/instances.ts'
import { listSolutions, readSolution } from '@podium/contract/calls/solutions.ts'
import { listStreams, readStream } from '@podium/contract/calls/streams.ts'
import { readEngine } from '@podium/contract/calls/system.ts'
import { readWorkspace } from '@podium/contract/calls/workspaces.ts'
import { type UseQueryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import type { Offer, RunDraft } from './run-state.ts'

/** Returns the query for the streams that ran last, optionally only of one solution or with a text. */
export function streamsPage(workspace_id: string, text = '', solution_id?: string) {
  return q(listStreams, { query: { ...pageOf(workspace_id, text), solution_id, sort: '-updated_at' } })
}

export function instancesPage(workspace_id: string, text = '', solution_id?: string) {
  return q(listInstances, { query: { ...pageOf(workspace_id, text), solution_id, sort: 'name' } })
}

export function solutionsPage(workspace_id: string, text = '') {
  return q(listSolutions, { query: { ...pageOf(workspace_id, text), sort: 'name' } })
}

function pageOf(workspace_id: string, text: string) {
  return { workspace_id, page_size: 200, q: text.trim() || undefined }
}

/** The queries for what a workspace can run, and its tiers and engine. */
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
  return {
    offer,
    workspace: workspace.data,
    engine: engine.data,
    // The form works without the engine, which only adds notes.
    ...failureOf([streams, instances, solutions, workspace]),
  }
}

/** Returns the first error of these queries, and a function that repeats the failed ones. */
export function failureOf(queries: readonly Pick<UseQueryResult, 'error' | 'refetch'>[]) {
  const failed = queries.filter(({ error }) => error !== null)
  return {
    error: failed[0]?.error ?? null,
    retry() {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/**
 * Returns the offer with the records that the draft names but the lists do not have, and the problems with these.
 * @param wasShown true if the form was shown with them before
 */
export function useNamed(draft: RunDraft, offer: Offer, workspace_id: string, wasShown: boolean) {
  const context = { workspace_id, verb: wasShown ? 'was deleted in the meantime' : 'no longer exists' }
  const ofStream = q(readStream, { params: { id: draft.stream } })
  const stream = useListed('stream', draft.stream, offer.streams, ofStream, context)
  const chosen = stream.list.find(({ id }) => id === draft.stream) ?? stream.list[0]
  // Suggests a new stream on the previous instance, and a new instance of the previous solution.
  const instance_id = draft.instance || (chosen?.instance_id ?? '')
  const ofInstance = q(readInstance, { params: { id: instance_id } })
  const instance = useListed('instance', instance_id, offer.instances, ofInstance, context)
  const before = instance.list.find(({ id }) => id === draft.instance) ?? chosen
  const solution_id = draft.solution || (before?.solution_id ?? '')
  const ofSolution = q(readSolution, { params: { id: solution_id } })
  const solution = useListed('AI solution', solution_id, offer.solutions, ofSolution, context)
  const all = [stream, instance, solution]
  return {
    offer: { streams: stream.list, instances: instance.list, solutions: solution.list },
    problems: { stream: stream.problem, instance: instance.problem, solution: solution.problem },
    isLoading: all.some(({ isLoading }) => isLoading),
    ...failureOf(all),
  }
}

/** Returns the list with the record of the id, which is read if the list does not have it, and the record's problem. */
function useListed<
  Row extends { id: string; workspace_id: string },
  One extends Row,
  Key extends readonly unknown[],
>(
  noun: string,
  id: string,
  list: readonly Row[],
  query: UseQueryOptions<One, Error, One, Key>,
  { workspace_id, verb }: { workspace_id: string; verb: string },
) {
  const isListed = (id: string) => id === '' || list.some((one) => one.id === id)
  // A deleted record is not read again by each part of the form that is mounted.
  const answer = useQuery({ ...query, enabled: !isListed(id), retryOnMount: false })
  const { data: named, error, isLoading, refetch } = answer
  const isGone = error instanceof ApiError && error.status === 404
  const isElsewhere = named !== undefined && named.workspace_id !== workspace_id
  // The cache may still have a record that was deleted since.
  const isMissing = named && !isGone && !isElsewhere && !isListed(named.id)
  const reason = (isGone && verb) || (isElsewhere && 'belongs to another workspace')
  return {
    list: isMissing ? [...list, named] : list,
    problem: reason ? `This ${noun} ${reason}. Choose another.` : undefined,
    error: isGone ? null : error,
    isLoading,
    refetch,
  }
}
