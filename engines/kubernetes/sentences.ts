import { plainLine } from '../plain-line.ts'
import type { ContainerState, ContainerStatus, Pod, Workload } from './resources.ts'

/** The cluster's messages may be long and contain names of nodes. */
const MAX_LENGTH = 400

export const GONE =
  'Its Job was removed from the cluster outside Podium, so it is not known how the run ended: start it again.'
export const PREEMPTED =
  'The queue of the cluster preempted the run; it starts again when it is admitted again.'

export function tooLong(seconds: number): string {
  return `The run took longer than ${seconds} seconds, the limit of its pipeline, and was stopped.`
}

/** Reasons of a container that only waits for its turn. */
const IN_TURN = new Set(['', 'PodInitializing', 'ContainerCreating'])
const NEVER_PULLED = new Set(['InvalidImageName', 'ErrImageNeverPull'])
/** Matches a node's reasons about images, such as ImagePullBackOff. */
const OF_IMAGES = /Image|Registry|Signature/
const OWN = new Set(['fetch', 'main', 'keep'])

/** Returns why a container of the pod does not start; `isFinal` if waiting does not help. */
export function failedBefore(pod: Pod): { sentence: string; isFinal: boolean } | null {
  for (const status of containersOf(pod)) {
    const { reason = '', message = '' } = status.state?.waiting ?? {}
    if (OF_IMAGES.test(reason))
      return {
        sentence: `Cannot pull the image ${status.image ?? ''}: ${inWords(message)}`,
        isFinal: NEVER_PULLED.has(reason),
      }
    if (!IN_TURN.has(reason))
      return {
        sentence: `${nameOf(status)} cannot be created: ${inWords(message || reason)}`,
        isFinal: false,
      }
    const unstarted = startError(status)
    if (unstarted !== null) return { sentence: unstarted, isFinal: true }
  }
  return null
}

/** Returns why a container that the cluster added kept the command from beginning, or null if none did. */
export function failedInjected(pod: Pod): string | null {
  const failed = pod.status?.initContainerStatuses?.find(
    ({ name, state }) => !OWN.has(name) && (state?.terminated?.exitCode ?? 0) !== 0,
  )
  if (!failed) return null
  const { exitCode, reason = '', message } = failed.state?.terminated ?? {}
  return `${nameOf(failed)} failed (exit code ${exitCode}): ${inWords(message || reason)} Ask the administrator of the cluster.`
}

/** Returns the sentence about a running container that the cluster added and that must end first, or null. */
export function waitsForInjected(pod: Pod): string | null {
  const running = pod.status?.initContainerStatuses?.find(
    ({ name, state }) => !OWN.has(name) && state?.running,
  )
  const fetch = pod.status?.initContainerStatuses?.find(({ name }) => name === 'fetch')?.state
  if (!running || fetch?.running || fetch?.terminated) return null
  return `Waits for the container ${running.name}, which the cluster added to its pod.`
}

function containersOf({ status }: Pod): ContainerStatus[] {
  return [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])]
}

function nameOf({ name }: ContainerStatus): string {
  return OWN.has(name) ? 'Its container' : `The container ${name}, which the cluster added to its pod,`
}

/** Returns why a node does not start the pod, from its event. */
export function nodeTrouble(reason: string, message: string): string {
  return `Its node cannot start its pod (${reason}): ${inWords(message)}`
}

/** Returns why the run's inputs do not arrive, from the last line of `fetch`, or null if they do. */
export function cannotFetch(lastWords: string): string | null {
  const words = plainLine(lastWords, MAX_LENGTH)
  if (!/Trying again\.$/.test(words)) return null
  return `Its pod cannot get its code and data: ${words} Pods have to reach Podium at PODIUM_RUNNER_URL: a network policy, a proxy in the pod or a wrong address may be in the way.`
}

/** Returns the sentence about a running run whose container for log and outputs has ended. */
export function keepEnded({ exitCode, reason = '' }: NonNullable<ContainerState['terminated']>): string {
  const how = reason === '' || reason === 'Error' ? `exit code ${exitCode}` : reason
  return `Running; what sends its log and outputs has ended (${how}): the log is read from its node now, and files that have not come yet are lost.`
}

export function isUnstarted(reason: string | undefined): boolean {
  return reason === 'StartError' || reason === 'ContainerCannotRun'
}

/** Returns why a node could not start the program of a container. */
function startError(status: ContainerStatus): string | null {
  const { reason, message = '' } = status.state?.terminated ?? {}
  if (!isUnstarted(reason)) return null
  const hint = status.name === 'main' ? ' The image needs /bin/sh.' : ''
  return `${nameOf(status)} cannot start: ${inWords(message)}${hint}`
}

/** Returns why the pod has no node yet, or null if it has one or is new. */
export function waitsFor(pod: Pod | null): string | null {
  const scheduled = pod?.status?.conditions?.find(({ type }) => type === 'PodScheduled')
  if (scheduled?.status !== 'False') return null
  return `Waits for a node: ${inWords(scheduled.message ?? scheduled.reason ?? '')}`
}

/** Returns why a queue of the cluster suspends the Job, or only that it does if the queue does not say. */
export function queued(workload: Workload | undefined): string {
  const conditions = workload?.status?.conditions ?? []
  const unmet = ['QuotaReserved', 'Admitted'].flatMap((type) =>
    conditions.filter((each) => each.type === type && each.status === 'False' && each.message),
  )
  const [first] = unmet
  return `Waits in the queue of the cluster${first ? `: ${inWords(first.message ?? '')}` : '.'}`
}

/** Returns why the Job has no pod, from the event. */
export function refusedPod(message: string): string {
  const words = inWords(message)
  return /exceeded quota/.test(message)
    ? `Waits for quota: ${words}`
    : `The cluster refuses its pod: ${words}`
}

/** Returns the cluster's message as a sentence. */
export function inWords(message: string): string {
  const words = plainLine(message, MAX_LENGTH)
  return /[.!…]$/.test(words) ? words : `${words || 'it gives no reason'}.`
}
