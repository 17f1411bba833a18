import { expect, test } from 'vitest'
import { getsSentence, impossible, inTierOrder, limitSentence } from './tier-limits.ts'

const engine = { engine: 'local', largest: { cpu: 1.75, memory_mib: 3584, gpu: 0 } }
const withGpu = { ...engine, largest: { ...engine.largest, gpu: 1 } }
const type = { vcpu: 4, memory_gib: 16, gpu_count: 0, gpu_name: '' }

test('orders tiers from large to small however they were stored', () => {
  const specs = (['low', 'high-gpu', 'high'] as const).map((name) => ({ name, instance: 'm5.large' }))
  expect(inTierOrder(specs).map(({ name }) => name)).toEqual(['high', 'low', 'high-gpu'])
})

test('says that this machine cannot provide a tier', () => {
  expect(limitSentence(type, engine)).toBe('limited by this machine: 1.75 of 4 vCPU and 3.5 of 16 GiB')
  expect(limitSentence({ ...type, memory_gib: 2 }, engine)).toBe('limited by this machine: 1.75 of 4 vCPU')
  expect(getsSentence({ ...type, memory_gib: 2 }, engine)).toBe('Runs get 1.75\u00a0vCPU, 2\u00a0GiB here')
  const small = { ...type, vcpu: 1, memory_gib: 1 }
  expect([limitSentence(small, engine), getsSentence(small, engine)]).toEqual([undefined, undefined])
  expect(impossible('standard', { ...type, gpu_count: 1 }, engine)).toBe('No run gets a GPU on this machine.')
  expect(impossible('standard-gpu', undefined, engine)).toBe('No run gets a GPU on this machine.')
  const withGpu = { ...engine, largest: { ...engine.largest, gpu: 1 } }
  expect(impossible('standard-gpu', type, withGpu)).toBe('Its instance type has no GPU.')
  expect(impossible('standard-gpu', { ...type, gpu_count: 1 }, withGpu)).toBeUndefined()
  expect(impossible('standard', type, engine)).toBeUndefined()
  expect(impossible('standard-gpu', { ...type, gpu_count: 1 }, withGpu)).toBeUndefined()
  expect(impossible('high-gpu', { ...type, gpu_count: 4 }, withGpu)).toBe(
    'Needs 4 GPUs, and this machine has 1.',
  )
})

test('compares with the largest node of a cluster, and says nothing while no node is known', () => {
  const slurm = { ...withGpu, engine: 'slurm' }
  expect(limitSentence(type, slurm)).toBe('limited by the largest node: 1.75 of 4 vCPU and 3.5 of 16 GiB')
  expect(impossible('low-gpu', { ...type, gpu_count: 2 }, slurm)).toBe(
    'Needs 2 GPUs, and the largest node has 1.',
  )
  expect(impossible('low-gpu', type, { ...engine, engine: 'kubernetes' })).toBe(
    'No node of the cluster has a GPU.',
  )
  const unknown = { engine: 'kubernetes', largest: { cpu: 1024, memory_mib: 16 * 2 ** 20, gpu: 64 } }
  expect([limitSentence(type, unknown), impossible('high-gpu', { ...type, gpu_count: 1 }, unknown)]).toEqual([
    undefined,
    undefined,
  ])
  expect([limitSentence(type, undefined), impossible('high-gpu', type, undefined)]).toEqual([
    undefined,
    undefined,
  ])
})
