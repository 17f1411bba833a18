import type { InstanceType } from '@podium/engines/engine.ts'

/**
 * Which sizes the families of a public cloud's instance types come in. A number is a multiple of xlarge; `metal:24` is
 * the whole machine, as large as 24xlarge.
 */
const LADDERS: readonly { sizes: string; families: string }[] = [
  { sizes: 'large 1 2 4', families: 'g6f' },
  { sizes: 'large 1 2 4 8', families: 'c3 c4 r3' },
  { sizes: 'large 1 2 4 8 12', families: 'c8ine m8ine' },
  { sizes: 'large 1 2 4 8 16', families: 'i3 i4g im4gn r4' },
  { sizes: 'large 1 2 4 8 12 16', families: 'c7i-flex c8i-flex m7i-flex m8i-flex r8i-flex' },
  { sizes: 'large 1 2 4 8 12 16 24', families: 'c5a c5ad m5a m5ad r5a r5ad' },
  {
    sizes: 'large 1 2 4 8 12 16 24 metal:24',
    families: 'm5 m5d m5dn m5n r5 r5b r5d r5dn r5n',
  },
  {
    sizes: 'large 1 2 4 8 12 16 24 32 metal:32',
    families: 'c6i c6id c6in i4i m6i m6id m6idn m6in r6i r6id r6idn r6in',
  },
  { sizes: 'large 1 2 4 8 12 16 24 32 48 metal:48', families: 'c6a m6a r6a' },
  {
    sizes: 'large 1 2 4 8 12 16 24 32 48 96 metal-48xl metal-96xl',
    families: 'c8i c8ib c8id c8in m8i m8ib m8id m8idb m8idn m8in r8i r8ib r8id r8idb r8idn r8in',
  },
  { sizes: 'large 1 2 4 8 12 16 24 32 48 64 96 metal-48xl metal-96xl', families: 'x8i' },
  { sizes: 'large 1 2 4 8 12 16 24 48 metal-24xl metal-48xl', families: 'c7i i7i i8g m7i r7i' },
  { sizes: 'large 1 2 4 8 12 16 32 metal-16xl metal-32xl', families: 'r7iz' },
  { sizes: 'large 1 2 4 9 12 18 24 metal:24', families: 'c5 c5d' },
  { sizes: 'large 1 2 4 9 18 metal:18', families: 'c5n' },
  { sizes: 'large 1 2 4 10 16', families: 'm4' },
  { sizes: 'large 1 2 3 6 12 metal:12', families: 'm5zn z1d' },
  { sizes: 'large 1 2 3 6 12 24 metal:24', families: 'i3en' },
  { sizes: 'large 1 2 3 6 12 18 24 48 metal-24xl metal-48xl', families: 'i7ie i8ge' },
  { sizes: 'large 1 3 6 12 24 metal-12xl metal-24xl', families: 'x8aedz' },
  { sizes: 'medium large 1 2', families: 'm3' },
  { sizes: 'medium large 1 2 4 metal:4', families: 'a1' },
  { sizes: 'medium large 1 2 4 8', families: 'is4gen' },
  { sizes: 'medium large 1 2 4 8 12 16', families: 'c6gn' },
  {
    sizes: 'medium large 1 2 4 8 12 16 metal:16',
    families: 'c6g c6gd c7g c7gd c7gn m6g m6gd m7g m7gd r6g r6gd r7g r7gd x2gd',
  },
  { sizes: 'medium large 1 2 4 8 12 16 24 32 48 metal-48xl', families: 'c7a m7a r7a' },
  {
    sizes: 'medium large 1 2 4 8 12 16 24 48 metal-24xl metal-48xl',
    families: 'c8a c8g c8gb c8gd c8gn m8a m8g m8gb m8gd m8gn r8a r8g r8gb r8gd r8gn x8g',
  },
  { sizes: 'medium large 1 2 4 8 12 16 24 48 metal-48xl', families: 'c9g c9gd m9g m9gd' },
  { sizes: 'medium large 1 3 6 12 24 metal-12xl metal-24xl', families: 'm8azn' },
  { sizes: 'large 1 2', families: 't2 t3 t3a t4g' },
  { sizes: '1 2 4 8', families: 'd2 d3 i2' },
  { sizes: '1 2 4 6 8 12', families: 'd3en' },
  { sizes: '1 2 4 8 16', families: 'g4ad' },
  { sizes: '1 2 4 8 16 metal:16', families: 'g5g' },
  { sizes: '1 2 4 8 16 32', families: 'x1e' },
  { sizes: '1 2 4 8 12 16 metal:24', families: 'g4dn' },
  { sizes: '1 2 4 8 12 16 24 48', families: 'g5 g6 g6e' },
  { sizes: '1 2 4 8 16 24 32 metal:32', families: 'x2iedn' },
  { sizes: '1 2 6 24', families: 'inf1' },
  { sizes: '1 8 24 48', families: 'inf2' },
  { sizes: '2 32', families: 'trn1' },
  { sizes: '2 4 6 8 12 metal:12', families: 'x2iezn' },
  { sizes: '2 4 8 12 24 48', families: 'g7 g7e' },
  { sizes: '2 4 8 16', families: 'h1' },
  { sizes: '3 6 24', families: 'vt1' },
  { sizes: '4', families: 'gr6f' },
  { sizes: '4 8', families: 'gr6' },
  { sizes: '4 48', families: 'p5' },
  { sizes: '16 32', families: 'x1' },
  { sizes: '16 24 32 metal:32', families: 'x2idn' },
  { sizes: '24', families: 'dl2q p3dn p4d p4de' },
  { sizes: '32', families: 'trn1n' },
]

/**
 * GiB of memory for each vCPU, with the families that have so much; a single letter stands for all families that begin
 * with it and are not named themselves.
 */
const MEMORY: readonly { gib_per_vcpu: number; families: string }[] = [
  { gib_per_vcpu: 1.875, families: 'c3 c4' },
  { gib_per_vcpu: 2, families: 'a c v g5g inf1' },
  { gib_per_vcpu: 2.625, families: 'c5n' },
  { gib_per_vcpu: 3.75, families: 'm3' },
  { gib_per_vcpu: 4, families: 'g h m t d3en im4gn inf2' },
  { gib_per_vcpu: 6, families: 'is4gen' },
  { gib_per_vcpu: 7.625, families: 'd2 i2 i3 r3 r4' },
  { gib_per_vcpu: 8, families: 'd i r z g6e g7e gr6 gr6f p3dn' },
  { gib_per_vcpu: 12, families: 'p' },
  { gib_per_vcpu: 15.25, families: 'x1' },
  { gib_per_vcpu: 16, families: 'x p5' },
  { gib_per_vcpu: 30.5, families: 'x1e' },
  { gib_per_vcpu: 32, families: 'x2iedn x2iezn x8aedz' },
]

/** vCPU and GiB of types that follow no rule. */
const EXCEPTIONS: readonly { types: string; vcpu: number; memory_gib: number }[] = [
  { types: 't2.nano', vcpu: 1, memory_gib: 0.5 },
  { types: 't2.micro', vcpu: 1, memory_gib: 1 },
  { types: 't2.small', vcpu: 1, memory_gib: 2 },
  { types: 't3.nano t3a.nano t4g.nano', vcpu: 2, memory_gib: 0.5 },
  { types: 't3.micro t3a.micro t4g.micro', vcpu: 2, memory_gib: 1 },
  { types: 't3.small t3a.small t4g.small', vcpu: 2, memory_gib: 2 },
  { types: 't2.medium t3.medium t3a.medium t4g.medium', vcpu: 2, memory_gib: 4 },
  { types: 'r3.large', vcpu: 2, memory_gib: 15 },
  { types: 'c4.8xlarge', vcpu: 36, memory_gib: 60 },
  { types: 'c5n.9xlarge', vcpu: 36, memory_gib: 96 },
  { types: 'c5n.18xlarge c5n.metal', vcpu: 72, memory_gib: 192 },
  { types: 'd2.8xlarge', vcpu: 36, memory_gib: 244 },
  { types: 'f2.6xlarge', vcpu: 24, memory_gib: 256 },
  { types: 'f2.12xlarge g7e.12xlarge', vcpu: 48, memory_gib: 512 },
  { types: 'g7e.24xlarge', vcpu: 96, memory_gib: 1024 },
  { types: 'hpc6a.48xlarge', vcpu: 96, memory_gib: 384 },
  { types: 'hpc6id.32xlarge', vcpu: 64, memory_gib: 1024 },
  { types: 'hpc7a.12xlarge', vcpu: 24, memory_gib: 768 },
  { types: 'hpc7a.24xlarge', vcpu: 48, memory_gib: 768 },
  { types: 'hpc7a.48xlarge', vcpu: 96, memory_gib: 768 },
  { types: 'hpc7a.96xlarge hpc8a.96xlarge', vcpu: 192, memory_gib: 768 },
  { types: 'hpc7g.4xlarge', vcpu: 16, memory_gib: 128 },
  { types: 'hpc7g.8xlarge', vcpu: 32, memory_gib: 128 },
  { types: 'hpc7g.16xlarge', vcpu: 64, memory_gib: 128 },
  {
    types: 'f2.48xlarge g7e.48xlarge p5.48xlarge p5e.48xlarge p5en.48xlarge p6-b200.48xlarge trn2.48xlarge',
    vcpu: 192,
    memory_gib: 2048,
  },
  { types: 'p6-b300.48xlarge', vcpu: 192, memory_gib: 4096 },
  { types: 'u-3tb1.56xlarge', vcpu: 224, memory_gib: 3072 },
  { types: 'u-6tb1.56xlarge', vcpu: 224, memory_gib: 6144 },
  { types: 'u-6tb1.112xlarge u7i-6tb.112xlarge', vcpu: 448, memory_gib: 6144 },
  { types: 'u7i-8tb.112xlarge', vcpu: 448, memory_gib: 8192 },
  { types: 'u7i-12tb.224xlarge', vcpu: 896, memory_gib: 12_288 },
  { types: 'u7in-16tb.224xlarge', vcpu: 896, memory_gib: 16_384 },
  { types: 'u7in-24tb.224xlarge', vcpu: 896, memory_gib: 24_576 },
  { types: 'u7in-32tb.224xlarge', vcpu: 896, memory_gib: 32_768 },
]

const ONE_TO_EIGHT = { 12: 4, 24: 4, 48: 8 }
const TWO_TO_EIGHT = { 12: 2, 24: 4, 48: 8 }

/** The GPU of a family, and how many at which multiple of xlarge: one, where nothing is said. */
const GPUS: Readonly<Record<string, { gpu: string; count: Readonly<Record<number, number>> }>> = {
  g4ad: { gpu: 'AMD Radeon Pro V520', count: { 8: 2, 16: 4 } },
  g4dn: { gpu: 'NVIDIA T4', count: { 12: 4, 24: 8 } },
  g5: { gpu: 'NVIDIA A10G', count: ONE_TO_EIGHT },
  g5g: { gpu: 'NVIDIA T4G', count: { 16: 2 } },
  g6: { gpu: 'NVIDIA L4', count: ONE_TO_EIGHT },
  g6e: { gpu: 'NVIDIA L40S', count: ONE_TO_EIGHT },
  g7: { gpu: 'NVIDIA RTX PRO 4500', count: TWO_TO_EIGHT },
  g7e: { gpu: 'NVIDIA RTX PRO 6000', count: TWO_TO_EIGHT },
  gr6: { gpu: 'NVIDIA L4', count: {} },
  p3dn: { gpu: 'NVIDIA V100', count: { 24: 8 } },
  p4d: { gpu: 'NVIDIA A100', count: { 24: 8 } },
  p4de: { gpu: 'NVIDIA A100', count: { 24: 8 } },
  p5: { gpu: 'NVIDIA H100', count: { 48: 8 } },
  p5e: { gpu: 'NVIDIA H200', count: { 48: 8 } },
  p5en: { gpu: 'NVIDIA H200', count: { 48: 8 } },
  'p6-b200': { gpu: 'NVIDIA B200', count: { 48: 8 } },
  'p6-b300': { gpu: 'NVIDIA B300', count: { 48: 8 } },
}

const SMALL: Record<string, number> = { medium: 1, large: 2 }

/** vCPU of each size that a family comes in, by family. */
const SIZES = byName(LADDERS, 'families', ({ sizes }) => new Map(sizes.split(' ').map(sizeOf)))
/** GiB for each vCPU, by family or by its first letter. */
const GIB = byName(MEMORY, 'families', ({ gib_per_vcpu }) => gib_per_vcpu)
const NAMED = byName(EXCEPTIONS, 'types', ({ types: _, ...offered }) => offered)

/** What each row of a table offers, by every name in its list. */
function byName<K extends string, R extends Record<K, string>, T>(
  table: readonly R[],
  names: K,
  offeredBy: (row: R) => T,
): Map<string, T> {
  return new Map(table.flatMap((row) => row[names].split(' ').map((name) => [name, offeredBy(row)] as const)))
}

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
