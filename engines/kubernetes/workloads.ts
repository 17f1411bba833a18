import { cached } from './cached.ts'
import { type ClusterClient, ClusterRefusal } from './client.ts'
import { type Job, pathOf, type Workload } from './resources.ts'

const JOB_UID = 'kueue.x-k8s.io/job-uid'

/** Finds Kueue's Workload of a waiting Job, with one call per namespace. Finds none without Kueue or the right. */
export function createWorkloads(
  client: ClusterClient,
  age_ms: number,
): (job: Job) => Promise<Workload | undefined> {
  const namespaces = new Map<string, () => Promise<Workload[]>>()

  async function list(namespace: string): Promise<Workload[]> {
    try {
      return (await client.list<Workload>(pathOf('workloads', namespace), { labelSelector: JOB_UID })).items
    } catch (error) {
      if (error instanceof ClusterRefusal) return []
      throw error
    }
  }

  return async ({ metadata: { namespace = '', uid } }) => {
    const listed = namespaces.get(namespace) ?? cached(age_ms, () => list(namespace))
    namespaces.set(namespace, listed)
    return (await listed()).find(({ metadata }) => metadata.labels?.[JOB_UID] === uid)
  }
}
