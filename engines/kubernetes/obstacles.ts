import { text } from 'node:stream/consumers'
import type { RunKey } from '../engine.ts'
import { attemptKey } from './attempt-key.ts'
import { type ClusterClient, ClusterRefusal, noneWithoutRight } from './client.ts'
import { timeOf } from './events.ts'
import { type ClusterEvent, isSuspended, type Job, type Pod, pathOf } from './resources.ts'
import { cannotFetch, nodeTrouble, queued, refusedPod } from './sentences.ts'
import { createWorkloads } from './workloads.ts'

export interface ObstaclesOptions {
  client: ClusterClient
  clock: () => Date
  /** minimum time between requests to the cluster */
  look_ms: number
}

/** Age up to which a warning counts; it is repeated while it applies. */
const WARNING_AGE_MS = 10 * 60_000

/** Finds out why an attempt does not begin from a queue, events and a log, if its Job and pod do not tell. */
export function createObstacles({ client, clock, look_ms }: ObstaclesOptions) {
  const workloadOf = createWorkloads(client, look_ms)
  const known = new Map<string, { at: number; obstacle: string | null }>()
  const age = (time: string | undefined) => clock().getTime() - Date.parse(time ?? '')

  async function ask(job: Job, pod: Pod | null): Promise<string | null> {
    if (isSuspended(job)) return queued(await workloadOf(job))
    if (pod === null) return refusedPodOf(job)
    const fetch = pod.status?.initContainerStatuses?.find(({ name }) => name === 'fetch')?.state?.running
    // Inputs that are arriving need time.
    if (fetch) return age(fetch.startedAt) < look_ms ? null : cannotFetch(await lastWordsOf(pod))
    return warningOf(pod)
  }

  /** Finds the refusal of a Job's pod, which is only in an event. */
  async function refusedPodOf({ metadata }: Job): Promise<string | null> {
    const selector = `involvedObject.uid=${metadata.uid},reason=FailedCreate`
    const message = (await newestEvent(metadata.namespace, selector))?.message
    return message === undefined ? null : refusedPod(message)
  }

  async function warningOf({ metadata }: Pod): Promise<string | null> {
    const selector = `involvedObject.uid=${metadata.uid},type=Warning,reason!=FailedScheduling`
    const warning = await newestEvent(metadata.namespace, selector)
    if (!warning || clock().getTime() - timeOf(warning) > WARNING_AGE_MS) return null
    return nodeTrouble(warning.reason ?? '', warning.message ?? '')
  }

  async function newestEvent(namespace: string | undefined, fieldSelector: string) {
    const path = pathOf('events', namespace ?? null)
    const { items } = await client.list<ClusterEvent>(path, { fieldSelector }).catch(noneWithoutRight)
    return items.sort((a, b) => timeOf(a) - timeOf(b)).at(-1)
  }

  /** Returns the last line that `fetch` printed, or '' if there is none or Podium may not read it. */
  async function lastWordsOf({ metadata }: Pod): Promise<string> {
    const path = `${pathOf('pods', metadata.namespace ?? null, metadata.name)}/log`
    try {
      const log = await client.log(path, { container: 'fetch', tailLines: 1 })
      return log ? await text(log) : ''
    } catch (error) {
      if (error instanceof ClusterRefusal) return ''
      throw error
    }
  }

  return {
    async of(key: RunKey, job: Job, pod: Pod | null): Promise<string | null> {
      const last = known.get(attemptKey(key))
      if (last && performance.now() - last.at < look_ms) return last.obstacle
      // A new Job has no pod for a moment.
      if (age(job.metadata.creationTimestamp) < look_ms) return null
      const obstacle = await ask(job, pod)
      known.set(attemptKey(key), { at: performance.now(), obstacle })
      return obstacle
    },
    forget(key: RunKey): void {
      known.delete(attemptKey(key))
    },
  }
}
