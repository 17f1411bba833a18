import { listInstances, readInstance } from '@podium/contract/instances.ts'
import { listSolutions, readSolution, readVersion } from '@podium/contract/solutions.ts'
import { listStreams, readStream } from '@podium/contract/streams.ts'
import { ApiError } from '../../../api/api-error.ts'
import type { RunDraft } from './run-draft.ts'
import type { Place } from './run-plan.ts'

/** What a run stands on, read again once an action did not find it. */
export const STANDS_ON = [
  listStreams,
  listInstances,
  listSolutions,
  readStream,
  readInstance,
  readSolution,
  readVersion,
]

const SENTENCES: Record<Place['target'], string> = {
  stream: 'This stream was deleted meanwhile. Choose another.',
  'new-stream': 'This instance was deleted meanwhile. Choose another.',
  'new-instance': 'This version was deleted meanwhile. Choose another.',
}

export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** What is said to somebody who started a run there. */
export function goneSentence({ target }: Place): string {
  return SENTENCES[target]
}

/** Names what the run was to stand on, so that nothing else takes its place by itself. */
export function pinnedTo({ target, stream, instance, solution }: Place): Partial<RunDraft> {
  if (target === 'stream') return { stream: stream?.id ?? '' }
  if (target === 'new-stream') return { instance: instance?.id ?? '' }
  return { solution: solution?.id ?? '' }
}
