import type { InstanceType } from '@podium/engines/engine.ts'

/** Sizes by their multiple of xlarge; 'medium' and 'large' stand below it. */
const LADDERS: { sizes: string; families: string }[] = [
  { sizes: 'large 1 2 4 8 12', families: 'c8ine m8ine' },
  { sizes: 'large 1 2 4 8 12 16', families: 'c7i-flex c8i-flex m7i-flex m8i-flex r8i-flex' },
  {
    sizes: 'large 1 2 4 8 12 16 24',
    families: 'c5a c5ad m5 m5a m5ad m5d m5dn m5n r5 r5a r5ad r5b r5d r5dn r5n',
  },
  {
    sizes: 'large 1 2 4 8 12 16 24 32',
    families: 'c6i c6id c6in m6i m6id m6idn m6in r6i r6id r6idn r6in i4i',
  },
  { sizes: 'large 1 2 4 8 12 16 24 32 48', families: 'c6a m6a r6a' },
  {
    sizes: 'large 1 2 4 8 12 16 24 32 48 96',
    families: 'c8i c8ib c8id c8in m8i m8ib m8id m8idb m8idn m8in r8i r8ib r8id r8idb r8idn r8in',
  },
  { sizes: 'large 1 2 4 8 12 16 24 48', families: 'c7i m7i r7i' },
  { sizes: 'large 1 2 4 8 12 16 32', families: 'r7iz' },
  { sizes: 'large 1 2 4 9 12 18 24', families: 'c5 c5d' },
  { sizes: 'large 1 2 3 6 12', families: 'm5zn z1d' },
  { sizes: 'large 1 2 3 6 12 24', families: 'i3en' },
  {
    sizes: 'medium large 1 2 4 8 12 16',
    families: 'c6g c6gd c6gn c7g c7gd c7gn m6g m6gd m7g m7gd r6g r6gd r7g r7gd x2gd',
  },
  { sizes: 'medium large 1 2 4 8 12 16 24 32 48', families: 'c7a m7a r7a' },
  {
    sizes: 'medium large 1 2 4 8 12 16 24 48',
    families: 'c8a c8g c8gb c8gd c8gn m8a m8g m8gb m8gd m8gn r8a r8g r8gb r8gd r8gn',
  },
  { sizes: 'large 1 2 4 10 16', families: 'm4' },
]

/** GiB of memory for each vCPU, by the letter that a family begins with. */
const MEMORY_PER_VCPU: Record<string, number> = { c: 2, m: 4, r: 8, i: 8, x: 16, z: 8 }

/** vCPU, GiB */
const SMALL: Record<string, [number, number]> = {
  nano: [2, 0.5],
  micro: [2, 1],
  small: [2, 2],
  medium: [2, 4],
  large: [2, 8],
  xlarge: [4, 16],
  '2xlarge': [8, 32],
}
const SMALL_FAMILIES = new Set(['t3', 't3a', 't4g'])

interface GpuFamily {
  gpu: string
  memory_per_vcpu: number
  /** how many GPUs at which multiple of xlarge */
  sizes: Record<number, number>
}

const ONE_TO_EIGHT = { 1: 1, 2: 1, 4: 1, 8: 1, 12: 4, 16: 1, 24: 4, 48: 8 }
const GPU_FAMILIES: Record<string, GpuFamily> = {
  g4dn: { gpu: 'NVIDIA T4', memory_per_vcpu: 4, sizes: { 1: 1, 2: 1, 4: 1, 8: 1, 12: 4, 16: 1 } },
  g5: { gpu: 'NVIDIA A10G', memory_per_vcpu: 4, sizes: ONE_TO_EIGHT },
  g5g: { gpu: 'NVIDIA T4G', memory_per_vcpu: 2, sizes: { 1: 1, 2: 1, 4: 1, 8: 1, 16: 2 } },
  g6: { gpu: 'NVIDIA L4', memory_per_vcpu: 4, sizes: ONE_TO_EIGHT },
  gr6: { gpu: 'NVIDIA L4', memory_per_vcpu: 8, sizes: { 4: 1, 8: 1 } },
  g6e: { gpu: 'NVIDIA L40S', memory_per_vcpu: 8, sizes: ONE_TO_EIGHT },
  p3dn: { gpu: 'NVIDIA V100', memory_per_vcpu: 8, sizes: { 24: 8 } },
  p4d: { gpu: 'NVIDIA A100', memory_per_vcpu: 12, sizes: { 24: 8 } },
  p4de: { gpu: 'NVIDIA A100', memory_per_vcpu: 12, sizes: { 24: 8 } },
  p5e: { gpu: 'NVIDIA H200', memory_per_vcpu: 32 / 3, sizes: { 48: 8 } },
  p5en: { gpu: 'NVIDIA H200', memory_per_vcpu: 32 / 3, sizes: { 48: 8 } },
  'p6-b200': { gpu: 'NVIDIA B200', memory_per_vcpu: 32 / 3, sizes: { 48: 8 } },
}

/** What a public cloud's instance type offers, from its name; null for one that is not in the table. */
export function cloudInstanceType(name: string): InstanceType | null {
  const [family = '', size = '', ...more] = name.split('.')
  if (more.length > 0) return null
  const offered = smallType(family, size) ?? gpuType(family, size) ?? ladderType(family, size)
  return offered && { instance_type: name, ...offered, source: 'public cloud table' }
}

type Offer = Omit<InstanceType, 'instance_type' | 'source'>

function smallType(family: string, size: string): Offer | null {
  const found = SMALL_FAMILIES.has(family) && Object.hasOwn(SMALL, size) ? SMALL[size] : undefined
  return found ? { vcpu: found[0], memory_gib: found[1], gpu_count: 0, gpu_name: '' } : null
}

function gpuType(name: string, size: string): Offer | null {
  const family = Object.hasOwn(GPU_FAMILIES, name) ? GPU_FAMILIES[name] : undefined
  const multiple = multipleOf(size)
  const gpus = multiple === null ? undefined : family?.sizes[multiple]
  if (!family || multiple === null || gpus === undefined) return null
  const vcpu = 4 * multiple
  return {
    vcpu,
    memory_gib: Math.round(vcpu * family.memory_per_vcpu),
    gpu_count: gpus,
    gpu_name: family.gpu,
  }
}

function ladderType(family: string, size: string): Offer | null {
  const ladder = LADDERS.find(({ families }) => families.split(' ').includes(family))
  const multiple = multipleOf(size)
  if (!ladder?.sizes.split(' ').includes(multiple === null ? size : String(multiple))) return null
  const vcpu = multiple === null ? (size === 'medium' ? 1 : 2) : 4 * multiple
  const memory = vcpu * (MEMORY_PER_VCPU[family.charAt(0)] ?? 4)
  return { vcpu, memory_gib: memory, gpu_count: 0, gpu_name: '' }
}

function multipleOf(size: string): number | null {
  const match = /^(\d{0,2})xlarge$/.exec(size)
  return match ? Number(match[1] || 1) : null
}
