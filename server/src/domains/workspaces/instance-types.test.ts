import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryEngine } from '@podium/engines/memory.ts'
import { expect, test } from 'vitest'
import { createInstanceTypes, readOwnInstanceTypes } from './instance-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'podium-types-'))

function fileOf(content: unknown): string {
  const file = join(folder, `${Math.random()}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const lab = { instance_type: 'lab-1', vcpu: 16, memory_gib: 128, gpu_count: 1, gpu_name: 'A100' }

test('prefers the file to the engine, and the engine to the table', () => {
  const file = fileOf([lab, { instance_type: 'm5.large', vcpu: 1, memory_gib: 0.5 }])
  const typeOf = createInstanceTypes(createMemoryEngine(), file)
  expect(typeOf('lab-1')).toEqual({ ...lab, source: "administrator's file" })
  expect(typeOf('m5.large')).toMatchObject({ memory_gib: 0.5, gpu_count: 0, gpu_name: '' })
  expect(typeOf('2cpu-4gib')?.source).toBe('local engine')
  expect(typeOf('m5.xlarge')?.source).toBe('public cloud table')
  expect(typeOf('lab-2')).toBeNull()
})

test('requires a currency for prices', () => {
  const types = [
    { ...lab, price_per_hour: 2.5 },
    { instance_type: 'lab-2', vcpu: 1, memory_gib: 1 },
  ]
  const { prices } = readOwnInstanceTypes(fileOf({ types, currency: 'EUR', storage_price_per_gib_month: 0 }))
  expect(prices).toEqual({ currency: 'EUR', per_hour: new Map([['lab-1', 2.5]]), per_gib_month: 0 })
  expect(() => readOwnInstanceTypes(fileOf(types))).toThrow("Prices need a 'currency' beside 'types'")
  expect(readOwnInstanceTypes(fileOf([lab])).prices).toBeNull()
})

test('reports all errors at once', () => {
  const wrong = [
    'text',
    { ...lab, vcpu: 0, memory_gib: '8' },
    { ...lab, gpu_count: -1, gpu_name: 1 },
    { ...lab, instance_type: '0' },
    { ...lab, instance_type: 'lab-3', price: 1, price_per_hour: -1 },
  ]
  const message = () => {
    try {
      readOwnInstanceTypes(fileOf({ types: wrong, prices: {} }))
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const sentence of [
    "There is no field 'prices'.",
    "Entry 1: 'instance_type' must be a name.",
    "Entry 2: 'vcpu' must be a number above 0.",
    "Entry 2: 'memory_gib' must be a number above 0.",
    'Entry 3: lab-1 appears twice.',
    "Entry 3: 'gpu_count' must be a whole number, 0 or more.",
    "Entry 4: 'instance_type' has at most 64 characters and is not '0'.",
    "Entry 5: there is no field 'price'.",
  ])
    expect(message()).toContain(sentence)
})

test.each<[unknown, string]>([
  ['[1, 2', 'is not valid JSON'],
  [{ kinds: [] }, "Give a list of instance types, or an object with the list as 'types'."],
  ['null', "Give a list of instance types, or an object with the list as 'types'."],
])('%o is refused with a sentence', (content, sentence) => {
  expect(() => readOwnInstanceTypes(fileOf(content))).toThrow(sentence)
})

test('names a missing file', () => {
  expect(() => readOwnInstanceTypes('/no/such/types.json')).toThrow(
    'PODIUM_INSTANCE_TYPES_FILE=/no/such/types.json cannot be read',
  )
})
