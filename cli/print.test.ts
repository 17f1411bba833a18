import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { print, printRows } from './print.ts'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('lets nothing that a run wrote control the terminal or add rows', () => {
  printRows([
    ['demo-1', 'failed', 'Exit code 1. It said: \u001b[2J\u001b[1;1Hall\r\ndemo-2  succeeded'],
    ['demo-\u0007 10', 'succeeded', ''],
  ])
  expect(lines).toEqual([
    'demo-1    failed     Exit code 1. It said: all demo-2  succeeded',
    'demo- 10  succeeded',
  ])
})

test('keeps the lines of a sentence, without what would control the terminal', () => {
  print('Open this link:\nhttp://127.0.0.1/\u001b]0;title\u0007x')
  expect(lines).toEqual(['Open this link:\nhttp://127.0.0.1/x'])
})
