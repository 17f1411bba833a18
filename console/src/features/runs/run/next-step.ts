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

/** Of a program that the system killed. */
const KILLED = 137

/** Out of memory asks for a larger tier, a lost machine for the same again, anything else for other values. */
export function nextStep(run: Told, set: readonly Tier[]): NextStep {
  if (lackedMemory(run)) {
    const tier = largerTier(run.tier_given, set)
    return tier ? { is: 'larger-tier', tier } : { is: 'no-larger-tier' }
  }
  return { is: wasLost(run) ? 'retry' : 'change' }
}

type Told = Pick<RunInfo, 'detail' | 'raw' | 'tier_given' | 'exit_code'>

/** A program that ended with a code of its own only lost a helper process to it. */
function lackedMemory({ detail, raw, exit_code }: Told): boolean {
  if (exit_code !== null && exit_code !== KILLED) return false
  return Number(raw?.oom_kills) > 0 || /^out of memory/i.test(detail)
}

/** Where the program told its end, the sentence holds words of its own. */
function wasLost({ detail, raw, exit_code }: Told): boolean {
  return exit_code === null && (raw?.restarted === true || /restarted|nobody watched|lost/i.test(detail))
}
