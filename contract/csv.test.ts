import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('a line ends in CR LF, and cells are quoted where they must be', () => {
  expect(csvLine(['plain', 'a, b', 'say "so"', 'two\r\nlines', ''])).toBe(
    'plain,"a, b","say ""so""","two\r\nlines",\r\n',
  )
})

test('what a spreadsheet would run is text', () => {
  for (const begin of ['=', '+', '-', '@', '\t']) expect(csvLine([`${begin}1`])).toBe(`'${begin}1\r\n`)
  expect(csvLine(['\r1'])).toBe(`"'\r1"\r\n`)
  expect(csvLine(['=HYPERLINK("http://x","y")'])).toBe(`"'=HYPERLINK(""http://x"",""y"")"\r\n`)
  expect(csvLine(['1-2', 'a=b', -0.5])).toBe('1-2,a=b,-0.5\r\n')
})
