import { expect, test } from 'vitest'
import { parseProgress } from './progress.ts'

test('reads the progress of a run from a line, each part if it is there', () => {
  expect(parseProgress('{"fraction":0.4,"step":"train","message":"epoch 4/10"}')).toEqual({
    fraction: 0.4,
    step: 'train',
    message: 'epoch 4/10',
  })
  expect(parseProgress('{"fraction":7}')).toEqual({ fraction: 1, step: null, message: null })
})

test('reduces a line to plain text without control characters', () => {
  const reported = { step: 'a\nb', message: '\u001b[2Jepoch\u202E4' }
  expect(parseProgress(JSON.stringify(reported))).toEqual({ fraction: null, step: 'a b', message: 'epoch 4' })
  expect(parseProgress(JSON.stringify({ step: '\n', message: '\u001b[2J' }))).toBeNull()
})

test.each(['', '{"fraction":0.', 'null', '[]', '{}', '{"fraction":"0.4"}', '{"fraction":1e999}', '42'])(
  'reads nothing from the line %j',
  (line) => {
    expect(parseProgress(line)).toBeNull()
  },
)
