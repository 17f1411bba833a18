import {
  checkWorkspaceDeletion,
  deleteWorkspace,
  listMembers,
  listWorkspaces,
} from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { memberCalled, recordCalled, serverWith } from './testing/sample-workspaces.ts'

const poc = recordCalled('poc')
const contains = {
  ...{ solutions: 2, instances: 3, streams: 4, runs: 1250, members: 3, bytes: 2048 },
  ...{ data_sets: 5, variables: 6, schedules: 7, webhooks: 8 },
}
const deletable = {
  deletable: true,
  reasons: [],
  contains,
  bucket: 'The bucket poc is emptied and removed last.',
}
const asked: string[] = []

afterEach(() => {
  asked.length = 0
})

async function openList(
  server: FakeServer = {},
  person = personWith([workspaceCalled('poc'), workspaceCalled('lab')]),
) {
  const user = userEvent.setup()
  const made = serve({
    ...serverWith(poc, person),
    ...fake(
      listMembers,
      { id: 'id-poc' },
      {
        members: [memberCalled('kim', { role: 'MANAGER' }), memberCalled('lea')],
        total: 2,
      },
    ),
    ...fake(checkWorkspaceDeletion, { id: 'id-poc' }, deletable),
    ...server,
  })
  const session = openConsole('/settings/workspace', person)
  if (!session.state().workspace) session.choose(workspaceCalled('poc'))
  const table = await screen.findByRole('table', { name: 'Workspace' })
  await within(table).findByText('aster-poc')
  return { user, made, session, table }
}

async function openDeletion(server: FakeServer = {}) {
  const opened = await openList(server)
  await opened.user.click(screen.getByRole('button', { name: 'More for poc' }))
  await opened.user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete selected item(s)?' })
  return { ...opened, dialog, press: within(dialog).getByRole('button', { name: 'Delete' }) }
}

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test("shows a row's members beside the list, keeps that in the address, and closes them on Escape with the focus back", async () => {
  const { user } = await openList()
  const count = screen.getByRole('button', { name: '3, show the members of poc' })
  await user.click(count)
  const panel = await screen.findByRole('region', { name: 'Members of poc' })
  await within(panel).findByText('kim')
  expect(
    within(panel)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['kimkim of AsterManager', 'lealea of AsterDeveloper'])
  expect(window.location.search).toBe('?members=id-poc')
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Members of poc' })).toBeNull())
  expect(document.activeElement).toBe(count)
})

test('says in its menu why a person may not change a workspace', async () => {
  const record = recordCalled('poc', { role: 'MEMBER' })
  const person = personWith([workspaceCalled('poc', { role: 'MEMBER' })], { role: 'DEVELOPER' })
  const { user } = await openList(fake(listWorkspaces, { workspaces: [record], total: 1 }), person)
  await user.click(screen.getByRole('button', { name: 'More for poc' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Open',
    'Edit WorkspaceOnly an administrator may do this.',
    'Manage MembersOnly a manager of this workspace may do this.',
    'DeleteOnly an administrator may do this.',
  ])
})

test('asks an administrator who manages another workspace than the current one to switch', async () => {
  const person = personWith([workspaceCalled('poc', { role: 'DEVELOPER' })])
  await openList({}, person)
  expect(reasonOf(screen.getByRole('button', { name: 'New Workspace' }))).toBe(
    'First switch to a workspace that you manage.',
  )
})

test('says what goes with a workspace, and asks for its name before deletion', async () => {
  const { user, dialog, press, made } = await openDeletion(
    fake(deleteWorkspace, { id: 'id-poc' }, { id: 'id-poc' }),
  )
  await within(dialog).findByText('1,250')
  expect(dialog.textContent).toContain('Workspace poc, with everything in it. This cannot be undone.')
  expect(dialog.textContent).toContain('2.00 k')
  expect(dialog.textContent).toContain('Data sets5Variables and secrets6Schedules7Webhooks8')
  expect(reasonOf(press)).toBe('Type the name of the workspace first.')
  expect(await accessibilityFaults(dialog)).toEqual([])
  await user.click(press)
  expect(made).not.toContain('DELETE /workspaces/id-poc')
  await user.type(within(dialog).getByLabelText('Type poc to delete it'), 'poc{Enter}')
  expect(await screen.findByRole('alertdialog', { name: 'Deleted Successfully!' })).toBeTruthy()
  expect(made.filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /workspaces/id-poc'])
})

test('refuses to delete a workspace with live runs, and shows the reason', async () => {
  const reason = '2 runs have not ended yet. Stop them first.'
  const { dialog, press } = await openDeletion(
    fake(
      checkWorkspaceDeletion,
      { id: 'id-poc' },
      { deletable: false, reasons: [reason], contains, bucket: '' },
    ),
  )
  await within(dialog).findByText('It cannot be deleted now.')
  expect(dialog.textContent).toContain(reason)
  expect(within(dialog).queryByRole('textbox')).toBeNull()
  expect(reasonOf(press)).toBe(reason)
})

test('allows no deletion if the check fails, and repeats the check', async () => {
  let answers = 0
  const { user, dialog, press } = await openDeletion(
    fake(checkWorkspaceDeletion, { id: 'id-poc' }, () => {
      answers += 1
      return answers === 1 ? refused(500, 'The database did not answer within 5 s.') : deletable
    }),
  )
  await within(dialog).findByText(
    'Podium could not check what would be deleted, so nothing can be deleted now',
  )
  expect(dialog.textContent).toContain('The database did not answer within 5 s.')
  expect(reasonOf(press)).toBe('It is not known what would be deleted.')
  await user.click(within(dialog).getByRole('button', { name: 'Retry' }))
  expect(await within(dialog).findByLabelText('Type poc to delete it')).toBeTruthy()
})

test("reports a refused deletion in the server's words", async () => {
  const detail = '1 run has not ended yet. Stop it first.'
  const { user, dialog } = await openDeletion(fake(deleteWorkspace, { id: 'id-poc' }, refused(409, detail)))
  await user.type(await within(dialog).findByLabelText('Type poc to delete it'), 'poc{Enter}')
  const told = await screen.findByRole('alertdialog', { name: 'Failed to delete.' })
  expect(told.textContent).toContain(detail)
})
