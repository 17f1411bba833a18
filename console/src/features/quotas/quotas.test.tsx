import { editQuotas, readQuotas } from '@podium/contract/calls/quotas.ts'
import { setMembersMayOnlyLook } from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { quotas, recordCalled, serverWith } from '../workspaces/testing/sample-workspaces.ts'

function open(role: 'ADMIN' | 'DEVELOPER' = 'ADMIN', answer = quotas) {
  const record = recordCalled('poc')
  const person = personWith([workspaceCalled('poc')], { role })
  const server = serverWith(record, person)
  serve({
    ...server,
    ...fake(readQuotas, { id: 'id-poc' }, answer),
    ...fake(editQuotas, { id: 'id-poc' }, answer),
    ...fake(setMembersMayOnlyLook, { id: 'id-poc' }, record),
  })
  openConsole('/settings/workspace/detail/id-poc?tab=use', person, workspaceCalled('poc'))
  return { user: userEvent.setup() }
}

test('shows the use of each limit, and edits a limit in a dialog', async () => {
  const { user } = open()
  const table = within(await screen.findByRole('table', { name: 'Workspace limits' }))
  table.getByRole('row', { name: /Runs at once.*6 runs.*8 runs.*75 %/ })
  table.getByRole('row', { name: /Hours a month.*38.24 hours.*40 hours.*96 %/ })
  table.getByRole('row', { name: /Storage.*512.00 MB.*No limit/ })
  await user.click(screen.getByRole('button', { name: 'Edit limits' }))
  const runs = screen.getByRole('textbox', { name: 'Runs at once' })
  await user.clear(runs)
  await enterText(user, runs, '2.5')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Give a whole number up to 1,000,000, or leave it empty.')
  await user.clear(runs)
  await enterText(user, screen.getByRole('textbox', { name: 'Storage' }), '250')
  expect(await accessibilityFaults()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesOf(editQuotas)).toHaveLength(1))
  expect(bodiesOf(editQuotas)[0]).toEqual({
    runs: null,
    cpu: null,
    memory_gib: null,
    gpu: null,
    hours_month: 40,
    storage_gib: 250,
  })
})

test('shows storage, its limit and its share in one unit', async () => {
  const use = { ...quotas.use, storage_gib: 0.018 }
  open('ADMIN', { ...quotas, storage_gib: 0.01, use })
  const table = within(await screen.findByRole('table', { name: 'Workspace limits' }))
  table.getByRole('row', { name: /^Storage 0.02 GiB 0.01 GiB .*100 %$/ })
})

test('lets a manager set the default limits', async () => {
  const { user } = open('DEVELOPER')
  const edit = await screen.findByRole('button', { name: 'Edit limits' })
  expect(edit.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Set default limits' }))
  await enterText(user, screen.getByRole('textbox', { name: 'Hours a month' }), '120')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesOf(editQuotas)).toHaveLength(1))
  expect(bodiesOf(editQuotas)[0]).toMatchObject({ person: { runs: 4, hours_month: 120, cpu: null } })
})

test('keeps a person without one limit unlimited when another is set', async () => {
  const people = quotas.people.map((kim) => ({ ...kim, own: ['runs' as const, 'cpu' as const] }))
  const { user } = open('DEVELOPER', { ...quotas, people })
  await user.click(await screen.findByRole('button', { name: /kim/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Personal limits' }))
  await enterText(user, screen.getByRole('textbox', { name: 'Hours a month' }), '120')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(bodiesOf(editQuotas)).toHaveLength(1))
  expect(bodiesOf(editQuotas)[0]).toMatchObject({
    people: [{ limits: { runs: 6, cpu: null, hours_month: 120 } }],
  })
})
