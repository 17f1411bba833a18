import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnsi } from './ansi-text.tsx'

test('turns colours into tones until a reset', () => {
  expect(parseAnsi('a \u001b[31;1mred\u001b[0m b')).toEqual([
    { text: 'a ', tone: null, bold: false },
    { text: 'red', tone: 'red', bold: true },
    { text: ' b', tone: null, bold: false },
  ])
})

test('uses the same tone for bright colours, and ignores unknown palettes', () => {
  expect(parseAnsi('\u001b[92mok\u001b[38;5;200mx')).toEqual([
    { text: 'ok', tone: 'green', bold: false },
    { text: 'x', tone: 'green', bold: false },
  ])
})

test('drops titles, links and cursor moves', () => {
  const line = '\u001b]0;title\u0007a\u001b]8;;http://x\u001b\\b\u001b[2Kc\u001b[1Ad'
  expect(
    parseAnsi(line)
      .map((piece) => piece.text)
      .join(''),
  ).toBe('abcd')
})

test('writes out characters that hide or reverse text', () => {
  expect(parseAnsi('a\u202eb\u200bc')[0]?.text).toBe('a⟨202e⟩b⟨200b⟩c')
})

test('drops the rest of a line after an unfinished sequence', () => {
  expect(parseAnsi('a\u001b[31')).toEqual([{ text: 'a', tone: null, bold: false }])
  expect(parseAnsi('a\u001b]0;never ends')).toEqual([{ text: 'a', tone: null, bold: false }])
})

test('leaves no escape character in any line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('\u001b', '[', ']', '3', '1', ';', 'm', 'x', '\u0007', '\\')),
      (characters) => {
        expect(parseAnsi(characters.join('')).some((piece) => piece.text.includes('\u001b'))).toBe(false)
      },
    ),
  )
})
