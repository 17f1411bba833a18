import { type ExecutionSpec, nearestTier, type Tier } from '@podium/contract/tiers.ts'
import type { InstanceType, Resources } from '@podium/engines/engine.ts'

/** What a run gets where no tier is set that could serve it. */
const ENGINE_DEFAULT: Resources = { cpu: 1, memory_mib: 1024, gpu: 0 }

export type ResolveInstanceType = (name: string) => Promise<InstanceType | null>

export interface TierGiven {
  tier_given: Tier | null
  instance_type: string | null
  asked: Resources
}

/** The workspace's tier nearest to the one asked for, and the resources its instance type stands for. */
export async function giveTier(
  asked: Tier,
  set: readonly ExecutionSpec[],
  resolve: ResolveInstanceType,
): Promise<TierGiven | { problem: string }> {
  const given = nearestTier(
    asked,
    set.map((spec) => spec.name),
  )
  const instance = set.find((spec) => spec.name === given)?.instance
  if (given === null || instance === undefined)
    return { tier_given: null, instance_type: null, asked: ENGINE_DEFAULT }
  const type = await resolve(instance)
  if (!type)
    return {
      problem: `The tier ${given} of this workspace stands for the instance type ${instance}, which is not known here: ask an administrator to set another.`,
    }
  const { vcpu: cpu, memory_gib, gpu_count: gpu } = type
  return {
    tier_given: given,
    instance_type: instance,
    asked: { cpu, memory_mib: Math.floor(memory_gib * 1024), gpu },
  }
}
