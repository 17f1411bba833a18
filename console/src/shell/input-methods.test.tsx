import { search as searchRoute } from '@podium/contract/calls/search.ts'
import { listSolutions } from '@podium/contract/calls/solutions.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { solution } from '../features/solutions/testing/sample.ts'
import { openInWorkspace } from '../features/solutions/testing/solutions-fixture.ts'
import { fake } from '../testing/fake.ts'

async function openSolutions() {
  openInWorkspace('/solution', {
    ...fake(listSolutions, { solutions: [solution('Bolts')], total: 1 }),
    ...fake(searchRoute, { groups: [] }),
  })
  const search = await screen.findByRole('searchbox', { name: 'Search solutions' })
  await screen.findByRole('link', { name: 'Bolts' })
  return { search, user: userEvent.setup() }
}

/** A key handled by an input method, as browsers report it. At the end of a composition Safari sets only the code. */
const TAKEN = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true, keyCode: 13 },
  { isComposing: false, keyCode: 229 },
]

test('leaves Enter, Escape and the arrows to an input method', async () => {
  const { user } = await openSolutions()
  await user.keyboard('{Control>}k{/Control}')
  const menu = within(await screen.findByRole('dialog', { name: 'Command menu' }))
  const field = menu.getByRole('combobox')
  const active = field.getAttribute('aria-activedescendant')
  for (const key of ['Enter', 'Escape', 'ArrowDown', 'End', 'Tab'])
    for (const taken of TAKEN) fireEvent.keyDown(field, { key, ...taken })
  expect(field.getAttribute('aria-activedescendant')).toBe(active)
  expect(window.location.pathname).toBe('/solution')
  fireEvent.keyDown(field, { key: 'ArrowDown', keyCode: 40 })
  expect(field.getAttribute('aria-activedescendant')).not.toBe(active)
})

test('presses no shortcut for a key that an input method handles', async () => {
  const { search } = await openSolutions()
  for (const taken of TAKEN)
    for (const press of [
      { key: 'k', code: 'KeyK', ctrlKey: true },
      { key: '?', code: 'Slash', shiftKey: true },
      { key: 'n', code: 'KeyN' },
    ])
      for (const target of [search, document.body]) fireEvent.keyDown(target, { ...press, ...taken })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('empties no field on an Escape that an input method handles', async () => {
  const { search } = await openSolutions()
  for (const taken of TAKEN) {
    expect(fireEvent.keyDown(search, { key: 'Escape', ...taken })).toBe(false)
    expect(fireEvent.keyDown(search, { key: 'Enter', ...taken })).toBe(true)
  }
})
