import type { readInstanceType } from '@podium/contract/calls/instance-types.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'

export type InstanceType = ReplyOf<typeof readInstanceType>

/** '32 vCPU, 244 GiB, 4 × V100' */
export function offerOf({ vcpu, memory_gib, gpu_count, gpu_name }: Size): string {
  const gpu = gpu_count > 0 ? [`${gpu_count} × ${gpu_name || 'GPU'}`] : []
  return [`${vcpu} vCPU`, `${memory_gib} GiB`, ...gpu].join(', ')
}

interface SuggestedType {
  /** the name as it is typed: '2cpu-4gib' */
  name: string
  /** '2 vCPU, 4 GiB, half of this machine' */
  offer: string
}

export type Size = Omit<InstanceType, 'instance_type' | 'source'>

/** Returns the size that a name such as '2cpu-4gib' states; undefined for other names. */
export function sizeOf(name: string): Size | undefined {
  const [, cpu, gib] = /^([\d.]+)cpu-([\d.]+)gib$/.exec(name) ?? []
  if (cpu === undefined || gib === undefined) return undefined
  return { vcpu: Number(cpu), memory_gib: Number(gib), gpu_count: 0, gpu_name: '' }
}

const PARTS = [
  { part: 1, words: 'all of this machine' },
  { part: 2, words: 'half of this machine' },
  { part: 4, words: 'a quarter of this machine' },
] as const

/** Suggests the whole of the engine's own instance type, half of it and a quarter; nothing if the engine has none. */
export function suggestedTypes(own: string | null): SuggestedType[] {
  const whole = sizeOf(own ?? '')
  if (!whole) return []
  return PARTS.map(({ part, words }): SuggestedType => {
    const [vcpu, memory_gib] = [partOf(whole.vcpu, part), partOf(whole.memory_gib, part)]
    const offer = offerOf({ vcpu, memory_gib, gpu_count: 0, gpu_name: '' })
    return { name: `${vcpu}cpu-${memory_gib}gib`, offer: `${offer}, ${words}` }
  })
}

/** Runs get hundredths of a CPU and of a GiB. */
function partOf(whole: number, part: number): number {
  return Math.floor((whole / part) * 100) / 100
}
