import { type AuditEvent, listAudit } from '@podium/contract/calls/audit.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'

const asked: string[] = []

const EVENTS: AuditEvent[] = [
  {
    id: 12,
    at: '2026-11-20T10:04:00.000Z',
    actor_id: 'a1',
    actor_name: 'mina',
    address: '10.0.0.7',
    request_id: 'req-1',
    action: 'account.edit',
    object_kind: 'account',
    object_id: 'a2',
    object_name: 'kim',
    workspace_id: null,
    workspace_name: '',
    before: { role: 'DEVELOPER', company: '' },
    after: { role: 'ADMIN', company: 'Aster' },
  },
  {
    id: 11,
    at: '2026-11-20T10:03:00.000Z',
    actor_id: null,
    actor_name: 'podium',
    address: '',
    request_id: '',
    action: 'run.stop',
    object_kind: 'run',
    object_id: 'r1',
    object_name: 'weld-1',
    workspace_id: 'id-poc',
    workspace_name: 'poc-ws',
    before: null,
    after: null,
  },
]

afterEach(() => {
  asked.length = 0
})

function open(
  href: string,
  role: 'ADMIN' | 'DEVELOPER' = 'ADMIN',
  status = 200,
  own: 'MANAGER' | 'MEMBER' = 'MANAGER',
) {
  const workspace = workspaceCalled('poc', { role: own })
  const person = personWith([workspace], { role })
  serve({
    ...signedIn(person),
    ...fake(listAudit, ({ query, search }) => {
      asked.push(search)
      if (status !== 200) return refused(status, 'The database did not answer within 5 s.')
      const isNone = query.q === 'zzz'
      const events = isNone || query.page === '99' ? [] : EVENTS
      return { events, total: isNone ? 0 : 41 }
    }),
  })
  openConsole(href, person, workspace)
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('lists who did what to what, from where, and which fields changed', async () => {
  open('/settings/audit')
  const table = await screen.findByRole('table', { name: 'Changes' })
  const row = (await within(table).findByText('Changed account')).closest('tr')
  const [action, , who, object, changes] = cellsOf(row as HTMLElement)
  expect([action, who, object, changes]).toEqual([
    'Changed account',
    'mina10.0.0.7',
    'kimAccount',
    'Account Type, Company',
  ])
  const other = within(table).getByText('Stopped run').closest('tr')
  expect(cellsOf(other as HTMLElement).slice(2, 4)).toEqual(['podium', 'weld-1Run in poc'])
  expect(document.title).toBe('Audit · Podium')
  expect(await accessibilityFaults()).toEqual([])
})

test('opens an event beside the list with all its fields, and returns the focus on closing', async () => {
  const user = userEvent.setup()
  open('/settings/audit')
  await user.click(await screen.findByRole('link', { name: 'Changed account' }))
  const panel = await screen.findByRole('region', { name: 'Changed account' })
  expect(window.location.search).toBe('?event=12')
  expect(within(panel).getByText('Developer').closest('del')).toBeTruthy()
  expect(within(panel).getByText('Admin').closest('ins')).toBeTruthy()
  expect(within(panel).getByText('req-1')).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Changed account')
  expect(within(panel).getByText('account.edit')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Changed account' })).toBeNull())
  expect(document.activeElement?.getAttribute('id')).toBe('event-12')
  expect(window.location.search).toBe('')
})

test('shows a dash for a field that the event does not have', async () => {
  open('/settings/audit?event=11')
  const panel = await screen.findByRole('region', { name: 'Stopped run' })
  expect(within(panel).getByText('No details were recorded for this change.')).toBeTruthy()
  const [address] = within(panel).getAllByText('Address')
  expect(address?.nextElementSibling?.textContent).toBe('–')
})

test('keeps the filters in the address, sends them with the list and the exports, and removes one', async () => {
  vi.stubEnv('TZ', 'Asia/Seoul')
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  const begin = encodeURIComponent('2026-11-13T15:00:00.000Z')
  const user = userEvent.setup()
  open('/settings/audit?object_kind=account&object_id=a2&from=2026-11-14&sort=action')
  await screen.findByText('Changed account')
  expect(asked[0]).toBe(`page=1&page_size=20&sort=action&object_kind=account&object_id=a2&from=${begin}`)
  const hrefs = ['Export CSV', 'Export JSON'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(hrefs).toEqual([
    `/api/v1/audit.csv?object_kind=account&object_id=a2&from=${begin}`,
    `/api/v1/audit.jsonl?object_kind=account&object_id=a2&from=${begin}`,
  ])
  await user.click(screen.getByRole('button', { name: 'Remove filter Object' }))
  await waitFor(() => expect(asked.at(-1)).not.toContain('object_id'))
  expect(window.location.search).not.toContain('object_id')
})

test('filters by a kind from the menu, and links from the panel to all changes of one object', async () => {
  const user = userEvent.setup()
  open('/settings/audit?event=12')
  const panel = await screen.findByRole('region', { name: 'Changed account' })
  const all = within(panel).getByRole('link', { name: 'All changes of this account' })
  expect(all.getAttribute('href')).toBe('/settings/audit?object_kind=account&object_id=a2')
  await user.click(screen.getByRole('button', { name: 'Kind' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Run' }))
  await waitFor(() => expect(asked.at(-1)).toContain('object_kind=run'))
})

test('says that nothing matches a search, and offers to clear it', async () => {
  open('/settings/audit?q=zzz')
  expect(await screen.findByText('No change matches “zzz”')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByText('Changed account')
})

test('says that a page does not exist, and leads to the first one', async () => {
  open('/settings/audit?page=99')
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByText(/of 41 changes/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText(/1–20 of 41 changes/)).toBeTruthy()
})

test('shows the server’s message when the changes cannot be read', async () => {
  open('/settings/audit', 'ADMIN', 500)
  expect(await screen.findByText('The changes could not be read')).toBeTruthy()
  expect(screen.getByText('The database did not answer within 5 s.')).toBeTruthy()
})

test('limits a manager to the changes of their workspace, also in the exports', async () => {
  const user = userEvent.setup()
  open('/settings/audit?object_kind=run&event=11', 'DEVELOPER')
  const panel = await screen.findByRole('region', { name: 'Stopped run' })
  expect(asked).toEqual(['page=1&page_size=20&sort=-at&object_kind=run&workspace_id=id-poc'])
  expect(screen.getByText(/^Every change in poc:/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/v1/audit.csv?object_kind=run&workspace_id=id-poc',
  )
  expect(screen.queryByRole('button', { name: 'Remove filter Workspace' })).toBeNull()
  expect(within(panel).getByRole('link', { name: 'All by podium' }).getAttribute('href')).toBe(
    '/settings/audit?actor=podium&workspace_id=id-poc',
  )
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Remove filter Kind' }))
  await waitFor(() => expect(asked.at(-1)).not.toContain('object_kind'))
  await user.click(screen.getByRole('button', { name: 'Kind' }))
  expect(await screen.findByRole('menuitem', { name: 'Run' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Account' })).toBeNull()
})

test('shows the workspace and the object of a filter by name', async () => {
  open('/settings/audit?workspace_id=id-poc&object_kind=run&object_id=r1&action=run.stop')
  await screen.findByText('Changed account')
  const chipOf = (name: string) =>
    screen.getByRole('button', { name: `Remove filter ${name}` }).parentElement?.textContent
  expect(['Workspace', 'Object', 'Action'].map(chipOf)).toEqual([
    'Workspacepoc',
    'Objectweld-1',
    'ActionStopped run',
  ])
})

test.each([
  ['a member', '/settings/audit', 'MEMBER'],
  ['a manager of another workspace', '/settings/audit?workspace_id=id-other', 'MANAGER'],
] as const)('redirects %s to the overview and says why', async (_, href, own) => {
  open(href, 'DEVELOPER', 200, own)
  expect(await screen.findByText('You do not have permission to access.')).toBeTruthy()
  expect(window.location.pathname).toBe('/overview')
  expect(asked).toEqual([])
})
