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

test('what a line says is one line that steers no terminal', () => {
  const reported = { step: 'a\nb', message: '\u001b[2Jepoch\u202E4' }
  expect(parseProgress(JSON.stringify(reported))).toEqual({ fraction: null, step: 'a b', message: 'epoch 4' })
  expect(parseProgress(JSON.stringify({ step: '\n', message: '\u001b[2J' }))).toBeNull()
})

test.each(['', '{"fraction":0.', 'null', '[]', '{}', '{"fraction":"0.4"}', '{"fraction":1e999}', '42'])(
  'the line %j says nothing',
  (line) => {
    expect(parseProgress(line)).toBeNull()
  },
)
