import {
  listNotifications,
  type NotificationChoices,
  readOwnMail,
  testOwnMail,
} from '@podium/contract/calls/notifications.ts'
import { keepPreferences, readPreferences } from '@podium/contract/calls/preferences.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type FakeServer, fake, inTurn } from '../../../testing/fake.ts'
import { PREFERENCES } from '../../../testing/samples.ts'

import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { openProfile } from '../testing/profile-fixture.ts'

const MAIL = { is_set_up: true, address: 'mina@aster.example', trouble: '' }

function openTab(mail: ReplyOf<typeof readOwnMail>, server: FakeServer = {}) {
  const kept: NotificationChoices[] = []
  let choices = { ...PREFERENCES, bell: ['run.failed'], mail: ['run.waits'] } as typeof PREFERENCES
  const made = openProfile('?tab=notifications', {
    ...fake(listNotifications, { notifications: [], total: 0, unread: 0 }),
    ...fake(readOwnMail, mail),
    ...fake(readPreferences, () => choices),
    ...fake(keepPreferences, ({ body }) => {
      choices = { ...choices, ...(body as NotificationChoices) }
      kept.push(body as NotificationChoices)
      return choices
    }),
    ...server,
  })
  return { made, kept }
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('chooses each event for the bell and for mail separately', async () => {
  const user = userEvent.setup()
  const { kept } = openTab(MAIL)
  expect((await box('My run fails, in Podium')).checked).toBe(true)
  expect((await box('My run fails, by email')).checked).toBe(false)
  await user.click(await box('My run fails, by email'))
  await user.click(await box('My run fails, in Podium'))
  await waitFor(() =>
    expect(kept).toEqual([
      { bell: ['run.failed'], mail: ['run.waits', 'run.failed'], muted: [] },
      { bell: [], mail: ['run.waits', 'run.failed'], muted: [] },
    ]),
  )
  expect(screen.getByText('mina@aster.example')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test("sends a test, and shows the mail server's answer", async () => {
  const user = userEvent.setup()
  const trouble = 'The mail server refused the address: 550 no such person'
  openTab(MAIL, fake(testOwnMail, inTurn({ trouble: '' }, { trouble })))
  const button = await screen.findByRole('button', { name: 'Send a test message' })
  await user.click(button)
  expect((await screen.findAllByText('The mail server accepted the test message.')).length).toBeGreaterThan(0)
  await user.click(button)
  const alert = await screen.findByRole('alertdialog', { name: 'The test message was not sent.' })
  expect(within(alert).getByText(trouble)).toBeTruthy()
})

test('shows why the last message was not sent', async () => {
  openTab({ ...MAIL, trouble: 'The mail server did not answer in time.' })
  expect(await screen.findByText('The last message to you could not be sent.')).toBeTruthy()
  expect(screen.getByText('The mail server did not answer in time.')).toBeTruthy()
})

const noMailBox = () => expect(screen.queryByRole('checkbox', { name: 'My run fails, by email' })).toBeNull()

test('says who turns mail on while it is off, and offers no choice', async () => {
  openTab({ ...MAIL, is_set_up: false })
  expect((await screen.findByText(/^To also get email/)).textContent).toBe(
    'To also get email, an administrator sets PODIUM_SMTP_URL and PODIUM_MAIL_FROM.',
  )
  expect((await box('My run fails, in Podium')).checked).toBe(true)
  noMailBox()
  expect(screen.queryByRole('region', { name: 'Email' })).toBeNull()
})

test('says that the account has no address', async () => {
  openTab({ ...MAIL, address: '' })
  expect(await screen.findByText('Your account has no email address.')).toBeTruthy()
  noMailBox()
})

test('marks unread notifications for the eye and for screen readers', async () => {
  const told = { id: 'n1', event: 'run.failed' as const, detail: '', run_id: 'r1', workspace_id: 'id-poc' }
  const row = { ...told, group: null, workspace_name: 'poc', created_at: '2026-11-17T09:42:00.000Z' }
  const notifications = [
    { ...row, title: 'weld-2 failed', read_at: null },
    { ...row, id: 'n2', title: 'weld-1 failed', read_at: row.created_at },
  ]
  openTab(MAIL, fake(listNotifications, { notifications, total: 2, unread: 1 }))
  const table = await screen.findByRole('table', { name: 'Notifications' })
  expect((await within(table).findAllByRole('link')).map((link) => link.textContent)).toEqual([
    'Unread: weld-2 failed',
    'weld-1 failed',
  ])
  expect(await accessibilityFaults()).toEqual([])
})
