import type { Observation, RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord, AttemptStore } from './attempt-store.ts'
import { type ClusterClient, noneWithoutRight } from './client.ts'
import { copyClusterLog, lastLineOf, lastLineOnNode } from './cluster-log.ts'
import {
  type ClusterState,
  type Decision,
  decide,
  END_PATIENCE_MS,
  KEEP_PATIENCE_MS,
  NODE_PATIENCE_MS,
} from './decide.ts'
import { attemptName, LABELS, selectorOf } from './names.ts'
import { createObstacles } from './obstacles.ts'
import type { Reflector } from './reflector.ts'
import { type ClusterEvent, isSuspended, type Job, type Pod, pathOf } from './resources.ts'
import { createSilence } from './silence.ts'

export interface ObserverOptions {
  client: ClusterClient
  attempts: AttemptStore
  jobs: Reflector<Job>
  pods: Reflector<Pod>
  namespaceOf: (workspace: string) => string
  clock: () => Date
  /** minimum time between questions why an attempt has no pod */
  look_ms: number
}

/** Appended if the pod could not send everything. */
const UNFINISHED = ' Some of what it wrote may be missing.'
/** Appended if the pod did not send its log and the node had only the end of it. */
const CUT = ' Part of its log is missing: only the end of it was still on its node.'

/**
 * Returns a function that observes an attempt. The copy of the cluster suffices while nothing follows from it; before
 * anything is decided, recorded or removed, the cluster itself is read.
 */
export function createObserver(options: ObserverOptions): (key: RunKey) => Promise<Observation> {
  const { client, attempts, jobs, pods, namespaceOf, clock, look_ms } = options
  const obstacles = createObstacles({ client, clock, look_ms })
  const silence = createSilence(clock)
  const logReadAt = new Map<string, number>()

  async function observe(key: RunKey): Promise<Observation> {
    const record = await attempts.find(key)
    if (record === null || isSettled(record)) {
      for (const each of [obstacles, silence]) each.forget(key)
      logReadAt.delete(attemptKey(key))
      return observationOf(record)
    }
    await Promise.all([jobs.ready(), pods.ready()])
    const seen = await readCopy(key, record)
    const first = decide(record, seen, clock(), '')
    if (first.end || first.remove) {
      if (record.ended !== null && !mayReadLog(key)) return observationOf(record)
      return decideAgain(key, { ...seen, ...(await readCluster(key)) })
    }
    if (first.note) return decideAgain(key, seen)
    if (seen.pod && hasKeepEnded(seen.pod) && record.started_at !== null)
      await readRest(key, record, seen.pod)
    return shown(record, first)
  }

  /** Copies new lines of the log from the node, because the container that sends it has ended. */
  async function readRest(key: RunKey, { spec }: AttemptRecord, pod: Pod): Promise<void> {
    if (mayReadLog(key)) await copyClusterLog(client, attempts, { key, pod, limit: spec.log_limit })
  }

  function mayReadLog(key: RunKey): boolean {
    const now = clock().getTime()
    if (now - (logReadAt.get(attemptKey(key)) ?? 0) < look_ms) return false
    logReadAt.set(attemptKey(key), now)
    return true
  }

  async function decideAgain(key: RunKey, before: ClusterState): Promise<Observation> {
    // The pod may have sent more since the record was read.
    const record = await attempts.find(key)
    if (record === null || isSettled(record)) return observationOf(record)
    const seen = { ...before, isSilent: before.isSilent && silence.isSilent(key, record) }
    const decision = decide(record, seen, clock(), '')
    const { note, end, remove } = decision
    let noted = note ? await attempts.note(key, note) : record
    let mayArrive = decision.isSending === true
    if (end && !mayArrive && !noted.is_complete && noted.started_at !== null && seen.pod) {
      const limit = record.spec.log_limit
      const isTaken = await copyClusterLog(client, attempts, { key, pod: seen.pod, limit }).catch((error) => {
        mayArrive = !isOverdue(noted) && end.outcome !== 'preempted'
        if (mayArrive && noted.ended === null && isWithin(END_PATIENCE_MS, noted)) throw error
        return false
      })
      if (!isTaken && isWithin(NODE_PATIENCE_MS, noted) && noted.stop_requested_at === null)
        return shown(noted, decision)
      noted = (await attempts.find(key)) ?? noted
    }
    if (remove && !mayArrive)
      await client.remove(pathOf('jobs', namespaceOf(key.workspace), attemptName(key)))
    if (!end) return shown(noted, decision)
    const last = await lastLine(key, mayArrive ? seen.pod : null, noted)
    return finish(key, seen, noted, {
      end: decide(noted, seen, clock(), last).end ?? end,
      last,
      mayCome: mayArrive,
    })
  }

  /** Returns the end of the attempt if it is decided, otherwise its state in the cluster. */
  function shown(record: AttemptRecord, { observation }: Decision): Observation {
    return record.ended === null ? observation : observationOf(record)
  }

  /** True if an unavailable store delays the end no longer: a person asked for it, or the pod's time is over. */
  function isOverdue(record: AttemptRecord): boolean {
    const isStopped = record.stop_requested_at !== null && record.stop_reason === null
    return isStopped || (endedAt(record) !== undefined && !isWithin(KEEP_PATIENCE_MS, record))
  }

  function isWithin(ms: number, record: AttemptRecord): boolean {
    return clock().getTime() - Date.parse(endedAt(record) ?? '') < ms
  }

  /** @param pod its node may have more of the log than has arrived; null if not */
  async function lastLine(key: RunKey, pod: Pod | null, record: AttemptRecord): Promise<string> {
    if (record.ended !== null) return ''
    const onNode = pod && (await lastLineOnNode(client, pod).catch(() => ''))
    if (onNode) return onNode
    const reading = lastLineOf(attempts, key)
    const mayWait = isWithin(END_PATIENCE_MS, record) && !isOverdue(record)
    return mayWait ? reading : reading.catch(() => '')
  }

  async function finish(
    key: RunKey,
    seen: ClusterState,
    { is_complete, exit, started_at }: AttemptRecord,
    { end, last, mayCome }: { end: NonNullable<Decision['end']>; last: string; mayCome: boolean },
  ): Promise<Observation> {
    const ended_at = exit?.ended_at ?? clock().toISOString()
    const is_partial = !is_complete && started_at !== null && end.outcome !== 'preempted'
    const ended = {
      ...end,
      raw: {
        job: seen.job?.status ?? null,
        pod: seen.pod?.status ?? null,
        node: seen.pod?.spec?.nodeName ?? null,
        last_lines: last === '' ? [] : [last],
      },
      // The clocks of server and node differ.
      ended_at: started_at !== null && ended_at < started_at ? started_at : ended_at,
    }
    const all = mayCome ? {} : { is_complete: true, is_partial }
    return observationOf(await attempts.note(key, { ended, ...all }))
  }

  async function readCopy(key: RunKey, record: AttemptRecord): Promise<ClusterState> {
    const job = jobs.find(attemptKey(key))[0] ?? null
    const pod = podOfCommand(pods.find(attemptKey(key)))
    const isAwaited = job !== null && record.started_at === null && (isSuspended(job) || isBeginning(pod))
    const isSending = record.exit !== null && !record.is_complete
    return {
      job,
      pod,
      events: [],
      obstacle: isAwaited ? await obstacles.of(key, job, pod) : null,
      isSilent: isSending && silence.isSilent(key, record),
    }
  }

  /** Reads the Job, the pod and its events from the cluster itself. */
  async function readCluster(key: RunKey): Promise<Pick<ClusterState, 'job' | 'pod' | 'events'>> {
    const namespace = namespaceOf(key.workspace)
    const job = await client.get<Job>(pathOf('jobs', namespace, attemptName(key)))
    const { items } = await client.list<Pod>(pathOf('pods', namespace), {
      labelSelector: selectorOf({ [LABELS.run]: key.run, [LABELS.attempt]: String(key.attempt) }),
    })
    const pod = podOfCommand(items)
    return { job, pod, events: await eventsOf(namespace, attemptName(key), pod) }
  }

  /** Returns the events of the pod. If it is gone, only those about containers that its node killed. */
  async function eventsOf(namespace: string, name: string, pod: Pod | null): Promise<ClusterEvent[]> {
    const selector = pod ? `involvedObject.uid=${pod.metadata.uid}` : 'involvedObject.kind=Pod,reason=Killing'
    const { items } = await client
      .list<ClusterEvent>(pathOf('events', namespace), { fieldSelector: selector })
      .catch(noneWithoutRight)
    return items.filter(({ involvedObject }) => pod || involvedObject?.name?.startsWith(`${name}-`))
  }

  return observe
}

/** Returns the pod whose command has run. An attempt has several pods if one replaced a deleted one. */
function podOfCommand(pods: Pod[]): Pod | null {
  const hasRun = ({ status }: Pod) =>
    status?.containerStatuses?.some(({ name, state }) => name === 'main' && !state?.waiting) ?? false
  const newest = [...pods].sort((a, b) => madeAt(a) - madeAt(b))
  return newest.findLast(hasRun) ?? newest.at(-1) ?? null
}

/** True if at most the container that prepares the inputs runs. */
function isBeginning(pod: Pod | null): boolean {
  return pod === null || (pod.spec?.nodeName !== undefined && pod.status?.phase === 'Pending')
}

function hasKeepEnded({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ name, state }) => name === 'keep' && state?.terminated) ?? false
}

function madeAt({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '')
}

/** True if the attempt has ended and all of its data has arrived. */
function isSettled({ ended, is_complete }: AttemptRecord): boolean {
  return ended !== null && is_complete
}

function endedAt({ exit, ended }: AttemptRecord): string | undefined {
  return exit?.ended_at ?? ended?.ended_at
}

function observationOf(record: AttemptRecord | null): Observation {
  if (record === null || record.ended === null) return { phase: 'absent' }
  const { ended, started_at, progress, is_complete, is_partial, log_is_cut } = record
  const gap = is_partial ? UNFINISHED + (log_is_cut ? CUT : '') : ''
  const reason = gap === '' ? ended.reason : ended.reason.replace(/[^.]$/, '$&.') + gap
  const sending = is_complete ? {} : { is_sending: true as const }
  return { phase: 'ended', ...ended, reason, ...sending, started_at, progress }
}
