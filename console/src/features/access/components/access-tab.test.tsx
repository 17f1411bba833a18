import { listWorkspaceAccess, type OpenTo } from '@podium/contract/calls/access.ts'
import { setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake } from '../../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { recordCalled, serverWith } from '../../workspaces/testing/sample-workspaces.ts'

const kim: OpenTo = {
  account_id: 'id-kim',
  username: 'kim',
  display_name: 'Kim of Aster',
  may_sign_in: false,
  sign_in: null,
  role: 'MEMBER',
  why: ['member'],
  source: 'direct',
  ends_at: null,
  since: '2026-11-02T00:00:00.000Z',
  by: 'mina',
  last_run_at: null,
}

test('shows who can open the workspace and how, and lets a manager restrict members to looking', async () => {
  const record = recordCalled('poc')
  const person = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
  serve({
    ...serverWith(record, person),
    ...fake(listWorkspaceAccess, { id: 'id-poc' }, { people: [kim], total: 1, administrators: 2 }),
    ...fake(setMembersMayOnlyLook, { id: 'id-poc' }, record),
  })
  openConsole('/settings/workspace/detail/id-poc?tab=access', person, workspaceCalled('poc'))
  const table = await screen.findByRole('table', { name: 'Access' })
  await within(table).findByText('kim')
  within(table).getByRole('columnheader', { name: 'Access through' })
  within(table).getByText('No')
  screen.getByText('plus 2 administrators, who can open every workspace')
  expect(await accessibilityFaults()).toEqual([])
  await userEvent.click(screen.getByRole('switch', { name: 'Members may only look' }))
  await waitFor(() => expect(bodiesOf(setMembersMayOnlyLook)).toEqual([{ members_may_only_look: true }]))
})
