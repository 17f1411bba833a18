import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Markdown } from './markdown.tsx'
import { plainText } from './markdown-plain.ts'

test.each([
  ['Filters with **gcr** before.', 'Filters with gcr before.'],
  ['*one* __two__ _three_ ***four***', 'one two three four'],
  ['**bold with *slanted* in it**', 'bold with slanted in it'],
  ['keeps snake_case_names and 2 * 3 * 4', 'keeps snake_case_names and 2 * 3 * 4'],
  ['run `a **b** _c_` now', 'run a **b** _c_ now'],
  ['``a ` b``', 'a ` b'],
  ['not \\*slanted\\* at all', 'not *slanted* at all'],
  [
    'see [the *site*](https://example.test/a "A") or <https://example.test/b>',
    'see the site or https://example.test/b',
  ],
  ['a ![plot](https://example.test/p.png) here', 'a plot here'],
  ['[words][r] go\n\n[r]: https://example.test/c', 'words go'],
  ['# Problem #\n\nScratches.', 'Problem Scratches.'],
  ['Problem\n=======\n\nScratches.\n\n---\n\nDents.', 'Problem Scratches. Dents.'],
  ['- one\n- two\n  * three', 'one two three'],
  ['> quoted\n> twice', 'quoted twice'],
  ['```json\n{"a": "*b*"}\n```', '{"a": "*b*"}'],
  ['an <b>inline</b> tag', 'an <b>inline</b> tag'],
  ['a # b, 1 - 2, a > b, c|d, [x]', 'a # b, 1 - 2, a > b, c|d, [x]'],
])('reads %j as it is rendered', (markdown, plain) => {
  expect(onOneLine(plainText(markdown))).toBe(plain)
  const { container } = render(<Markdown text={markdown} />)
  for (const block of container.querySelectorAll('p, li, h2')) {
    block.append(' ')
    block.prepend(' ')
  }
  for (const label of container.querySelectorAll('figcaption, header, button')) label.remove()
  expect(onOneLine(container.textContent ?? '')).toContain(plain)
})

test('turns the rows of a table into lines of words', () => {
  expect(plainText('| a | b |\n|---|:-:|\n| 1 | 2 |')).toBe('a, b\n1, 2')
})

test('keeps text readable that was cut within its marks, however long', () => {
  expect(plainText('ends **in bo')).toBe('ends **in bo')
  expect(plainText('['.repeat(500))).toHaveLength(500)
  expect(plainText('*a '.repeat(160)).length).toBeGreaterThan(300)
})

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
