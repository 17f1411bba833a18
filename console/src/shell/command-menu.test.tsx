import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { run, solution } from '../features/solutions/testing/sample.ts'
import { openInWorkspace } from '../features/solutions/testing/solutions-fixture.ts'
import type { FakeCall } from '../testing/open-console.tsx'

const solutions = [
  ...[6, 5, 4, 3, 2].map((at) => solution(`line-${at}`, { overview: 'Better than bolts.' })),
  solution('big-bolts'),
  solution('bolts-2'),
  solution('Bolts'),
]
/** Newest first, as the server answers unless it is asked otherwise. */
const runs = Array.from({ length: 200 }, (_, at) => run(`line-${200 - at}`))

function pageOf<Row extends { name: string }>(rows: readonly Row[], { query }: FakeCall): Row[] {
  const sorted = query.get('sort') === 'name' ? rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)) : rows
  const text = query.get('q') ?? ''
  return sorted
    .filter((row) => JSON.stringify(row).toLowerCase().includes(text))
    .slice(0, Number(query.get('page_size') ?? 20))
}

async function openSolutions() {
  openInWorkspace('/solution', {
    'GET /solutions/workspace': (call) => [200, { solutions: pageOf(solutions, call), total: 8 }],
    'GET /streamhistories': (call) => [200, { stream_histories: pageOf(runs, call), total: 200 }],
  })
  const field = await screen.findByRole('searchbox', { name: 'Search solutions' })
  await screen.findByRole('link', { name: 'Bolts' })
  return { field, user: userEvent.setup() }
}

async function menu() {
  return within(await screen.findByRole('dialog', { name: 'Command menu' }))
}

/** What stands under a title, once it begins with `first`. */
async function found(title: string, first: string): Promise<(string | null)[]> {
  const group = await (await menu()).findByRole('group', { name: title })
  const names = () =>
    within(group)
      .getAllByRole('option')
      .map(({ firstElementChild: icon }) => icon?.nextSibling?.textContent ?? null)
  await waitFor(() => expect(names()[0]).toBe(first))
  return names()
}

test('a solution is found by its name when newer ones say the word in their text', async () => {
  const { user } = await openSolutions()
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'bolts')
  expect(await found('Solutions', 'Bolts')).toEqual(['Bolts', 'bolts-2', 'big-bolts', 'line-6', 'line-5'])
})

test('a run is found by its name when hundreds of newer ones begin with it; the newest of those stand after it', async () => {
  const { user } = await openSolutions()
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'line-1')
  expect(await found('Runs', 'line-1')).toEqual(['line-1', 'line-199', 'line-198', 'line-197', 'line-196'])
})

test('the focus is back in the field where Ctrl+K was pressed', async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  await user.keyboard('{Control>}k{/Control}')
  const combobox = (await menu()).getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('the focus is back on the button that opened the menu', async () => {
  const { user } = await openSolutions()
  const button = screen.getByRole('button', { name: /Search or jump to/ })
  button.focus()
  await user.keyboard('{Enter}')
  const combobox = (await menu()).getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('who goes somewhere by the menu begins at the heading of that page', async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'New Run')
  await waitFor(() =>
    expect(screen.getAllByRole('option', { name: 'New Run' })).toEqual(screen.getAllByRole('option')),
  )
  await user.keyboard('{Enter}')
  const heading = await screen.findByRole('heading', { level: 1, name: 'New Run' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
