import type { Observation, RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord, AttemptStore } from './attempt-store.ts'
import type { ClusterClient } from './client.ts'
import { lastLineOf, takeClusterLog } from './cluster-log.ts'
import { noneWithoutRight } from './events.ts'
import { type Judgement, judge, KEEP_PATIENCE_MS, NODE_PATIENCE_MS, type Seen } from './judge.ts'
import { attemptName, LABELS, selectorOf } from './names.ts'
import { createObstacles } from './obstacles.ts'
import type { Reflector } from './reflector.ts'
import { type ClusterEvent, isSuspended, type Job, type Pod, pathOf } from './resources.ts'
import { createSilence } from './silence.ts'

export interface LookOptions {
  client: ClusterClient
  attempts: AttemptStore
  jobs: Reflector<Job>
  pods: Reflector<Pod>
  namespaceOf: (workspace: string) => string
  clock: () => Date
  /** how often the cluster is asked why an attempt has no pod */
  look_ms: number
}

/** Added where the pod did not come to send all. */
const UNFINISHED = ' Some of what it wrote may be missing.'
/** Added where the pod did not send its log, and the node had kept only the newest of it. */
const CUT = ' Part of its log is missing: only the end of it was still on its node.'

/**
 * Looks how an attempt is. The copy of the cluster is enough as long as nothing follows from it; what is decided, written
 * down or removed is first asked of the cluster itself.
 */
export function createLook(options: LookOptions): (key: RunKey) => Promise<Observation> {
  const { client, attempts, jobs, pods, namespaceOf, clock, look_ms } = options
  const obstacles = createObstacles({ client, clock, look_ms })
  const silence = createSilence(clock)
  const logReadAt = new Map<string, number>()

  async function look(key: RunKey): Promise<Observation> {
    const record = await attempts.find(key)
    if (record === null || record.ended !== null) {
      for (const each of [obstacles, silence]) each.forget(key)
      logReadAt.delete(attemptKey(key))
      return observationOf(record)
    }
    await Promise.all([jobs.ready(), pods.ready()])
    const seen = await copied(key, record)
    const first = judge(record, seen, clock(), '')
    if (first.end || first.remove) return act(key, { ...seen, ...(await asked(key)) })
    if (first.note) return act(key, seen)
    if (seen.pod && hasKeepEnded(seen.pod) && record.started_at !== null) await readOn(key, record, seen.pod)
    return first.observation
  }

  /** Brings the log of a command on that has lost what sends it. */
  async function readOn(key: RunKey, { spec }: AttemptRecord, pod: Pod): Promise<void> {
    const now = clock().getTime()
    if (now - (logReadAt.get(attemptKey(key)) ?? 0) < look_ms) return
    logReadAt.set(attemptKey(key), now)
    await takeClusterLog(client, attempts, { key, pod, limit: spec.log_limit })
  }

  async function act(key: RunKey, before: Seen): Promise<Observation> {
    // What the pod sent last may be newer than what was read before the cluster was asked.
    const record = await attempts.find(key)
    if (record === null || record.ended !== null) return observationOf(record)
    const seen = { ...before, isSilent: before.isSilent && silence.isSilent(key, record) }
    const { note, end, remove, observation } = judge(record, seen, clock(), '')
    let noted = note ? await attempts.note(key, note) : record
    if (end && !noted.is_complete && noted.started_at !== null && seen.pod) {
      const limit = record.spec.log_limit
      const taking = takeClusterLog(client, attempts, { key, pod: seen.pod, limit })
      const isTaken = await (isOverdue(noted) ? taking.catch(() => false) : taking)
      if (!isTaken && isWithin(NODE_PATIENCE_MS, noted) && noted.stop_requested_at === null)
        return observation
      noted = (await attempts.find(key)) ?? noted
    }
    if (remove) await client.remove(pathOf('jobs', namespaceOf(key.workspace), attemptName(key)))
    if (!end) return observation
    const reading = lastLineOf(attempts, key)
    const last = await (isOverdue(noted) ? reading.catch(() => '') : reading)
    return finish(key, seen, noted, judge(noted, seen, clock(), last).end ?? end, last)
  }

  /** A person waits for the end, or the pod has had all its time: a store that is away does not delay it any more. */
  function isOverdue(record: AttemptRecord): boolean {
    const isStopped = record.stop_requested_at !== null && record.stop_reason === null
    return isStopped || (record.exit !== null && !isWithin(KEEP_PATIENCE_MS, record))
  }

  function isWithin(ms: number, { exit }: AttemptRecord): boolean {
    return exit !== null && clock().getTime() - Date.parse(exit.ended_at) < ms
  }

  async function finish(
    key: RunKey,
    seen: Seen,
    { is_complete, log_is_cut, exit, started_at }: AttemptRecord,
    end: NonNullable<Judgement['end']>,
    last: string,
  ): Promise<Observation> {
    const ended_at = exit?.ended_at ?? clock().toISOString()
    const isAllSaid = is_complete || started_at === null || end.outcome === 'preempted'
    const ended = {
      ...end,
      reason: isAllSaid
        ? end.reason
        : end.reason.replace(/[^.]$/, '$&.') + UNFINISHED + (log_is_cut ? CUT : ''),
      raw: {
        job: seen.job?.status ?? null,
        pod: seen.pod?.status ?? null,
        node: seen.pod?.spec?.nodeName ?? null,
        last_lines: last === '' ? [] : [last],
      },
      // The clocks of server and node differ.
      ended_at: started_at !== null && ended_at < started_at ? started_at : ended_at,
    }
    return observationOf(await attempts.note(key, { ended, is_complete: true }))
  }

  async function copied(key: RunKey, record: AttemptRecord): Promise<Seen> {
    const job = jobs.find(attemptKey(key))[0] ?? null
    const pod = telling(pods.find(attemptKey(key)))
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

  /** The cluster's own word, with what it has said of the pod. */
  async function asked(key: RunKey): Promise<Pick<Seen, 'job' | 'pod' | 'events'>> {
    const namespace = namespaceOf(key.workspace)
    const job = await client.get<Job>(pathOf('jobs', namespace, attemptName(key)))
    const { items } = await client.list<Pod>(pathOf('pods', namespace), {
      labelSelector: selectorOf({ [LABELS.run]: key.run, [LABELS.attempt]: String(key.attempt) }),
    })
    const pod = telling(items)
    return { job, pod, events: await eventsOf(namespace, attemptName(key), pod) }
  }

  /** The events of the attempt's pod; of one that is gone, only which of its containers its node ended. */
  async function eventsOf(namespace: string, name: string, pod: Pod | null): Promise<ClusterEvent[]> {
    const selector = pod ? `involvedObject.uid=${pod.metadata.uid}` : 'involvedObject.kind=Pod,reason=Killing'
    const { items } = await client
      .list<ClusterEvent>(pathOf('events', namespace), { fieldSelector: selector })
      .catch(noneWithoutRight)
    return items.filter(({ involvedObject }) => pod || involvedObject?.name?.startsWith(`${name}-`))
  }

  return look
}

/** Of several pods of an attempt, of which one follows another that was deleted, that whose command has run. */
function telling(pods: Pod[]): Pod | null {
  const hasRun = ({ status }: Pod) =>
    status?.containerStatuses?.some(({ name, state }) => name === 'main' && !state?.waiting) ?? false
  const newest = [...pods].sort((a, b) => madeAt(a) - madeAt(b))
  return newest.findLast(hasRun) ?? newest.at(-1) ?? null
}

/** Whether the pod has none of its own containers running yet but the one that lays out what the command needs. */
function isBeginning(pod: Pod | null): boolean {
  return pod === null || (pod.spec?.nodeName !== undefined && pod.status?.phase === 'Pending')
}

function hasKeepEnded({ status }: Pod): boolean {
  return status?.containerStatuses?.some(({ name, state }) => name === 'keep' && state?.terminated) ?? false
}

function madeAt({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '')
}

function observationOf(record: AttemptRecord | null): Observation {
  if (record === null || record.ended === null) return { phase: 'absent' }
  const { ended, started_at, progress } = record
  return { phase: 'ended', ...ended, started_at, progress }
}
