import type { InstanceType } from '../engine.ts'
import { allocatable, type Capacity, capacityOf } from './admission.ts'
import { type ClusterClient, ClusterRefusal } from './client.ts'
import { type Node, pathOf } from './resources.ts'

/** What the nodes of the cluster offer, as it was a moment ago. */
export interface Nodes {
  capacity(): Promise<Capacity | null>
  /** the type of a live node, by the label that names it */
  instanceType(name: string): InstanceType | null
}

const GPU_NAME = 'nvidia.com/gpu.product'

export function createNodes(client: ClusterClient, label: string, age_ms: number): Nodes {
  let nodes: Node[] = []
  let read: { at: number; done: Promise<void> } | null = null

  async function readNodes(): Promise<void> {
    try {
      nodes = (await client.list<Node>(pathOf('nodes', null))).items
    } catch (error) {
      // Without the right to see them, runs are handed over as they were asked for.
      if (!(error instanceof ClusterRefusal && error.status === 403)) throw error
    }
  }

  return {
    async capacity() {
      if (read === null || performance.now() - read.at > age_ms)
        read = { at: performance.now(), done: readNodes() }
      const { done } = read
      await done.catch((error) => {
        if (read?.done === done) read = null
        throw error
      })
      return capacityOf(nodes)
    },
    instanceType(name) {
      const node = nodes.find(({ metadata }) => metadata.labels?.[label] === name)
      if (!node) return null
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
