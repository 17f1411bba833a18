import { randomUUID } from 'node:crypto'
import { kindOf, now, type Stored } from './cluster-objects.ts'
import type { FakeCluster } from './fake-cluster.ts'

interface JobSpec {
  suspend?: boolean
  template: { metadata: { labels: Record<string, string> }; spec: Record<string, unknown> }
}

export interface Controllers {
  /** refuses pods with that message, as a quota does; null: accepts them */
  refusePods(message: string | null): void
  /** returns the pod of a Job, unless it is being deleted */
  podOf(job: string): Stored | undefined
  /** Suspends or resumes a Job: removes its pods or creates one. */
  suspend(job: string, suspend: boolean): void
  /** Changes the status of a Job's pod, as its node does. */
  setStatus(job: string, status: Record<string, unknown>): void
  /** Sets the function that ends the containers of a deleted pod; it resolves when they have ended. */
  onEnd(end: (pod: Stored, graceSeconds: number) => Promise<void>): void
}

const PODS = 'pods'

/** Creates pods of Jobs and removes dependents, as Kubernetes 1.20 does, with suspended Jobs of later versions. */
export function runControllers(cluster: FakeCluster): Controllers {
  const { objects } = cluster
  let refusal: string | null = null
  let endContainers: (pod: Stored, graceSeconds: number) => Promise<void> = async () => undefined

  const podsOf = (job: Stored) =>
    objects
      .select(PODS, {
        namespace: job.metadata.namespace ?? null,
        labels: `job-name=${job.metadata.name}`,
        fields: null,
      })
      .filter(({ ownedBy }) => ownedBy === job.metadata.uid)

  function makePod(job: Stored): void {
    if (refusal !== null) {
      objects.create(kindOf('events'), {
        metadata: { name: `${job.metadata.name}.${randomUUID()}`, namespace: job.metadata.namespace },
        involvedObject: { uid: job.metadata.uid, kind: 'Job' },
        reason: 'FailedCreate',
        message: refusal,
        lastTimestamp: now(),
      })
      return
    }
    const { template, suspend } = job.spec as JobSpec
    if (suspend) return
    const name = `${job.metadata.name}-${randomUUID().slice(0, 5)}`
    const labels = { ...template.metadata.labels, 'job-name': job.metadata.name }
    objects.create(kindOf(PODS), {
      metadata: { name, namespace: job.metadata.namespace, labels },
      ownedBy: job.metadata.uid,
      spec: structuredClone(template.spec),
      status: { phase: 'Pending' },
    })
  }

  function setCondition(job: Stored, type: 'Complete' | 'Failed', reason?: string): void {
    const condition = { type, status: 'True', ...(reason && { reason }), lastTransitionTime: now() }
    objects.change('jobs', job, (copy) =>
      Object.assign(copy, { status: { conditions: [...conditionsOf(copy), condition] } }),
    )
  }

  function jobOf(pod: Stored): Stored | undefined {
    const name = pod.metadata.labels?.['job-name'] ?? ''
    const job = objects.find('jobs', pod.metadata.namespace ?? null, name)
    return job?.metadata.uid === pod.ownedBy ? job : undefined
  }

  objects.onChange(({ type, of, object }) => {
    if (of.plural === 'jobs' && type === 'ADDED') queueMicrotask(() => makePod(object))
    if (of.plural !== PODS || type !== 'MODIFIED') return
    const job = jobOf(object)
    const { phase } = object.status as { phase: string }
    if (!job || isOver(job) || object.metadata.deletionTimestamp !== undefined) return
    if (phase === 'Succeeded') queueMicrotask(() => setCondition(job, 'Complete'))
    if (phase === 'Failed') queueMicrotask(() => setCondition(job, 'Failed', 'BackoffLimitExceeded'))
  })

  async function removePod(pod: Stored, graceSeconds: number): Promise<void> {
    if (objects.find(PODS, pod.metadata.namespace ?? null, pod.metadata.name)?.metadata.deletionTimestamp)
      return
    const deletionTimestamp = new Date(Date.now() + graceSeconds * 1000).toISOString()
    objects.change(PODS, pod, ({ metadata }) => Object.assign(metadata, { deletionTimestamp }))
    const job = jobOf(pod)
    // A pod that is being deleted counts neither as failed nor as existing.
    if (job && !isOver(job)) makePod(job)
    await endContainers(pod, graceSeconds)
    objects.remove(PODS, pod)
  }

  cluster.removal.set(PODS, (pod, grace) => {
    const { terminationGracePeriodSeconds = 30 } = pod.spec as { terminationGracePeriodSeconds?: number }
    void removePod(pod, grace ?? terminationGracePeriodSeconds)
  })
  cluster.removal.set('jobs', (job) => {
    objects.remove('jobs', job)
    for (const pod of podsOf(job)) cluster.removal.get(PODS)?.(pod, null)
  })
  cluster.removal.set('namespaces', (namespace) => {
    const inside = { namespace: namespace.metadata.name, labels: null, fields: null }
    for (const plural of [
      'jobs',
      'secrets',
      'serviceaccounts',
      'networkpolicies',
      'resourcequotas',
      'limitranges',
    ])
      for (const object of objects.select(plural, inside))
        if (plural === 'jobs') cluster.removal.get('jobs')?.(object, null)
        else objects.remove(plural, object)
    objects.remove('namespaces', namespace)
  })

  function suspend(name: string, on: boolean): void {
    const job = objects
      .select('jobs', { namespace: null, labels: null, fields: null })
      .find(({ metadata }) => metadata.name === name)
    if (!job) throw new Error(`There is no Job ${name}.`)
    const condition = { type: 'Suspended', status: on ? 'True' : 'False', lastTransitionTime: now() }
    objects.change('jobs', job, (copy) => {
      Object.assign(copy.spec as JobSpec, { suspend: on })
      Object.assign(copy, { status: { conditions: [condition] } })
    })
    const changed = objects.find('jobs', job.metadata.namespace ?? null, name) ?? job
    if (!on) makePod(changed)
    else for (const pod of podsOf(changed)) cluster.removal.get(PODS)?.(pod, null)
  }

  function podNamed(job: string): Stored | undefined {
    const pods = objects.select(PODS, { namespace: null, labels: `job-name=${job}`, fields: null })
    return pods.find(({ metadata }) => metadata.deletionTimestamp === undefined)
  }

  return {
    refusePods: (message) => {
      refusal = message
    },
    podOf: podNamed,
    suspend,
    setStatus(job, status) {
      const pod = podNamed(job)
      if (!pod) throw new Error(`The Job ${job} has no pod.`)
      objects.change(PODS, pod, (copy) =>
        Object.assign(copy, { status: { ...(copy.status as object), ...status } }),
      )
    },
    onEnd: (end) => {
      endContainers = end
    },
  }
}

interface JobCondition {
  type: string
}

function conditionsOf(job: Stored): JobCondition[] {
  return (job.status as { conditions?: JobCondition[] } | undefined)?.conditions ?? []
}

function isOver(job: Stored): boolean {
  return conditionsOf(job).some(({ type }) => type !== 'Suspended')
}
