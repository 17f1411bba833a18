import { listInstances, readInstance } from '@podium/contract/instances.ts'
import { listSolutions, readSolution } from '@podium/contract/solutions.ts'
import { listStreams, readStream } from '@podium/contract/streams.ts'
import { readEngine } from '@podium/contract/system.ts'
import { readWorkspace } from '@podium/contract/workspaces.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
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

interface Answer<One extends Named = Named> {
  isLoading: boolean
  data: One | undefined
  error: Error | null
  refetch: () => unknown
}

/**
 * The offer with what the draft names and the lists do not show, and what is wrong with that.
 * @param wasShown whether the form was shown with it before
 */
export function useNamed(draft: RunDraft, offer: Offer, workspace_id: string, wasShown: boolean) {
  const stream = useQuery({
    ...q(readStream, { params: { id: draft.stream } }),
    ...unlessListed(draft.stream, offer.streams),
  })
  const streams = withNamed(offer.streams, stream, workspace_id)
  const chosen = streams.find(({ id }) => id === draft.stream) ?? streams[0]
  // A new stream is suggested on the instance, and a new instance of the solution, that was chosen before.
  const instance_id = draft.instance || (chosen?.instance_id ?? '')
  const instance = useQuery({
    ...q(readInstance, { params: { id: instance_id } }),
    ...unlessListed(instance_id, offer.instances),
  })
  const instances = withNamed(offer.instances, instance, workspace_id)
  const solution_id =
    draft.solution || ((instances.find(({ id }) => id === draft.instance) ?? chosen)?.solution_id ?? '')
  const solution = useQuery({
    ...q(readSolution, { params: { id: solution_id } }),
    ...unlessListed(solution_id, offer.solutions),
  })
  const answers: Answer[] = [stream, instance, solution]
  const failed = answers.filter(({ error }) => error !== null && !isGone(error))
  const problems: RunProblems = {
    ...problemOfNamed('stream', stream, workspace_id, wasShown),
    ...problemOfNamed('instance', instance, workspace_id, wasShown),
    ...problemOfNamed('solution', solution, workspace_id, wasShown),
  }
  return {
    offer: { streams, instances, solutions: withNamed(offer.solutions, solution, workspace_id) },
    problems,
    isLoading: answers.some(({ isLoading }) => isLoading),
    error: failed[0]?.error ?? null,
    retry() {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** What is gone is not asked for again by each part of the form that is shown anew. */
function unlessListed(id: string, list: readonly Named[]) {
  return { enabled: isUnlisted(id, list), retryOnMount: false }
}

function isUnlisted(id: string, list: readonly Named[]): boolean {
  return id !== '' && !list.some((one) => one.id === id)
}

function withNamed<One extends Named>(
  list: readonly One[],
  { data: named, error }: Pick<Answer<One>, 'data' | 'error'>,
  workspace_id: string,
): readonly One[] {
  // The cache still holds what was read before it was deleted.
  if (named === undefined || isGone(error) || named.workspace_id !== workspace_id) return list
  return isUnlisted(named.id, list) ? [...list, named] : list
}

function problemOfNamed(
  kind: 'stream' | 'instance' | 'solution',
  { data, error }: Answer,
  workspace_id: string,
  wasShown: boolean,
): RunProblems {
  const name = kind === 'solution' ? 'AI solution' : kind
  const verb = wasShown ? 'was deleted meanwhile' : 'no longer exists'
  if (isGone(error)) return { [kind]: `This ${name} ${verb}. Choose another.` }
  return data && data.workspace_id !== workspace_id
    ? { [kind]: `This ${name} is of another workspace. Choose another.` }
    : {}
}
