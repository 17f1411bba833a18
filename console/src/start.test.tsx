import { login, readSession } from '@podium/contract/calls/auth.ts'
import { readVersions } from '@podium/contract/calls/system.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSession } from './session/session.ts'
import { refreshSession } from './session/start.ts'
import { connectSession } from './shell/connect-session.ts'
import { createNotices } from './shell/notices.ts'
import { Start } from './start.tsx'
import { fake, refused } from './testing/fake.ts'
import { personWith, serve } from './testing/open-console.tsx'
import { VERSIONS } from './testing/samples.ts'
import { enterText } from './ui/testing/enter-text.ts'

test.each([
  [403, 'This call must come from the console itself.'],
  [405, messages.method_not_allowed],
  [422, 'The body cannot be read.'],
])(
  'says once that a login is answered %i, below the ID, and keeps what was typed',
  async (status, detail) => {
    const user = userEvent.setup()
    serve(fake(login, refused(status, detail)))
    const session = createSession(localStorage)
    const notices = createNotices()
    connectSession(session, notices)
    render(<Start page="login" session={session} notices={notices} started={Promise.resolve()} />)
    await enterText(user, screen.getByLabelText('ID'), 'mina')
    await enterText(user, screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findByText(messages.server_error)
    const field = screen.getByLabelText('ID')
    expect(field).toHaveProperty('value', 'mina')
    expect(field.getAttribute('aria-describedby')).toBe(`${field.id}-message ${field.id}-help`)
    expect(document.getElementById(`${field.id}-help`)?.textContent).toBe(detail)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  },
)

test('keeps what is typed at the login when a kept session turns out to be over', async () => {
  const user = userEvent.setup()
  let finish = () => {}
  const started = new Promise<void>((resolve) => {
    finish = resolve
  })
  serve({
    ...fake(readVersions, VERSIONS),
    ...fake(readSession, refused(401, 'Please sign in first.')),
  })
  createSession(localStorage).signIn(personWith([]))
  const session = createSession(localStorage)
  const notices = createNotices()
  connectSession(session, notices)
  render(<Start page="login" session={session} notices={notices} started={started} />)
  const field = screen.getByLabelText('ID')
  await enterText(user, field, 'mina')
  await refreshSession(session)
  finish()
  const alert = await screen.findByRole('alertdialog', { name: messages.session_expired })
  await user.click(within(alert).getByRole('button', { name: 'OK' }))
  expect(screen.getByLabelText('ID')).toBe(field)
  expect(field).toHaveProperty('value', 'mina')
})
