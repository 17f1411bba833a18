import type { ReplyOf } from '@podium/contract/call.ts'
import type { readInstanceType } from '@podium/contract/tiers.ts'

export type InstanceType = ReplyOf<typeof readInstanceType>

/** '32 vCPU, 244 GiB, 4 × V100' */
export function offerOf({ vcpu, memory_gib, gpu_count, gpu_name }: InstanceType): string {
  const gpu = gpu_count > 0 ? [`${gpu_count} × ${gpu_name || 'GPU'}`] : []
  return [`${vcpu} vCPU`, `${memory_gib} GiB`, ...gpu].join(', ')
}
