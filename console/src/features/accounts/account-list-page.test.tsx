import {
  type AccountDetail,
  deleteAccounts,
  listAccounts,
  unlockAccounts,
} from '@podium/contract/calls/accounts.ts'
import { readDirectory } from '@podium/contract/calls/directory.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, fake, refused } from '../../testing/fake.ts'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { accountCalled, DIRECTORY, lockedAccount, openAsAdmin } from './testing/accounts-fixture.ts'

const mina = accountCalled('mina', { id: 'a1', role: 'ADMIN' })
const lea = accountCalled('lea', {
  login_type: 'ldap',
  last_login_at: null,
  workspaces: ['energy', 'poc', 'quality'].map((name) => ({
    id: name,
    display_name: name,
    role: 'MEMBER' as const,
  })),
  workspace_count: 7,
})
const three = [mina, lockedAccount, lea]
const listed = (accounts: AccountDetail[]) => ({ accounts, total: accounts.length })
const table = () => screen.findByRole('table', { name: 'Accounts' })
const alertCalled = (name: string) => screen.findByRole('alertdialog', { name })

async function press(dialog: HTMLElement, name: string) {
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

test('shows for every account who it is, where it belongs, and whether it can sign in', async () => {
  openAsAdmin('/settings/account', fake(listAccounts, listed(three)))
  await screen.findByRole('link', { name: 'kim' })
  const heads = within(await table()).getAllByRole('columnheader')
  const linesOf = (head: Element) => [...head.childNodes].map((line) => line.textContent).join('/')
  expect(heads.map(linesOf)).toEqual([
    '',
    'ID/User Name',
    'Email',
    'Company/Department',
    'Account Type/Source',
    'Workspaces',
    'Status',
    'Last Sign-in',
    'Actions',
  ])
  const [first, locked, far] = within(await table())
    .getAllByRole('row')
    .slice(1)
  expect(first?.textContent).toContain('Password')
  expect(locked?.textContent).toContain('Locked5 failed logins, 2026/11/20')
  expect(far?.textContent).toContain('DeveloperDirectory7 workspacesActive–')
  expect(document.title).toBe('Accounts · Podium')
  const way = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(
    within(way)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['Settings', 'Accounts'])
  expect(screen.getByRole('link', { name: 'Account' }).getAttribute('aria-current')).toBe('page')
  expect(screen.queryByRole('button', { name: 'Add from Directory' })).toBeNull()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('shows what keeps an account from working at its status, or at its workspaces if it has none', async () => {
  openAsAdmin(
    '/settings/account',
    fake(
      listAccounts,
      listed([
        accountCalled('newbie', { must_change_password: true }),
        accountCalled('tariq', { login_fail_count: 3 }),
        accountCalled('lone', { workspaces: [], workspace_count: 0 }),
        accountCalled('root', { workspaces: [], workspace_count: 0, role: 'ADMIN' }),
      ]),
    ),
  )
  await screen.findByRole('link', { name: 'newbie' })
  const rows = within(await table())
    .getAllByRole('row')
    .slice(1)
  expect(rows.map((row) => within(row).getByText('Active').parentElement?.textContent)).toEqual([
    'Activenew password due',
    'Active2 tries until lock',
    'Active',
    'Active',
  ])
  expect(rows.filter((row) => within(row).queryByText('none'))).toEqual([rows[2]])
})

test('keeps page, order, filters and search in the address, and exports the same rows to the file', async () => {
  const asked: string[] = []
  const user = userEvent.setup()
  openAsAdmin(
    '/settings/account?page=2&sort=-email&locked=true&role=junk',
    fake(listAccounts, ({ search }) => {
      asked.push(search)
      return { accounts: three, total: 43 }
    }),
  )
  expect(await screen.findByText(/21–40 of 43 accounts/)).toBeTruthy()
  expect(asked[0]).toBe('page=2&page_size=20&sort=-email&locked=true')
  await user.click(within(await table()).getByRole('button', { name: 'Source' }))
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&page_size=20&sort=login_type&locked=true'))
  await user.click(screen.getByRole('button', { name: 'Remove filter Status' }))
  await user.click(screen.getByRole('button', { name: 'Account Type', expanded: false }))
  await user.click(await screen.findByRole('menuitem', { name: 'Admin' }))
  await user.type(screen.getByRole('searchbox', { name: 'Search accounts' }), 'mi')
  await waitFor(() => expect(asked.at(-1)).toBe('page=1&page_size=20&sort=login_type&q=mi&role=ADMIN'))
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/v1/settings/accounts.csv?sort=login_type&q=mi&role=ADMIN',
  )
})

test('opens the account when its row is pressed, and selects it when its box is pressed', async () => {
  const user = userEvent.setup()
  openAsAdmin('/settings/account', fake(listAccounts, listed(three)))
  await screen.findByRole('link', { name: 'kim' })
  await user.click(screen.getByRole('checkbox', { name: 'Select kim' }))
  expect(window.location.pathname).toBe('/settings/account')
  await user.click(screen.getByText('kim@aster.example'))
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account/edit/id-kim'))
})

test('deletes the selected accounts after a question, and names those that failed, to be tried again', {
  tags: ['long'],
}, async () => {
  const user = userEvent.setup()
  let isFirst = true
  openAsAdmin('/settings/account', {
    ...fake(listAccounts, listed(three)),
    ...fake(deleteAccounts, () => {
      const detail = 'lea is the only manager of energy. Make someone else a manager there first.'
      if (!isFirst) return { done: ['id-lea'], failed: [] }
      isFirst = false
      return { done: ['id-kim'], failed: [{ id: 'id-lea', detail }] }
    }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  expect(screen.getByText('3 accounts selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete 2' }))
  const question = await alertCalled('Delete selected item(s)?')
  expect(question.textContent).toContain('kim and lea can no longer sign in')
  await press(question, 'Delete')
  const failure = await alertCalled('Failed to delete.')
  expect(failure.textContent).toContain('Done for 1 account, not for 1:')
  expect(failure.textContent).toContain('lea: lea is the only manager of energy.')
  await press(failure, 'OK')
  expect(await screen.findByText('1 account could not be deleted.')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Try it again' }))
  await press(await alertCalled('Delete selected item(s)?'), 'Delete')
  await press(await alertCalled('Deleted Successfully!'), 'OK')
  await waitFor(() => expect(screen.queryByText('1 account could not be deleted.')).toBeNull())
  expect(bodiesOf(deleteAccounts)).toEqual([{ ids: ['id-kim', 'id-lea'] }, { ids: ['id-lea'] }])
})

test('unlocks only the locked accounts, and says that it is done', async () => {
  const user = userEvent.setup()
  openAsAdmin('/settings/account', {
    ...fake(listAccounts, listed(three)),
    ...fake(unlockAccounts, { done: ['id-kim'], failed: [] }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select lea' }))
  const barred = screen.getByRole('button', { name: 'Unlock' })
  expect(barred.getAttribute('aria-disabled')).toBe('true')
  await user.click(screen.getByRole('checkbox', { name: 'Select kim' }))
  await user.click(screen.getByRole('button', { name: 'Unlock 1' }))
  await press(await alertCalled('Unlock selected item(s)?'), 'Unlock')
  await press(await alertCalled('Unlocked Successfully!'), 'OK')
  expect(bodiesOf(unlockAccounts)).toEqual([{ ids: ['id-kim'] }])
  expect(await screen.findByRole('searchbox', { name: 'Search accounts' })).toBeTruthy()
})

test('says why an unlock failed as a whole', { tags: ['long'] }, async () => {
  const user = userEvent.setup()
  openAsAdmin('/settings/account', {
    ...fake(listAccounts, listed(three)),
    ...fake(unlockAccounts, refused(500, 'The database did not answer within 5 s.')),
  })
  await user.click(await screen.findByRole('button', { name: 'More for kim' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Unlock' }))
  await press(await alertCalled('Unlock selected item(s)?'), 'Unlock')
  const alert = await alertCalled('Failed to unlock.')
  expect(alert.textContent).toContain('The database did not answer within 5 s.')
})

test.each([
  [403, 'Only an administrator may do this.', 'Only an administrator may do this.'],
  [405, 'Not here.', 'Method Not Allowed.'],
  [422, 'That is no account.', 'Invalid Request.'],
])(
  'reports a deletion answered %i once, in the words for everybody',
  {
    tags: ['long'],
  },
  async (status, detail, title) => {
    const user = userEvent.setup()
    openAsAdmin('/settings/account', {
      ...fake(listAccounts, listed(three)),
      ...fake(deleteAccounts, refused(status, detail)),
    })
    await user.click(await screen.findByRole('button', { name: 'More for kim' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await press(await alertCalled('Delete selected item(s)?'), 'Delete')
    await press(await alertCalled(title), 'OK')
    expect(screen.queryByRole('alertdialog')).toBeNull()
  },
)

test('says in the menu that nobody can delete themselves, and that an open account needs no unlock', async () => {
  const user = userEvent.setup()
  openAsAdmin('/settings/account', fake(listAccounts, listed(three)))
  await user.click(await screen.findByRole('button', { name: 'More for mina' }))
  const barred = await screen.findByRole('menuitem', { name: /^Delete/ })
  expect(barred.textContent).toContain('You cannot delete yourself.')
  expect(screen.getByRole('menuitem', { name: /^Unlock/ }).textContent).toContain(
    'The account is not locked.',
  )
})

test('says that the directory does not answer, and lets people be added from it', async () => {
  openAsAdmin('/settings/account', {
    ...fake(listAccounts, listed(three)),
    ...fake(readDirectory, {
      ...DIRECTORY,
      reachable: false,
      detail: 'It did not answer within 2 s.',
    }),
  })
  expect(await screen.findByRole('button', { name: 'Add from Directory' })).toBeTruthy()
  expect(screen.getByText('The directory does not answer.').parentElement?.textContent).toContain(
    'It did not answer within 2 s.',
  )
})

test('says that nobody was found, and leads back', async () => {
  const user = userEvent.setup()
  openAsAdmin(
    '/settings/account?q=zzz&locked=true',
    fake(listAccounts, ({ query }) => listed('q' in query ? [] : three)),
  )
  expect(await screen.findByText('No account matches “zzz”')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  expect(await screen.findByRole('link', { name: 'kim' })).toBeTruthy()
})

test('counts nothing on a page that does not exist, and leads to the first', async () => {
  openAsAdmin(
    '/settings/account?page=99',
    fake(listAccounts, ({ query }) => ({ accounts: query.page === '99' ? [] : three, total: 43 })),
  )
  expect(await screen.findByText('There is no such page')).toBeTruthy()
  expect(screen.queryByText(/of 43 accounts/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'First page' }))
  expect(await screen.findByText(/1–20 of 43 accounts/)).toBeTruthy()
})

test("repeats the server's words when the list cannot be read, and reads it again", async () => {
  let isBroken = true
  openAsAdmin(
    '/settings/account',
    fake(listAccounts, () =>
      isBroken ? refused(500, 'The database did not answer within 5 s.') : listed(three),
    ),
  )
  const failure = await screen.findByRole('alert')
  expect(failure.textContent).toContain('The accounts could not be read')
  expect(failure.textContent).toContain('The database did not answer within 5 s.')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: 'kim' })).toBeTruthy()
})
