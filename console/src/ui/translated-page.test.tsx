import { act, render } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Manner, translate } from './testing/translate.ts'
import { allowTranslation } from './translated-page.ts'

const { removeChild, insertBefore } = Node.prototype

beforeAll(allowTranslation)
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore })
})

interface Shown {
  count: number
  lead?: boolean
  tail?: boolean
}

function Line({ count, lead = false, tail = false }: Shown) {
  return (
    <p>
      {lead && <b>new </b>}
      {count} runs
      {tail && ' in all'}
      <i>.</i>
    </p>
  )
}

async function showTranslated(manner: Manner, first: Shown) {
  const { container, rerender } = render(<Line {...first} />)
  translate(container, manner)
  const show = (next: Shown) => act(async () => rerender(<Line {...next} />))
  await show(first)
  return { shown: () => container.textContent?.toLowerCase(), show }
}

for (const manner of ['replaces', 'wraps'] as const) {
  test(`removes a text that a translator ${manner}`, async () => {
    const { shown, show } = await showTranslated(manner, { count: 1, tail: true })
    expect(shown()).toBe('1 runs in all.')
    await show({ count: 1 })
    expect(shown()).toBe('1 runs.')
  })

  test(`inserts an element before a text that a translator ${manner}`, async () => {
    const { shown, show } = await showTranslated(manner, { count: 1 })
    await show({ count: 1, lead: true, tail: true })
    expect(shown()).toBe('new 1 runs in all.')
  })

  test(`changes a text twice that a translator ${manner}`, async () => {
    const { shown, show } = await showTranslated(manner, { count: 1 })
    await show({ count: 2 })
    expect(shown()).toBe('2 runs.')
    await show({ count: 3, lead: true })
    expect(shown()).toBe('new 3 runs.')
  })
}

test('goes on after a translation is taken back', async () => {
  const { container, rerender } = render(<Line count={1} tail />)
  const line = container.querySelector('p') as HTMLElement
  const originals = [...line.childNodes]
  translate(line, 'replaces')
  await act(async () => {})
  line.replaceChildren(...originals)
  await act(async () => rerender(<Line count={2} lead />))
  expect(container.textContent).toBe('new 2 runs.')
})
