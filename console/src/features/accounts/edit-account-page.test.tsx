import {
  deleteAccounts,
  editAccount,
  listAccounts,
  makePasswordLink,
  readAccount,
  setPassword,
  unlockAccounts,
} from '@podium/contract/calls/accounts.ts'
import { login } from '@podium/contract/calls/auth.ts'
import { readDirectory, verifyDirectoryUser } from '@podium/contract/calls/directory.ts'
import { listLogins, listSessions } from '@podium/contract/calls/sign-in.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { bodiesOf, type FakeServer, fake, refused } from '../../testing/fake.ts'
import { personWith, workspaceCalled } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { accountCalled, DIRECTORY, lockedAccount, openAsAdmin } from './testing/accounts-fixture.ts'

const PASSWORD = 'grey-harbour-candle-9'
const KIM = '/settings/account/edit/id-kim'
const kim = accountCalled('kim')
const readOf = (account: typeof kim) => fake(readAccount, { id: account.id }, account)
const field = (label: string) => screen.getByLabelText(label, { exact: true, selector: 'input, select' })
const alertCalled = (name: string) => screen.findByRole('alertdialog', { name })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

async function press(dialog: HTMLElement, name: string) {
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

async function fill(label: string, text: string) {
  await userEvent.clear(field(label))
  await userEvent.click(field(label))
  await userEvent.paste(text)
}

async function open(href: string, answers: FakeServer) {
  const made = openAsAdmin(href, {
    ...fake(listAccounts, { accounts: [], total: 0 }),
    ...answers,
  })
  await screen.findByRole('tab', { name: 'Details' })
  return made
}

const EXPIRED =
  'The directory keeps this person out: the password has expired (532). Change it in the directory.'

test("verifies a person's directory password, and keeps nothing of it", async () => {
  await open(KIM, {
    ...readOf({ ...kim, login_type: 'ldap' }),
    ...fake(readDirectory, DIRECTORY),
    ...fake(verifyDirectoryUser, ({ body }) => {
      if (body.login_pw === 'often') return refused(429, 'You have tried too often. Try again in a minute.')
      if (body.login_pw === 'expired') return refused(422, EXPIRED)
      return { verified: body.login_pw === PASSWORD }
    }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Verify Sign-in' }))
  const dialog = await screen.findByRole('dialog', { name: 'Verify Sign-in' })
  const password = within(dialog).getByLabelText('Directory password of kim')
  const verify = async (typed: string) => {
    await userEvent.clear(password)
    if (typed !== '') await enterText(userEvent, password, typed)
    await press(dialog, 'Verify')
  }
  await verify('')
  expect(within(dialog).getByText('Please fill out this field.')).toBeTruthy()
  await verify('wrong')
  expect(await within(dialog).findByText(/^The directory did not confirm this password\./)).toBeTruthy()
  await verify(PASSWORD)
  expect(await within(dialog).findByText('The directory accepts this password.')).toBeTruthy()
  expect(await accessibilityFaults(dialog)).toEqual([])
  await verify('often')
  expect(await within(dialog).findByText('You have tried too often. Try again in a minute.')).toBeTruthy()
  expect(within(dialog).queryByText('The directory accepts this password.')).toBeNull()
  await verify('expired')
  expect(await within(dialog).findByText(EXPIRED)).toBeTruthy()
  expect(bodiesOf(verifyDirectoryUser)).toEqual(
    ['wrong', PASSWORD, 'often', 'expired'].map((login_pw) => ({ login_id: 'kim', login_pw })),
  )
})

test('offers no directory password to verify for an account with a password of its own', async () => {
  await open(KIM, readOf(kim))
  expect(screen.queryByRole('button', { name: 'Verify Sign-in' })).toBeNull()
})

test('shows the changes, saves them with the revision, and leads back to the list', async () => {
  await open(KIM, {
    ...readOf({ ...kim, revision: 7 }),
    ...fake(editAccount, kim),
  })
  expect(document.title).toBe('Edit Account · Podium')
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  expect(way.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Settings',
    'Accounts',
    'Edit Account',
  ])
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await fill('Department', 'Supply')
  await userEvent.selectOptions(field('Account Type'), 'ADMIN')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await save()
  const question = await alertCalled('Save the changes?')
  expect(question.textContent).toContain('DepartmentVisionSupply')
  expect(question.textContent).toContain('Account TypeDeveloperAdmin')
  await press(question, 'Save')
  await press(await alertCalled('Edited Successfully!'), 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
  expect(bodiesOf(editAccount)).toEqual([{ id: 'id-kim', department: 'Supply', role: 'ADMIN', revision: 7 }])
})

test('repeats an edit that a lost session refused, and ends as if it had been saved at once', {
  tags: ['long'],
}, async () => {
  const now = { over: true }
  await open(KIM, {
    ...readOf(kim),
    ...fake(editAccount, () => (now.over ? refused(401, 'Please sign in first.') : kim)),
    ...fake(login, personWith([workspaceCalled('poc')])),
  })
  await fill('Department', 'Supply')
  await save()
  await press(await alertCalled('Save the changes?'), 'Save')
  await press(await alertCalled('Your session has expired. Please login again'), 'OK')
  now.over = false
  await screen.findByRole('heading', { name: 'Login' })
  await fill('ID', 'mina')
  await enterText(userEvent, screen.getByLabelText('Password'), 'secret')
  await userEvent.keyboard('{Enter}')
  const offer = await alertCalled('Your session ended before this was done')
  expect(within(offer).getByText('Save account kim.')).toBeTruthy()
  expect(field('Department')).toHaveProperty('value', 'Supply')
  await press(offer, 'Repeat')
  await press(await alertCalled('Edited Successfully!'), 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})

test('shows what another person saved when an edit is stale, keeps the text, and can save it', {
  tags: ['long'],
}, async () => {
  const bodies: Record<string, unknown>[] = []
  const current = { ...kim, company: 'Lumen Grid', department: 'Energy', revision: 8 }
  await open(KIM, {
    ...readOf(kim),
    ...fake(editAccount, ({ body }) => {
      bodies.push(body)
      const detail = 'Someone else changed this in the meantime. Review their change, then save again.'
      return bodies.length === 1 ? Response.json({ detail, current }, { status: 409 }) : current
    }),
  })
  await fill('Department', 'Supply')
  await save()
  await press(await alertCalled('Save the changes?'), 'Save')
  const sentence = 'Someone else changed this in the meantime. Review their change, then save again.'
  const theirs = (await screen.findByText(sentence)).parentElement
  expect(theirs?.textContent).toContain('CompanyAster WorksLumen Grid')
  expect(theirs?.textContent).toContain('DepartmentVisionEnergy')
  expect(field('Department')).toHaveProperty('value', 'Supply')
  expect(field('Company')).toHaveProperty('value', 'Lumen Grid')
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await save()
  const again = await alertCalled('Save the changes?')
  expect(again.textContent).toContain('DepartmentEnergySupply')
  await press(again, 'Save')
  await press(await alertCalled('Edited Successfully!'), 'OK')
  expect(bodies[1]).toEqual({ id: 'id-kim', department: 'Supply', revision: 8 })
})

test('refuses bad details at their fields, and removing the last administrator at the account type', {
  tags: ['long'],
}, async () => {
  await open(KIM, {
    ...readOf({ ...kim, role: 'ADMIN' }),
    ...fake(editAccount, refused(409, 'At least one active administrator must remain.')),
  })
  await fill('User Name', ' ')
  await fill('Email Address', 'kim@aster')
  await save()
  expect(screen.getByText('Please fill out this field.')).toBeTruthy()
  expect(screen.getByText('Check Email Format.')).toBeTruthy()
  expect(document.activeElement).toBe(field('User Name'))
  await fill('User Name', 'Kim Sol')
  await fill('Email Address', 'kim@aster.example')
  await userEvent.selectOptions(field('Account Type'), 'DEVELOPER')
  await save()
  await press(await alertCalled('Save the changes?'), 'Save')
  expect(await screen.findByText('At least one active administrator must remain.')).toBeTruthy()
})

test('edits an account without an e-mail address, with or without adding one', {
  tags: ['long'],
}, async () => {
  const nameless = { ...kim, email: '', login_type: 'ldap' as const }
  await open(KIM, {
    ...readOf(nameless),
    ...fake(editAccount, nameless),
  })
  await fill('Department', 'Supply')
  await fill('Email Address', 'kim@aster')
  await save()
  expect(screen.getByText('Check Email Format.')).toBeTruthy()
  await userEvent.clear(field('Email Address'))
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await save()
  await press(await alertCalled('Save the changes?'), 'Save')
  await press(await alertCalled('Edited Successfully!'), 'OK')
  expect(bodiesOf(editAccount)).toEqual([{ id: 'id-kim', department: 'Supply', revision: 1 }])
})

test('refuses to remove an e-mail address that was there', { tags: ['long'] }, async () => {
  await open(KIM, readOf(kim))
  await fill('Department', 'Supply')
  await userEvent.clear(field('Email Address'))
  await save()
  expect(screen.getByText('Please fill out this field.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Email Address'))
})

test('saves an account whose unchanged e-mail address, from the directory, is not valid', {
  tags: ['long'],
}, async () => {
  await open(KIM, readOf({ ...kim, email: 'kim@localhost' }))
  await fill('Department', 'Supply')
  await save()
  expect((await alertCalled('Save the changes?')).textContent).toContain('DepartmentVisionSupply')
})

test('lets nobody change their own role, delete themselves or set their own password here', async () => {
  const mina = accountCalled('mina', { id: 'a1', role: 'ADMIN' })
  await open('/settings/account/edit/a1', fake(readAccount, { id: 'a1' }, mina))
  expect(field('Account Type')).toHaveProperty('disabled', true)
  expect(screen.getByText('You cannot change your own role.')).toBeTruthy()
  const barred = screen.getByRole('button', { name: 'Delete' })
  expect(document.getElementById(barred.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'You cannot delete yourself.',
  )
  await userEvent.click(screen.getByRole('tab', { name: 'Password' }))
  const panel = within(screen.getByRole('tabpanel'))
  expect(panel.getByText(/^Change your own password under/)).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Edit Profile' }).getAttribute('href')).toBe(
    '/settings/account/editProfile',
  )
})

test('leads to the audit events of an account, and says of its password only what is known', async () => {
  await open(KIM, readOf(kim))
  expect(screen.getByRole('link', { name: 'All changes of this account' }).getAttribute('href')).toBe(
    '/settings/audit?object_kind=account&object_id=id-kim',
  )
  const [term] = screen.getAllByText('Must change password')
  expect(term?.nextElementSibling?.textContent).toBe('no')
})

test('says why and since when an account is locked, and unlocks it', async () => {
  let now = lockedAccount
  const made = await open(KIM, {
    ...fake(readAccount, { id: 'id-kim' }, () => now),
    ...fake(unlockAccounts, () => {
      now = { ...kim, revision: 2 }
      return { done: ['id-kim'], failed: [] }
    }),
  })
  expect(screen.getByText('Locked').parentElement?.textContent).toContain('5 failed logins, 2026/11/20')
  await userEvent.click(screen.getByRole('button', { name: 'Unlock' }))
  await press(await alertCalled('Unlock selected item(s)?'), 'Unlock')
  await press(await alertCalled('Unlocked Successfully!'), 'OK')
  expect(await screen.findByText('Active')).toBeTruthy()
  expect(made).toContain('PATCH /settings/accounts/unblock')
})

test('sets a new password after a question, and keeps what was typed when another tab is opened', async () => {
  let refusal = refused(422, 'This password is too common.')
  await open(`${KIM}?tab=password`, {
    ...readOf(kim),
    ...fake(listSessions, { id: 'id-kim' }, { sessions: [], total: 0 }),
    ...fake(setPassword, { id: 'id-kim' }, () => refusal),
  })
  const set = () => userEvent.click(screen.getByRole('button', { name: 'Set Password' }))
  await set()
  expect(screen.getAllByText('Please fill out this field.')).toHaveLength(2)
  await fill('Password', PASSWORD)
  await userEvent.click(screen.getByRole('tab', { name: 'Sessions' }))
  expect(await screen.findByText('Not signed in anywhere')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('tab', { name: 'Password' }))
  expect(field('Password')).toHaveProperty('value', PASSWORD)
  await fill('Password Confirmation', PASSWORD)
  expect(screen.getByText('Password Confirmation matched.')).toBeTruthy()
  await set()
  const question = await alertCalled('Save the changes?')
  expect(question.textContent).toContain('kim has to change it at the next login')
  await press(question, 'Save')
  expect(await screen.findByText('This password is too common.')).toBeTruthy()
  refusal = Response.json({})
  await set()
  await press(await alertCalled('Save the changes?'), 'Save')
  await press(await alertCalled('Edited Successfully!'), 'OK')
  expect(field('Password')).toHaveProperty('value', '')
  expect(bodiesOf(setPassword)).toEqual([{ password: PASSWORD }, { password: PASSWORD }])
})

test('makes a link with which the account chooses its own password', async () => {
  await open(`${KIM}?tab=password`, {
    ...readOf(kim),
    ...fake(
      makePasswordLink,
      { id: 'id-kim' },
      {
        url: 'http://podium.test/auth/password#s3cret',
        expires_at: '2026-11-22T00:00:00.000Z',
      },
    ),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Create Password Link' }))
  expect(await screen.findByText('http://podium.test/auth/password#s3cret')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('leaves the password of a directory account to the directory', async () => {
  await open(`${KIM}?tab=password`, readOf({ ...kim, login_type: 'ldap' }))
  expect(
    screen.getByText('The password of a directory account is managed in the directory. Change it there.'),
  ).toBeTruthy()
})

test('shows in the sign-in history who was admitted and who was refused', async () => {
  const signIn = { kind: 'browser' as const, address: '10.0.0.7', user_agent: 'Firefox' }
  await open(`${KIM}?tab=history`, {
    ...readOf(kim),
    ...fake(
      listLogins,
      { id: 'id-kim' },
      {
        logins: [
          { ...signIn, id: '1', result: 'ok', created_at: '2026-11-20T09:00:00.000Z' },
          { ...signIn, id: '2', result: '001', created_at: '2026-11-20T08:00:00.000Z' },
        ],
        total: 2,
      },
    ),
  })
  const table = await screen.findByRole('table', { name: 'Sign-in History' })
  expect(await within(table).findByText('Signed in')).toBeTruthy()
  expect(within(table).getByText('Wrong password')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
})

test('leads back to the list after a deletion, and says why one is refused', {
  tags: ['long'],
}, async () => {
  let failed = [{ id: 'id-kim', detail: 'At least one active administrator must remain.' }]
  await open(KIM, {
    ...readOf(kim),
    ...fake(deleteAccounts, () => ({ done: failed.length === 0 ? ['id-kim'] : [], failed })),
  })
  const remove = () => userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await remove()
  await press(await alertCalled('Delete selected item(s)?'), 'Delete')
  const failure = await alertCalled('Failed to delete.')
  expect(failure.textContent).toContain('kim: At least one active administrator must remain.')
  await press(failure, 'OK')
  failed = []
  await remove()
  await press(await alertCalled('Delete selected item(s)?'), 'Delete')
  await press(await alertCalled('Deleted Successfully!'), 'OK')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})

test('asks before typed text is lost', { tags: ['long'] }, async () => {
  await open(KIM, readOf(kim))
  await fill('Company', 'Lumen')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await press(await alertCalled('Are you sure you want to return to the previous page?'), 'Return')
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})

test('says that an account does not exist, or could not be read', async () => {
  openAsAdmin('/settings/account/edit/none', {})
  expect(await screen.findByText('There is nothing here that you may see.')).toBeTruthy()
  expect(await accessibilityFaults(screen.getByRole('main'))).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Back to Accounts' }))
  await waitFor(() => expect(window.location.pathname).toBe('/settings/account'))
})
