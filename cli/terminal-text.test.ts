import { expect, test } from 'vitest'
import { colouredText, plainLine, plainText } from './terminal-text.ts'

const HOSTILE = [
  '\u001b]0;a title\u0007',
  '\u001b]8;;http://example.org\u001b\\link\u001b]8;;\u001b\\',
  '\u001b[2J\u001b[1;1H\u001b[?25l',
  '\u001bPdevice\u001b\\\u001bc\u001b(0',
  '\u0007\b\u007f\u0085\u009b31m\u202egnp.exe',
].join('')

test('lets nothing of a text control the terminal, and keeps tabs and lines', () => {
  expect(plainText(`a\tb\n${HOSTILE}\n\u001b[31mred\u001b[0m`)).toBe('a\tb\nlink31mgnp.exe\nred')
})

test('keeps a cell on one line', () => {
  expect(plainLine('Exit code 1.\r\n  It said:\nsucceeded ')).toBe('Exit code 1. It said: succeeded')
})

test('keeps the colours of a log, and makes lines of a line written over itself', () => {
  expect(colouredText(`\u001b[1;38:5:9mred\u001b[0m${HOSTILE}`)).toBe(
    '\u001b[1;38:5:9mred\u001b[0mlink31mgnp.exe',
  )
  expect(colouredText('10 %\r20 %\r\ndone\n')).toBe('10 %\n20 %\ndone\n')
  expect(colouredText('cut \u001b[3')).toBe('cut 3')
})

test('removes no more than its line for a sequence without an end', () => {
  expect(plainText('\u001b]0;never ends\nthe next line')).toBe('\nthe next line')
})
