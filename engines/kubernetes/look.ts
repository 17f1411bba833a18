import type { Observation, RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import type { AttemptRecord, AttemptStore } from './attempt-store.ts'
import { type ClusterClient, ClusterRefusal } from './client.ts'
import { lastLineOf, takeClusterLog } from './cluster-log.ts'
import { isSuspended, type Judgement, judge, NODE_PATIENCE_MS, type Seen } from './judge.ts'
import { attemptName, LABELS, selectorOf } from './names.ts'
import { timeOf } from './pod-end.ts'
import type { Reflector } from './reflector.ts'
import { type ClusterEvent, type Job, type Pod, pathOf } from './resources.ts'
import { queued, refusedPod } from './sentences.ts'
import { createWorkloads } from './workloads.ts'

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
  const workloadOf = createWorkloads(client, look_ms)
  const refusals = new Map<string, { at: number; refusal: string | null }>()

  async function look(key: RunKey): Promise<Observation> {
    const record = await attempts.find(key)
    if (record === null || record.ended !== null) {
      refusals.delete(attemptKey(key))
      return observationOf(record)
    }
    await Promise.all([jobs.ready(), pods.ready()])
    const seen = await copied(key, record)
    const first = judge(record, seen, clock(), '')
    if (!first.end && !first.remove && !first.note) return first.observation
    return act(key, first.end || first.remove ? await asked(key) : seen)
  }

  async function act(key: RunKey, seen: Seen): Promise<Observation> {
    // What the pod sent last may be newer than what was read before the cluster was asked.
    const record = await attempts.find(key)
    if (record === null || record.ended !== null) return observationOf(record)
    const { note, end, remove, observation } = judge(record, seen, clock(), '')
    let noted = note ? await attempts.note(key, note) : record
    if (end && !noted.is_complete && noted.started_at !== null && seen.pod) {
      const limit = record.spec.log_limit
      const isTaken = await takeClusterLog(client, attempts, { key, pod: seen.pod, limit })
      if (!isTaken && mayAnswerYet(noted)) return observation
      noted = (await attempts.find(key)) ?? noted
    }
    if (remove) await client.remove(pathOf('jobs', namespaceOf(key.workspace), attemptName(key)))
    if (!end) return observation
    const last = await lastLineOf(attempts, key)
    return finish(key, seen, noted, judge(noted, seen, clock(), last).end ?? end, last)
  }

  function mayAnswerYet({ exit }: AttemptRecord): boolean {
    return exit !== null && clock().getTime() - Date.parse(exit.ended_at) < NODE_PATIENCE_MS
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
    const isAwaited = job !== null && (pod === null || isSuspended(job)) && record.started_at === null
    return { job, pod, refusal: isAwaited ? await refusalOf(key, job) : null, events: [] }
  }

  async function asked(key: RunKey): Promise<Seen> {
    const namespace = namespaceOf(key.workspace)
    const job = await client.get<Job>(pathOf('jobs', namespace, attemptName(key)))
    const { items } = await client.list<Pod>(pathOf('pods', namespace), {
      labelSelector: selectorOf({ [LABELS.run]: key.run, [LABELS.attempt]: String(key.attempt) }),
    })
    const pod = telling(items)
    return { job, pod, refusal: null, events: await eventsOf(namespace, attemptName(key), pod) }
  }

  /** What was said of the attempt's pod; of one that is gone, only which of its containers its node ended. */
  async function eventsOf(namespace: string, name: string, pod: Pod | null): Promise<ClusterEvent[]> {
    const selector = pod ? `involvedObject.uid=${pod.metadata.uid}` : 'involvedObject.kind=Pod,reason=Killing'
    const { items } = await client
      .list<ClusterEvent>(pathOf('events', namespace), { fieldSelector: selector })
      .catch(withoutRight)
    return items.filter(({ involvedObject }) => pod || involvedObject?.name?.startsWith(`${name}-`))
  }

  async function refusalOf(key: RunKey, job: Job): Promise<string | null> {
    const known = refusals.get(attemptKey(key))
    if (known && performance.now() - known.at < look_ms) return known.refusal
    // A Job that was just made has no pod for a moment.
    if (clock().getTime() - Date.parse(job.metadata.creationTimestamp ?? '') < look_ms) return null
    const refusal = isSuspended(job) ? queued(await workloadOf(job)) : await refusedPodOf(job)
    refusals.set(attemptKey(key), { at: performance.now(), refusal })
    return refusal
  }

  /** A refusal shows in nothing but an event on the Job. */
  async function refusedPodOf({ metadata }: Job): Promise<string | null> {
    const { items } = await client.list<ClusterEvent>(pathOf('events', metadata.namespace ?? null), {
      fieldSelector: `involvedObject.uid=${metadata.uid},reason=FailedCreate`,
    })
    const message = items.sort((a, b) => timeOf(a) - timeOf(b)).at(-1)?.message
    return message === undefined ? null : refusedPod(message)
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

function madeAt({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp ?? '')
}

/** Where Podium may not read events, the pod alone tells. */
function withoutRight(error: unknown): { items: ClusterEvent[] } {
  if (error instanceof ClusterRefusal && error.status === 403) return { items: [] }
  throw error
}

function observationOf(record: AttemptRecord | null): Observation {
  if (record === null || record.ended === null) return { phase: 'absent' }
  const { ended, started_at, progress } = record
  return { phase: 'ended', ...ended, started_at, progress }
}
