import {
  type AccessRequest,
  approveAccessRequest,
  askForAccess,
  declineAccessRequest,
  listAccessRequests,
  listOwnAccessRequests,
} from '@podium/contract/calls/access-requests.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../testing/open-console.tsx'
import { VERSIONS } from '../../testing/samples.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'

type OwnAccessRequest = ReplyOf<typeof askForAccess>

const own: OwnAccessRequest = {
  id: 'r1',
  workspace_name: 'energy',
  role: 'MEMBER',
  reason: 'To look at the curves.',
  state: 'open',
  answer: '',
  created_at: '2026-11-20T10:00:00.000Z',
  decided_at: null,
}

function requestOf(username: string, part: Partial<AccessRequest> = {}): AccessRequest {
  return {
    ...own,
    id: `id-${username}`,
    workspace_name: 'poc',
    workspace_id: 'id-poc',
    account_id: `account-${username}`,
    username,
    display_name: `${username} of Aster`,
    email: '',
    decided_by: '',
    ...part,
  }
}

test('says whom to contact to a person without a workspace', async () => {
  const person = personWith([], { role: 'DEVELOPER' })
  serve({
    ...signedIn(person),
    ...fake(readVersions, { ...VERSIONS, help_contact: 'IT desk, room 4' }),
    ...fake(listOwnAccessRequests, { access_requests: [] }),
  })
  openConsole('/overview', person)
  const alert = await screen.findByRole('alertdialog', { name: messages.no_workspace })
  await within(alert).findByText('Contact: IT desk, room 4')
})

test('lets a person without a workspace ask for one, and opens it when the request is approved', async () => {
  const user = userEvent.setup()
  const person = personWith([], { role: 'DEVELOPER' })
  let answered: OwnAccessRequest[] = []
  serve({
    ...signedIn(person),
    ...fake(listOwnAccessRequests, () => ({ access_requests: answered })),
    ...fake(askForAccess, () => {
      answered = [own]
      return own
    }),
  })
  openConsole('/overview', person)
  const alert = await screen.findByRole('alertdialog', { name: messages.no_workspace })
  expect(await accessibilityFaults(alert)).toEqual([])
  await user.click(within(alert).getByRole('button', { name: 'Ask for access' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for access' })
  const ask = () => user.click(within(dialog).getByRole('button', { name: 'Ask for access' }))
  await ask()
  expect(within(dialog).getByText(messages.fill_out)).toBeTruthy()
  await user.click(within(dialog).getByLabelText('Workspace name'))
  await user.paste('energy')
  await user.click(within(dialog).getByLabelText('Reason'))
  await user.paste('To look at the curves.')
  await ask()
  expect(await within(dialog).findByText('waiting')).toBeTruthy()
  expect(bodiesOf(askForAccess)).toEqual([
    { workspace_name: 'energy', role: 'MEMBER', reason: 'To look at the curves.' },
  ])
  expect(await accessibilityFaults(dialog)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))

  const again = await screen.findByRole('alertdialog', { name: messages.no_workspace })
  expect(within(again).getByText('waiting')).toBeTruthy()
  person.workspace = [workspaceCalled('energy', { role: 'MEMBER' })]
  answered = [{ ...own, state: 'approved' }]
  // The person looks at the tab again.
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await waitFor(() => expect(JSON.parse(localStorage.getItem('currWorkspace') ?? '{}').id).toBe('id-energy'))
})

test('shows a refusal at the name, and asks from the workspace menu', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc', { role: 'MEMBER' })], { role: 'DEVELOPER' })
  serve({
    ...signedIn(person),
    ...fake(listOwnAccessRequests, {
      access_requests: [{ ...own, state: 'declined', answer: 'Not now.' }],
    }),
    ...fake(askForAccess, refused(409, 'You are already a member of poc.')),
  })
  openConsole('/settings/workspace', person, workspaceCalled('poc'))
  await user.click(await screen.findByRole('combobox', { name: 'Workspace' }))
  await user.click(await screen.findByRole('button', { name: 'Ask for access' }))
  const dialog = await screen.findByRole('dialog', { name: 'Ask for access' })
  expect(await within(dialog).findByText('Not now.')).toBeTruthy()
  await user.click(within(dialog).getByLabelText('Workspace name'))
  await user.paste('poc')
  await user.click(within(dialog).getByLabelText('Reason'))
  await user.paste('Again.')
  await user.click(within(dialog).getByRole('button', { name: 'Ask for access' }))
  expect(await within(dialog).findByText('You are already a member of poc.')).toBeTruthy()
})

test('lets a manager approve with a role and a last day, and decline with a sentence', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
  const sent: unknown[] = []
  const requests = [requestOf('kim', { reason: '<img src=x onerror=alert(1)>' }), requestOf('lea')]
  const decided = (state: AccessRequest['state']) => (call: { search: string; body: unknown }) => {
    sent.push([state, call.search, call.body])
    return requestOf('kim', { state })
  }
  serve({
    ...signedIn(person),
    ...fake(listAccessRequests, ({ query }) => {
      expect(query.workspace_id).toBe('id-poc')
      return { access_requests: requests, total: 2 }
    }),
    ...fake(approveAccessRequest, { id: 'id-kim' }, decided('approved')),
    ...fake(declineAccessRequest, { id: 'id-lea' }, decided('declined')),
  })
  openConsole('/settings/requests', person, workspaceCalled('poc'))
  const table = await screen.findByRole('table', { name: 'Access Requests' })
  expect(await within(table).findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])

  await user.click(screen.getByRole('button', { name: 'Approve the request of kim' }))
  const approving = await screen.findByRole('dialog', { name: 'Let kim into poc?' })
  await user.selectOptions(within(approving).getByLabelText('Role'), 'DEVELOPER')
  await enterText(user, within(approving).getByLabelText('Until'), '2126-12-03')
  await user.click(within(approving).getByRole('button', { name: 'Approve' }))
  await screen.findByText('kim is a member of poc.')

  await user.click(screen.getByRole('button', { name: 'Decline the request of lea' }))
  const declining = await screen.findByRole('dialog', { name: 'Decline the request of lea?' })
  await user.click(within(declining).getByRole('button', { name: 'Decline' }))
  expect(within(declining).getByText(messages.fill_out)).toBeTruthy()
  await user.click(within(declining).getByLabelText('Answer'))
  await user.paste('Not this month.')
  await user.click(within(declining).getByRole('button', { name: 'Decline' }))
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(sent).toEqual([
    ['approved', 'workspace_id=id-poc', { role: 'DEVELOPER', ends_at: new Date(2126, 11, 4).toISOString() }],
    ['declined', 'workspace_id=id-poc', { answer: 'Not this month.' }],
  ])
})

test('shows administrators all requests, and why one for no workspace cannot be approved, and others none', async () => {
  const admin = personWith([workspaceCalled('poc')])
  serve({
    ...signedIn(admin),
    ...fake(listAccessRequests, ({ query }) => {
      expect(query.workspace_id).toBeUndefined()
      const gone = requestOf('kim', { workspace_id: null, workspace_name: 'nowhere' })
      return {
        access_requests: [
          gone,
          requestOf('lea', {
            state: 'declined',
            answer: 'No.',
            decided_by: 'Mina Sol',
            decided_at: own.created_at,
          }),
        ],
        total: 2,
      }
    }),
  })
  openConsole('/settings/requests', admin, workspaceCalled('poc'))
  expect(await screen.findByText('does not exist')).toBeTruthy()
  const approve = screen.getByRole('button', { name: 'Approve the request of kim' })
  expect(approve.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/by Mina Sol/)).toBeTruthy()
})

test('tells a developer who may decide', async () => {
  const person = personWith([workspaceCalled('poc', { role: 'DEVELOPER' })], { role: 'DEVELOPER' })
  serve(signedIn(person))
  openConsole('/settings/requests', person, workspaceCalled('poc'))
  expect(await screen.findByText('Only a manager of this workspace may do this.')).toBeTruthy()
})
