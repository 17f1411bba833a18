import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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

test('a search that fails says so and is done again by Retry', async () => {
  let isBroken = true
  openInWorkspace('/settings/workspace', {
    'GET /solutions/workspace': () =>
      isBroken ? [500, { detail: 'It did not work.' }] : [200, { solutions: [solution('bolts')], total: 1 }],
    'GET /streamhistories': () => [200, { stream_histories: [], total: 0 }],
  })
  const user = userEvent.setup()
  await screen.findByRole('button', { name: /Search or jump to/ })
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'bolts')
  expect((await screen.findByRole('alert')).textContent).toMatch('Solutions and runs could not be searched.')
  expect(screen.queryByText(/Nothing matches/)).toBeNull()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await found('Solutions', 'bolts')).toEqual(['bolts'])
})

test('letters typed before the menu has the focus are not lost', async () => {
  const { field, user } = await openSolutions()
  await user.click(field)
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(field, { key: 'b' })
  fireEvent.keyDown(field, { key: 'o' })
  const combobox = (await menu()).getByRole<HTMLInputElement>('combobox')
  await waitFor(() => expect(document.activeElement).toBe(combobox))
  await user.keyboard('lts')
  expect(combobox.value).toBe('bolts')
})

test.each([
  [
    'ADMIN',
    'MANAGER',
    ['New Run', 'New Instance', 'Manage Members', 'New Workspace', 'New Account', 'Add from Directory'],
  ],
  ['DEVELOPER', 'MANAGER', ['New Run', 'New Instance', 'Manage Members']],
  ['DEVELOPER', 'MEMBER', ['New Run', 'New Instance']],
] as const)('%s who is %s is offered the actions they may take', async (role, workspaceRole, actions) => {
  openInWorkspace('/settings/workspace', {}, { role, workspaceRole })
  const user = userEvent.setup()
  await screen.findByRole('button', { name: /Search or jump to/ })
  await user.keyboard('{Control>}k{/Control}')
  expect(await found('Actions', 'New Run')).toEqual(actions)
  const hasAudit = (await menu()).queryByRole('option', { name: 'Audit' }) !== null
  expect(hasAudit).toBe(workspaceRole === 'MANAGER')
})

test('Ctrl+Enter opens the page in another tab and stays where it is', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { user } = await openSolutions()
  await user.keyboard('{Control>}k{/Control}')
  await user.type((await menu()).getByRole('combobox'), 'audit')
  expect(await found('Go to', 'Audit')).toEqual(['Audit'])
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledExactlyOnceWith('/settings/audit', '_blank', 'noopener')
  await screen.findByRole('searchbox', { name: 'Search solutions' })
})
