import { readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openConsole, personWith, serve, versions, workspaceCalled } from '../../testing/open-console.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

/** As the page does it before any of the console's scripts. */
function runEarlyScript() {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.createElement('script'))
  new Function(readFileSync('console/public/early.js', 'utf8'))()
}

test('a form sent inside the console is no early login: whoever logs out finds the login untouched', async () => {
  const poc = workspaceCalled('poc')
  const person = personWith([poc])
  serve({
    'GET /versions': () => versions(),
    'GET /auth/session': () => [200, person],
    'POST /auth/logout': () => [200, {}],
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
