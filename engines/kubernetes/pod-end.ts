import type { AttemptEnd, ExitRecord } from './attempt-store.ts'
import { timeOf } from './events.ts'
import type { ClusterEvent, Pod } from './resources.ts'
import { failedInjected, inWords, isUnstarted } from './sentences.ts'

export const DELETED =
  'Its pod was deleted outside Podium: by a person, or because its node was drained or lost. Start the run again.'
export const CANNOT_START = 'The cluster ended the run because it took longer than its Job allows.'
const ENDED_BY_NODE =
  'Its node ended the run and does not say why, as a node does that is shut down. Start the run again.'
const NODE_AWAY = 'its node does not answer, or no longer takes pods like it.'

/** Exit codes of a command that SIGTERM or SIGKILL ended. */
const KILLED = new Set([143, 137])

/** A pod and its events, as the cluster shows them. */
export interface PodAccount {
  pod: Pod | null
  events: ClusterEvent[]
}

type End = Pick<AttemptEnd, 'outcome' | 'exit_code' | 'reason' | 'interrupted'>

const failed = (reason: string): End => ({ outcome: 'failed', exit_code: null, reason })
const evicted = (message: string) =>
  failed(
    `The node evicted the run: ${inWords(message)} Start it again, or make it write less and use less memory.`,
  )
const interrupted = (message: string) =>
  `The cluster interrupted the run: ${inWords(message)} Start it again.`

/** Events with which a cluster announces that it ends a pod; before 1.26 there is nothing else. */
const ENDING_EVENTS: Record<string, (message: string) => End> = {
  Evicted: evicted,
  Preempted: (message) => failed(interrupted(message)),
  TaintManagerEviction: () => failed(interrupted(NODE_AWAY)),
  DeadlineExceeded: () => failed(CANNOT_START),
}

/** Returns why the cluster removed the pod, or null if it does not say. */
export function isInterrupted(pod: Pod): string | null {
  const disruption = disruptionOf(pod)
  return disruption ? interrupted(disruption.message ?? disruption.reason ?? '') : null
}

/** Returns the end of a pod whose command never ended, or that the cluster ended as a whole. */
export function endOfPod(pod: Pod): End {
  const { reason = '', message = '' } = pod.status ?? {}
  const interruption = isInterrupted(pod)
  if (reason === 'Evicted') return evicted(message)
  if (interruption) return failed(interruption)
  if (reason === 'DeadlineExceeded') return failed(CANNOT_START)
  if (reason !== '')
    return {
      outcome: 'lost',
      exit_code: null,
      reason: `The node ended the run (${reason}): ${inWords(message)} Start it again.`,
    }
  const fetch = pod.status?.initContainerStatuses?.find(({ name }) => name === 'fetch')?.state?.terminated
  if (fetch?.reason === 'OOMKilled')
    return failed('Unpacking its code and data needs more memory than the run has: choose a larger tier.')
  if (fetch && isUnstarted(fetch.reason))
    return failed(
      `The node could not prepare its code and data: ${inWords(fetch.message ?? '')} Start the run again.`,
    )
  if (fetch && fetch.exitCode !== 0)
    return failed(
      `Its code and data could not be prepared (exit code ${fetch.exitCode}): start the run again.`,
    )
  const injected = failedInjected(pod)
  if (injected !== null) return failed(injected)
  return {
    outcome: 'lost',
    exit_code: null,
    reason: 'Its pod ended without a result: start the run again.',
  }
}

/** Returns how the cluster ended a command together with its pod, or null if the command ended by itself. */
export function endedByCluster(
  { pod, events }: PodAccount,
  { exit_code, ended_at }: ExitRecord,
  isComplete: boolean,
): End | null {
  const cause = causeOf(pod, events)
  if (isKilled(events, 'main')) return { ...(cause ?? failed(ENDED_BY_NODE)), exit_code, interrupted: true }
  const isOutOfMemory = mainOf(pod)?.terminated?.reason === 'OOMKilled'
  // A pod that was removed before it sent everything ends the run with it, however its command ended.
  const isTaken =
    !isComplete || (KILLED.has(exit_code) && !isOutOfMemory) || mayHaveCut(pod, events, ended_at)
  return cause && isTaken ? { ...cause, exit_code, interrupted: true } : null
}

/** True if the node ended the command, and the cluster has not said why yet. */
export function isUnexplained({ pod, events }: PodAccount): boolean {
  return isKilled(events, 'main') && causeOf(pod, events) === null
}

/** Returns when the node reported the eviction of the pod, in milliseconds, or 0 if it did not. */
export function evictedAt(events: ClusterEvent[]): number {
  return Math.max(0, ...events.filter(({ reason }) => reason === 'Evicted').map(timeOf))
}

function causeOf(pod: Pod | null, events: ClusterEvent[]): End | null {
  if (pod?.status?.reason || (pod && disruptionOf(pod))) return endOfPod(pod)
  const [ending] = events.filter(isEnding)
  if (ending) return ENDING_EVENTS[ending.reason ?? '']?.(ending.message ?? '') ?? null
  return pod === null || pod.metadata.deletionTimestamp !== undefined ? failed(DELETED) : null
}

/** True if the cluster may have announced the end of the pod before the command ended. */
function mayHaveCut(pod: Pod | null, events: ClusterEvent[], ended_at: string): boolean {
  if (pod === null || isKilled(events, 'keep')) return false
  const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = pod.metadata
  const disruption = disruptionOf(pod)
  // A node records its own after the containers have ended.
  const disruptedAt =
    disruption?.reason === 'TerminationByKubelet' ? undefined : disruption?.lastTransitionTime
  const times = [
    Date.parse(deletionTimestamp ?? '') - deletionGracePeriodSeconds * 1000,
    Date.parse(disruptedAt ?? ''),
    ...events.filter(isEnding).map(timeOf),
  ].filter((time) => !Number.isNaN(time))
  return times.length === 0 || Math.min(...times) <= Date.parse(ended_at)
}

function disruptionOf(pod: Pod) {
  return pod.status?.conditions?.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True')
}

function isEnding({ reason = '', message = '' }: ClusterEvent): boolean {
  return Object.hasOwn(ENDING_EVENTS, reason) && !message.startsWith('Cancelling')
}

/** A node reports each container that it kills, and none that ended by itself. */
function isKilled(events: ClusterEvent[], container: string): boolean {
  const fieldPath = `spec.containers{${container}}`
  return events.some((event) => event.reason === 'Killing' && event.involvedObject?.fieldPath === fieldPath)
}

function mainOf(pod: Pod | null) {
  return pod?.status?.containerStatuses?.find(({ name }) => name === 'main')?.state
}
