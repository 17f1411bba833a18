import type { InstanceType } from '@podium/engines/engine.ts'
import { EXCEPTIONS, GPUS, LADDERS, MEMORY } from './cloud-instance-families.ts'

const SMALL: Record<string, number> = { medium: 1, large: 2 }

/** vCPU of each size that a family comes in, by family. */
const SIZES = new Map(
  LADDERS.flatMap(({ sizes, families }) => {
    const vcpus = new Map(sizes.split(' ').map(sizeOf))
    return families.split(' ').map((family) => [family, vcpus] as const)
  }),
)

/** GiB for each vCPU, by family or by its first letter. */
const GIB = new Map(
  MEMORY.flatMap(({ gib_per_vcpu, families }) =>
    families.split(' ').map((family) => [family, gib_per_vcpu] as const),
  ),
)

const NAMED = new Map(
  EXCEPTIONS.flatMap(({ types, ...offered }) => types.split(' ').map((type) => [type, offered] as const)),
)

/** What a public cloud's instance type offers, from its name; null for one that is not in the table. */
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

/** A size of the table as it is written in the names of types, with its vCPU. */
function sizeOf(token: string): [string, number] {
  const whole = /^metal:(\d+)$/.exec(token)
  if (whole) return ['metal', 4 * Number(whole[1])]
  const part = /^metal-(\d+)xl$/.exec(token)
  if (part) return [token, 4 * Number(part[1])]
  if (/^\d+$/.test(token)) return [token === '1' ? 'xlarge' : `${token}xlarge`, 4 * Number(token)]
  return [token, SMALL[token] ?? 0]
}
