import type { Tier } from '@podium/contract/tiers.ts'
import { readInstanceType } from '@podium/contract/workspaces.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { ReplyOf } from '../../../api/route-types.ts'

type InstanceType = ReplyOf<typeof readInstanceType>

export interface CheckedInstanceTypes {
  /** the first tier whose instance type nobody knows; nothing was checked after it */
  invalid: Tier | null
  /** what the types before it offer, in words */
  offers: Partial<Record<Tier, string>>
}

/**
 * Asks the server for one instance type after the other, until one is invalid.
 * @throws ApiError when the server could not answer
 */
export async function checkInstanceTypes(
  types: readonly { tier: Tier; instance: string }[],
): Promise<CheckedInstanceTypes> {
  const offers: CheckedInstanceTypes['offers'] = {}
  for (const { tier, instance } of types) {
    try {
      const type = await call(readInstanceType, { query: { instance_type: instance }, place: () => true })
      offers[tier] = offerOf(type)
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 422)
      if (!isRefused) throw error
      return { invalid: tier, offers }
    }
  }
  return { invalid: null, offers }
}

/** '32 vCPU, 244 GiB, 4 × V100' */
export function offerOf({ vcpu, memory_gib, gpu_count, gpu_name }: InstanceType): string {
  const gpu = gpu_count > 0 ? [`${gpu_count} × ${gpu_name || 'GPU'}`] : []
  return [`${vcpu} vCPU`, `${memory_gib} GiB`, ...gpu].join(', ')
}
