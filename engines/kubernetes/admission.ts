import { gibibytes } from '../attempt/sizes.ts'
import { type Admission, NoGpu, type Resources } from '../engine.ts'
import { atMost } from '../resources.ts'
import type { Node, Pod, PodContainer } from './resources.ts'

/** Reserved on each node for the cluster's own pods and for sending a run's log. */
const RESERVED = { cpu: 0.5, memory_mib: 704 }
/** This many runs are handed over even if the cluster is full, because it adds nodes only for waiting pods. */
const MIN_SUBMITTED = 20
const OVERCOMMIT = 2

/** The capacity of a cluster for runs, summed over its schedulable nodes. */
export interface Capacity {
  /** the largest value of each that one run can get */
  largest: Resources
  all: Resources
}

/** Returns null if the cluster shows no node, or has none until something waits. */
export function capacityOf(nodes: Node[]): Capacity | null {
  const each = nodes.filter(({ spec }) => spec?.unschedulable !== true).map(allocatable)
  if (each.length === 0) return null
  const most = (read: (node: Resources) => number) => Math.max(...each.map(read))
  const sum = (read: (node: Resources) => number) => each.reduce((total, node) => total + read(node), 0)
  return {
    largest: {
      cpu: Math.max(0.25, most(({ cpu }) => cpu) - RESERVED.cpu),
      memory_mib: Math.max(256, most(({ memory_mib }) => memory_mib) - RESERVED.memory_mib),
      gpu: most(({ gpu }) => gpu),
    },
    all: {
      cpu: sum(({ cpu }) => cpu),
      memory_mib: sum(({ memory_mib }) => memory_mib),
      gpu: sum(({ gpu }) => gpu),
    },
  }
}

/**
 * Decides if a run is handed over; the cluster picks its node. Up to twice the capacity is handed over, so that the
 * cluster sees waiting pods and may grow; the rest waits in Podium's queue, in order.
 * @throws NoGpu if the cluster has no GPU but one is requested
 */
export function admitTo(capacity: Capacity | null, requested: Resources, inUse: Resources[]): Admission {
  if (capacity === null) return { fits: true, granted: requested }
  const { largest, all } = capacity
  if (requested.gpu > 0 && largest.gpu === 0) throw new NoGpu('No node of the cluster has a GPU')
  const granted = atMost(requested, largest)
  if (inUse.length < MIN_SUBMITTED) return { fits: true, granted }
  const waits = (what: string): Admission => ({
    fits: false,
    granted,
    lacks: 'share',
    waits_for: `Waits for ${what} of the cluster: runs that have started already ask for twice as much.`,
  })
  const total = (read: (each: Resources) => number) =>
    inUse.reduce((sum, each) => sum + read(each), read(granted))
  if (total(({ memory_mib }) => memory_mib) > all.memory_mib * OVERCOMMIT)
    return waits(`the ${gibibytes(all.memory_mib)} of memory`)
  if (total(({ cpu }) => cpu) > all.cpu * OVERCOMMIT) return waits(`the ${all.cpu} CPUs`)
  if (total(({ gpu }) => gpu) > all.gpu * OVERCOMMIT && granted.gpu > 0) return waits(`the ${all.gpu} GPUs`)
  return { fits: true, granted }
}

export function allocatable({ status }: Node): Resources {
  return resourcesOf(status?.allocatable)
}

/** Returns the requests of a pod: the sum of its containers, or the largest of its init containers. */
export function requestsOf({ spec }: Pod): Resources {
  const each = (containers: PodContainer[] = []) =>
    containers.map(({ resources }) => resourcesOf(resources?.requests))
  const [before, beside] = [each(spec?.initContainers), each(spec?.containers)]
  const of = (read: (one: Resources) => number) =>
    Math.max(
      0,
      ...before.map(read),
      beside.reduce((total, one) => total + read(one), 0),
    )
  return { cpu: of(({ cpu }) => cpu), memory_mib: of((one) => one.memory_mib), gpu: of(({ gpu }) => gpu) }
}

function resourcesOf(amounts: Record<string, string> = {}): Resources {
  return {
    cpu: amountOf(amounts.cpu),
    memory_mib: Math.floor(amountOf(amounts.memory) / 2 ** 20),
    gpu: amountOf(amounts['nvidia.com/gpu']),
  }
}

const UNITS: Record<string, number> = { '': 1, m: 1e-3, k: 1e3, M: 1e6, G: 1e9, T: 1e12 }
const BINARY: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 }

/** Converts a quantity of Kubernetes to a number of its base unit. */
export function amountOf(quantity = '0'): number {
  const [, number = '0', unit = ''] = /^([\d.]+)(\w*)$/.exec(quantity) ?? []
  return Number(number) * (UNITS[unit] ?? BINARY[unit] ?? 1)
}
