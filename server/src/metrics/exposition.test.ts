import { expect, test } from 'vitest'
import { exposed } from './exposition.ts'
import { createCounter, createHistogram } from './instruments.ts'

test('writes a counter per set of labels, and known ones at 0', () => {
  const ended = createCounter({ name: 'ended_total', help: 'Ended.' }, [{ outcome: 'failed' }])
  ended.count({ outcome: 'a "b"\\\n' })
  ended.count({ outcome: 'a "b"\\\n' })
  expect(exposed([ended.family()])).toBe(
    [
      '# HELP ended_total Ended.',
      '# TYPE ended_total counter',
      'ended_total{outcome="failed"} 0',
      'ended_total{outcome="a \\"b\\"\\\\\\n"} 2',
      '',
    ].join('\n'),
  )
})

test('counts a value in every histogram bucket with a limit at or above it', () => {
  const waits = createHistogram({ name: 'wait_seconds', help: 'Waits.' }, [0.5, 2])
  for (const seconds of [0.5, 1, 7]) waits.observe(seconds)
  expect(exposed([waits.family()])).toBe(
    [
      '# HELP wait_seconds Waits.',
      '# TYPE wait_seconds histogram',
      'wait_seconds_bucket{le="0.5"} 1',
      'wait_seconds_bucket{le="2"} 2',
      'wait_seconds_bucket{le="+Inf"} 3',
      'wait_seconds_sum 8.5',
      'wait_seconds_count 3',
      '',
    ].join('\n'),
  )
})
