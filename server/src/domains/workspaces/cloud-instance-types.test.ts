import { expect, test } from 'vitest'
import { cloudInstanceType } from './cloud-instance-types.ts'

const offers = (name: string) => {
  const type = cloudInstanceType(name)
  return type && [type.vcpu, type.memory_gib, type.gpu_count, type.gpu_name]
}

test.each([
  ['m5.large', [2, 8, 0, '']],
  ['m5.xlarge', [4, 16, 0, '']],
  ['c7i.48xlarge', [192, 384, 0, '']],
  ['r6g.medium', [1, 8, 0, '']],
  ['t3.micro', [2, 1, 0, '']],
  ['c5.9xlarge', [36, 72, 0, '']],
  ['g4dn.xlarge', [4, 16, 1, 'NVIDIA T4']],
  ['g5.12xlarge', [48, 192, 4, 'NVIDIA A10G']],
  ['p4d.24xlarge', [96, 1152, 8, 'NVIDIA A100']],
  ['p5en.48xlarge', [192, 2048, 8, 'NVIDIA H200']],
  ['p5.4xlarge', [16, 256, 1, 'NVIDIA H100']],
  ['g7e.24xlarge', [96, 1024, 4, 'NVIDIA RTX PRO 6000']],
  ['g4dn.metal', [96, 384, 8, 'NVIDIA T4']],
  ['c5.metal', [96, 192, 0, '']],
  ['c7i.metal-24xl', [96, 192, 0, '']],
  ['r7iz.metal-32xl', [128, 1024, 0, '']],
  ['c4.8xlarge', [36, 60, 0, '']],
  ['t2.micro', [1, 1, 0, '']],
  ['u7in-32tb.224xlarge', [896, 32_768, 0, '']],
])('%s offers what the cloud says', (name, expected) => {
  expect(offers(name)).toEqual(expected)
})

test.each([
  '',
  '0',
  'm5',
  'm5.',
  '.xlarge',
  'm5.5xlarge',
  'm5.medium',
  'm99.large',
  'constructor.large',
  't3.toString',
  'g5.large',
  'c5.metal-24xl',
  'm5.1xlarge',
  'm1.small',
  'm5.xlarge.x2',
])('%s is no instance type', (name) => {
  expect(cloudInstanceType(name)).toBeNull()
})
