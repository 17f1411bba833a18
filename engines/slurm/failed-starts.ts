import type { Attempt } from '../attempt/attempt.ts'
import type { AttemptDirectory } from '../attempt/attempt-directory.ts'
import { readJsonOrNull, writeJson } from '../attempt/json-file.ts'
import type { EarlyEnd } from '../attempt/record-shapes.ts'
import { plainLine } from '../plain-line.ts'
import type { JobDetails } from './job.ts'
import type { Jobs } from './jobs.ts'
import { slurmFiles } from './layout.ts'

/** Number of nodes to try; after that, the next would fail too. */
const MAX_STARTS = 3
const MAX_REASON_LENGTH = 200

/** Job ids, each with the node and reason of its failed start. */
type FailedStarts = Record<string, string>

/** Records a node's failed start of an attempt's job. Returns the end of the attempt after too many, otherwise null. */
export async function noteFailedStart(
  jobs: Jobs,
  { directory }: Attempt,
  job: JobDetails,
): Promise<EarlyEnd | null> {
  const failed = await readFailedStarts(directory)
  failed[job.id] ??= await whereAndWhy(jobs, job)
  await writeJson(slurmFiles(directory).failed, failed)
  const nodes = Object.values(failed)
  if (nodes.length < MAX_STARTS) return null
  return {
    outcome: 'failed',
    reason: `Slurm could not start the run, tried ${MAX_STARTS} times: ${nodes.join(', ')}. Ask the administrator of the cluster.`,
  }
}

/** Adds earlier failed starts to the sentence, because they may be why the attempt waits. */
export async function withFailedStarts(sentence: string, { directory }: Attempt): Promise<string> {
  const nodes = Object.values(await readFailedStarts(directory))
  return nodes.length === 0 ? sentence : `${sentence} Slurm could not start it before: ${nodes.join(', ')}.`
}

async function readFailedStarts(directory: AttemptDirectory): Promise<FailedStarts> {
  return (await readJsonOrNull(slurmFiles(directory).failed, isFailedStarts)) ?? {}
}

/** Returns the node and the reason. A node whose Prolog failed is drained, and its reason says so. */
async function whereAndWhy(jobs: Jobs, { nodes, state }: JobDetails): Promise<string> {
  const reason = plainLine(await jobs.nodeReason(nodes), MAX_REASON_LENGTH)
  const why = /prolog/i.test(reason) ? `its Prolog failed: ${reason}` : reason || state
  return `${nodes || 'no node'} (${why})`
}

function isFailedStarts(value: unknown): value is FailedStarts {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((each) => typeof each === 'string')
  )
}
