import { expect, test } from 'vitest'
import { plainLine } from './plain-line.ts'

test.each([
  ['\u001b[1;31mred\u001b[0m and \u009b32mgreen', 'red and green'],
  ['\u001b]8;;https://a.example/\u001b\\link\u001b]8;;\u0007', 'link'],
  ['\u001b]0;a title\u009cafter\u001b(B', 'after'],
  ['a\r\n\tb\u001b', 'a b'],
  ['\u001b]0;a title that never ends', ']0;a title that never ends'],
])('turns %j into the line %j', (written, line) => {
  expect(plainLine(written, 100)).toBe(line)
})

test('does not end a cut line with half a character', () => {
  expect(plainLine('ab😀c', 3)).toBe('ab\uFFFD…')
})

test.each(['\u001b#;', '#;', '?;', '\u001b[1', '\u001b]8;', ';a'])(
  'reads a mebibyte of %j after an escape quickly',
  (part) => {
    const text = `\u001b${part.repeat(2 ** 20 / part.length)}`
    const began = process.cpuUsage()
    plainLine(text, 100)
    // a backtracking pattern takes minutes of the processor, another one some hundredths of a second
    expect(process.cpuUsage(began).user / 1000).toBeLessThan(5_000)
  },
)
