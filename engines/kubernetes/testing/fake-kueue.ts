import type { RunKey } from '../../engine.ts'
import { attemptName } from '../names.ts'
import { kindOf, now, type Stored } from './cluster-objects.ts'
import type { FakeEngine } from './fake-engine.ts'

export interface FakeKueue {
  /** Admits the Job of the attempt, which gets its pod. */
  admit(key: RunKey): void
  /** Reclaims the place of the Job. */
  evict(key: RunKey): void
}

const QUEUE = 'kueue.x-k8s.io/queue-name'

/** Imitates Kueue: suspends a new Job with the label of a queue, with a Workload that says why it waits. */
export function runKueue({ cluster, controllers }: FakeEngine, waits: string): FakeKueue {
  const { objects } = cluster
  cluster.admission.push((kind, object) => {
    if (kind.plural === 'jobs' && object.metadata.labels?.[QUEUE])
      Object.assign(object.spec as object, { suspend: true })
    return null
  })
  objects.onChange(({ type, of, object }) => {
    if (of.plural === 'jobs' && type === 'ADDED' && object.metadata.labels?.[QUEUE])
      queueMicrotask(() => makeWorkload(object))
  })

  function makeWorkload({ metadata: { name, namespace, uid } }: Stored): void {
    const reserved = { type: 'QuotaReserved', status: 'False', message: waits, lastTransitionTime: now() }
    objects.create(kindOf('workloads'), {
      metadata: { name: `job-${name}`, namespace, labels: { 'kueue.x-k8s.io/job-uid': uid } },
      status: { conditions: [reserved] },
    })
  }

  return {
    admit: (key) => controllers.suspend(attemptName(key), false),
    evict: (key) => controllers.suspend(attemptName(key), true),
  }
}
