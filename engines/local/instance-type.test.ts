import { expect, test } from 'vitest'
import { instanceTypeOf, localInstanceType } from './instance-type.ts'

test('reads an instance type of this engine', () => {
  expect(localInstanceType('2cpu-4gib')).toEqual({
    instance_type: '2cpu-4gib',
    vcpu: 2,
    memory_gib: 4,
    gpu_count: 0,
    gpu_name: '',
    source: 'local engine',
  })
  expect(localInstanceType('0.5cpu-1.5gib')).toMatchObject({ vcpu: 0.5, memory_gib: 1.5 })
})

test.each(['m5.xlarge', '0cpu-4gib', '2cpu-0gib', '2CPU-4GIB', ' 2cpu-4gib', '2cpu-4gib-1gpu', '0', ''])(
  'does not accept %j as an instance type of this engine',
  (name) => {
    expect(localInstanceType(name)).toBeNull()
  },
)

test('returns the type that fits a machine', () => {
  const name = instanceTypeOf({ cpu: 2, memory_mib: 24_105, gpu: 0 })
  expect(name).toBe('2cpu-23gib')
  expect(localInstanceType(name)).toMatchObject({ vcpu: 2, memory_gib: 23 })
})
