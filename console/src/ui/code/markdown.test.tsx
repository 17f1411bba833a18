import { notWebAddresses } from '@podium/contract/testing/not-web-addresses.ts'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accessibilityFaults } from '../testing/axe.ts'
import { Markdown, safeAddress } from './markdown.tsx'

test('keeps the structure of a document, below the h1 of the page', async () => {
  const { container } = render(
    <Markdown
      text={
        '# Problem\n\nScratches on *cold* **steel**.\n\n- one\n- two\n\n3. three\n\n> quoted `x`\n\n```json\n{"a": 1}\n```\n\n---'
      }
    />,
  )
  expect(screen.getByRole('heading', { level: 2, name: 'Problem' })).toBeDefined()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['one', 'two', 'three'])
  expect(screen.getByRole('region', { name: 'json' }).textContent).toBe('{"a": 1}')
  expect(container.querySelector('ol')?.start).toBe(3)
  expect(container.querySelector('em')?.textContent).toBe('cold')
  expect(await accessibilityFaults(container)).toEqual([])
})

test('opens links safely, and shows other addresses as text', () => {
  render(
    <Markdown
      text={
        '[site](https://example.test/a) [mail](mailto:a@example.test) [ref][r] [run](javascript:alert(1)) [data](data:text/html,x) [up](../x)\n\n[r]: http://example.test/b'
      }
    />,
  )
  const links = screen.getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://example.test/a',
    'mailto:a@example.test',
    'http://example.test/b',
  ])
  for (const link of links) expect(link.getAttribute('rel')).toContain('noopener')
})

test('shows HTML as text, and fetches no pictures', () => {
  const { container } = render(
    <Markdown
      text={'<script>alert(1)</script>\n\nan <b>inline</b> tag ![plot](https://example.test/p.png)'}
    />,
  )
  expect(container.querySelector('script, b, img')).toBeNull()
  expect(container.textContent).toContain('<script>alert(1)</script>')
  expect(container.textContent).toContain('<b>inline</b>')
  expect(screen.getByRole('link', { name: 'plot' }).getAttribute('href')).toBe('https://example.test/p.png')
})

test('shows a table that scrolls by keyboard, and no table for a paragraph with a bar', async () => {
  const table = '| class | **share** |\n|-------|:-----:|\n| gcr   | 0.3   |'
  const { container } = render(<Markdown text={`Before.\n\n${table}\n\nx | y\nz`} />)
  const region = screen.getByRole('region', { name: 'Table' })
  expect(region.tabIndex).toBe(0)
  expect(within(region).getByRole('columnheader', { name: 'share' }).querySelector('strong')).toBeTruthy()
  expect(within(region).getByRole('cell', { name: '0.3' })).toBeTruthy()
  expect([...container.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Before.',
    'x | y\nz',
  ])
  expect(await accessibilityFaults(container)).toEqual([])
})

test('recognises a table without outer bars, within a quotation, and below the line that introduces it', () => {
  const { container } = render(
    <Markdown text={'The shares:\na | b\n--|--\n1 | 2\n\n> | c |\n> |---|\n> | 3 |'} />,
  )
  expect(screen.getAllByRole('table').map(({ textContent }) => textContent)).toEqual(['ab12', 'c3'])
  expect(container.querySelector('p')?.textContent).toBe('The shares:')
})

test.each(['>'.repeat(1500), `${'- + '.repeat(40)}deep`, `${'>'.repeat(40)} deep`])(
  'shows text as written that is nested too deeply (%#)',
  (text) => {
    const { container } = render(<Markdown text={text} />)
    expect(container.querySelector('blockquote, li')).toBeNull()
    expect(container.textContent).toBe(text)
  },
)

// The parser would take as long over the first two as the page would without the limits.
test.each([
  '~a '.repeat(6600),
  'a@b '.repeat(5000),
  '|a'.repeat(10_000),
  'www.a '.repeat(3300),
  '[^a] '.repeat(4000),
])('reads the marks of tables, strikes and bare addresses at once (%#)', { tags: ['long'] }, (text) => {
  const { container } = render(<Markdown text={text} />)
  expect(container.textContent).toContain('a')
})

test.each(['[a]('.repeat(60_000), '*a_ '.repeat(5000), 'word '.repeat(5000)])(
  'shows text as written that would take too long to read, and says so (%#)',
  (text) => {
    const { container } = render(<Markdown text={text} />)
    expect(container.querySelector('em, a')).toBeNull()
    const texts = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
    expect(texts).toEqual(['This part is too long to be laid out, so it is shown as it was written.', text])
  },
)

test('renders a report of any length in parts, and a block of code in one', () => {
  const code = `\`\`\`\n${'x = 1\n\n'.repeat(900)}\`\`\`\n\n`
  const section = (at: number) =>
    `## Part ${at}\n\n${'in plain words '.repeat(200)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n`
  const { container } = render(
    <Markdown text={`${code}${Array.from({ length: 20 }, (_, at) => section(at)).join('')}`} />,
  )
  expect(screen.getAllByRole('heading')).toHaveLength(20)
  expect(container.querySelectorAll('table')).toHaveLength(20)
  expect(container.querySelectorAll('pre')).toHaveLength(1)
})

test('leads pictures and links to the files beside the text', () => {
  const beside = (address: string) =>
    address.startsWith('http') ? null : { picture: `/shown/${address}`, page: `?file=${address}` }
  render(
    <Markdown
      text={'![curve](plot.png) [table](rows.csv) ![far](https://example.test/p.png)'}
      beside={beside}
    />,
  )
  expect(screen.getByRole('img', { name: 'curve' }).getAttribute('src')).toBe('/shown/plot.png')
  expect(screen.getByRole('link', { name: 'table' }).getAttribute('href')).toBe('?file=rows.csv')
  expect(screen.getByRole('link', { name: 'far' }).getAttribute('href')).toBe('https://example.test/p.png')
})

test('renders a long text that people write', () => {
  const paragraph = `A *cold* **steel** of [line_3](https://example.test/a), ${'in plain words '.repeat(20)}.\n\n`
  render(<Markdown text={`# Problem\n\n${paragraph.repeat(50)}`} />)
  expect(screen.getByRole('heading', { name: 'Problem' })).toBeDefined()
  expect(screen.getAllByRole('link')).toHaveLength(50)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:x',
  'vbscript:x',
  'file:///etc/passwd',
  '/a',
  '',
  ...notWebAddresses,
])('does not link %j', (address) => {
  expect(safeAddress(address)).toBeUndefined()
})
