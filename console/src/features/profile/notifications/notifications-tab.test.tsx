import type { NotificationChoices } from '@podium/contract/notifications.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FakeServer } from '../../../testing/open-console.tsx'
import { accessibilityFaults } from '../../../ui/testing/axe.ts'
import { openProfile } from '../testing/profile-fixture.ts'

const MAIL = { is_set_up: true, address: 'mina@aster.example', trouble: '' }

function openTab(mail: object, server: FakeServer = {}, part = {}) {
  const kept: NotificationChoices[] = []
  let choices = { theme: 'light', bell: ['run.failed'], mail: ['run.waits'], muted: [] as string[] }
  const made = openProfile(
    '?tab=notifications',
    {
      'GET /notifications': () => [200, { notifications: [], total: 0, unread: 0 }],
      'GET /notifications/mail': () => [200, mail],
      'GET /settings/preferences': () => [200, choices],
      'PATCH /settings/preferences': ({ body }) => {
        choices = { ...choices, ...(body as NotificationChoices) }
        kept.push(body as NotificationChoices)
        return [200, choices]
      },
      ...server,
    },
    part,
  )
  return { made, kept }
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('each event is chosen for the bell and for mail by itself', async () => {
  const user = userEvent.setup()
  const { kept } = openTab(MAIL)
  expect((await box('A run of mine failed, by the bell')).checked).toBe(true)
  expect((await box('A run of mine failed, by mail')).checked).toBe(false)
  await user.click(await box('A run of mine failed, by mail'))
  await user.click(await box('A run of mine failed, by the bell'))
  expect(kept).toEqual([
    { bell: ['run.failed'], mail: ['run.waits', 'run.failed'], muted: [] },
    { bell: [], mail: ['run.waits', 'run.failed'], muted: [] },
  ])
  expect(screen.getByText('mina@aster.example')).toBeTruthy()
  expect(await accessibilityFaults()).toEqual([])
})

test('a test is sent, and what the mail server said is told', async () => {
  const user = userEvent.setup()
  const trouble = 'The mail server refused the address: 550 no such person'
  const answers = [{ trouble: '' }, { trouble }]
  openTab(MAIL, { 'POST /notifications/mail/test': () => [200, answers.shift()] })
  const button = await screen.findByRole('button', { name: 'Send a test message' })
  await user.click(button)
  expect((await screen.findAllByText('The mail server accepted the test message.')).length).toBeGreaterThan(0)
  await user.click(button)
  const alert = await screen.findByRole('alertdialog', { name: 'The test message was not sent.' })
  expect(within(alert).getByText(trouble)).toBeTruthy()
})

test('why the last message was not sent is shown', async () => {
  openTab({ ...MAIL, trouble: 'The mail server did not answer in time.' })
  expect(await screen.findByText('The last message to you could not be sent.')).toBeTruthy()
  expect(screen.getByText('The mail server did not answer in time.')).toBeTruthy()
})

test.each([
  ['ADMIN', 'Mail is not set up on this server. Set it up with PODIUM_SMTP_URL and PODIUM_MAIL_FROM.'],
  ['DEVELOPER', 'Mail is not set up on this server.'],
] as const)(
  'where mail is off an account with the role %s is told, and cannot choose it',
  async (role, sentence) => {
    openTab({ ...MAIL, is_set_up: false }, {}, { role })
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect((await box('A run of mine failed, by mail')).disabled).toBe(true)
    expect((await box('A run of mine failed, by the bell')).disabled).toBe(false)
    expect(screen.queryByRole('button', { name: 'Send a test message' })).toBeNull()
  },
)

test('an account without an address is told so', async () => {
  openTab({ ...MAIL, address: '' })
  expect(await screen.findByText('Your account has no email address, so you get no mail.')).toBeTruthy()
  expect((await box('A run of mine failed, by mail')).disabled).toBe(true)
})
