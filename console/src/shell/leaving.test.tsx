import { logout } from '@podium/contract/calls/auth.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '../testing/fake.ts'
import { openConsole, personWith, serve, signedIn, workspaceCalled } from '../testing/open-console.tsx'
import { browserPage } from '../ui/browser-page.ts'
import { enterText } from '../ui/testing/enter-text.ts'

const RETURN = 'Are you sure you want to return to the previous page?'
const current = () => JSON.parse(localStorage.getItem('currWorkspace') ?? 'null')

beforeEach(() => {
  vi.spyOn(browserPage, 'open').mockImplementation(() => {})
})

async function typeAName() {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])
  const made = serve({
    ...signedIn(person),
    ...fake(logout, {}),
  })
  openConsole('/settings/workspace/register', person, workspaceCalled('poc'))
  await enterText(user, await screen.findByLabelText('Workspace Name'), 'quality')
  const answer = async (detail: string, name: string) => {
    const question = await screen.findByRole('alertdialog', { name: RETURN })
    expect(within(question).getByText(detail)).toBeTruthy()
    await user.click(within(question).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  return { user, made, answer }
}

test('asks on Logout before typed text is lost, and ends nothing when the answer is no', async () => {
  const { user, made, answer } = await typeAName()
  const logout = screen.getByRole('button', { name: 'Logout' })
  await user.click(logout)
  await answer('You will be logged out. What you typed is not saved.', 'Cancel')
  expect(screen.getByLabelText('Workspace Name')).toHaveProperty('value', 'quality')
  expect(made).not.toContain('POST /auth/logout')
  await user.click(logout)
  await answer('You will be logged out. What you typed is not saved.', 'Logout')
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(made).toContain('POST /auth/logout')
})

test('asks in the switcher too, and stores nothing before the answer', async () => {
  const { user, answer } = await typeAName()
  const switcher = screen.getByRole('combobox', { name: 'Workspace' })
  const pickEnergy = async () => {
    await user.click(switcher)
    await user.click(await screen.findByRole('option', { name: /energy/ }))
  }
  await pickEnergy()
  await answer('You switch to energy. What you typed is not saved.', 'Cancel')
  expect(current()).toMatchObject({ id: 'id-poc' })
  expect(switcher.textContent).toContain('poc')
  expect(browserPage.open).not.toHaveBeenCalled()
  await pickEnergy()
  await answer('You switch to energy. What you typed is not saved.', 'Switch')
  expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview')
  expect(current()).toMatchObject({ id: 'id-energy' })
})

test('stores the workspace that was chosen in the switcher, although the address names another', async () => {
  const user = userEvent.setup()
  const person = personWith([workspaceCalled('poc'), workspaceCalled('energy')])
  serve({ ...signedIn(person) })
  openConsole('/settings/workspace?ws=id-poc', person, workspaceCalled('poc'))
  await screen.findByRole('heading', { level: 1, name: 'Workspace' })
  await user.click(screen.getByRole('combobox', { name: 'Workspace' }))
  await user.click(await screen.findByRole('option', { name: /energy/ }))
  expect(browserPage.open).toHaveBeenCalledExactlyOnceWith('/overview')
  expect(current()).toMatchObject({ id: 'id-energy' })
})
