import { readInstance } from '@podium/contract/instances.ts'
import { readSolution } from '@podium/contract/solutions.ts'
import { readStream } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { isGone } from './deleted-meanwhile.ts'
import type { FormProblems } from './form-parts.ts'
import type { RunDraft } from './run-draft.ts'
import type { Offer } from './run-plan.ts'

/** Who is told that something is gone need not be told anew by every part of the form. */
const TOLD_ONCE = { retryOnMount: false }

interface Answer {
  isLoading: boolean
  data: { workspace_id: string } | undefined
  error: Error | null
  refetch: () => unknown
}

/**
 * The offer with what is named and not among what the lists show; what of it is gone is said.
 * @param stood all that was named was there before
 */
export function useNamed(draft: RunDraft, offer: Offer, stood = false) {
  const { id: ws } = useWorkspace()
  const stream = useQuery({
    ...q(readStream, { params: { id: draft.stream } }),
    ...TOLD_ONCE,
    enabled: isUnlisted(draft.stream, offer.streams),
  })
  const streams = withNamed(offer.streams, stream, ws)
  const standing = streams.find(({ id }) => id === draft.stream) ?? streams[0]
  // A new stream begins with the instance, and a new instance with the solution, that stood there before.
  const instance_id = draft.instance || (standing?.instance_id ?? '')
  const instance = useQuery({
    ...q(readInstance, { params: { id: instance_id } }),
    ...TOLD_ONCE,
    enabled: isUnlisted(instance_id, offer.instances),
  })
  const instances = withNamed(offer.instances, instance, ws)
  const above = instances.find(({ id }) => id === draft.instance) ?? standing
  const solution_id = draft.solution || (above?.solution_id ?? '')
  const solution = useQuery({
    ...q(readSolution, { params: { id: solution_id } }),
    ...TOLD_ONCE,
    enabled: isUnlisted(solution_id, offer.solutions),
  })
  const solutions = withNamed(offer.solutions, solution, ws)
  const answers: Answer[] = [stream, instance, solution]
  const failed = answers.filter(({ error }) => error !== null && !isGone(error))
  const gone: FormProblems = {
    ...goneProblem('stream', stream, ws, stood),
    ...goneProblem('instance', instance, ws, stood),
    ...goneProblem('solution', solution, ws, stood),
  }
  return {
    offer: { streams, instances, solutions },
    gone,
    isLoading: answers.some(({ isLoading }) => isLoading),
    error: failed[0]?.error ?? null,
    retry() {
      for (const { refetch } of failed) void refetch()
    },
  }
}

function isUnlisted(id: string, list: readonly { id: string }[]): boolean {
  return id !== '' && !list.some((one) => one.id === id)
}

function withNamed<One extends { id: string; workspace_id: string }>(
  list: readonly One[],
  { data: named, error }: { data: One | undefined; error: Error | null },
  ws: string,
): readonly One[] {
  // What was read before it was deleted is still known.
  const isNew =
    named !== undefined && !isGone(error) && named.workspace_id === ws && isUnlisted(named.id, list)
  return isNew ? [...list, named] : list
}

function goneProblem(
  kind: 'stream' | 'instance' | 'solution',
  { data, error }: Answer,
  ws: string,
  stood: boolean,
) {
  const name = kind === 'solution' ? 'AI solution' : kind
  const fate = stood ? 'was deleted meanwhile' : 'no longer exists'
  if (isGone(error)) return { [kind]: `This ${name} ${fate}. Choose another.` }
  return data && data.workspace_id !== ws
    ? { [kind]: `This ${name} is of another workspace. Choose another.` }
    : {}
}
