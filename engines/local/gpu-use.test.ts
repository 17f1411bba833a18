import { expect, test } from 'vitest'
import { gpuUseIn } from './gpu-use.ts'

test('counts processes on the devices that they use, and on no others', () => {
  const use = gpuUseIn(
    'GPU-a, 80\nGPU-b, 35\nGPU-c, [N/A]\n',
    '10, GPU-a, 512\n11, GPU-a, 256\n12, GPU-b, 64\n',
  )
  expect([use.percentOf([10, 11]), use.memoryOf([10, 11])]).toEqual([80, 768])
  expect([use.percentOf([10, 12]), use.memoryOf([10, 12])]).toEqual([115, 576])
  expect([use.percentOf([99]), use.memoryOf([99])]).toEqual([0, 0])
})
