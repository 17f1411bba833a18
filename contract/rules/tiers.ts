import * as z from 'zod/mini'
import { limits } from './rules.ts'

export const TIERS = ['high', 'standard', 'low', 'high-gpu', 'standard-gpu', 'low-gpu'] as const
export type Tier = (typeof TIERS)[number]

export const tierLabels: Record<Tier, string> = {
  high: 'High',
  standard: 'Standard',
  low: 'Low',
  'high-gpu': 'High-GPU',
  'standard-gpu': 'Standard-GPU',
  'low-gpu': 'Low-GPU',
}

/** True if the tier is for machines with a GPU. */
export function isGpuTier(tier: Tier): boolean {
  return tier.endsWith('-gpu')
}

export const tier = z.enum(TIERS)

/** A tier of a workspace and its instance type. */
export const executionSpec = z.object({ name: tier, instance: z.string() })
export type ExecutionSpec = z.infer<typeof executionSpec>

/** Tiers in a body. The server drops empty instances and refuses '0'. */
export const executionSpecs = z
  .array(z.strictObject({ name: tier, instance: z.string().check(z.maxLength(limits.instance_type)) }))
  .check(z.maxLength(TIERS.length))

const SIZES = ['high', 'standard', 'low'] as const

/**
 * The tier that a run gets: the requested one if it is set, else the nearest of the same kind (the next smaller, then
 * the next larger; GPU stays GPU), else null: the engine's default, and for a GPU none.
 */
export function nearestTier(requested: Tier, set: readonly Tier[]): Tier | null {
  const suffix = isGpuTier(requested) ? '-gpu' : ''
  const index = SIZES.findIndex((size) => requested === size + suffix)
  const smaller = SIZES.slice(index)
  const larger = SIZES.slice(0, index).reverse()
  const size = [...smaller, ...larger].find((candidate) => set.includes((candidate + suffix) as Tier))
  return size === undefined ? null : ((size + suffix) as Tier)
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The tiers of a workspace without GPUs that a person may choose; all sizes if it names none. */
export function tiersWithoutGpu(set: readonly Tier[]): string {
  const named = SIZES.filter((size) => set.includes(size))
  return OR.format((named.length > 0 ? named : SIZES).map((size) => tierLabels[size]))
}
