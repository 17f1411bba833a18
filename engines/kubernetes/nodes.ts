import type { EngineNode, InstanceType } from '../engine.ts'
import { localInstanceType } from '../local/instance-type.ts'
import { freeOf } from '../resources.ts'
import { allocatable, type Capacity, capacityOf, requestsOf } from './admission.ts'
import { cached } from './cached.ts'
import { type ClusterClient, noneWithoutRight } from './client.ts'
import { type Node, type Pod, pathOf } from './resources.ts'

/** Resources of the cluster's nodes, as of a moment ago. */
export interface Nodes {
  capacity(): Promise<Capacity | null>
  /** lists nodes with their free resources, as far as Podium may see the pods there */
  list(): Promise<EngineNode[]>
  /** true if a live node has the label for this type */
  has(type: string): boolean
  /** returns the type of a live node, or a size such as `2cpu-4gib`, as tiers of one machine are named */
  instanceType(name: string): InstanceType | null
}

export interface NodesOptions {
  client: ClusterClient
  /** label of nodes with their instance type */
  label: string
  /** the only namespace whose pods Podium may list; null for all */
  namespace: string | null
  age_ms: number
}

const GPU_NAME = 'nvidia.com/gpu.product'
const LIVE = 'status.phase!=Succeeded,status.phase!=Failed'

export function createNodes({ client, label, namespace, age_ms }: NodesOptions): Nodes {
  let known: Node[] = []
  const nodes = cached(age_ms, async () => {
    const { items } = await client.list<Node>(pathOf('nodes', null)).catch(noneWithoutRight)
    known = items
    return known
  })
  const pods = cached(age_ms, () =>
    client.list<Pod>(pathOf('pods', namespace), { fieldSelector: LIVE }).catch(noneWithoutRight),
  )

  const ofType = (type: string) => known.find(({ metadata }) => metadata.labels?.[label] === type)

  return {
    capacity: async () => capacityOf(await nodes()),
    async list() {
      const [all, { items: live }] = await Promise.all([nodes(), pods()])
      return all.map((node) => {
        const requests = live.filter(({ spec }) => spec?.nodeName === node.metadata.name).map(requestsOf)
        return {
          name: node.metadata.name,
          refusal: refusalOf(node),
          instance_type: node.metadata.labels?.[label] ?? null,
          capacity: allocatable(node),
          free: requests.reduce(freeOf, allocatable(node)),
        }
      })
    },
    has: (type) => ofType(type) !== undefined,
    instanceType(name) {
      const node = ofType(name)
      if (!node) {
        const sized = localInstanceType(name)
        return sized && { ...sized, source: 'Kubernetes' }
      }
      const { cpu, memory_mib, gpu } = allocatable(node)
      return {
        instance_type: name,
        vcpu: cpu,
        memory_gib: Math.floor((memory_mib / 1024) * 10) / 10,
        gpu_count: gpu,
        gpu_name: gpu > 0 ? (node.metadata.labels?.[GPU_NAME] ?? 'GPU') : '',
        source: 'node of the cluster',
      }
    },
  }
}

function refusalOf({ spec, status }: Node): string | null {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready && ready.status !== 'True') return 'The node is not ready.'
  return spec?.unschedulable ? 'The node is closed to new pods.' : null
}
