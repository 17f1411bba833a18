import { sentences } from '@podium/contract/rules/run-state.ts'
import { verdict } from '../attempt/reconcile/verdict.ts'
import type { Observation } from '../engine.ts'
import { pendingTooLong } from '../pending-limit.ts'
import type { AttemptChange, AttemptEnd, AttemptRecord, ExitRecord, StoreRefusal } from './attempt-store.ts'
import {
  CANNOT_START,
  DELETED,
  endedByCluster,
  endOfPod,
  evictedAt,
  isInterrupted,
  isUnexplained,
  type PodAccount,
} from './pod-end.ts'
import { type ClusterEvent, type ContainerState, isSuspended, type Job, type Pod } from './resources.ts'
import { failedBefore, GONE, keepEnded, PREEMPTED, tooLong, waitsFor, waitsForInjected } from './sentences.ts'

/** The state of an attempt in the cluster. */
export interface ClusterState extends PodAccount {
  job: Job | null
  /** the pod whose command ran, or else the last one; a deleted pod may have a successor */
  pod: Pod | null
  /** the events of the pod; empty if only the copy of the cluster was read */
  events: ClusterEvent[]
  /** why the command does not start, in a sentence, if neither Job nor pod shows it; null if unknown */
  obstacle: string | null
  /** true if the pod of an ended command has not called any server for long */
  isSilent: boolean
}

export interface Decision {
  observation: Exclude<Observation, { phase: 'ended' | 'absent' }>
  /** a change of the attempt's record, to be written before anything else is done */
  note?: AttemptChange
  /** true: remove the Job, with its pod */
  remove?: boolean
  /** how it ended; decided again from a fresh read of the cluster before it is recorded */
  end?: Pick<AttemptEnd, 'outcome' | 'exit_code' | 'reason' | 'interrupted'>
  /** true if it ends while its pod may still send data */
  isSending?: boolean
}

/** The pod ends its command itself. If it is still there this long after the grace period, its Job is removed. */
const STOP_PATIENCE_MS = 35_000
const GRACE_SECONDS = 10
/** An image or a secret may only be missing for some minutes. */
const START_PATIENCE_MS = 5 * 60_000
/** Maximum time between the end of the command and the end of the run, even if the pod still sends data. */
export const END_PATIENCE_MS = 9 * 60_000
/** Maximum time for which a pod that calls may send data after its command ended. */
export const KEEP_PATIENCE_MS = 6 * 3600_000
/** Maximum age of the store's last refusal to be shown as the reason why saving takes long. */
const REFUSAL_MS = 60_000
/** Maximum time to wait for a deleted pod after its grace period; without its node it would stay forever. */
const DELETION_MS = 2 * 60_000
/** Maximum time to retry reading a log, and to wait for a pod that a queue takes back. */
export const NODE_PATIENCE_MS = 5 * 60_000
/** Maximum time for a node to report why a container ended. */
const NODE_SAYS_MS = 30_000
/** Maximum time between the record of an attempt and its Job. */
const SUBMIT_PATIENCE_MS = 60_000
/** Maximum time for which containers of an evicted pod may still run, because a node reports the eviction first. */
const EVICTION_MS = 30_000

/** Decides the state of an attempt and the next actions from its record and the cluster. It has no side effects. */
export function decide(record: AttemptRecord, seen: ClusterState, now: Date, lastLine: string): Decision {
  const { job, pod } = seen
  const main = stateOf(pod, 'main')
  const exit = record.exit ?? exitOf(main)
  const started_at = record.started_at ?? startOf(main)
  const { progress } = record
  const observation: Decision['observation'] =
    started_at === null
      ? { phase: 'starting', progress }
      : { phase: 'running', started_at: inIso(started_at), progress }
  const age = (time: string | undefined) => (time === undefined ? 0 : now.getTime() - Date.parse(time))
  const stopAge = record.stop_requested_at === null ? null : age(record.stop_requested_at)
  const patience = STOP_PATIENCE_MS + (record.spec.stop_grace_seconds ?? GRACE_SECONDS) * 1000
  const isBeingEvicted = now.getTime() - evictedAt(seen.events) < EVICTION_MS
  // Only if a person asked: the pod of a run that the engine ends may still send data.
  const isOverdue = stopAge !== null && stopAge > patience && record.stop_reason === null
  const isPreempted = stopAge === null && started_at !== null && record.ended === null && isSuspended(job)

  if (exit !== null) {
    const isPatient = age(exit.ended_at) < KEEP_PATIENCE_MS && (stopAge === null || stopAge < patience)
    const noted = changeOf(record, { exit, started_at })
    const mayCome = !record.is_complete && isPatient && !seen.isSilent
    const isSending = mayCome && (maySend(pod) || isBeingEvicted)
    const ends = record.ended === null && age(exit.ended_at) >= END_PATIENCE_MS
    if (isSending && !ends) return { observation: withNotice(savingNotice(record.refusal)), ...noted }
    const own = { ...seen, pod: isSuccessor(pod) ? null : pod }
    // The pod often reports how its command ended before its node reports why.
    const mayExplain = own.pod !== null && !isOver(pod) && (!main?.terminated || isUnexplained(own))
    if (mayExplain && stopAge === null && age(exit.ended_at) < NODE_SAYS_MS) return { observation, ...noted }
    const endByCluster = wasSignalled(record, exit)
      ? null
      : endedByCluster(own, exit, record.is_complete || isSending)
    if (isPreempted && (endByCluster || exit.exit_code !== 0))
      return { ...preempted(exit.exit_code), ...noted }
    const remove = !record.is_complete && !isSending && !isOver(pod)
    return {
      observation,
      end: endByCluster ?? endBy(record, exit, main, lastLine),
      remove,
      isSending,
      ...noted,
    }
  }
  if (record.ended !== null) return { observation, remove: true, end: record.ended }
  const stopped = () => endBy(record, null, main, lastLine)
  if (pod === null && job === null) {
    if (stopAge !== null) return { observation, end: stopped() }
    if (age(record.opened_at) < SUBMIT_PATIENCE_MS) return { observation }
    return { observation, end: { outcome: 'lost', exit_code: null, reason: GONE } }
  }
  if (pod === null) return withoutPod()
  if (pod.metadata.deletionTimestamp !== undefined) {
    if (isPreempted && age(pod.metadata.deletionTimestamp) < NODE_PATIENCE_MS)
      return { observation, ...changeOf(record, { exit, started_at }) }
    if (isPreempted) return preempted(null)
    if (stopAge === null && isSuspended(job)) return waiting(seen.obstacle)
    if (stopAge === null) return stopFor(isInterrupted(pod) ?? DELETED)
    const isAbandoned = isOverdue || age(pod.metadata.deletionTimestamp) > DELETION_MS
    if (isAbandoned || started_at === null) return { observation, remove: true, end: stopped() }
    return { observation, remove: true }
  }
  if (isOver(pod)) {
    if (isBeingEvicted && stopAge === null) return { observation }
    if (stopAge !== null) return { observation, remove: true, end: stopped() }
    if (isPreempted) return preempted(null)
    // The server prepares inputs only before the command starts, so this pod follows a deleted one.
    if (record.started_at !== null && hasFailedToFetch(pod)) return deletedOutside()
    return { observation, remove: true, end: endOfPod(pod) }
  }
  if (started_at !== null) {
    if (stopAge !== null)
      return { observation, remove: stopAge > patience, ...(isOverdue && { end: stopped() }) }
    const limit = record.spec.timeout_seconds
    if (limit !== null && age(started_at) > limit * 1000) return { observation, note: stopBy(tooLong(limit)) }
    const keep = stateOf(pod, 'keep')?.terminated
    return {
      observation: withNotice(keep && keepEnded(keep)),
      ...changeOf(record, { exit: null, started_at }),
    }
  }
  // A pod that has not started is deleted without a grace period; its remaining output is ignored.
  if (stopAge !== null) return { observation, remove: true, end: stopped() }
  const trouble = failedBefore(pod)
  if (trouble && (trouble.isFinal || age(scheduledAt(pod)) > START_PATIENCE_MS))
    return failed(trouble.sentence)
  const waits = trouble?.sentence ?? waitsFor(pod) ?? waitsForInjected(pod) ?? seen.obstacle
  const limit = record.spec.pending_limit_minutes
  if (waits !== null && limit && age(pod.metadata.creationTimestamp) > limit * 60_000)
    return failed(pendingTooLong(limit, waits))
  return waiting(waits)

  function withNotice(notice: string | undefined): Decision['observation'] {
    return { ...observation, ...(observation.phase === 'running' && notice !== undefined && { notice }) }
  }

  function savingNotice(refusal: StoreRefusal | null): string {
    const isRefused = refusal && age(refusal.at) < REFUSAL_MS
    return isRefused ? `${sentences.keeping} ${refusal.sentence}` : sentences.keeping
  }

  function waiting(waits_for: string | null): Decision {
    return { observation: { ...observation, ...(waits_for && { waits_for }) } }
  }

  function failed(reason: string): Decision {
    return { observation, remove: true, end: { outcome: 'failed', exit_code: null, reason } }
  }

  function deletedOutside(): Decision {
    return stopAge === null && wasLetInAgain(job, started_at) ? preempted(null) : stopFor(DELETED)
  }

  /** Removes the Job too, because a queue that admits it again would start the ended attempt. */
  function preempted(exit_code: number | null): Decision {
    return { observation, remove: true, end: { outcome: 'preempted', exit_code, reason: PREEMPTED } }
  }

  function withoutPod(): Decision {
    const failed = job?.status?.conditions?.find(({ type, status }) => type === 'Failed' && status === 'True')
    const wasThere = failed !== undefined || record.started_at !== null || job?.metadata.deletionTimestamp
    if (stopAge !== null) return { observation, remove: true, end: stopped() }
    if (isPreempted) return preempted(null)
    if (failed?.reason === 'DeadlineExceeded') return stopFor(CANNOT_START)
    if (wasThere) return deletedOutside()
    return waiting(seen.obstacle)
  }

  /** Records the reason at once, because the cluster may not show it later. */
  function stopFor(stop_reason: string): Decision {
    return { observation, remove: true, note: stopBy(stop_reason) }
  }

  function stopBy(stop_reason: string): AttemptChange {
    return { stop_requested_at: now.toISOString(), stop_reason }
  }
}

function endBy(
  record: AttemptRecord,
  exit: ExitRecord | null,
  main: ContainerState | undefined,
  last_line: string,
): NonNullable<Decision['end']> {
  const { stop_requested_at, stop_reason, spec } = record
  const oom_kills = main?.terminated?.reason === 'OOMKilled' ? 1 : 0
  const stop = stop_requested_at === null ? null : { requested_at: stop_requested_at, reason: stop_reason }
  return verdict({
    exit: exit && { exit_code: exit.exit_code, oom_kills },
    stop,
    is_signalled: exit !== null && wasSignalled(record, exit),
    unreadable: null,
    oom_kills,
    restarted: false,
    memory_mib: spec.granted.memory_mib,
    last_line,
    disk_was_full: false,
  })
}

/** True if the Job was suspended and admitted again since its command began. */
function wasLetInAgain(job: Job | null, started_at: string | null): boolean {
  const resumed = job?.status?.conditions?.find(
    ({ type, status }) => type === 'Suspended' && status === 'False',
  )
  return Date.parse(resumed?.lastTransitionTime ?? '') > Date.parse(started_at ?? '')
}

/** True if the command was signalled before it ended. Times of the cluster have no fractions of a second. */
function wasSignalled({ stop_requested_at }: AttemptRecord, { ended_at }: ExitRecord): boolean {
  if (stop_requested_at === null) return false
  return Math.floor(Date.parse(ended_at) / 1000) >= Math.floor(Date.parse(stop_requested_at) / 1000)
}

function changeOf(
  record: AttemptRecord,
  { exit, started_at }: { exit: ExitRecord | null; started_at: string | null },
): { note?: AttemptChange } {
  const note = {
    ...(record.exit === null && exit !== null && { exit }),
    ...(record.started_at === null && started_at !== null && { started_at: inIso(started_at) }),
  }
  return Object.keys(note).length === 0 ? {} : { note }
}

function exitOf(main: ContainerState | undefined): ExitRecord | null {
  if (!main?.terminated) return null
  const { exitCode, startedAt = '', finishedAt = '' } = main.terminated
  // A container that was never started ends with a code of the cluster's, and a reason instead of times.
  if (!(Date.parse(startedAt) > 0)) return null
  return { exit_code: exitCode, started_at: inIso(startedAt), ended_at: inIso(finishedAt) }
}

function startOf(main: ContainerState | undefined): string | null {
  return main?.running?.startedAt ?? exitOf(main)?.started_at ?? null
}

/** True if the container that sends log and outputs still runs. */
function maySend(pod: Pod | null): boolean {
  return !isOver(pod) && stateOf(pod, 'keep')?.terminated === undefined
}

function isOver(pod: Pod | null): boolean {
  return pod === null || pod.status?.phase === 'Succeeded' || pod.status?.phase === 'Failed'
}

/** True if the pod follows the one whose command has ended. It gets no inputs, so it fails. */
function isSuccessor(pod: Pod | null): boolean {
  return pod !== null && isOver(pod) && hasFailedToFetch(pod)
}

function hasFailedToFetch(pod: Pod): boolean {
  const fetch = pod.status?.initContainerStatuses?.find(({ name }) => name === 'fetch')
  return (fetch?.state?.terminated?.exitCode ?? 0) !== 0
}

function stateOf(pod: Pod | null, name: string): ContainerState | undefined {
  return pod?.status?.containerStatuses?.find((each) => each.name === name)?.state
}

function scheduledAt(pod: Pod): string | undefined {
  return pod.status?.conditions?.find(({ type, status }) => type === 'PodScheduled' && status === 'True')
    ?.lastTransitionTime
}

function inIso(time: string): string {
  return new Date(time).toISOString()
}
