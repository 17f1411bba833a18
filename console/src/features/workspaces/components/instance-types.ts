import type { ReplyOf } from '@podium/contract/call.ts'
import type { ExecutionSpec, Tier } from '@podium/contract/tiers.ts'
import { readInstanceType } from '@podium/contract/workspaces.ts'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

export type InstanceType = ReplyOf<typeof readInstanceType>

export interface CheckedInstanceTypes {
  /** the first tier whose instance type is unknown; nothing was checked after it */
  invalid: Tier | null
  /** what each instance type before it offers, in words */
  offers: Record<string, string>
}

/**
 * Asks the server for one instance type after the other, until one is invalid.
 * @throws ApiError when the server could not answer
 */
export async function checkInstanceTypes(specs: readonly ExecutionSpec[]): Promise<CheckedInstanceTypes> {
  const offers: CheckedInstanceTypes['offers'] = {}
  for (const { name, instance } of specs) {
    try {
      const type = await call(readInstanceType, { query: { instance_type: instance }, place: () => true })
      offers[instance] = offerOf(type)
    } catch (error) {
      const isRefused = error instanceof ApiError && (error.status === 404 || error.status === 422)
      if (!isRefused) throw error
      return { invalid: name, offers }
    }
  }
  return { invalid: null, offers }
}

/** '32 vCPU, 244 GiB, 4 × V100' */
export function offerOf({ vcpu, memory_gib, gpu_count, gpu_name }: Offer): string {
  const gpu = gpu_count > 0 ? [`${gpu_count} × ${gpu_name || 'GPU'}`] : []
  return [`${vcpu} vCPU`, `${memory_gib} GiB`, ...gpu].join(', ')
}

type Offer = Pick<InstanceType, 'vcpu' | 'memory_gib' | 'gpu_count' | 'gpu_name'>
