import { readFileSync } from 'node:fs'
import { logout } from '@podium/contract/calls/auth.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { fake } from '../../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../../testing/open-console.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Runs early.js, which the page loads before the console's own scripts. */
function runEarlyScript() {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  new Function(readFileSync('console/public/early.js', 'utf8'))()
}

test('does not take a form sent inside the console for an early login after logging out', async () => {
  const poc = workspaceCalled('poc')
  const person = personWith([poc])
  serve({
    ...signedIn(person),
    ...fake(logout, {}),
  })
  runEarlyScript()
  const user = userEvent.setup()
  openConsole('/settings/account/editProfile', person, poc)
  await user.type(await screen.findByLabelText('Current Password'), 'x{Enter}')
  await user.click(screen.getByRole('button', { name: 'Logout' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Logout' }))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(screen.queryByText('ID is required.')).toBeNull()
})
