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

/** Whether a tier stands for machines with a GPU. */
export function isGpuTier(tier: Tier): boolean {
  return tier.endsWith('-gpu')
}

export const tier = z.enum(TIERS)

/** One tier of a workspace and the instance type it stands for. */
export const executionSpec = z.object({ name: tier, instance: z.string() })
export type ExecutionSpec = z.infer<typeof executionSpec>

/** Tiers in a body: empty instances are left out by the server, '0' is refused. */
export const executionSpecs = z
  .array(z.strictObject({ name: tier, instance: z.string().check(z.maxLength(limits.instance_type)) }))
  .check(z.maxLength(TIERS.length))

const SIZES = ['high', 'standard', 'low'] as const

/**
 * The tier a run is given when it asks for one: itself where it is set, else the nearest of the same kind (the
 * next smaller, then the next larger; GPU stays GPU), else null: the engine's default, and for a GPU none.
 */
export function nearestTier(asked: Tier, set: readonly Tier[]): Tier | null {
  const suffix = isGpuTier(asked) ? '-gpu' : ''
  const index = SIZES.findIndex((size) => asked === size + suffix)
  const smaller = SIZES.slice(index)
  const larger = SIZES.slice(0, index).reverse()
  const size = [...smaller, ...larger].find((candidate) => set.includes((candidate + suffix) as Tier))
  return size === undefined ? null : ((size + suffix) as Tier)
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** The tiers of a workspace that are not for GPUs, as a person may choose them; all sizes where it names none. */
export function tiersWithoutGpu(set: readonly Tier[]): string {
  const named = SIZES.filter((size) => set.includes(size))
  return OR.format((named.length > 0 ? named : SIZES).map((size) => tierLabels[size]))
}
