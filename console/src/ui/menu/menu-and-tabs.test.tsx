import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { IconButton } from '../button/icon-button.tsx'
import { accessibilityFaults } from '../testing/axe.ts'
import { Menu } from './menu.tsx'
import { Tabs } from './tabs.tsx'

function openMenu() {
  const edit = vi.fn()
  const unlock = vi.fn()
  render(
    <main>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More for ops-1" />}
        items={[
          { label: 'Edit Account', icon: Pencil, onSelect: edit },
          { label: 'Unlock', onSelect: unlock, disabledReason: 'This account is not locked.' },
          'divider',
          { label: 'Delete', icon: Trash2, removes: true, onSelect: () => {} },
        ]}
      />
    </main>,
  )
  return { edit, unlock }
}

test('opens a menu, moves and chooses by keyboard, and returns the focus', async () => {
  const { edit } = openMenu()
  const trigger = screen.getByRole('button', { name: 'More for ops-1' })
  trigger.focus()
  await userEvent.keyboard('{Enter}')
  const menu = await screen.findByRole('menu', { name: 'More for ops-1' })
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true))
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Account'))
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(edit).toHaveBeenCalledTimes(1))
  await waitFor(() => expect(document.activeElement).toBe(trigger))
})

test('says why an item is disabled, and does nothing', async () => {
  const { unlock } = openMenu()
  await userEvent.click(screen.getByRole('button', { name: 'More for ops-1' }))
  const item = await screen.findByRole('menuitem', { name: 'Unlock' })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  const reason = document.getElementById(item.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('This account is not locked.')
  await userEvent.click(item)
  expect(unlock).not.toHaveBeenCalled()
})

function Logs() {
  const [tab, setTab] = useState<'pipeline' | 'process'>('pipeline')
  return (
    <Tabs
      label="Logs"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'pipeline', label: 'pipeline.log', count: 128, panel: 'pipeline lines' },
        { value: 'process', label: 'process.log', panel: 'process lines' },
      ]}
    />
  )
}

test('closes the menu by its button and by Escape', async () => {
  openMenu()
  const trigger = screen.getByRole('button', { name: 'More for ops-1' })
  await userEvent.click(trigger)
  await screen.findByRole('menu')
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(trigger)
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(trigger.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(trigger)
  await screen.findByRole('menu')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(trigger)
})

test('moves between tabs by arrow keys, and shows their panel', async () => {
  render(
    <main>
      <Logs />
    </main>,
  )
  expect(screen.getByRole('tabpanel').textContent).toBe('pipeline lines')
  screen.getByRole('tab', { name: /pipeline/ }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'process.log' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tabpanel').textContent).toBe('process lines')
  expect(await accessibilityFaults()).toEqual([])
})
