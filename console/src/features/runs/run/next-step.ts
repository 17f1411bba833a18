import type { RunInfo } from '@podium/contract/runs.ts'
import { TIERS, type Tier } from '@podium/contract/tiers.ts'

/** The one thing to do about a run that failed. */
export type NextStep =
  | { is: 'larger-tier'; tier: Tier }
  | { is: 'no-larger-tier' }
  | { is: 'retry' }
  | { is: 'change' }

/** From small to large, of one kind. */
const SIZES = ['low', 'standard', 'high'] as const

/** The next larger tier of the same kind that the workspace has; null where there is none. */
export function largerTier(given: string, set: readonly Tier[]): Tier | null {
  const suffix = given.endsWith('-gpu') ? '-gpu' : ''
  const place = SIZES.findIndex((size) => size + suffix === given)
  const larger = SIZES.slice(place + 1).map((size) => TIERS.find((tier) => tier === size + suffix))
  return larger.find((tier) => tier !== undefined && set.includes(tier)) ?? null
}

/** Out of memory asks for a larger tier, a lost machine for the same again, anything else for other values. */
export function nextStep({ detail, raw, tier_given }: Told, set: readonly Tier[]): NextStep {
  if (/out of memory/i.test(detail) || Number(raw?.oom_kills) > 0) {
    const tier = largerTier(tier_given, set)
    return tier ? { is: 'larger-tier', tier } : { is: 'no-larger-tier' }
  }
  if (raw?.restarted === true || /restarted|lost/i.test(detail)) return { is: 'retry' }
  return { is: 'change' }
}

type Told = Pick<RunInfo, 'detail' | 'raw' | 'tier_given'>
