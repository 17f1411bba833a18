import { messages } from '@podium/contract/rules.ts'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSession } from './session/session.ts'
import { refreshSession } from './session/start.ts'
import { connectSession } from './shell/connect-session.ts'
import { createNotices } from './shell/notices.ts'
import { Start } from './start.tsx'
import { personWith, serve, versions, workspaceCalled } from './testing/open-console.tsx'

test.each([
  [
    403,
    { detail: 'This call must come from the console itself.' },
    'This call must come from the console itself.',
  ],
  [405, { detail: 'No.' }, messages.method_not_allowed],
  [422, { detail: 'The body cannot be read.' }, messages.invalid_request],
])(
  'a login that is answered %i says so at once, over the page and what was typed',
  async (status, body, sentence) => {
    const user = userEvent.setup()
    serve({ 'POST /auth/login': () => [status, body] })
    const session = createSession(localStorage)
    const notices = createNotices()
    connectSession(session, notices)
    render(<Start page="login" session={session} notices={notices} started={Promise.resolve()} />)
    await user.type(screen.getByLabelText('ID'), 'mina')
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Login' }))
    const alert = await screen.findByRole('alertdialog', { name: sentence })
    await user.click(within(alert).getByRole('button', { name: 'OK' }))
    expect(screen.getByLabelText('ID')).toHaveProperty('value', 'mina')
  },
)

test('what is typed at the login stays when a sign-in of before turns out to be over, which no alert tells', async () => {
  const user = userEvent.setup()
  window.history.replaceState(null, '', '/auth/login')
  serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [401, { detail: 'Please sign in first.' }],
  })
  const session = createSession(localStorage)
  session.signIn(personWith([workspaceCalled('poc')]))
  const notices = createNotices()
  connectSession(session, notices)
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const started = asked.then(() => refreshSession(session))
  render(<Start page="login" session={session} notices={notices} started={started} />)
  await user.type(screen.getByLabelText('ID'), 'mina')
  ask()
  await started
  // The console, and alerts, would have come by then.
  await Promise.all([import('./app.tsx'), import('./shell/notice-speaker.tsx')])
  await waitFor(() => expect(session.state().account).toBeNull())
  expect(screen.getByLabelText('ID')).toHaveProperty('value', 'mina')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
