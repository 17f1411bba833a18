import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { TIERS, tierLabels } from '@podium/contract/rules/tiers.ts'
import { NOTHING } from '../../../format/nothing.ts'

/** Returns the display name of a tier: 'High-GPU' for 'high-gpu'; a dash for none. */
export function tierName(tier: string): string {
  const known = TIERS.find((name) => name === tier)
  return known ? tierLabels[known] : tier || NOTHING
}

/** Returns the tier that a run got, with its instance type: 'Standard (2cpu-4gib)'. */
export function allocatedTier({
  tier_given,
  instance_type,
}: Pick<RunInfo, 'tier_given' | 'instance_type'>): string {
  const tier = tier_given === '' ? "the engine's default" : tierName(tier_given)
  return instance_type === '' ? tier : `${tier} (${instance_type})`
}
