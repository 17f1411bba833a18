import { plainLine } from '../plain-line.ts'
import type { AttemptEnd } from './attempt-store.ts'
import type { ContainerStatus, Pod, Workload } from './resources.ts'

/** The cluster's own words may be long, and hold names of nodes; what they say is theirs. */
const LONGEST = 400

export const DELETED =
  'Its pod was deleted outside Podium: by a person, or because its node was drained or lost. Start the run again.'
export const GONE =
  'Its Job was removed from the cluster outside Podium, so it is not known how the run ended: start it again.'
export const CANNOT_START = 'The cluster ended the run because it took longer than its Job allows.'

export const PREEMPTED =
  'The queue of the cluster preempted the run; it starts again when it is admitted again.'

export function tooLong(seconds: number): string {
  return `The run took longer than ${seconds} seconds, the limit of its pipeline, and was stopped.`
}

/** Why the cluster took the pod away, where it says so; null where it does not. */
export function isInterrupted(pod: Pod): string | null {
  const disruption = pod.status?.conditions?.find(
    ({ type, status }) => type === 'DisruptionTarget' && status === 'True',
  )
  if (!disruption) return null
  const why = plainLine(disruption.message ?? disruption.reason ?? '', LONGEST)
  return `The cluster interrupted the run: ${ended(why)} Start it again.`
}

type End = Pick<AttemptEnd, 'outcome' | 'exit_code' | 'reason'>

/** How a pod ended whose command never did, or that the cluster ended as a whole. */
export function endOfPod(pod: Pod): End {
  const { reason = '', message = '' } = pod.status ?? {}
  const words = plainLine(message, LONGEST)
  const failed = (sentence: string): End => ({ outcome: 'failed', exit_code: null, reason: sentence })
  const interrupted = isInterrupted(pod)
  if (reason === 'Evicted')
    return failed(
      `The node evicted the run: ${ended(words)} Start it again, or make it write less and use less memory.`,
    )
  if (interrupted) return failed(interrupted)
  if (reason === 'DeadlineExceeded') return failed(CANNOT_START)
  if (reason !== '')
    return {
      outcome: 'lost',
      exit_code: null,
      reason: `The node ended the run (${reason}): ${ended(words)} Start it again.`,
    }
  const fetch = pod.status?.initContainerStatuses?.find(({ name }) => name === 'fetch')?.state?.terminated
  if (fetch?.reason === 'OOMKilled')
    return failed('Unpacking its code and data needs more memory than the run has: choose a larger tier.')
  if (fetch && isUnstarted(fetch.reason))
    return failed(
      `The node could not prepare its code and data: ${ended(plainLine(fetch.message ?? '', LONGEST))} Start the run again.`,
    )
  if (fetch && fetch.exitCode !== 0)
    return failed(
      `Its code and data could not be prepared (exit code ${fetch.exitCode}): start the run again.`,
    )
  return {
    outcome: 'lost',
    exit_code: null,
    reason: 'Its pod ended without a result: start the run again.',
  }
}

/** How the cluster ended a command that it killed with its pod; null where the pod is as it was. */
export function takenAway(pod: Pod | null): End | null {
  if (pod === null) return { outcome: 'failed', exit_code: null, reason: DELETED }
  if (pod.status?.reason || isInterrupted(pod) !== null) return endOfPod(pod)
  if (pod.metadata.deletionTimestamp === undefined) return null
  return { outcome: 'failed', exit_code: null, reason: DELETED }
}

const PULLING = new Set(['ErrImagePull', 'ImagePullBackOff', 'RegistryUnavailable', 'ImageInspectError'])
const NEVER_PULLED = new Set(['InvalidImageName', 'ErrImageNeverPull'])
const CREATING = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])

/** What keeps a container of the pod from starting; `isFinal` where waiting does not help. */
export function failedBefore(pod: Pod): { sentence: string; isFinal: boolean } | null {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {}
  for (const status of [...initContainerStatuses, ...containerStatuses]) {
    const { reason = '', message = '' } = status.state?.waiting ?? {}
    const words = ended(plainLine(message, LONGEST))
    if (PULLING.has(reason) || NEVER_PULLED.has(reason))
      return {
        sentence: `Cannot pull the image ${status.image ?? ''}: ${words}`,
        isFinal: NEVER_PULLED.has(reason),
      }
    if (CREATING.has(reason)) return { sentence: `Its container cannot be created: ${words}`, isFinal: false }
    const unstarted = startError(status)
    if (unstarted !== null) return { sentence: unstarted, isFinal: true }
  }
  return null
}

function isUnstarted(reason: string | undefined): boolean {
  return reason === 'StartError' || reason === 'ContainerCannotRun'
}

/** Of a container whose program the node could not start. */
function startError({ state }: ContainerStatus): string | null {
  const { reason, message = '' } = state?.terminated ?? {}
  if (!isUnstarted(reason)) return null
  return `Its container cannot start: ${ended(plainLine(message, LONGEST))} The image needs /bin/sh.`
}

/** Why the pod has no node yet; null where it has one, or was just made. */
export function waitsFor(pod: Pod | null): string | null {
  const scheduled = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status !== 'False') return null
  return `Waits for a node: ${ended(plainLine(scheduled.message ?? scheduled.reason ?? '', LONGEST))}`
}

export function pendingTooLong(minutes: number, waits: string): string {
  return `No node could take the run within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, the limit of its workspace. ${waits}`
}

/** Why a queue of the cluster keeps the Job suspended; without its own words, that it does. */
export function queued(workload: Workload | undefined): string {
  const conditions = workload?.status?.conditions ?? []
  const untold = ['QuotaReserved', 'Admitted'].flatMap((type) =>
    conditions.filter((each) => each.type === type && each.status === 'False' && each.message),
  )
  const words = plainLine(untold[0]?.message ?? '', LONGEST)
  return words === ''
    ? 'Waits in the queue of the cluster.'
    : `Waits in the queue of the cluster: ${ended(words)}`
}

/** Why the Job has no pod, of the event that says so. */
export function refusedPod(message: string): string {
  const words = ended(plainLine(message, LONGEST))
  return /exceeded quota/.test(message)
    ? `Waits for quota: ${words}`
    : `The cluster refuses its pod: ${words}`
}

function ended(words: string): string {
  return /[.!…]$/.test(words) ? words : `${words || 'it gives no reason'}.`
}
