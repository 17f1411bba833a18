import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createSession } from '../../session/session.ts'
import { SessionContext } from '../../session/use-session.ts'
import { personWith } from '../../testing/open-console.tsx'
import { accessibilityFaults } from '../../ui/testing/axe.ts'
import { enterText } from '../../ui/testing/enter-text.ts'
import { LoginPage } from './login-page.tsx'

const WANTS_CODE = { error_code: 'USER.LOGIN.001', otp_required: true }
const onSignedIn = vi.fn()
const sent: unknown[] = []

afterEach(() => {
  onSignedIn.mockClear()
  sent.length = 0
})

/** Answers the logins with `answers` in turn; the last one is repeated. */
function answerInOrder(...answers: [status: number, detail?: unknown][]) {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address.endsWith('/session')) return Response.json(personWith([]))
    if (address.endsWith('/setup')) return Response.json({ open: false })
    sent.push(JSON.parse(String(init.body)))
    const [status, detail] = answers[Math.min(sent.length, answers.length) - 1] ?? [500]
    return Response.json(status === 200 ? personWith([]) : { detail }, { status })
  })
}

async function signInWithPassword() {
  const user = userEvent.setup()
  render(
    <SessionContext value={createSession(localStorage)}>
      <LoginPage onSignedIn={onSignedIn} />
    </SessionContext>,
  )
  await enterText(user, screen.getByLabelText('ID'), 'mina')
  await enterText(user, screen.getByLabelText('Password'), 'secret')
  await user.keyboard('{Enter}')
  return user
}

const messageUnder = (label: string) =>
  document.getElementById(`${screen.getByLabelText(label).id}-message`)?.textContent ?? null

test('asks for the code in the same form, focuses it, and counts no failed attempt', async () => {
  answerInOrder([401, WANTS_CODE], [200])
  const user = await signInWithPassword()
  const code = await screen.findByLabelText('One-time code')
  expect(document.activeElement).toBe(code)
  expect(code).toMatchObject({ autocomplete: 'one-time-code', inputMode: 'numeric' })
  expect(screen.getByText(/^From your authenticator app, or/)).toBeTruthy()
  expect(messageUnder('ID')).toBeNull()
  expect([screen.getByLabelText('ID'), screen.getByLabelText('Password')]).toMatchObject([
    { value: 'mina' },
    { value: 'secret' },
  ])
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('{Enter}')
  expect(messageUnder('One-time code')).toBe('Type the code of your second factor.')
  expect(sent).toHaveLength(1)
  await user.keyboard('123 456{Enter}')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(sent[1]).toEqual({ login_id: 'mina', login_pw: 'secret', otp: '123 456' })
})

test('says how many attempts failed after a wrong code, and keeps ID and password for the next one', async () => {
  answerInOrder([401, WANTS_CODE], [401, { error_code: 'USER.LOGIN.001', login_fail_count: 2 }])
  const user = await signInWithPassword()
  await enterText(user, await screen.findByLabelText('One-time code'), '000000')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(messageUnder('ID')).toBe('Invalid ID or PW (2 failed password attempts)'))
  expect(screen.getByText('3 attempts left before this account is locked.')).toBeTruthy()
  expect(messageUnder('One-time code')).toBe('The code is not correct.')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'secret')
  expect(screen.getByLabelText('One-time code')).toHaveProperty('value', '')
  expect(document.activeElement).toBe(screen.getByLabelText('One-time code'))
  expect(await accessibilityFaults()).toEqual([])
  await user.keyboard('1')
  expect([messageUnder('ID'), messageUnder('One-time code')]).toEqual([null, null])
})

test('no longer asks for the code after the ID or password is changed', async () => {
  answerInOrder([401, WANTS_CODE])
  const user = await signInWithPassword()
  await user.type(await screen.findByLabelText('One-time code'), '12')
  await user.type(screen.getByLabelText('Password'), 'x')
  expect(screen.queryByLabelText('One-time code')).toBeNull()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent[1]).toEqual({ login_id: 'mina', login_pw: 'secretx' }))
})

test('accepts a recovery code, and shows the letter keyboard on a phone', async () => {
  answerInOrder([401, WANTS_CODE], [200])
  const user = await signInWithPassword()
  const code = await screen.findByLabelText('One-time code')
  await user.click(screen.getByRole('button', { name: 'use a recovery code' }))
  expect(document.activeElement).toBe(code)
  expect(code).toHaveProperty('inputMode', 'text')
  await user.keyboard('abcd-efgh-2345-6722{Enter}')
  await waitFor(() => expect(sent[1]).toMatchObject({ otp: 'abcd-efgh-2345-6722' }))
})
