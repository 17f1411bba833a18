import { expect, test } from 'vitest'
import { parseTime, timeOf } from './line-parts.ts'

test.each([
  ['2026-11-17T14:06:03.318Z go', 'go', true, Date.UTC(2026, 10, 17, 14, 6, 3, 318)],
  ['2026-11-17 14:06:03,3 go', 'go', true, Date.UTC(2026, 10, 17, 14, 6, 3, 300)],
  ['[14:06:03] go', 'go', false, 50_763_000],
  ['14:06:03 go', 'go', false, 50_763_000],
])('reads the time of %s', (line, rest, hasDate, at) => {
  const time = timeOf(line)
  expect(line.slice(time?.end)).toBe(rest)
  expect(time).toMatchObject({ hasDate, at })
})

test.each(['14:06 is no time of a line', 'epoch 14:06:03', '2026-11-17', '14:06:03rest'])(
  'finds no time in %s',
  (line) => expect(timeOf(line)).toBeNull(),
)

test('accepts a typed time without seconds, but with nothing beside it', () => {
  expect(parseTime(' 14:06 ')).toMatchObject({ at: 50_760_000, hasDate: false })
  expect(parseTime('2026-11-17 14:06')).toMatchObject({ hasDate: true })
  expect(parseTime('14:06 x')).toBeNull()
  expect(parseTime('noon')).toBeNull()
})
