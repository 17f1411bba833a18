import { expect, test } from 'vitest'
import { parseProgress } from './progress.ts'

test('a line says how far a run is, each part if it is there', () => {
  expect(parseProgress('{"fraction":0.4,"step":"train","message":"epoch 4/10"}')).toEqual({
    fraction: 0.4,
    step: 'train',
    message: 'epoch 4/10',
  })
  expect(parseProgress('{"fraction":7}')).toEqual({ fraction: 1, step: null, message: null })
})

test.each(['', '{"fraction":0.', 'null', '[]', '{}', '{"fraction":"0.4"}', '{"fraction":1e999}', '42'])(
  'the line %j says nothing',
  (line) => {
    expect(parseProgress(line)).toBeNull()
  },
)
