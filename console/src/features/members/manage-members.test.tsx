import { listCandidates } from '@podium/contract/calls/accounts.ts'
import { searchDirectory } from '@podium/contract/calls/directory.ts'
import {
  addMembers,
  editMembers,
  listMembers,
  readWorkspace,
  removeMembers,
} from '@podium/contract/calls/workspaces.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type FakeServer, fake, refused } from '../../testing/fake.ts'
import { openConsole, personWith, serve, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { accountCalled } from '../accounts/testing/accounts-fixture.ts'
import { memberCalled, recordCalled, serverWith } from '../workspaces/testing/sample-workspaces.ts'

const LAST = 'At least one manager must remain in this workspace. Make someone else a manager first.'
const poc = recordCalled('poc')
const members = [
  memberCalled('mina', { account_id: 'a1', role: 'DEVELOPER' }),
  memberCalled('kim', { role: 'MANAGER' }),
  memberCalled('lea'),
  memberCalled('noor', { role: 'MEMBER' }),
]
const tariq = accountCalled('tariq', { display_name: 'Tariq', email: '', company: '', department: '' })
const sent: unknown[] = []
const remembered =
  <T,>(name: string, answer: T) =>
  ({ body }: { body: unknown }) => {
    sent.push([name, body])
    return answer
  }

afterEach(() => {
  sent.length = 0
})

async function openPage(server: FakeServer = {}, person = personWith([workspaceCalled('poc')])) {
  const user = userEvent.setup()
  const made = serve({
    ...serverWith(poc, person),
    ...fake(listMembers, { id: 'id-poc' }, () => ({ members, total: members.length })),
    ...fake(listCandidates, ({ query, search }) => {
      sent.push(['find', search])
      return { accounts: query.q === 'tar' ? [tariq] : [], total: 1, directory: 'reader' as const }
    }),
    ...fake(addMembers, { id: 'id-poc' }, remembered('add', { members: [] })),
    ...fake(editMembers, { id: 'id-poc' }, remembered('edit', { members: [] })),
    ...fake(removeMembers, { id: 'id-poc' }, remembered('remove', { done: ['id-lea'], failed: [] })),
    ...server,
  })
  openConsole('/settings/workspace/members/id-poc', person, workspaceCalled('poc'))
  const table = await screen.findByRole('table', { name: 'Members' })
  await within(table).findByText('kim')
  const find = async (text: string) => {
    await user.click(screen.getByRole('searchbox', { name: 'Find accounts' }))
    await user.paste(text)
  }
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const agree = async (question: string, yes: string) => {
    const dialog = await screen.findByRole('alertdialog', { name: question })
    const asked = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    await user.click(within(dialog).getByRole('button', { name: yes }))
    return asked
  }
  const told = async (message: string) => {
    const dialog = await screen.findByRole('alertdialog', { name: message })
    const text = dialog.textContent
    await user.click(within(dialog).getByRole('button', { name: 'OK' }))
    return text
  }
  const lines = () =>
    within(screen.getByRole('region', { name: 'What changes' }))
      .queryAllByRole('listitem')
      .map((item) => item.textContent)
  return { user, made, table, find, press, agree, told, lines }
}

const reasonOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

test('searches from two letters on, and finds and adds people outside the workspace', async () => {
  const { find, press, agree, told, lines } = await openPage()
  await find('t')
  expect(sent).toEqual([])
  await find('ar')
  await press('Add tariq')
  expect(sent).toEqual([['find', 'exclude_wsid=id-poc&q=tar&page_size=10&sort=username']])
  expect(lines()).toEqual(['tariq becomes Member and can register, edit and run hereUndo'])
  expect(await accessibilityFaults()).toEqual([])
  await press('Save')
  expect(await agree('Add the item(s)?', 'Add')).toEqual([
    'tariq becomes Member and can register, edit and run here',
  ])
  await told('Added Successfully!')
  expect(sent).toContainEqual(['add', { members: [{ account_id: 'id-tariq', role: 'MEMBER' }] }])
  expect(lines()).toEqual([])
})

test('leads from a page behind the end to the first', async () => {
  const { table, press } = await openPage(
    fake(listMembers, { id: 'id-poc' }, ({ query }) =>
      query.page === '1' ? { members, total: 21 } : { members: [], total: 20 },
    ),
  )
  await press('Next page')
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  await press('First page')
  await within(table).findByText('kim')
})

test('says who gains and who loses what when a role is changed', async () => {
  const { user, press, agree, told, lines } = await openPage()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of lea' }), 'MANAGER')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of kim' }), 'MEMBER')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of noor' }), 'DEVELOPER')
  expect(lines()).toEqual([
    'lea Developer → Manager, and can add, change and remove members, delete what others created, and read the historyUndo',
    'kim Manager → Member, and can no longer add, change and remove members, delete what others created, or read the historyUndo',
    'noor Member → Developer, with the same rightsUndo',
  ])
  await press('Save')
  await agree('Save the changes?', 'Save')
  await told('Edited Successfully!')
  expect(sent).toEqual([
    [
      'edit',
      {
        members: [
          { account_id: 'id-lea', role: 'MANAGER' },
          { account_id: 'id-kim', role: 'MEMBER' },
          { account_id: 'id-noor', role: 'DEVELOPER' },
        ],
      },
    ],
  ])
})

test('says what a removed person loses', { tags: ['long'] }, async () => {
  const { press, agree, told } = await openPage()
  await press('Remove lea')
  await press('Save')
  expect(await agree('Delete selected item(s)?', 'Delete')).toEqual(['lea loses access to poc'])
  await told('Deleted Successfully!')
  expect(sent).toEqual([['remove', { account_ids: ['id-lea'] }]])
})

test('disables changing the own role and the last manager, with the reason', async () => {
  const { user, table } = await openPage()
  expect(within(table).getByText('You cannot change your own role.')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Role of mina' })).toBeNull()
  expect(reasonOf(screen.getByRole('button', { name: 'Remove kim' }))).toBe(LAST)
  const kim = screen.getByRole('combobox', { name: 'Role of kim' })
  expect(within(kim).getByRole('option', { name: 'Member' })).toHaveProperty('disabled', true)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of lea' }), 'MANAGER')
  expect(screen.getByRole('button', { name: 'Remove kim' }).getAttribute('aria-disabled')).toBeNull()
})

test('changes or removes several at once, except the own row', { tags: ['long'] }, async () => {
  const { user, lines } = await openPage()
  for (const name of ['mina', 'lea', 'noor'])
    await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }))
  await user.click(screen.getByRole('button', { name: 'Remove 2' }))
  expect(lines()).toEqual(['lea loses access to pocUndo', 'noor loses access to pocUndo'])
  await user.click(screen.getByRole('checkbox', { name: 'Select lea' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of the selected' }), 'MEMBER')
  expect(lines()[0]).toBe('lea Developer → Member, with the same rightsUndo')
  await user.click(screen.getAllByRole('button', { name: 'Undo for lea' })[0] as HTMLElement)
  expect(lines()).toHaveLength(1)
})

test('moves the focus from one Undo to the next, and at last to the review', { tags: ['long'] }, async () => {
  const { user } = await openPage()
  for (const name of ['lea', 'noor'])
    await user.selectOptions(screen.getByRole('combobox', { name: `Role of ${name}` }), 'MANAGER')
  const review = screen.getByRole('region', { name: 'What changes' })
  within(review).getByRole('button', { name: 'Undo for lea' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(within(review).getByRole('button', { name: 'Undo for noor' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(review)
})

test('folds the changes above Save on a phone', { tags: ['long'] }, async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList,
  )
  const { user, lines } = await openPage()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of lea' }), 'MANAGER')
  const review = screen.getByRole('region', { name: 'What changes' })
  expect(within(review).getByText('1 change')).toBeTruthy()
  expect(within(review).getByRole('button', { name: 'Save' })).toBeTruthy()
  expect(lines()).toEqual([])
  await user.click(within(review).getByRole('button', { name: 'What changes', expanded: false }))
  expect(lines()).toHaveLength(1)
  expect(await accessibilityFaults()).toEqual([])
  vi.restoreAllMocks()
})

test('names each refused person with the reason, and tries them again', { tags: ['long'] }, async () => {
  let isGone = false
  const { user, press, agree, told, lines } = await openPage(
    fake(editMembers, { id: 'id-poc' }, ({ body }) => {
      sent.push(body)
      const isRefused = !isGone && body.members.some(({ account_id }) => account_id === 'id-noor')
      return isRefused ? refused(422, 'This account is not a member of this workspace.') : { members: [] }
    }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of lea' }), 'MEMBER')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role of noor' }), 'DEVELOPER')
  await press('Save')
  await agree('Save the changes?', 'Save')
  expect(await told('Failed to edit.')).toContain(
    'Done for 1, not for 1:noor: This account is not a member of this workspace.',
  )
  expect(lines()).toEqual([
    'noor Member → Developer, with the same rightsThis account is not a member of this workspace.Undo',
  ])
  expect(sent).toHaveLength(3)
  isGone = true
  await press('Try again')
  await agree('Save the changes?', 'Save')
  await told('Edited Successfully!')
  expect(sent.at(-1)).toEqual({ members: [{ account_id: 'id-noor', role: 'DEVELOPER' }] })
})

test("reports a refused removal in the server's words", { tags: ['long'] }, async () => {
  const { press, agree, told, lines } = await openPage(
    fake(removeMembers, { id: 'id-poc' }, { done: [], failed: [{ id: 'id-lea', detail: LAST }] }),
  )
  await press('Remove lea')
  await press('Save')
  await agree('Delete selected item(s)?', 'Delete')
  expect(await told('Failed to delete.')).toContain(`lea: ${LAST}`)
  expect(lines()).toEqual([`lea loses access to poc${LAST}Undo`])
})

test("reports a refused addition in the server's words", { tags: ['long'] }, async () => {
  const detail = 'tariq is already a member of this workspace.'
  const { find, press, agree, told } = await openPage(
    fake(addMembers, { id: 'id-poc' }, refused(409, detail)),
  )
  await find('tar')
  await press('Add tariq')
  await press('Save')
  await agree('Add the item(s)?', 'Add')
  expect(await told('Failed to add.')).toContain(`tariq: ${detail}`)
})

test('shows the people of the directory, and makes an account for those who are added', {
  tags: ['long'],
}, async () => {
  const dario = {
    username: 'dario',
    display_name: 'Dario',
    email: '',
    company: '',
    department: '',
    account_id: null,
  }
  const { user, find, press, agree, told } = await openPage(
    fake(searchDirectory, ({ body }) => {
      sent.push(['search', body])
      return { users: body.target_user === 'dario' ? [dario] : [] }
    }),
  )
  await find('nobody')
  await press('Search the directory for “nobody”')
  expect(await screen.findByText('It is not a registered ID.')).toBeTruthy()
  await user.clear(screen.getByRole('searchbox', { name: 'Find accounts' }))
  await find('dario')
  await press('Search the directory for “dario”')
  await press('Add dario')
  await press('Save')
  await agree('Add the item(s)?', 'Add')
  await told('Added Successfully!')
  expect(sent).toContainEqual([
    'add',
    { members: [{ login_type: 'ldap', username: 'dario', role: 'MEMBER' }] },
  ])
  expect(sent).toContainEqual(['search', { target_user: 'dario', workspace_id: 'id-poc' }])
})

test('asks for an ID and a password if the directory has no reader, and says when they are missing or wrong', async () => {
  const { user, find, press } = await openPage({
    ...fake(listCandidates, { accounts: [], total: 0, directory: 'own' }),
    ...fake(searchDirectory, ({ body }) => {
      sent.push(body)
      return refused(422, 'Invalid Credentials.')
    }),
  })
  await find('dario')
  await screen.findByLabelText('Directory ID')
  await press('Search the directory for “dario”')
  expect([screen.getAllByText('Please fill out this field.').length, sent]).toEqual([2, []])
  await enterText(user, screen.getByLabelText('Directory ID'), 'mina')
  const password = screen.getByLabelText('Directory Password', { exact: true })
  await enterText(user, password, 'wrong')
  await press('Search the directory for “dario”')
  await waitFor(() =>
    expect(document.getElementById(`${password.id}-message`)?.textContent).toBe('Invalid Credentials.'),
  )
  expect(sent.at(-1)).toEqual({
    target_user: 'dario',
    workspace_id: 'id-poc',
    login_id: 'mina',
    login_pw: 'wrong',
  })
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(await accessibilityFaults()).toEqual([])
})

test('offers no directory if none is set up', async () => {
  const person = personWith([workspaceCalled('poc')], { role: 'DEVELOPER' })
  const noDirectory = fake(listCandidates, { accounts: [], total: 0, directory: 'none' })
  const { find } = await openPage(noDirectory, person)
  await find('dario')
  await screen.findByText('No account outside the workspace matches “dario”.')
  expect(screen.queryByRole('button', { name: /Search the directory/ })).toBeNull()
})

test('asks before it leaves unsaved changes', async () => {
  const { press, lines, user } = await openPage()
  await press('Remove lea')
  await press('Cancel')
  const question = await screen.findByRole('alertdialog', {
    name: 'Are you sure you want to return to the previous page?',
  })
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(lines()).toHaveLength(1)
})

test('says why a person who is not a manager may not edit the members', async () => {
  const person = personWith([workspaceCalled('poc', { role: 'MEMBER' })], { role: 'DEVELOPER' })
  const record = recordCalled('poc', { role: 'MEMBER' })
  serve({
    ...serverWith(poc, person),
    ...fake(readWorkspace, { ...record, ecr_base_path: '', specs: [] }),
  })
  openConsole('/settings/workspace/members/id-poc', person, workspaceCalled('poc', { role: 'MEMBER' }))
  expect(await screen.findByText('Only a manager of this workspace may do this.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See the members' })).toBeTruthy()
})

test('sets the end of a new membership, moves and removes others, and keeps the own one', {
  tags: ['long'],
}, async () => {
  const soon = new Date(Date.now() + 2.5 * 86_400_000).toISOString()
  const dated = members.map((one) =>
    one.username === 'noor' || one.username === 'mina' ? { ...one, ends_at: soon } : one,
  )
  const { user, find, press, agree, told, lines } = await openPage(
    fake(listMembers, { id: 'id-poc' }, () => ({ members: dated, total: dated.length })),
  )
  expect(screen.getByText('in 2 days')).toBeTruthy()
  expect(screen.queryByLabelText(/for mina$/)).toBeNull()
  await enterText(user, screen.getByLabelText('Until'), '2126-12-03')
  await find('tar')
  await press('Add tariq')
  await press('Set an end for lea')
  await enterText(user, screen.getByLabelText('Until, for lea'), '2126-12-03')
  await user.clear(screen.getByLabelText('Until, for noor'))
  expect(lines()).toEqual([
    'tariq becomes Member and can register, edit and run here until 3 Dec 2126Undo',
    'lea is a member until 3 Dec 2126Undo',
    'noor is a member without an end dateUndo',
  ])
  expect(await accessibilityFaults()).toEqual([])
  await press('Save')
  await agree('Save the changes?', 'Save')
  await told('Edited Successfully!')
  const ends_at = new Date(2126, 11, 4).toISOString()
  expect(sent).toContainEqual(['add', { members: [{ account_id: 'id-tariq', role: 'MEMBER', ends_at }] }])
  expect(sent).toContainEqual([
    'edit',
    {
      members: [
        { account_id: 'id-lea', role: 'DEVELOPER', ends_at },
        { account_id: 'id-noor', role: 'MEMBER', ends_at: null },
      ],
    },
  ])
})
