import type { InstanceType, Resources } from '../engine.ts'

const NAME = /^(\d{1,3}(?:\.\d{1,2})?)cpu-(\d{1,5}(?:\.\d{1,2})?)gib$/

/** Parses a name such as `2cpu-4gib`; null for any other. */
export function localInstanceType(name: string): InstanceType | null {
  const match = NAME.exec(name)
  const vcpu = Number(match?.[1])
  const memory_gib = Number(match?.[2])
  if (!(vcpu > 0 && memory_gib > 0)) return null
  return { instance_type: name, vcpu, memory_gib, gpu_count: 0, gpu_name: '', source: 'local engine' }
}

export function instanceTypeOf(machine: Resources): string {
  return `${machine.cpu}cpu-${Math.max(1, Math.floor(machine.memory_mib / 1024))}gib`
}
