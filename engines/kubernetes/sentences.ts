import { plainLine } from '../plain-line.ts'
import type { ContainerStatus, Pod, Workload } from './resources.ts'

/** The cluster's own words may be long, and hold names of nodes; what they say is theirs. */
const LONGEST = 400

export const GONE =
  'Its Job was removed from the cluster outside Podium, so it is not known how the run ended: start it again.'
export const PREEMPTED =
  'The queue of the cluster preempted the run; it starts again when it is admitted again.'

export function tooLong(seconds: number): string {
  return `The run took longer than ${seconds} seconds, the limit of its pipeline, and was stopped.`
}

const PULLING = new Set(['ErrImagePull', 'ImagePullBackOff', 'RegistryUnavailable', 'ImageInspectError'])
const NEVER_PULLED = new Set(['InvalidImageName', 'ErrImageNeverPull'])
const CREATING = new Set(['CreateContainerConfigError', 'CreateContainerError', 'RunContainerError'])

/** What keeps a container of the pod from starting; `isFinal` where waiting does not help. */
export function failedBefore(pod: Pod): { sentence: string; isFinal: boolean } | null {
  const { initContainerStatuses = [], containerStatuses = [] } = pod.status ?? {}
  for (const status of [...initContainerStatuses, ...containerStatuses]) {
    const { reason = '', message = '' } = status.state?.waiting ?? {}
    const words = inWords(message)
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

export function isUnstarted(reason: string | undefined): boolean {
  return reason === 'StartError' || reason === 'ContainerCannotRun'
}

/** Of a container whose program the node could not start. */
function startError({ state }: ContainerStatus): string | null {
  const { reason, message = '' } = state?.terminated ?? {}
  if (!isUnstarted(reason)) return null
  return `Its container cannot start: ${inWords(message)} The image needs /bin/sh.`
}

/** Why the pod has no node yet; null where it has one, or was just made. */
export function waitsFor(pod: Pod | null): string | null {
  const scheduled = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status !== 'False') return null
  return `Waits for a node: ${inWords(scheduled.message ?? scheduled.reason ?? '')}`
}

/** Why a queue of the cluster keeps the Job suspended; without its own words, that it does. */
export function queued(workload: Workload | undefined): string {
  const conditions = workload?.status?.conditions ?? []
  const untold = ['QuotaReserved', 'Admitted'].flatMap((type) =>
    conditions.filter((each) => each.type === type && each.status === 'False' && each.message),
  )
  const [first] = untold
  return `Waits in the queue of the cluster${first ? `: ${inWords(first.message ?? '')}` : '.'}`
}

/** Why the Job has no pod, of the event that says so. */
export function refusedPod(message: string): string {
  const words = inWords(message)
  return /exceeded quota/.test(message)
    ? `Waits for quota: ${words}`
    : `The cluster refuses its pod: ${words}`
}

/** The cluster's own words, as a sentence. */
export function inWords(message: string): string {
  const words = plainLine(message, LONGEST)
  return /[.!…]$/.test(words) ? words : `${words || 'it gives no reason'}.`
}
