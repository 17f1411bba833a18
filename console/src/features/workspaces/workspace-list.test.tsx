import { listWorkspaces } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { recordCalled } from './testing/sample-workspaces.ts'

const asked: string[] = []
const row = recordCalled('poc', {
  execution_specs: [{ name: 'high', instance: 'm5.4xlarge' }],
  member_count: 1234,
  first_members: [{ account_id: 'a1', display_name: 'Mina Sol', role: 'MANAGER' }],
})

afterEach(() => {
  asked.length = 0
})

function open(href: string, role: 'ADMIN' | 'DEVELOPER', status = 200) {
  const person = personWith([workspaceCalled('poc')], { role })
  serve({
    ...signedIn(person),
    ...fake(listWorkspaces, ({ query, search }) => {
      asked.push(search)
      if (status !== 200) return refused(status, 'The database did not answer within 5 s.')
      const found = query.q === 'zzz' ? [] : [row]
      return { workspaces: found, total: found.length === 0 ? 0 : 41 }
    }),
  })
  openConsole(href, person)
}

test('shows every column, and lets an administrator make a new workspace', async () => {
  open('/settings/workspace', 'ADMIN')
  const table = await screen.findByRole('table', { name: 'Workspace' })
  await within(table).findByText('aster-poc')
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Members', 'Last Updated', 'Resources', 'Bucket Name', 'Dashboard Hash', 'Actions'])
  const cells = within(table)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
  expect([cells[0], cells[1], cells[3], cells[4], cells[5]]).toEqual([
    'pocYou: Manager',
    '1,234',
    '1 tierHigh',
    'aster-poc',
    'c7f1e0',
  ])
  expect(document.title).toBe('Workspace · Podium')
  const button = screen.getByRole('button', { name: 'New Workspace' })
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('disables the button for anybody else, and says why', async () => {
  open('/settings/workspace', 'DEVELOPER')
  const button = await screen.findByRole('button', { name: 'New Workspace' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Only an administrator may do this.',
  )
})

test('keeps page, order and search in the address, and sends them to the server', async () => {
  const user = userEvent.setup()
  open('/settings/workspace?page=2&sort=-member_count&page_size=999', 'ADMIN')
  await screen.findByText('aster-poc')
  expect(asked[0]).toBe('page=2&page_size=20&sort=-member_count')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&page_size=20&sort=name'))
  await user.click(screen.getByRole('searchbox', { name: 'Search workspaces' }))
  await user.paste('zzz')
  expect(await screen.findByText('No workspace matches “zzz”')).toBeTruthy()
  expect(window.location.search).toContain('q=zzz')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByText('aster-poc')
  expect(screen.getByRole('searchbox')).toHaveProperty('value', '')
})

test('says nothing about the search on a page behind the end', async () => {
  open('/settings/workspace?q=zzz&page=9', 'ADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'First page' }))
  expect(await screen.findByText('No workspace matches “zzz”')).toBeTruthy()
})

test("repeats the server's words when the list cannot be read, and tries again", async () => {
  open('/settings/workspace', 'ADMIN', 500)
  expect(await screen.findByText('The workspaces could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer within 5 s.')).toBeTruthy()
  const before = asked.length
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})
