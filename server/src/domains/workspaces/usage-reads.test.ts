import { expect, test } from 'vitest'
import { usageOf } from './usage-reads.ts'

const used = (service_name: 'Training' | 'Inference' | 'Storage', more: object) => ({
  service_name,
  instance_type: null,
  hours: 0,
  gib: 0,
  gib_months: 0,
  ...more,
})
const rows = [
  used('Training', { instance_type: 'lab-1', hours: 1000.5 }),
  used('Training', { instance_type: 'lab-2', hours: 3.004 }),
  used('Inference', { instance_type: 'lab-1', hours: 0.126 }),
  used('Storage', { gib: 12.345, gib_months: 40 }),
]
const amounts = (prices: Parameters<typeof usageOf>[1]) =>
  usageOf(rows, prices).map(({ service_name, amount, unit }) => [service_name, amount, unit])

test('gives hours and GiB two decimals without prices', () => {
  expect(amounts(null)).toEqual([
    ['Training', 1003.5, 'hours'],
    ['Inference', 0.13, 'hours'],
    ['Storage', 12.35, 'GiB'],
  ])
})

test('truncates amounts with prices to a multiple of 10, and charges nothing for a type without a price', () => {
  const per_hour = new Map([['lab-1', 2.5]])
  expect(amounts({ currency: 'EUR', per_hour, per_gib_month: 0.8 })).toEqual([
    ['Training', 2500, 'EUR'],
    ['Inference', 0, 'EUR'],
    ['Storage', 30, 'EUR'],
  ])
  expect(amounts({ currency: 'EUR', per_hour, per_gib_month: null })[2]).toEqual(['Storage', 12.35, 'GiB'])
})

test('adds the amount to the cent to a truncated one', () => {
  const prices = { currency: 'EUR', per_hour: new Map([['lab-1', 2.5]]), per_gib_month: null }
  expect(usageOf(rows, prices).map(({ amount, exact }) => [amount, exact])).toEqual([
    [2500, 2501.25],
    [0, 0.32],
    [12.35, undefined],
  ])
})

test('adds the exact usage to a rounded 0', () => {
  const small = [used('Training', { hours: 0.002 }), used('Storage', { gib: 521 / 1024 ** 3 })]
  expect(usageOf(small, null)).toEqual([
    { service_name: 'Training', amount: 0, exact: 0.002, unit: 'hours' },
    { service_name: 'Inference', amount: 0, unit: 'hours' },
    { service_name: 'Storage', amount: 0, exact: 521 / 1024 ** 3, unit: 'GiB' },
  ])
})

test('has a row for every service, even without usage', () => {
  expect(usageOf([], null).map(({ amount }) => amount)).toEqual([0, 0, 0])
})
