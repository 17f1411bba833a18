import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { solution } from '../features/solutions/testing/sample.ts'
import { openInWorkspace } from '../features/solutions/testing/solutions-fixture.ts'
import { SHORTCUTS } from '../navigation/shortcuts.ts'
import { hrefOf } from '../navigation/target.ts'
import { menu } from '../routes.tsx'
import { fake } from '../testing/fake.ts'
import { pagesFor } from './places.ts'

beforeEach(() => document.documentElement.removeAttribute('data-shortcuts'))

async function openSolutions(roles = {}) {
  openInWorkspace('/solution', fake(listSolutions, { solutions: [solution('Bolts')], total: 1 }), roles)
  const search = await screen.findByRole('searchbox', { name: 'Search solutions' })
  await screen.findByRole('link', { name: 'Bolts' })
  return { search, user: userEvent.setup() }
}

const visitor = { account: { role: 'ADMIN' }, workspaceRole: 'MANAGER', membersMayOnlyLook: false } as const
const withKeys = pagesFor(menu, visitor, 'id-poc').filter(({ keys }) => keys !== undefined)

test('opens each page by its keys', async () => {
  const { user } = await openSolutions()
  for (const { keys = '', to } of withKeys) {
    await user.keyboard(keys.replace(' ', ''))
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(hrefOf(to)))
  }
})

test('gives no keys twice', () => {
  const keys = [
    ...Object.values(SHORTCUTS).map((shortcut) => shortcut.keys),
    ...withKeys.map((page) => page.keys),
  ]
  expect(new Set(keys).size).toBe(keys.length)
})

test('offers no keys for a page that the person may not open', async () => {
  const { user } = await openSolutions({ role: 'DEVELOPER' })
  await user.keyboard('ga')
  await user.keyboard('gw')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/workspace'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('presses the main action with n and moves to the search with /, where n is a letter', async () => {
  const { search, user } = await openSolutions()
  await user.keyboard('/n')
  expect([document.activeElement, (search as HTMLInputElement).value]).toEqual([search, 'n'])
  ;(document.activeElement as HTMLElement).blur()
  await user.keyboard('n')
  expect(await screen.findByRole('dialog', { name: 'Register Solution' })).toBeTruthy()
})

test('ignores a key with a modifier, and treats a late second key as a key of its own', async () => {
  const { user } = await openSolutions()
  await user.keyboard('{Control>}n{/Control}{Alt>}n{/Alt}{Meta>}n{/Meta}')
  expect(screen.queryByRole('dialog')).toBeNull()
  const press = (key: string, timeStamp: number) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: timeStamp })
    fireEvent(document.body, event)
  }
  press('g', 1_000)
  press('a', 2_501)
  expect(window.location.pathname).toBe('/solution')
  press('g', 3_000)
  press('a', 3_100)
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})

test.each([
  ['Korean', ['ㅎ', 'KeyG'], ['ㅡ', 'KeyM'], ['ㅏ', 'KeyK']],
  ['Russian', ['п', 'KeyG'], ['ь', 'KeyM'], ['л', 'KeyK']],
  ['AZERTY', ['g', 'KeyG'], ['m', 'Semicolon'], ['k', 'KeyK']],
  ['Dvorak', ['g', 'KeyI'], ['m', 'KeyM'], ['k', 'KeyV']],
])('accepts the keys on a keyboard of another layout: %s', async (_, g, m, k) => {
  await openSolutions()
  const press = ([key, code]: string[], held = {}) => fireEvent.keyDown(document.body, { key, code, ...held })
  press(g)
  press(m)
  await waitFor(() => expect(window.location.search).toBe('?view=models'))
  press(k, { ctrlKey: true, modifierAltGraph: true })
  expect(screen.queryByRole('dialog')).toBeNull()
  press(k, { ctrlKey: true })
  expect(await screen.findByRole('dialog', { name: 'Command menu' })).toBeTruthy()
})

test('lists every key in the help, but no single characters while they are off', async () => {
  const { user } = await openSolutions()
  await user.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: 'Keyboard help' }))
  for (const { keys } of [...Object.values(SHORTCUTS), ...withKeys])
    expect(help.getAllByText(keys ?? '').length).toBeGreaterThan(0)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  document.documentElement.dataset.shortcuts = 'off'
  await user.keyboard('?n/jgw')
  expect([screen.queryByRole('dialog'), window.location.pathname]).toEqual([null, '/solution'])
  await user.click(screen.getByRole('button', { name: 'Keyboard help' }))
  const short = within(await screen.findByRole('dialog', { name: 'Keyboard help' }))
  expect(short.getByText('Ctrl K')).toBeTruthy()
  expect(short.queryByText('n')).toBeNull()
  expect(short.getByRole('link', { name: 'Turn them on' })).toBeTruthy()
})
