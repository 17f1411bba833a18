import { expect, test } from 'vitest'
import { csvHead, csvLine } from './csv.ts'

test('ends lines in CR LF and quotes cells if necessary', () => {
  expect(csvLine(['plain', 'a, b', 'say "so"', 'two\r\nlines', ''])).toBe(
    'plain,"a, b","say ""so""","two\r\nlines",\r\n',
  )
})

test('writes cells that a spreadsheet would run as text', () => {
  for (const begin of ['=', '+', '-', '@', '\t']) expect(csvLine([`${begin}1`])).toBe(`'${begin}1\r\n`)
  expect(csvLine(['\r1'])).toBe(`"'\r1"\r\n`)
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  expect(csvLine(['1-2', 'a=b', -0.5])).toBe('1-2,a=b,-0.5\r\n')
})

test('begins a file so that spreadsheets read it as UTF-8', () => {
  expect(csvHead(['Größe', '크기'])).toBe('\uFEFFGröße,크기\r\n')
  expect([...new TextEncoder().encode(csvHead(['a'])).subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
})
