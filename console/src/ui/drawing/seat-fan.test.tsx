import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeatFan } from './seat-fan.tsx'

const drawn = (name: string) => render(<SeatFan of={name} />).container.innerHTML

test('a name has one picture, and another name another', () => {
  expect(drawn('penguins')).toBe(drawn('penguins'))
  expect(drawn('penguins')).not.toBe(drawn('puffins'))
})

test('every seat is drawn once, most of them free', () => {
  const { container } = render(<SeatFan of="vision-inspection" />)
  const counts = [...container.querySelectorAll('path')].map(
    (path) => path.getAttribute('d')?.match(/M/g)?.length ?? 0,
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(81)
  expect(counts[0]).toBeGreaterThan(40)
  expect(counts[1]).toBeGreaterThan(5)
})
