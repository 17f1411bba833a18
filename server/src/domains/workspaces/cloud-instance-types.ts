import type { InstanceType } from '@podium/engines/engine.ts'
import cloud from './cloud-instance-types.json' with { type: 'json' }

/*
 * The table of public cloud types, by rules:
 * - `sizes`: the sizes of some families. A number is a multiple of xlarge; `metal:24` is the whole machine, as large as
 *   24xlarge
 * - `gib_per_vcpu`: memory per vCPU; a single letter stands for all other families that begin with it
 * - `exceptions`: types that follow no rule, with their vCPU and GiB
 * - `gpus`: the GPU of a family, with the number of GPUs by multiple of xlarge; one by default
 */
const GPUS: Readonly<Record<string, { gpu: string; count: Readonly<Record<string, number>> }>> = cloud.gpus
const SMALL: Record<string, number> = { medium: 1, large: 2 }

/** vCPU of each size, by family. */
const SIZES = byName(cloud.sizes, (sizes) => new Map(sizes.split(' ').map(sizeOf)))
/** GiB per vCPU, by family or by its first letter. */
const GIB = byName(cloud.gib_per_vcpu, (gib) => gib)
const NAMED = byName(cloud.exceptions, ([vcpu = 0, memory_gib = 0]) => ({ vcpu, memory_gib }))

/** Expands a row of the table for each of the names in front of it. */
function byName<R, T>(table: Record<string, R>, offeredBy: (row: R) => T): Map<string, T> {
  return new Map(
    Object.entries(table).flatMap(([names, row]) =>
      names.split(' ').map((name) => [name, offeredBy(row)] as const),
    ),
  )
}

/** The resources of a public cloud's instance type, from its name; null if it is not in the table. */
export function cloudInstanceType(name: string): InstanceType | null {
  const [family = '', size = '', ...more] = name.split('.')
  if (more.length > 0) return null
  const offered = NAMED.get(name) ?? byRule(family, size)
  if (!offered) return null
  return { instance_type: name, ...offered, ...gpusOf(family, offered.vcpu), source: 'public cloud table' }
}

function byRule(family: string, size: string): { vcpu: number; memory_gib: number } | null {
  const vcpu = SIZES.get(family)?.get(size)
  if (vcpu === undefined) return null
  const perVcpu = GIB.get(family) ?? GIB.get(family.charAt(0)) ?? 4
  return { vcpu, memory_gib: vcpu * perVcpu }
}

function gpusOf(family: string, vcpu: number): { gpu_count: number; gpu_name: string } {
  const found = Object.hasOwn(GPUS, family) ? GPUS[family] : undefined
  return found
    ? { gpu_count: found.count[vcpu / 4] ?? 1, gpu_name: found.gpu }
    : { gpu_count: 0, gpu_name: '' }
}

/** A size as it is written in the names of types, with its vCPU. */
function sizeOf(token: string): [string, number] {
  const whole = /^metal:(\d+)$/.exec(token)
  if (whole) return ['metal', 4 * Number(whole[1])]
  const part = /^metal-(\d+)xl$/.exec(token)
  if (part) return [token, 4 * Number(part[1])]
  if (/^\d+$/.test(token)) return [token === '1' ? 'xlarge' : `${token}xlarge`, 4 * Number(token)]
  return [token, SMALL[token] ?? 0]
}
