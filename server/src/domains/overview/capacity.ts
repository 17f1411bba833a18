import type { ExecutionSpec } from '@podium/contract/rules/tiers.ts'
import type { Engine, EngineNode, InstanceType, Resources } from '@podium/engines/engine.ts'
import { atMost } from '@podium/engines/resources.ts'

/** A tier with the resources that one of its runs asks for. */
export interface TierAsk extends ExecutionSpec {
  asks: Resources
}

/** The tiers of a workspace with their resources, without those whose instance type is unknown. */
export function asksOf(
  specs: readonly ExecutionSpec[],
  typeOf: (name: string) => InstanceType | null,
): TierAsk[] {
  return specs.flatMap((spec) => {
    const type = typeOf(spec.instance)
    if (!type) return []
    const { vcpu: cpu, memory_gib, gpu_count: gpu } = type
    return [{ ...spec, asks: { cpu, memory_mib: Math.floor(memory_gib * 1024), gpu } }]
  })
}

/** How many more runs of each tier fit now, in order. A run larger than any machine gets a whole one. */
export async function freeFor(engine: Engine, tiers: readonly TierAsk[]): Promise<number[]> {
  const [{ largest }, nodes] = await Promise.all([engine.capabilities(), engine.nodes()])
  const ready = nodes.filter(({ refusal }) => refusal === null)
  return tiers.map((tier) => {
    const own = ready.filter(({ instance_type }) => instance_type === tier.instance)
    const asks = atMost(tier.asks, largest)
    return tier.asks.gpu > largest.gpu
      ? 0
      : sum((own.length > 0 ? own : ready).map((node) => fitting(node, asks)))
  })
}

function fitting({ free }: EngineNode, asks: Resources): number {
  const times = (['cpu', 'memory_mib', 'gpu'] as const)
    .filter((what) => asks[what] > 0)
    .map((what) => Math.floor(free[what] / asks[what]))
  return times.length === 0 ? 0 : Math.min(...times)
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
